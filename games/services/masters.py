"""Acts of game masters: each one has a reason and is written to the ledger.

Seats are in `seating`; here: creating, naming masters, starting, the clock, announcements.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.requests import AnyUser
from accounts.signals import organizer_named
from web.errors import DATABASE_UNAVAILABLE

from .. import permissions, vault
from ..contract import Window, decode
from ..models import Game, LedgerEntry, Mastership, Notice, Resolution, Turn, Webhook
from ..registry import skin_for
from .bots import Bots, bot_seats
from .claims import lock_game
from .games import (
    GameSettings,
    game_close,
    game_create,
    game_edit,
    game_seat_bots,
    game_start,
    game_start_with_bots,
    master_creates,
)
from .ledger import ledger_write
from .notices import tell
from .pauses import clock_start, clock_stop, deadlines_move
from .refusals import Refused
from .seat_forms import forms_settle
from .turns import turn_close, turn_mark_stuck

Act, May = LedgerEntry.Act, permissions.GameAct


def master_may(
    act: permissions.GameAct, game: Game, author: User, reason: str, *, noon_passed: bool = False
) -> None:
    """Check that `author` may do this to a game, with this reason. The game's row must be locked, because
    the author may get a seat meanwhile. Raises `Refused`: `not_master`, `not_superuser`, `master_plays`,
    `no_reason`."""
    why = permissions.refusal(act, permissions.actor_in(game, author), noon_passed=noon_passed)
    if why is not None:
        raise Refused(why.value)
    if not reason.strip():
        raise Refused("no_reason")


def game_for_master(act: permissions.GameAct, game: Game, author: User, reason: str) -> Game:
    """Lock and return the game, for an act that `author` may do. Raises what `master_may` raises."""
    game = lock_game(game.pk)
    master_may(act, game, author, reason)
    return game


# ---- creating, naming, starting -------------------------------------------------------------------


def may_create(user: AnyUser) -> bool:
    """Whether a member of staff may create games in the admin: superusers, organizers, and masters of any
    game."""
    if not (user.is_active and user.is_staff):
        return False
    return bool(user.is_superuser or user.is_organizer) or Mastership.objects.filter(user=user).exists()


def master_game_create(
    *, author: User, plan: GameSettings, reason: str, masters: Iterable[User] = ()
) -> Game:
    """Create a game in which its creator has no seat. Its masters: those named, otherwise its creator; an
    organizer in any case. Raises `Refused`: `not_master`, `no_reason`, `too_many`, and for `masters` what
    `master_name` raises."""
    if not may_create(author):
        raise Refused("not_master")
    if not reason.strip():
        raise Refused("no_reason")
    with transaction.atomic():
        game = game_create(creator=author, plan=plan)
        game.ledger.filter(act=Act.CREATED).update(reason=reason)
        named = list(masters)
        for master in named:
            master_name(game=game, user=master, author=author, reason=reason)
        if not named:
            master_creates(game, author, reason)
    return game


def organizer_begins(*, user: User, author: User) -> None:
    """Make a user who was just named organizer game master of the games they had created before, as far as
    these are not over. A query, and two for each such game."""
    going_on = (Game.Stage.GATHERING, Game.Stage.RUNNING)
    for game in Game.objects.with_masters().filter(creator=user, stage__in=going_on):
        _mastership, created = Mastership.objects.get_or_create(game=game, user=user)
        if created:
            data = {"master": str(user), "about": user.pk, "creates": True}
            ledger_write(game=game, act=Act.MASTER_NAMED, author=author, data=data)


@receiver(organizer_named)
def organizer_found(user: User, author: User, **_more: Any) -> None:
    """A superuser has named an organizer."""
    organizer_begins(user=user, author=author)


def master_name(*, game: Game, user: User, author: User, reason: str) -> None:
    """A superuser names a member of staff game master. Raises `Refused`: `not_superuser`,
    `not_staff`, `no_reason`, `already_master`."""
    master_may(May.NAME_MASTER, game, author, reason)
    if not (user.is_staff and user.is_active):
        raise Refused("not_staff", name=str(user))
    with transaction.atomic():
        _mastership, created = Mastership.objects.get_or_create(game=game, user=user)
        if not created:
            raise Refused("already_master", name=str(user))
        data = {"master": str(user), "about": user.pk}
        ledger_write(game=game, act=Act.MASTER_NAMED, author=author, reason=reason, data=data)


def master_dismiss(*, game: Game, user: User, author: User, reason: str) -> None:
    """A superuser removes one of a game's masters, and the webhook that this master gave the game. Raises
    `Refused`: `not_superuser`, `no_reason`, `no_such_master`."""
    master_may(May.DISMISS_MASTER, game, author, reason)
    with transaction.atomic():
        gone, _by_model = Mastership.objects.filter(game=game, user=user).delete()
        if not gone:
            raise Refused("no_such_master")
        if game.creator_id != user.pk:  # a webhook of theirs gets no more news of the game
            Webhook.objects.filter(game=game, set_by=user).delete()
        data = {"master": str(user), "about": user.pk, "gone": True}
        ledger_write(game=game, act=Act.MASTER_NAMED, author=author, reason=reason, data=data)


def master_game_start(*, game: Game, author: User, reason: str) -> None:
    """Start a gathering game. Raises `Refused`: `started`, `too_few`, and `master_may`'s."""
    with transaction.atomic():
        game = game_for_master(May.START, game, author, reason)
        game_start(game=game, author=author)
        game.ledger.filter(act=Act.STARTED).update(reason=reason)


