"""What a game master may know about a game: seats, clock, stuck turns; never the content of a drawer or of an
order form."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Struct

from accounts.models import User

from .. import permissions
from ..contract import Closes, PlayerId, Window
from ..ledgertexts import ledger_text
from ..models import Deputy, Game, LedgerEntry, Mastership, Player, Sitting, Turn
from ..permissions import Actor, actor_among
from ..registry import skin_for
from ..selectors import answered_together, ledger_of, people_of, seat_name, turns_missed, window_of
from ..skin import Skin
from ..texts import option_lines, turn_text


class SeatFact(Struct, frozen=True):
    """A seat. `missed`: the turns that its current holder has missed, newest first; empty if the reader may
    not know. `deputy`: who stands in for its holder, "" for nobody and for a reader who may not know."""

    number: int
    name: str
    user: User | None  # None for a bot or an empty seat
    is_bot: bool
    is_master: bool
    missed: tuple[str, ...] = ()
    deputy: str = ""

    @property
    def label(self) -> str:
        """The name, marked if the seat is a bot's or empty."""
        return _label(self.name, self.user, self.is_bot)


def _label(name: str, user: User | None, is_bot: bool) -> str:
    if is_bot:
        return gettext("%(name)s (a bot)") % {"name": name}
    return name if user else gettext("%(name)s (empty)") % {"name": name}


class FormerFact(Struct, frozen=True):
    """A user who had a seat in this game and has none now."""

    user: int
    name: str


class TurnFact(Struct, frozen=True):
    """An open or stuck turn. `handed_in`: the names of those who have; None if nobody may know yet, or if
    nobody is awaited. `to_come`: the names of those still awaited, or empty."""

    name: str
    text: str
    deadline: datetime | None
    is_main: bool = False
    is_door: bool = False
    sealed: bool = False
    awaited: int = 0
    handed_in: tuple[str, ...] | None = None
    to_come: tuple[str, ...] = ()
    due: bool = False
    stuck: bool = False
    noon_passed: bool = False
    step: str = ""
    incident: str = ""


class LedgerLine(Struct, frozen=True):
    entry: LedgerEntry
    text: str


class Facts:
    """A game as one game master sees it. Each fact is read when it is first asked for, because an act needs
    few of them; all together are nine queries, whatever the size of the game."""

    def __init__(self, game: Game, user: User) -> None:
        seats = Player.objects.select_related("user", "picture").order_by("number")
        prefetch_related_objects([game], Prefetch("players", seats))  # `ledger_text` reads them, too
        self.game, self._user, self.skin = game, user, skin_for(game.title)
        self._players: list[Player] = list(game.players.all())

    @cached_property
    def masters(self) -> tuple[User, ...]:
        named = Mastership.objects.filter(game=self.game).select_related("user").order_by("pk")
        return tuple(mastership.user for mastership in named)

    @cached_property
    def actor(self) -> Actor:
        """The master's relation to the game."""
        deputies = (each.user_id for each in self._deputies if each.user_id)
        return actor_among(
            self.game, self._user,
            masters={master.pk for master in self.masters}, seated=[p.user_id for p in self._players],
            sat=[*(each.user_id for each in self._sittings), *deputies],
        )  # fmt: skip

    @cached_property
    def _sittings(self) -> list[Sitting]:
        return list(Sitting.objects.filter(game=self.game))

    @cached_property
    def _deputies(self) -> list[Deputy]:
        """Everybody who has accepted to be a deputy in this game, also for days that are over."""
        accepted = Deputy.objects.filter(game=self.game, accepted_at__isnull=False).order_by("pk")
        return list(accepted.select_related("user", "vacation"))

    @cached_property
    def seats(self) -> tuple[SeatFact, ...]:
        sees, game = not self.kept_out, self.game
        missed = turns_missed(game, self._players, self._sittings) if sees else {}
        deputies = {each.player_id: each for each in self._deputies if _stands_in(each)} if sees else {}
        keys = {master.pk for master in self.masters}
        return tuple(
            _seat(game, player, keys, missed.get(PlayerId(player.pid), ()), deputies.get(player.pk))
            for player in self._players
        )

    @cached_property
    def turns(self) -> tuple[TurnFact, ...]:
        return _turns(self.game, self.skin, self._players, sees=not self.kept_out)

    @cached_property
    def _entries(self) -> list[LedgerEntry]:
        return ledger_of(self.game)

    @cached_property
    def ledger(self) -> tuple[LedgerLine, ...]:
        return tuple(LedgerLine(entry, ledger_text(entry)) for entry in self._entries)

    @cached_property
    def former(self) -> tuple[FormerFact, ...]:
        return _former(self._entries, self._players)

    @property
    def free(self) -> int:
        """The number of places that nobody has yet; 0 once the game has started."""
        game = self.game
        return game.max_players - len(self._players) if game.stage == Game.Stage.GATHERING else 0

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        return tuple(option_lines(self.game))

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


def _stands_in(deputy: Deputy) -> bool:
    """Whether somebody is deputy for the days to come or under way."""
    vacation, now = deputy.vacation, timezone.now()
    return (
        deputy.over_at is None
        and vacation is not None
        and vacation.ended_at is None
        and now < vacation.ends_at
    )


def _seat(
    game: Game, player: Player, masters: set[int], missed: tuple[str, ...], deputy: Deputy | None
) -> SeatFact:
    user = player.user
    master = user is not None and user.pk in masters
    turns = tuple(turn_text(game, name) for name in missed)
    stands_in = str(deputy.user) if deputy is not None and deputy.user is not None else ""
    return SeatFact(player.number, seat_name(player), user, player.is_bot, master, turns, stands_in)


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
    forms = answered_together(windows) if sees else {}
    names = {player.pk: seat_name(player) for player in players}
    return tuple(
        TurnFact(
            name=turn.name,
            text=skin.turn_text(window.kind, window.at, people),
            deadline=turn.deadline,
            is_main=turn is main,
            is_door=window.is_door,
            sealed=window.closes is Closes.AT_NOON and not window.is_door,
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


def _names(window: Window, seats: list[int], names: dict[int, str]) -> tuple[str, ...] | None:
    if window.is_door or window.closes is not Closes.TOGETHER:
        return None
    return tuple(names[seat] for seat in seats)


def _to_come(window: Window, seats: list[int], players: list[Player]) -> tuple[str, ...]:
    if window.is_door or window.closes is Closes.AT_NOON:
        return ()
    awaited = [p for p in players if PlayerId(p.pid) in window.awaited and p.pk not in seats]
    return tuple(_label(seat_name(p), p.user, p.is_bot) for p in awaited)
