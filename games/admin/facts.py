"""What a game master may know about a game: seats, clock, stuck turns; never the content of a drawer or of an
order form."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User

from .. import permissions
from ..contract import Closes, PlayerId, Window
from ..ledgertexts import ledger_text
from ..models import Game, LedgerEntry, Mastership, OrderForm, Player, Sitting, Turn
from ..permissions import Actor, actor_among
from ..registry import skin_for
from ..selectors import ledger_of, people_of, seat_name, turns_missed, window_of
from ..skin import Skin
from ..texts import option_lines, turn_text


@dataclass(frozen=True, slots=True)
class SeatFact:
    """A seat. `missed`: the turns that its current holder has missed, newest first; empty if the reader may
    not know."""

    number: int
    name: str
    user: User | None  # None for a bot or an empty seat
    is_bot: bool
    is_master: bool
    missed: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The name, marked if the seat is a bot's or empty."""
        return _label(self.name, self.user, self.is_bot)


def _label(name: str, user: User | None, is_bot: bool) -> str:
    if is_bot:
        return gettext("%(name)s (a bot)") % {"name": name}
    return name if user else gettext("%(name)s (empty)") % {"name": name}


@dataclass(frozen=True, slots=True)
class FormerFact:
    """A user who had a seat in this game and has none now."""

    user: int
    name: str


