"""What a game master may know of a game: who sits where, the clock, stuck turns; never what is in a
drawer or on a form."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from ..contract import Closes, Window
from ..models import Game, LedgerEntry, Mastership, OrderForm, Player, Turn
from ..registry import skin_for
from ..selectors import ledger_of, people_of, seat_name, window_of
from ..skin import Skin
from ..texts import ledger_text


@dataclass(frozen=True, slots=True)
class SeatFact:
    number: int
    name: str
    user: Any  # None: a bot's or an empty seat
    is_bot: bool
    is_master: bool


@dataclass(frozen=True, slots=True)
class TurnFact:
    """`handed_in`: who has, None where the reader may not know or nobody is awaited."""

    name: str
    text: str
    deadline: datetime | None
    is_main: bool = False
    is_door: bool = False
    awaited: int = 0
    handed_in: tuple[str, ...] | None = None
    stuck: bool = False
    step: str = ""
    incident: str = ""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    entry: LedgerEntry
    text: str


@dataclass(frozen=True, slots=True)
class Facts:
    """A game in front of one game master. `plays`: he has a seat in it."""

    game: Game
    skin: Skin
    plays: bool
    is_superuser: bool
    seats: tuple[SeatFact, ...]
    masters: tuple[Any, ...]
    turns: tuple[TurnFact, ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    free: int = 0
    options: tuple[tuple[Any, Any], ...] = field(default=())

    @property
    def main(self) -> TurnFact | None:
        """The turn everybody waits for, if it is open."""
        return next((t for t in self.turns if t.is_main and not t.stuck), None)

    @property
    def stuck(self) -> tuple[TurnFact, ...]:
        return tuple(t for t in self.turns if t.stuck)

    @property
    def deadline(self) -> datetime | None:
        """The next deadline; None where the clock stands."""
        if self.game.paused:
            return None
        return min((t.deadline for t in self.turns if t.deadline and not t.stuck), default=None)


def facts_of(game: Game, user: Any) -> Facts:
    """Everything the page of a game shows to a game master. Six queries, whatever its size."""
    seats = Player.objects.select_related("user", "picture").order_by("number")
    prefetch_related_objects([game], Prefetch("players", seats))  # the ledger's texts read them, too
    players = list(game.players.all())
    named = Mastership.objects.filter(game=game).select_related("user").order_by("pk")
    masters = tuple(mastership.user for mastership in named)
    keys = {master.pk for master in masters}
    plays = any(player.user_id == user.pk for player in players)
    skin = skin_for(game.title)
    return Facts(
        game=game,
        skin=skin,
        plays=plays,
        is_superuser=user.is_superuser,
        seats=tuple(_seat(player, keys) for player in players),
        masters=masters,
        turns=_turns(game, skin, players, plays),
        ledger=tuple(LedgerLine(entry, ledger_text(entry)) for entry in ledger_of(game)),
        free=game.max_players - len(players) if game.stage == Game.Stage.GATHERING else 0,
        options=tuple((skin.option_text(key)[0], value) for key, value in game.options.items()),
    )


def _seat(player: Player, masters: set[int]) -> SeatFact:
    user = player.user
    return SeatFact(
        player.number, seat_name(player), user, player.is_bot, user is not None and user.pk in masters
    )


def _turns(game: Game, skin: Skin, players: list[Player], plays: bool) -> tuple[TurnFact, ...]:
    wanted = [Turn.Status.OPEN, Turn.Status.STUCK]
    turns = list(Turn.objects.filter(game=game, status__in=wanted).order_by("position"))
    people = people_of(players)
    windows = [(turn, window_of(turn)) for turn in turns]
    main = next((turn for turn, window in windows if not window.is_door), None)
    forms = {} if plays else _handed_in(turns)
    names = {player.pk: seat_name(player) for player in players}
    return tuple(
        TurnFact(
            name=turn.name,
            text=skin.window_text(window, people),
            deadline=turn.deadline,
            is_main=turn is main,
            is_door=window.is_door,
            awaited=len(window.awaited),
            handed_in=None if plays else _names(window, forms.get(turn.pk, []), names),
            stuck=turn.status == Turn.Status.STUCK,
            step=turn.incident_step,
            incident=turn.incident,
        )
        for turn, window in windows
    )


def _handed_in(turns: list[Turn]) -> dict[int, list[int]]:
    """Turn id -> the seats that handed a form in; never what is on it."""
    found: dict[int, list[int]] = {}
    rows = OrderForm.objects.filter(turn__in=turns, set_aside=False).order_by("player__number")
    for turn, player in rows.values_list("turn_id", "player_id"):
        found.setdefault(turn, []).append(player)
    return found


def _names(window: Window, seats: list[int], names: dict[int, str]) -> tuple[str, ...] | None:
    if window.is_door or window.closes is Closes.AT_ONCE:
        return None
    return tuple(names[seat] for seat in seats)
