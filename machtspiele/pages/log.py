"""The log of a turn, for its minutes: the sittings in order, each with the deeds of the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct, field

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene

from ..rules import events as told
from .common import facts, public_of

Answer = told.BribeAccepted | told.BribeRefused
KINDS_OF_ACTS: Final[Mapping[type[EventData], str]] = {
    told.Recruited: "recruit", told.Opened: "open_own", told.NewcomerOpened: "open_new",
    told.DepartmentsMoved: "move", told.Merged: "merge", told.Resigned: "resign",
    told.BribeOffered: "bribe", told.InfluenceBought: "buy_influence", told.GeneralBought: "buy_general",
    told.ConsultantBought: "buy_consultant", told.SharesBought: "buy_shares",
    told.DevelopmentUsed: "use_development", told.LegalUsed: "use_legal", told.Passed: "pass",
}  # fmt: skip
"""The kind of order that an action carried out."""


class Kind(Enum):
    SETUP = "setup"
    PHASE_ONE = "phase_one"
    ROUND = "round"
    END = "end"


class Deed(Struct):
    """An act of a player and its consequences; `before`: events that say the answer was late or not awaited;
    `own`: what only the reader was told about it."""

    player: PlayerId | None
    facts: list[EventData]
    before: list[EventData] = field(default_factory=list)
    own: list[EventData] = field(default_factory=list)

    def offers(self) -> list[told.BribeOffered]:
        return [data for data in self.facts if isinstance(data, told.BribeOffered)]

    def answers(self) -> list[Answer | None]:
        """The answer to each of the offers; None for the last one while it is open."""
        found: list[Answer | None] = [data for data in self.facts if isinstance(data, Answer)]
        return found + [None] * (len(self.offers()) - len(found))


class Sitting(Struct):
    """`round`: 0 outside of rounds, and if a turn has begun without one. `card`: the event of a round.
    `opening`: the consequences of the event, or of the steps of phase I; `own`: what only the reader was
    told."""

    kind: Kind
    turn: int
    round: int = 0
    card: str = ""
    opening: list[EventData] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    own: list[EventData] = field(default_factory=list)

    @property
    def at(self) -> tuple[int, int]:
        """Turn and round as private events name them."""
        return self.turn, self.round

    def all(self) -> Iterator[EventData]:
        yield from self.opening
        for deed in self.deeds:
            yield from deed.facts


ACTS: Final[frozenset[type[EventData]]] = frozenset({
    *KINDS_OF_ACTS, told.Placed, told.BossUsed, told.BossDeclined, told.PlayerLeft, told.Returned,
    told.FellAsleep,
})  # fmt: skip
"""Each begins a deed; a second offer goes on with the first."""
STEPS: Final[tuple[type[EventData], ...]] = (
    told.DirectorAppointed,
    told.PrivilegesDealt,
    told.InfluenceScored,
)
BRIBERY: Final[tuple[type[EventData], ...]] = (told.BribeOffered, told.BribeAccepted, told.BribeRefused)
OPENING: Final[frozenset[type[EventData]]] = frozenset({
    *STEPS, told.MotivationChanged, told.Income, told.Fined, told.FoolPaid, told.BossRemoved,
})  # fmt: skip


class _Reader:
    """Reads the events of one chapter, in the order in which they were told."""

    def __init__(self, chapter: int) -> None:
        self.chapter = chapter
        self.found: list[Sitting] = []
        self.late: dict[PlayerId, list[EventData]] = {}
        self.deed: Deed | None = None
        self.bribe: Deed | None = None

    def read(self, events: Iterable[EventData]) -> list[Sitting]:
        for data in events:
            self._one(data)
        self._flush()
        return self.found

    def _one(self, data: EventData) -> None:
        match data:
            case told.GameStarted():
                self._begin(Sitting(Kind.SETUP, 0)).opening.append(data)
            case told.BossThanked() | told.BossElected():
                self._phase_one(self.chapter + 1).opening.append(data)
            case told.EventsOrdered():
                self._begin(Sitting(Kind.ROUND, self.chapter, 1)).opening.append(data)
            case told.EventRevealed():
                self._reveal(data)
            case told.GameOver():
                self._begin(Sitting(Kind.END, self.chapter)).opening.append(data)
            case told.Missed() | told.Defaulted() | told.WentAway():
                self._late(data)
            case _:
                self._add(data)

    def _begin(self, sitting: Sitting) -> Sitting:
        self._flush()
        self.deed = None
        self.found.append(sitting)
        return sitting

    def _now(self) -> Sitting:
        return self.found[-1] if self.found else self._begin(Sitting(Kind.ROUND, self.chapter))

    def _phase_one(self, turn: int) -> Sitting:
        if self.found and self.found[-1].kind is Kind.PHASE_ONE:
            return self.found[-1]
        return self._begin(Sitting(Kind.PHASE_ONE, turn))

    def _reveal(self, data: told.EventRevealed) -> None:
        now = self.found[-1] if self.found else None
        if now is None or now.card or now.at != (data.turn, data.round):
            now = self._begin(Sitting(Kind.ROUND, data.turn, data.round))
        now.card = data.card

    def _late(self, data: told.Missed | told.Defaulted | told.WentAway) -> None:
        """Note a missed deadline: shown with the player's default act or, if there is none, at once."""
        asked = getattr(data, "window", None)
        if asked == "bribe_reply":
            self._add(data)
        elif asked == "director_exit":
            self._phase_one(self.chapter).opening.append(data)
        else:
            self.late.setdefault(data.player, []).append(data)

    def _flush(self) -> None:
        """Show the missed deadlines of players who did nothing afterwards. Those before the first round of a
        turn wait for it."""
        if not self.found or (self.found[-1].kind is Kind.ROUND and not self.found[-1].round):
            return
        for player, lines in self.late.items():
            self.found[-1].deeds.append(Deed(player, lines))
        self.late.clear()

    def _add(self, data: EventData) -> None:
        kind = type(data)
        if kind in STEPS:
            self._phase_one(self.chapter)
        if kind in KINDS_OF_ACTS:
            self._now().round = self._now().round or 1  # its event is in the previous chapter
        now, first = self._now(), not isinstance(data, told.BribeOffered) or data.offer == 1
        if kind in ACTS and first:
            player: PlayerId | None = getattr(data, "player", None)
            self.deed = Deed(player, [data], self.late.pop(player, []) if player else [])
            now.deeds.append(self.deed)
            if isinstance(data, told.BribeOffered):
                self.bribe = self.deed
            return
        if kind in BRIBERY and self.bribe:
            self.deed = self.bribe  # a player may have left while the answer was awaited
        if now.deeds and self.deed and kind not in OPENING:
            self.deed.facts.append(data)
        else:
            now.opening.append(data)


