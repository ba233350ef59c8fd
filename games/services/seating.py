"""Who has which seat: game masters give seats, take them back, and hand them to bots. None of this changes
the state of a game, only who answers for a player."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User

from ..contract import PlayerId, Window, decode
from ..models import Game, LedgerEntry, Notice, Player, Turn
from . import openings
from .bots import bot_answers
from .games import game_begin, names_tell_apart, seat_take_free
from .ledger import ledger_write
from .masters import May, master_holds
from .notices import tell
from .refusals import Refused
from .seat_forms import forms_arrive, forms_leave
from .sittings import sat_elsewhere, sitting_begin, sitting_end

Act = LedgerEntry.Act


def seat_give(
    *, game: Game, user: User, name: str, author: User, reason: str, number: int | None = None
) -> None:
    """Seat a user under `name`: in a free place before the start (the last one starts the game), in an empty
    or a bot's seat (`number`) after it. Forms the user saved there earlier count again; otherwise a bot's
    form is theirs to keep or change. Raises `Refused`: `own_seat`, `already_in`, `full`, `name_taken`,
    `no_such_seat`, `other_seat` (the user has held another one), `over`, `due`, and what `master_may`
    raises."""
    with transaction.atomic():
        game = master_holds(May.SEAT, game, author, reason)
        if user.pk == author.pk:
            raise Refused("own_seat")
        if game.players.filter(user=user).exists():
            raise Refused("already_in")
        if game.stage == Game.Stage.GATHERING:
            _give_place(game, user, name)
        elif game.stage == Game.Stage.RUNNING:
            _give_seat(game, user, name, number)
        else:
            raise Refused("over")
        about = {"name": name, "about": user.pk}
        entry = ledger_write(game=game, act=Act.SEATED, author=author, reason=reason, data=about)
        data = {"act": Act.SEATED, "name": name, "reason": reason}
        tell(game=game, users=[user.pk], kind=Notice.Kind.ANNOUNCED, key=f"seated/{entry.pk}", data=data)
        if game.stage == Game.Stage.GATHERING and game.players.count() == game.max_players:
            game_begin(game, None)


def _give_place(game: Game, user: User, name: str) -> None:
    if game.players.count() >= game.max_players:
        raise Refused("full")
    seat_take_free(game, user, name)


def _give_seat(game: Game, user: User, name: str, number: int | None) -> None:
    _not_due(game)
    seat = game.players.filter(number=number, user=None).first() if number is not None else None
    if seat is None or not _in_play(game, seat):
        raise Refused("no_such_seat")
    if sat_elsewhere(seat, user.pk):  # the user would know two private drawers
        raise Refused("other_seat", name=str(user))
    names_tell_apart(name, game.players.exclude(pk=seat.pk).values_list("name", flat=True))
    from_bot = seat.is_bot
    seat.user, seat.is_bot, seat.name = user, False, name
    seat.picture, seat.seen = user.picture, {}
    try:
        with transaction.atomic():
            seat.save(update_fields=["user", "is_bot", "name", "picture", "seen"])
    except IntegrityError:
        raise Refused("name_taken", name=name) from None
    sitting_begin(seat)
    forms_arrive(game, seat, from_bot=from_bot)
    _mark_again(game)


def seat_take(*, game: Game, number: int, author: User, reason: str) -> None:
    """Take a player's seat away: the place becomes free before the start, empty after it. Forms saved in
    open turns no longer count unless the user comes back. Raises `Refused`: `no_such_player`, `over`,
    `due`, and what `master_may` raises."""
    with transaction.atomic():
        game = master_holds(May.UNSEAT, game, author, reason)
        seat = game.players.filter(number=number).exclude(user=None).first()
        if seat is None:
            raise Refused("no_such_player")
        name, user = seat.name, seat.user_id
        if game.stage == Game.Stage.GATHERING:
            sitting_end(seat)
            seat.delete()
        elif game.stage == Game.Stage.RUNNING:
            _not_due(game)
            sitting_end(seat)
            seat.user = None
            seat.save(update_fields=["user"])
            forms_leave(seat, user)
            _mark_again(game)
        else:
            raise Refused("over")
        about = {"name": name, "about": user}
        entry = ledger_write(game=game, act=Act.UNSEATED, author=author, reason=reason, data=about)
        _tell_removed(game, user, entry, reason)


def player_to_bot(*, game: Game, number: int, author: User, reason: str) -> None:
    """Hand a seat of a running game to a bot. The bot answers the open turns at once, replacing what was
    saved there, and comes back by the door if the game no longer waited for the seat. Raises `Refused`:
    `not_running`, `no_such_player`, `due`, and what `master_may` raises."""
    with transaction.atomic():
        game = master_holds(May.BOT, game, author, reason)
        if game.stage != Game.Stage.RUNNING:
            raise Refused("not_running")
        _not_due(game)
        seat = game.players.filter(number=number, is_bot=False).first()
        if seat is None or not _in_play(game, seat):
            raise Refused("no_such_player")
        user, name = seat.user_id, seat.name
        if user is not None:
            sitting_end(seat)
        seat.user, seat.is_bot = None, True
        seat.save(update_fields=["user", "is_bot"])
        forms_leave(seat, user)
        bot_answers(game, seat, _open_turns(game))
        _mark_again(game)
        about = {"name": name, "about": user}
        entry = ledger_write(game=game, act=Act.BOT, author=author, reason=reason, data=about)
        _tell_removed(game, user, entry, reason)


def _tell_removed(game: Game, user: int | None, entry: LedgerEntry, reason: str) -> None:
    data = {"act": entry.act, "reason": reason}
    tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=f"removed/{entry.pk}", data=data)


def _open_turns(game: Game) -> list[Turn]:
    return list(Turn.objects.filter(game=game, status=Turn.Status.OPEN))


def _not_due(game: Game) -> None:
    """Refuse while a turn is due: between its deadline and its resolution no form may change hands."""
    now = timezone.now()
    if not game.paused and any(t.is_due(now) for t in _open_turns(game)):
        raise Refused("due")


def _in_play(game: Game, seat: Player) -> bool:
    """Whether this player can still be asked anything; a seat in no window is out for good."""
    turns = Turn.objects.filter(game=game, status__in=Turn.ASKED)
    return any(PlayerId(seat.pid) in decode(turn.window, Window).players for turn in turns)


def _mark_again(game: Game) -> None:
    """Forms came or went: update whether turns can close early."""
    for turn in _open_turns(game):
        marked = openings.is_complete(game, turn, decode(turn.window, Window))
        if marked != turn.can_close_early:
            Turn.objects.filter(pk=turn.pk).update(can_close_early=marked)