def master_game_fill(*, game: Game, author: User, reason: str) -> None:
    """Start a gathering game with bots in its free places. Raises what `game_start_with_bots` and
    `master_may` raise."""
    with transaction.atomic():
        game = game_for_master(May.START_WITH_BOTS, game, author, reason)
        game_start_with_bots(game=game, author=author, reason=reason)
        game.ledger.filter(act=Act.STARTED).update(reason=reason)


def master_seat_bots(*, game: Game, count: int, author: User, reason: str) -> None:
    """Seat bots in a gathering game. Raises what `game_seat_bots` and `master_may` raise."""
    with transaction.atomic():
        game = game_for_master(May.SEAT_BOTS, game, author, reason)
        data = {"count": game_seat_bots(game=game, count=count)}
        ledger_write(game=game, act=Act.BOTS, author=author, reason=reason, data=data)


def master_game_edit(*, game: Game, plan: GameSettings, author: User, reason: str) -> bool:
    """Change what may still change of a gathering game; False if nothing did. Raises what `game_edit` and
    `master_may` raise."""
    with transaction.atomic():
        game = game_for_master(May.SETTINGS, game, author, reason)
        changed = game_edit(game=game, author=author, plan=plan)
        if changed:
            data = {"changed": changed}
            ledger_write(game=game, act=Act.SETTINGS, author=author, reason=reason, data=data)
    return bool(changed)


def master_game_cancel(*, game: Game, author: User, reason: str) -> None:
    """Cancel a game before its start; everybody who joined gets a notice with the reason. Raises `Refused`:
    `started`, and what `master_may` raises."""
    with transaction.atomic():
        game = game_for_master(May.CANCEL, game, author, reason)
        if game.stage != Game.Stage.GATHERING:
            raise Refused("started")
        game_close(game, Game.Ended.BY_MASTER, Notice.Kind.CANCELLED, author, reason)


# ---- the clock ------------------------------------------------------------------------------------


def game_pause(*, game: Game, author: User, reason: str) -> None:
    """Stop the clock: no turn closes, no form is taken. Raises `Refused`: `not_running`, `clock_stands`."""
    with transaction.atomic():
        game = game_for_master(May.PAUSE, game, author, reason)
        _runs(game)
        if game.paused:
            raise Refused("clock_stands")
        clock_stop(game)
        ledger_write(game=game, act=Act.PAUSED, author=author, reason=reason)
        announce(game, f"paused/{timezone.now().isoformat()}", {"act": Act.PAUSED, "reason": reason})


def game_resume(*, game: Game, author: User, reason: str) -> None:
    """Start the clock again: every deadline is computed from now, with the full notice. Raises `Refused`:
    `not_paused`."""
    with transaction.atomic():
        game = game_for_master(May.RESUME, game, author, reason)
        _runs(game)
        if not game.paused:
            raise Refused("not_paused")
        now = timezone.now()
        clock_start(game, now)
        ledger_write(game=game, act=Act.RESUMED, author=author, reason=reason)
        announce(game, f"resumed/{now.isoformat()}", {"act": Act.RESUMED, "reason": reason})


