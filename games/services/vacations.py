"""Going away and coming back: the dates and the plan. `plans` carries plans out.

See docs/decisions/0158-days-away.md.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User

from .. import clock
from ..contract import Closes, Window, decode
from ..models import By, Deputy, Game, Notice, OrderForm, Player, Turn, Vacation
from . import openings
from .claims import Claim, lock_game
from .notices import forget_notices, tell
from .refusals import Refused

MOST = 20  # vacations of one user: those to come, under way, and over for less than two months
LONGEST = timedelta(days=90)
FURTHEST = timedelta(days=365)  # how far ahead the first day may be
A_DAY = timedelta(days=1)
FORGOTTEN = timedelta(days=60)  # after they are over
DONE_FOR = (By.PLAN, By.BOT, By.DEPUTY)  # the hands that save forms for somebody who is away


def day_begins(day: date, zone: str) -> datetime:
    """When a day begins in a zone, in UTC; if a clock change skips midnight, the first moment after it."""
    return clock.noon_on(clock.Calendar(time(0), zone), day)


def under_way(now: datetime) -> Q:
    """The vacations that last at this moment."""
    return Q(ended_at=None, begins_at__lte=now, ends_at__gt=now)


def not_over(user: User, now: datetime) -> QuerySet[Vacation]:
    """A user's vacations to come and under way, the first one first. One query."""
    found = Vacation.objects.filter(user=user, ended_at=None, ends_at__gt=now)
    return found.select_related("game").order_by("begins_at", "pk")


def vacation_begin(
    *, user: User, first: date, last: date, zone: str, plan: str, game: Game | None
) -> Vacation:
    """Store the days on which a user is away, in `zone`; `game`: one that the user plays in, None for all.
    Raises `Refused`: `away_backwards`, `away_past`, `away_long`, `away_far`, `away_twice` (these days overlap
    others), `away_often`, `no_such_player`."""
    now = timezone.now()
    today = now.astimezone(ZoneInfo(zone)).date()
    if last < first:
        raise Refused("away_backwards")
    if last < today:
        raise Refused("away_past")
    if last - first >= LONGEST:
        raise Refused("away_long", most=LONGEST.days)
    if first - today > FURTHEST:
        raise Refused("away_far")
    with transaction.atomic():
        # two posts at once are counted one after the other
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if game is not None and not may_be_away(game, user):
            raise Refused("no_such_player")
        mine = Vacation.objects.filter(user=user)
        begins, ends = day_begins(first, zone), day_begins(last + timedelta(days=1), zone)
        if mine.filter(game=game, ended_at=None, begins_at__lt=ends, ends_at__gt=max(begins, now)).exists():
            raise Refused("away_twice")
        old = mine.filter(ends_at__lt=now - FORGOTTEN)
        Deputy.objects.filter(vacation__in=old, accepted_at=None).delete()
        old.delete()
        if mine.count() >= MOST:
            raise Refused("away_often", most=MOST)
        return Vacation.objects.create(
            user=user, game=game, plan=plan, first=first, last=last, zone=zone, begins_at=begins,
            ends_at=ends, created_at=now,
        )  # fmt: skip


def may_be_away(game: Game, user: User) -> bool:
    """Whether a user can be away from this game alone: a seat in a game with a clock that is not over."""
    stages = (Game.Stage.GATHERING, Game.Stage.RUNNING)
    return game.has_clock and game.stage in stages and game.players.filter(user=user).exists()


def vacation_end(*, vacation: Vacation) -> None:
    """End a vacation: from now on nothing is handed in for its user; forms handed in so far stay. A vacation
    that has not begun is deleted."""
    now = timezone.now()
    mine = Vacation.objects.filter(pk=vacation.pk, ended_at=None)
    if now >= vacation.begins_at:
        mine.filter(ends_at__gt=now).update(ended_at=now)
        return
    with transaction.atomic():
        if not list(mine.select_for_update().values_list("pk")):
            return
        if vacation.game_id is not None:
            lock_game(vacation.game_id)  # so that nobody accepts meanwhile
        _requests_end(vacation, now)
        mine.delete()


def _requests_end(vacation: Vacation, now: datetime) -> None:
    """End the requests for a vacation that has not begun, delete the unread notices about them, and notify
    the deputy who had accepted."""
    asked = Deputy.objects.filter(vacation=vacation)
    about = list(asked.values_list("pk", flat=True))
    told = Notice.objects.filter(kind=Notice.Kind.DEPUTY, game=vacation.game_id)
    forget_notices(told.filter(data__deputy__in=about))
    if vacation.game is not None:
        standing = asked.filter(over_at=None).exclude(accepted_at=None)
        for pk, user in standing.values_list("pk", "user"):  # at most one
            key = f"deputy/given_up/{pk}"
            tell(
                game=vacation.game, users=[user], kind=Notice.Kind.DEPUTY, key=key, data={"what": "given_up"}
            )
    asked.exclude(accepted_at=None).delete()  # they have read nothing
    asked.update(vacation=None, over_at=now)  # kept for a day, in which they are counted


def vacations_tidy(*, now: datetime) -> int:
    """Delete the vacations over for two months, and the requests to deputies that were never accepted;
    returns how many vacations. Three queries."""
    over = Q(vacation__ends_at__lt=now - FORGOTTEN) | Q(vacation=None, asked_at__lt=now - A_DAY)
    Deputy.objects.filter(over, accepted_at=None).delete()
    return Vacation.objects.filter(ends_at__lt=now - FORGOTTEN).delete()[0]


def came_back(claim: Claim, player: Player) -> None:
    """End the vacation of a player who has saved a form by hand; the game waits for them again. The caller
    has claimed the game."""
    now = timezone.now()
    mine = Vacation.objects.filter(under_way(now), user=player.user_id)
    mine.filter(Q(game=None) | Q(game=claim.game)).update(ended_at=now)
    claim.away = False
    for turn in (claim.turn, *claim.others):
        seat_returns(turn, player)
    if claim.window.closes is Closes.AT_ONCE:  # resolved with what is saved now
        OrderForm.objects.filter(turn=claim.turn, player=player, by__in=DONE_FOR).delete()


def seat_returns(turn: Turn, player: Player) -> None:
    """Make a turn wait for this seat again; no-op if it does. At most three queries."""
    if player.pid not in turn.seats_away:
        return
    turn.away = written(turn.seats_away - {player.pid})
    if turn.can_close_early:
        turn.can_close_early = openings.is_complete(turn.game, turn, decode(turn.window, Window))
    turn.save(update_fields=["away", "can_close_early"])


def seat_stays_away(turn: Turn, player: Player) -> None:
    """Note that this seat is away, for a deputy who saved a form before the sweep did; no-op if it is
    noted."""
    if player.pid not in turn.seats_away:
        turn.away = written(turn.seats_away | {player.pid})
        turn.save(update_fields=["away"])


def written(pids: frozenset[str]) -> str:
    """Player ids in the notation of `Turn.away`."""
    return " ".join(sorted(pids, key=lambda pid: int(pid[1:])))