@dataclass(frozen=True, slots=True)
class TurnFact:
    """An open or stuck turn. `handed_in`: the names of those who have; None if the reader may not know, or if
    nobody is awaited. `to_come`: the names of those still awaited, or empty."""

    name: str
    text: str
    deadline: datetime | None
    is_main: bool = False
    is_door: bool = False
    awaited: int = 0
    handed_in: tuple[str, ...] | None = None
    to_come: tuple[str, ...] = ()
    due: bool = False
    stuck: bool = False
    noon_passed: bool = False
    step: str = ""
    incident: str = ""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    entry: LedgerEntry
    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """A game as one game master sees it. `actor`: the master's relation to it."""

    game: Game
    skin: Skin
    actor: Actor
    seats: tuple[SeatFact, ...]
    masters: tuple[Any, ...]
    turns: tuple[TurnFact, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    free: int = 0
    former: tuple[FormerFact, ...] = ()
    options: tuple[tuple[str, str], ...] = field(default=())

    @property
    def kept_out(self) -> bool:
        """Whether this master is or was a player: then clock, seats and who has handed in are closed."""
        return self.actor.has_an_interest

    @property
    def main(self) -> TurnFact | None:
        """The open turn of the main question; None if there is none, or if it is stuck."""
        return next((t for t in self.turns if t.is_main and not t.stuck), None)

    @property
    def stuck(self) -> tuple[TurnFact, ...]:
        return tuple(t for t in self.turns if t.stuck)

    @property
    def to_retry(self) -> tuple[TurnFact, ...]:
        """The stuck turns that this master may try again."""
        act, actor = permissions.GameAct.RETRY, self.actor
        return tuple(t for t in self.stuck if not permissions.refusal(act, actor, noon_passed=t.noon_passed))

    @property
    def is_late(self) -> bool:
        """Whether a turn is past its deadline and not resolved."""
        return not self.game.paused and any(t.due for t in self.turns)

    @property
    def deadline(self) -> datetime | None:
        """The next deadline; None while the game is paused."""
        if self.game.paused:
            return None
        return min((t.deadline for t in self.turns if t.deadline and not t.stuck), default=None)


def facts_of(game: Game, user: User) -> Facts:
    """Everything that a game's page in the admin shows. Eight queries, whatever the size of the game."""
    seats = Player.objects.select_related("user", "picture").order_by("number")
    prefetch_related_objects([game], Prefetch("players", seats))  # `ledger_text` reads them, too
    players = list(game.players.all())
    named = Mastership.objects.filter(game=game).select_related("user").order_by("pk")
    masters = tuple(mastership.user for mastership in named)
    keys = {master.pk for master in masters}
    sittings = list(Sitting.objects.filter(game=game))
    actor = actor_among(
        game, user,
        masters=keys, seated=[p.user_id for p in players], sat=[sitting.user_id for sitting in sittings],
    )  # fmt: skip
    skin, sees, entries = skin_for(game.title), not actor.has_an_interest, ledger_of(game)
    missed = turns_missed(game, players, sittings) if sees else {}
    return Facts(
        game=game,
        skin=skin,
        actor=actor,
        seats=tuple(_seat(game, player, keys, missed.get(PlayerId(player.pid), ())) for player in players),
        masters=masters,
        turns=_turns(game, skin, players, sees=sees),
        ledger=tuple(LedgerLine(entry, ledger_text(entry)) for entry in entries),
        free=game.max_players - len(players) if game.stage == Game.Stage.GATHERING else 0,
        former=_former(entries, players),
        options=tuple(option_lines(game)),
    )


def _seat(game: Game, player: Player, masters: set[int], missed: tuple[str, ...]) -> SeatFact:
    user = player.user
    master = user is not None and user.pk in masters
    turns = tuple(turn_text(game, name) for name in missed)
    return SeatFact(player.number, seat_name(player), user, player.is_bot, master, turns)


def _former(entries: list[LedgerEntry], players: list[Player]) -> tuple[FormerFact, ...]:
    """The users who lost their seat by a master's act, with the names they had, from the public ledger."""
    seated = {player.user_id for player in players}
    acts = (LedgerEntry.Act.UNSEATED, LedgerEntry.Act.BOT)
    found: dict[int, str] = {}
    for entry in entries:
        user, name = entry.data.get("about"), entry.data.get("name")
        if entry.act in acts and user and name and user not in seated:
            found.setdefault(user, name)
    return tuple(FormerFact(user, name) for user, name in found.items())


def _turns(game: Game, skin: Skin, players: list[Player], *, sees: bool) -> tuple[TurnFact, ...]:
    """The open and stuck turns. `sees`: whether the reader may know who has handed in."""
    turns = list(Turn.objects.filter(game=game, status__in=Turn.ASKED).order_by("position"))
    people, now = people_of(players), timezone.now()
    windows = [(turn, window_of(turn)) for turn in turns]
    main = next((turn for turn, window in windows if not window.is_door), None)
    forms = _handed_in(windows) if sees else {}
    names = {player.pk: seat_name(player) for player in players}
    return tuple(
        TurnFact(
            name=turn.name,
            text=skin.turn_text(window.kind, window.at, people),
            deadline=turn.deadline,
            is_main=turn is main,
            is_door=window.is_door,
            awaited=len(window.awaited),
            handed_in=_names(window, forms.get(turn.pk, []), names) if sees else None,
            to_come=_to_come(window, forms.get(turn.pk, []), players) if sees else (),
            due=turn.is_due(now),
            stuck=turn.status == Turn.Status.STUCK,
            noon_passed=turn.noon_passed(now),
            step=turn.incident_step,
            incident=turn.incident,
        )
        for turn, window in windows
    )


def _handed_in(windows: list[tuple[Turn, Window]]) -> dict[int, list[int]]:
    """The seats that have handed in, by turn id; if forms are saved in parts, those with a complete form."""
    found: dict[int, list[int]] = {}
    in_parts = [turn.pk for turn, window in windows if window.in_parts]
    forms = OrderForm.objects.filter(turn__in=[turn for turn, _window in windows], set_aside=False)
    handed_in = forms.exclude(turn__in=in_parts, ready=False).order_by("player__number")
    for turn, player in handed_in.values_list("turn_id", "player_id"):
        found.setdefault(turn, []).append(player)
    return found


def _names(window: Window, seats: list[int], names: dict[int, str]) -> tuple[str, ...] | None:
    if window.is_door or window.closes is Closes.AT_ONCE:
        return None
    return tuple(names[seat] for seat in seats)


def _to_come(window: Window, seats: list[int], players: list[Player]) -> tuple[str, ...]:
    if window.is_door or window.closes is Closes.AT_ONCE:
        return ()
    awaited = [p for p in players if PlayerId(p.pid) in window.awaited and p.pk not in seats]
    return tuple(_label(seat_name(p), p.user, p.is_bot) for p in awaited)