def game_extend(*, game: Game, until: datetime, author: User, reason: str) -> None:
    """Move the deadline of the open turns later, never earlier. Raises `Refused`: `not_later`,
    `too_late` (more than 14 days), `clock_stands`, `no_deadline`, `due`, and `master_may`'s."""
    with transaction.atomic():
        game = game_for_master(May.EXTEND, game, author, reason)
        _ticks(game)
        now = timezone.now()
        was = deadlines_move(game, until, now)
        data = {"was": was.isoformat(), "until": until.isoformat()}
        ledger_write(game=game, act=Act.EXTENDED, author=author, reason=reason, data=data)
        announce(game, f"extended/{now.isoformat()}", {**data, "act": Act.EXTENDED, "reason": reason})


def game_resolve_now(*, game: Game, turn: str, author: User, reason: str) -> bool:
    """Resolve the main open turn now. The turn is named, so that two masters who press the button at the
    same moment resolve one turn and not two. True if it was resolved. Raises `Refused`: `not_running`,
    `clock_stands`, `no_deadline`, `struck`, and what `master_may` raises."""
    with transaction.atomic():
        game = game_for_master(May.NOON, game, author, reason)
        _ticks(game)
        main = main_turn(game)
        if main is None:
            raise Refused("no_deadline")
        if main.name != turn:
            raise Refused("struck")
        ledger_write(game=game, act=Act.NOON_NOW, author=author, reason=reason, data={"turn": main.name})
    return turn_close(turn_id=main.pk, cause=Resolution.Cause.MASTER)


def main_turn(game: Game) -> Turn | None:
    """The open turn everybody waits for: the first that is not a door. One query."""
    turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN).order_by("position")
    return next((t for t in turns if not decode(t.window, Window).is_door), None)


def turn_retry(*, game: Game, turn: str, author: User, reason: str) -> bool:
    """Reopen a stuck turn, and resolve it at once if it is due; True if it was resolved. Masters who play
    may retry once its deadline has passed. Raises `Refused`: `not_running`, `clock_stands`, `not_stuck`,
    and what `master_may` raises."""
    with transaction.atomic():
        game = lock_game(game.pk)
        stuck = Turn.objects.filter(game=game, name=turn, status=Turn.Status.STUCK).first()
        passed = stuck is not None and stuck.noon_passed(timezone.now())
        master_may(May.RETRY, game, author, reason, noon_passed=passed)
        _ticks(game)
        if stuck is None:
            raise Refused("not_stuck")
        incident = stuck.incident
        stuck.status, stuck.incident, stuck.incident_step = Turn.Status.OPEN, "", ""
        stuck.save(update_fields=["status", "incident", "incident_step"])
        if not passed:  # otherwise it is resolved with the forms it had at its deadline
            forms_settle(stuck)
        data = {"turn": stuck.name, "incident": incident}
        ledger_write(game=game, act=Act.RETRIED, author=author, reason=reason, data=data)
    closed = turn_close(turn_id=stuck.pk)
    if not closed:
        _bots_answer(game, stuck)
    return closed


def _bots_answer(game: Game, turn: Turn) -> None:
    """Let bots answer that were seated while the turn was stuck."""
    try:
        with transaction.atomic():
            game, now = lock_game(game.pk), timezone.now()
            turn = Turn.objects.get(pk=turn.pk)
            seats = bot_seats(game)
            if turn.status != Turn.Status.OPEN or turn.is_due(now) or not seats:
                return
            state = vault.load(game, skin_for(game.title).rules).state
            Bots(game, seats, state, now).answer(turn)
    except DATABASE_UNAVAILABLE:
        raise
    except Exception as problem:  # the rules raise again, as they did when it became stuck
        turn_mark_stuck(turn_id=turn.pk, problem=problem)


# ---- words ----------------------------------------------------------------------------------------


def game_announce(*, game: Game, text: str, author: User) -> None:
    """Send a message to all players, shown on the game's pages and in their notices. Raises what
    `master_may` raises."""
    with transaction.atomic():
        game = game_for_master(May.ANNOUNCE, game, author, text)
        entry = ledger_write(game=game, act=Act.ANNOUNCED, author=author, reason=text)
        announce(game, f"announced/{entry.pk}", {"act": Act.ANNOUNCED, "reason": text})


def announce(game: Game, key: str, data: dict[str, Any]) -> None:
    """Notify every player of a game; the same `key` is sent once."""
    users = game.players.values_list("user_id", flat=True)
    tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, key=key, data=data)


def _runs(game: Game) -> None:
    if game.stage != Game.Stage.RUNNING:
        raise Refused("not_running")


def _ticks(game: Game) -> None:
    _runs(game)
    if game.paused:
        raise Refused("clock_stands")
