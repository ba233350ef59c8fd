"""What game masters do to a game: each act with a reason, each written to the ledger."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from .. import vault
from ..contract import PlayerId, Window, decode
from ..models import Game, LedgerEntry, Mastership, Notice, OrderForm, Player, Resolution, Turn
from ..registry import skin_for
from . import resolving
from .games import _seat, _start, game_create
from .ledger import ledger_write
from .notices import tell
from .order_forms import lock_game
from .refusals import Refused
from .turns import turn_close

Act = LedgerEntry.Act
MAX_EXTENSION = timedelta(days=14)

__all__ = [
    "game_announce", "game_extend", "game_noon_now", "game_pause", "game_resume", "master_game_start",
    "game_create", "master_name", "player_to_bot", "seat_give", "seat_take", "turn_retry",
]  # fmt: skip


def _may(game: Game, author: Any, *, playing: bool = True) -> None:
    """A master of this game, or a superuser; one who plays may not touch its clock."""
    master = author.is_superuser or Mastership.objects.filter(game=game, user=author).exists()
    if not (author.is_active and author.is_staff and master):
        raise Refused("not_master")
    if not playing and Player.objects.filter(game=game, user=author).exists():
        raise Refused("master_plays")


def master_name(*, game: Game, user: Any, author: Any) -> None:
    """A superuser names a member of staff game master. Raises `Refused`: `not_superuser`, `not_staff`."""
    if not author.is_superuser:
        raise Refused("not_superuser")
    if not user.is_staff:
        raise Refused("not_staff")
    with transaction.atomic():
        _mastership, created = Mastership.objects.get_or_create(game=game, user=user)
        if created:
            ledger_write(game=game, act=Act.MASTER_NAMED, author=author, data={"master": str(user)})


def master_game_start(*, game: Game, author: Any, reason: str) -> None:
    """Start a gathering game. Raises `Refused`: `started`, `too_few`, `not_master`."""
    _may(game, author)
    with transaction.atomic():
        game = lock_game(game.pk)
        if game.stage != Game.Stage.GATHERING:
            raise Refused("started")
        joined = game.players.count()
        if joined < game.min_players:
            raise Refused("too_few", joined=joined, needed=game.min_players)
        _start(game, author)


def seat_give(*, game: Game, user: Any, name: str, author: Any, reason: str, number: int | None = None) -> None:
    """Seat a user: in a free place before the start, in an empty or a bot's seat (`number`) after it.
    Raises `Refused`: `already_in`, `full`, `name_taken`, `no_such_player`, `over`."""
    _may(game, author)
    with transaction.atomic():
        game = lock_game(game.pk)
        if game.players.filter(user=user).exists():
            raise Refused("already_in")
        if game.stage == Game.Stage.GATHERING:
            if game.players.count() >= game.max_players:
                raise Refused("full")
            _seat(game, user, name)
        elif game.stage == Game.Stage.RUNNING:
            seat = game.players.filter(number=number, user=None).first()
            if seat is None:
                raise Refused("no_such_player")
            seat.user, seat.is_bot = user, False
            seat.save(update_fields=["user", "is_bot"])
        else:
            raise Refused("over")
        ledger_write(game=game, act=Act.SEATED, author=author, reason=reason, data={"name": name})


def seat_take(*, game: Game, number: int, author: Any, reason: str) -> None:
    """Unseat a player: the place is free again before the start, empty after it. What he saved in
    open turns does not count any more. Raises `Refused`: `no_such_player`."""
    _may(game, author)
    with transaction.atomic():
        game = lock_game(game.pk)
        seat = game.players.filter(number=number).exclude(user=None).first()
        if seat is None:
            raise Refused("no_such_player")
        name, user = seat.name, seat.user_id
        if game.stage == Game.Stage.GATHERING:
            seat.delete()
        else:
            seat.user = None
            seat.save(update_fields=["user"])
            OrderForm.objects.filter(player=seat, turn__status=Turn.Status.OPEN).delete()
        tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=f"removed/{number}", data={})
        ledger_write(game=game, act=Act.UNSEATED, author=author, reason=reason, data={"name": name})


def player_to_bot(*, game: Game, number: int, author: Any, reason: str) -> None:
    """Hand a seat of a running game to a bot, which answers the open turns at once. It changes who
    sits, never the state. Raises `Refused`: `not_running`, `no_such_player`."""
    _may(game, author)
    with transaction.atomic():
        game = lock_game(game.pk)
        if game.stage != Game.Stage.RUNNING:
            raise Refused("not_running")
        seat = game.players.filter(number=number, is_bot=False).first()
        if seat is None:
            raise Refused("no_such_player")
        user, name = seat.user_id, seat.name
        seat.user, seat.is_bot = None, True
        seat.save(update_fields=["user", "is_bot"])
        _bot_answers(game, seat)
        tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=f"removed/{number}", data={"bot": True})
        ledger_write(game=game, act=Act.BOT, author=author, reason=reason, data={"name": name})


def _bot_answers(game: Game, seat: Player) -> None:
    rules = skin_for(game.title).rules
    state = vault.load(game, rules).state
    now = timezone.now()
    pid = PlayerId(seat.pid)
    turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN).values_list("pk", flat=True)
    OrderForm.objects.filter(player=seat, turn__status=Turn.Status.OPEN).delete()
    for turn_id in turns:
        secret, turn = vault.seed_with_turn(turn_id)
        forms = resolving.bot_forms(game, turn, secret, [pid], {pid: seat.pk}, state, now)
        OrderForm.objects.bulk_create(forms)


def game_pause(*, game: Game, author: Any, reason: str) -> None:
    """Stop the clock: no turn closes, no form is taken. Raises `Refused`: `not_running`, `paused`."""
    _may(game, author)
    with transaction.atomic():
        game = _running(game)
        if game.paused:
            raise Refused("paused")
        game.paused = True
        game.save(update_fields=["paused"])
        ledger_write(game=game, act=Act.PAUSED, author=author, reason=reason)
        _announce(game, f"paused/{timezone.now().isoformat()}", {"act": Act.PAUSED, "reason": reason})


def game_resume(*, game: Game, author: Any, reason: str) -> None:
    """Go on: every deadline is computed afresh, with the full notice. Raises `Refused`: `not_paused`."""
    _may(game, author)
    with transaction.atomic():
        game = _running(game)
        if not game.paused:
            raise Refused("not_paused")
        now = timezone.now()
        game.paused = False
        game.save(update_fields=["paused"])
        for turn in Turn.objects.filter(game=game, status=Turn.Status.OPEN):
            turn.deadline = resolving.deadline_of(game, decode(turn.window, Window), now)
            turn.save(update_fields=["deadline"])
        ledger_write(game=game, act=Act.RESUMED, author=author, reason=reason)
        _announce(game, f"resumed/{now.isoformat()}", {"act": Act.RESUMED, "reason": reason})


def game_extend(*, game: Game, until: datetime, author: Any, reason: str) -> None:
    """Move the deadline of the open turns later, never earlier. Raises `Refused`: `not_later`,
    `too_late` (more than 14 days), `master_plays`, `due`."""
    _may(game, author, playing=False)
    with transaction.atomic():
        game = _running(game)
        now = timezone.now()
        turns = [t for t in Turn.objects.filter(game=game, status=Turn.Status.OPEN) if t.deadline]
        if not turns:
            raise Refused("no_deadline")
        if any(t.deadline <= now for t in turns):
            raise Refused("due")
        if until <= max(t.deadline for t in turns):
            raise Refused("not_later")
        if until > now + MAX_EXTENSION:
            raise Refused("too_late", days=MAX_EXTENSION.days)
        was = min(t.deadline for t in turns)
        Turn.objects.filter(pk__in=[t.pk for t in turns]).update(deadline=until)
        data = {"act": Act.EXTENDED, "was": was.isoformat(), "until": until.isoformat(), "reason": reason}
        ledger_write(game=game, act=Act.EXTENDED, author=author, reason=reason, data=data)
        _announce(game, f"extended/{now.isoformat()}", data)


def game_noon_now(*, game: Game, author: Any, reason: str) -> bool:
    """Strike noon at once for the main open turn. Raises `Refused`: `master_plays`, `not_running`,
    `paused`, `no_deadline`."""
    _may(game, author, playing=False)
    with transaction.atomic():
        game = _running(game)
        if game.paused:
            raise Refused("paused")
        turns = Turn.objects.filter(game=game, status=Turn.Status.OPEN).order_by("position")
        turn = next((t for t in turns if not decode(t.window, Window).is_door), None)
        if turn is None:
            raise Refused("no_deadline")
        ledger_write(
            game=game, act=Act.NOON_NOW, author=author, reason=reason, data={"turn": turn.name}
        )
    return turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)


def turn_retry(*, game: Game, author: Any, reason: str) -> bool:
    """Try a stuck turn again: it is open once more and resolved at once if it is due."""
    _may(game, author)
    with transaction.atomic():
        game = _running(game)
        turn = Turn.objects.filter(game=game, status=Turn.Status.STUCK).first()
        if turn is None:
            raise Refused("not_stuck")
        incident = turn.incident
        turn.status, turn.incident, turn.incident_step = Turn.Status.OPEN, "", ""
        turn.save(update_fields=["status", "incident", "incident_step"])
        ledger_write(game=game, act=Act.RETRIED, author=author, reason=reason, data={"incident": incident})
    return turn_close(turn_id=turn.pk)


def game_announce(*, game: Game, text: str, author: Any) -> None:
    """A word to all players, on the game's pages and in their notices."""
    _may(game, author)
    with transaction.atomic():
        game = lock_game(game.pk)
        entry = ledger_write(game=game, act=Act.ANNOUNCED, author=author, reason=text)
        _announce(game, f"announced/{entry.pk}", {"act": Act.ANNOUNCED, "reason": text})


def _announce(game: Game, key: str, data: dict[str, Any]) -> None:
    users = game.players.values_list("user_id", flat=True)
    tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, key=key, data=data)


def _running(game: Game) -> Game:
    game = lock_game(game.pk)
    if game.stage != Game.Stage.RUNNING:
        raise Refused("not_running")
    return game