def sittings(
    public: Iterable[EventData], own: Iterable[EventData], chapter: int, reader: PlayerId | None
) -> list[Sitting]:
    """The sittings of a chapter in order, from its public events and those of the reader, each of which is
    put into its sitting."""
    found = _Reader(chapter).read(public)
    _place_amounts(found, own, reader)
    for data in own:
        _place(found, data, reader)
    return found


def _place_amounts(found: list[Sitting], own: Iterable[EventData], reader: PlayerId | None) -> None:
    """Put the private amounts, which are in the order of the offers that concern the reader, beside these
    offers."""
    sums = iter([data for data in own if isinstance(data, told.BribeAmount)])
    for sitting in found:
        for deed in sitting.deeds:
            mine = [offer for offer in deed.offers() if reader in (offer.player, offer.target)]
            deed.own += [amount for _offer, amount in zip(mine, sums)]  # noqa: B905


def _place(found: list[Sitting], data: EventData, reader: PlayerId | None) -> None:
    """Put another private event into its sitting; preferences that were not possible, beside the act done
    instead."""
    match data:
        case told.NemesisDealt():
            to = [sitting for sitting in found if sitting.kind is Kind.SETUP]
        case told.EventsDrawn():
            to = [sitting for sitting in found if sitting.kind is Kind.PHASE_ONE]
        case told.NemesisOutdone() | told.NemesisLost() | told.PassedOver():
            to = [sitting for sitting in found if sitting.at == (data.turn, data.round)]
        case _:
            return
    deeds = [deed for sitting in to for deed in sitting.deeds if deed.player == reader]
    if isinstance(data, told.PassedOver):
        done = [deed for deed in deeds if KINDS_OF_ACTS.get(type(deed.facts[0])) == data.taken]
        for at in (done or to)[-1:]:
            at.own.append(data)
    elif to:
        to[-1].own.append(data)


def unplaced(sittings: Sequence[Sitting], own: Iterable[EventData]) -> list[EventData]:
    """The reader's private events that belong to no sitting, for example that something was filed or
    dropped."""
    placed = {id(data) for each in sittings for data in each.own}
    placed |= {id(data) for each in sittings for deed in each.deeds for data in deed.own}
    return [data for data in own if id(data) not in placed]


def of_chapter(scene: Scene) -> tuple[list[Sitting], list[EventData]]:
    """The sittings of the chapter shown, and the reader's private events that belong to none."""
    own = facts(scene.own_events)
    found = sittings(facts(scene.public_events), own, scene.chapter, scene.reader)
    return found, unplaced(found, own)


def recent(scene: Scene) -> list[Sitting]:
    """The sittings of the turn in progress, with phase I, which is in the previous chapter."""
    turn = public_of(scene).turn
    found = [
        sitting
        for chapter in sorted(scene.recent)
        for sitting in sittings(
            facts(scene.recent[chapter]), facts(scene.own_recent.get(chapter, ())), chapter, scene.reader
        )
    ]
    return [sitting for sitting in found if sitting.turn == turn]
