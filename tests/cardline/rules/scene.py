"""A game set up in a line or two, played move by move, and what was told of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cardline.rules import RULES
from cardline.rules.content import TABLE_VERSION, TABLES
from cardline.rules.state import Boxed, Hidden, Mode, Options, Private, Public
from games.contract import Dice, Event, Order, PlayerId, Problem, State, Window

ANA, BOB, CHLOE, DAN = (PlayerId(f"p{number}") for number in range(1, 5))
CARDS = TABLES[TABLE_VERSION]
Game = State[Public, Private, Hidden]


def game(
    line: Sequence[str],
    *hands: Sequence[str],
    characteristic: str = "area",
    mode: Mode = Mode.SEQUENTIAL,
    deck: Sequence[str] | None = None,
    box: Sequence[str] = (),
    max_rounds: int = 60,
    **public: Any,
) -> Game:
    """A game in its first round; a hand per player, `p1` first. Whatever card lies nowhere is in the
    deck, in the order of the table, unless `deck` is given."""
    players = tuple(PlayerId(f"p{number}") for number in range(1, len(hands) + 1))
    placed = {*line, *box, *(card for hand in hands for card in hand)}
    pile = tuple(deck) if deck is not None else tuple(card for card in CARDS if card not in placed)
    state = Public(
        options=Options(characteristic, 4, mode, max_rounds, "traveller"),
        table_version=TABLE_VERSION,
        players=players,
        first_seat=0,
        hands={player: tuple(hand) for player, hand in zip(players, hands, strict=True)},
        line=tuple(line),
        deck_count=len(pile),
        skips_in_a_row=dict.fromkeys(players, 0),
        box=tuple(Boxed(card, seen=True) for card in box),
    )
    state = replace(state, **public)
    return State(state, {player: Private() for player in players}, Hidden(pile))


def simultaneous(line: Sequence[str], *hands: Sequence[str], **rest: Any) -> Game:
    return game(line, *hands, mode=Mode.SIMULTANEOUS, **rest)


def place(card: str, gap: int, version: int = 1) -> tuple[Order, ...]:
    return (Order("place", {"card": card, "gap": gap, "line_version": version}),)


class Played:
    """A game being played: each act is checked as the platform does, then resolved."""

    def __init__(self, state: Game) -> None:
        self.state = state
        self.events: tuple[Event, ...] = ()
        self.log: list[Event] = []
        self._count = 0

    # ---- acts -----------------------------------------------------------------------------------

    def move(self, player: PlayerId, card: str, gap: int) -> Played:
        """A turn in sequential mode."""
        asked = self.window("move")
        assert asked.awaited == (player,), f"{asked.name} does not ask {player}"
        form = place(card, gap, self.public.line_version)
        assert self.check(player, form) == ()
        return self._resolve(asked, {player: form})

    def round(self, **placed: tuple[str, int]) -> Played:
        """A sealed round: `p1=("BRA", 1)`; whoever is not named has missed it."""
        forms = {PlayerId(p): place(card, gap, self.public.line_version) for p, (card, gap) in placed.items()}
        for player, form in forms.items():
            assert self.check(player, form) == ()
        return self._resolve(self.window("round"), forms)

    def miss(self) -> Played:
        """The deadline of the open question, and nobody has answered."""
        return self._resolve(self.main, {})

    def resign(self, player: PlayerId) -> Played:
        return self._door("resign", player)

    def come_back(self, player: PlayerId) -> Played:
        return self._door("return", player)

    def _door(self, kind: str, player: PlayerId) -> Played:
        asked, form = self.window(kind), (Order(kind),)
        assert RULES.check(self.state.seen_by(player), asked, form) == ()
        return self._resolve(asked, {player: form})

    def _resolve(self, asked: Window, forms: Mapping[PlayerId, tuple[Order, ...]]) -> Played:
        self._count += 1
        outcome = RULES.resolve(self.state, asked, forms, Dice(b"%d" % self._count))
        self.state, self.events = outcome.state, outcome.events
        self.log += outcome.events
        return self

    # ---- what came of it ------------------------------------------------------------------------

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def windows(self) -> list[str]:
        return [asked.name for asked in RULES.windows(self.public)]

    @property
    def main(self) -> Window:
        asked = RULES.windows(self.public)[0]
        assert not asked.is_door, "the game sleeps"
        return asked

    def window(self, kind: str) -> Window:
        return next(asked for asked in RULES.windows(self.public) if asked.kind == kind)

    def check(self, player: PlayerId | None, form: tuple[Order, ...], kind: str = "") -> tuple[Problem, ...]:
        asked = self.window(kind) if kind else self.main
        return RULES.check(self.state.seen_by(player), asked, form)

    @property
    def told(self) -> list[str]:
        """The kinds of what the last act told."""
        return [event.kind for event in self.events]

    def facts(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]

    def hand(self, player: PlayerId) -> tuple[str, ...]:
        return self.public.hands[player]

    @property
    def line(self) -> tuple[str, ...]:
        return self.public.line

    @property
    def winners(self) -> tuple[PlayerId, ...]:
        """() while the game goes on."""
        return self.public.outcome.winners if self.public.outcome else ()

    @property
    def reason(self) -> str:
        assert self.public.outcome
        return self.public.outcome.reason.value

    @property
    def ranks(self) -> dict[str, int]:
        return {one.player: one.rank for one in RULES.standings(self.public) or ()}

    def boxed(self, *, seen: bool) -> list[str]:
        return [one.card for one in self.public.box if one.seen is seen]


def correct_gaps(line: Sequence[str], card: str, characteristic: str) -> list[int]:
    """The gaps in which a player who holds `card` (and another) is right, tried one by one."""
    return [
        gap
        for gap in range(len(line) + 1)
        if "placed_correctly"
        in Played(game(line, [card, "FJI"], ["NOR"], characteristic=characteristic)).move(ANA, card, gap).told
    ]


def skips(**counts: int) -> dict[PlayerId, int]:
    return {PlayerId(player): count for player, count in counts.items()}


def spare(count: int, *taken: Iterable[str]) -> list[str]:
    """So many cards that are none of these, to fill hands no test looks at."""
    used = {card for cards in taken for card in cards}
    return [card for card in reversed(CARDS) if card not in used][:count]
