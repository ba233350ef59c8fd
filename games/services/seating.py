"""Who has which seat: game masters give seats, take them back, and hand them to bots. None of this changes
the state of a game, only who answers for a player."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User

from ..contract import PlayerId, Window, decode
from ..models import Excuse, Game, LedgerEntry, Notice, Player, Turn, invitation_token
from . import openings
from .bots import bot_answers
from .games import game_begin, names_tell_apart, seat_take_free
from .ledger import ledger_write
from .masters import May, game_for_master
from .notices import tell, tell_table
from .refusals import Refused
from .seat_forms import forms_arrive, forms_leave
from .sittings import sat_elsewhere, sitting_begin, sitting_end, was_deputy_elsewhere
from .talk import unread_again

Act = LedgerEntry.Act
# the least time before the first noon that counts for a player who takes a place over
AT_LEAST = timedelta(hours=12)


def seat_give(
    *, game: Game, user: User, name: str, author: User, reason: str, number: int | None = None
) -> None:
    """Seat a user under `name`: in a free place before the start (the last one starts the game), in an empty
    or a bot's seat (`number`) after it. Forms the user saved there earlier count again; otherwise a bot's
    form is theirs to keep or change. Raises `Refused`: `own_seat`, `already_in`, `full`, `name_taken`,
    `no_such_seat`, `other_seat` (the user has held another one), `over`, `due`, and what `master_may`
    raises."""
    with transaction.atomic():
        game = game_for_master(May.SEAT, game, author, reason)
        if user.pk == author.pk:
            raise Refused("own_seat")
        if game.players.filter(user=user).exists():
            raise Refused("already_in")
        if game.stage == Game.Stage.GATHERING:
            _give_place(game, user, name)
        elif game.stage == Game.Stage.RUNNING:
            seat_fill(game, user, name, number)
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


def seat_fill(game: Game, user: User, name: str, number: int | None) -> None:
    """Seat a user in an empty or a bot's place of a running game, whose row is locked. Raises `Refused`:
    `due`, `no_such_seat`, `other_seat`, `other_deputy` (has been deputy for another one), `name_taken`."""
    not_due(game)
    seat = game.players.filter(number=number, user=None).first() if number is not None else None
    if seat is None or not in_play(game, seat):
        raise Refused("no_such_seat")
    if sat_elsewhere(seat, user.pk):  # the user would know two private drawers
        raise Refused("other_seat", name=str(user))
    if was_deputy_elsewhere(seat, user.pk):
        raise Refused("other_deputy", name=str(user))
    names_tell_apart(name, game.players.exclude(pk=seat.pk).values_list("name", flat=True))
    from_bot = seat.is_bot
    seat.user, seat.is_bot, seat.name = user, False, name
    seat.picture, seat.seen, seat.offer = user.picture, {}, None
    try:
        with transaction.atomic():
            seat.save(update_fields=["user", "is_bot", "name", "picture", "seen", "offer"])
    except IntegrityError:
        raise Refused("name_taken", name=name) from None
    sitting_begin(seat)
    unread_again(player=seat)
    forms_arrive(game, seat, from_bot=from_bot)
    _excuse(game, seat)
    mark_again(game)


def _excuse(game: Game, seat: Player) -> None:
    """Excuse the new holder of a seat from turns whose deadline is less than `AT_LEAST` away."""
    soon = timezone.now() + AT_LEAST
    for turn in () if game.paused else open_turns(game):
        if turn.deadline is None or turn.deadline >= soon:
            continue
        if PlayerId(seat.pid) in decode(turn.window, Window).awaited:
            turn.excused = {**turn.excused, seat.pid: Excuse.NEW.value}
            turn.save(update_fields=["excused"])


def seat_take(*, game: Game, number: int, author: User, reason: str) -> None:
    """Take a player's seat away: the place becomes free before the start, empty after it. Forms saved in
    open turns no longer count unless the user comes back. Raises `Refused`: `no_such_player`, `over`,
    `due`, and what `master_may` raises."""
    with transaction.atomic():
        game = game_for_master(May.UNSEAT, game, author, reason)
        seats = game.players.filter(number=number)
        if game.stage != Game.Stage.GATHERING:  # before the start bots can be removed, too
            seats = seats.exclude(user=None)
        seat = seats.first()
        if seat is None:
            raise Refused("no_such_player")
        name, user = seat.name, seat.user_id
        if game.stage == Game.Stage.GATHERING:
            sitting_end(seat)
            seat.delete()
        elif game.stage == Game.Stage.RUNNING:
            not_due(game)
            sitting_end(seat)
            seat.user, seat.offer = None, _offer(game, seat)
            seat.save(update_fields=["user", "offer"])
            forms_leave(seat, user)
            mark_again(game)
        else:
            raise Refused("over")
        about = {"name": name, "about": user}
        entry = ledger_write(game=game, act=Act.UNSEATED, author=author, reason=reason, data=about)
        _tell_removed(game, user, entry, reason)
        if game.stage == Game.Stage.RUNNING:
            _tell_masters(game, entry, "empty", author)


def player_to_bot(*, game: Game, number: int, author: User, reason: str) -> None:
    """Hand a seat of a running game to a bot. The bot answers the open turns at once, replacing what was
    saved there, and comes back by the door if the game no longer waited for the seat. Raises `Refused`:
    `not_running`, `no_such_player`, `no_bots`, `due`, and what `master_may` raises."""
    with transaction.atomic():
        game = game_for_master(May.BOT, game, author, reason)
        if game.stage != Game.Stage.RUNNING:
            raise Refused("not_running")
        not_due(game)
        seat = game.players.filter(number=number, is_bot=False).first()
        if seat is None or not in_play(game, seat):
            raise Refused("no_such_player")
        if not game.bots_play:
            raise Refused("no_bots")
        user, name = seat.user_id, seat.name
        seat_to_bot(game, seat)
        about = {"name": name, "about": user}
        entry = ledger_write(game=game, act=Act.BOT, author=author, reason=reason, data=about)
        _tell_removed(game, user, entry, reason)
        if user is not None:  # otherwise it was empty before
            _tell_masters(game, entry, "bot", author)


def seat_to_bot(game: Game, seat: Player) -> None:
    """Let a bot play in a seat of a running game, whose row is locked and in which no turn is due; the place
    is offered. No notice is written."""
    user = seat.user_id
    if user is not None:
        sitting_end(seat)
    seat.user, seat.is_bot, seat.offer = None, True, _offer(game, seat)
    seat.save(update_fields=["user", "is_bot", "offer"])
    forms_leave(seat, user)
    bot_answers(game, seat, open_turns(game))
    mark_again(game)


def seat_given_up(game: Game, seat: Player) -> None:
    """Free a seat that was offered while its user still had it: somebody takes it over now. The game's row is
    locked. Raises `Refused`: `due`."""
    not_due(game)
    user = seat.user_id
    sitting_end(seat)
    data = {"name": seat.name, "about": user, "offered": True}
    entry = ledger_write(game=game, act=Act.UNSEATED, data=data)
    told = {"act": Act.UNSEATED, "offered": True}
    tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=f"removed/{entry.pk}", data=told)
    seat.user = None
    seat.save(update_fields=["user"])
    forms_leave(seat, user)


def _offer(game: Game, seat: Player) -> str | None:
    """A new token for the link that offers a seat its user has lost; None if the rules ask this player
    nothing any more."""
    return (seat.offer or invitation_token()) if in_play(game, seat) else None


def _tell_removed(game: Game, user: int | None, entry: LedgerEntry, reason: str) -> None:
    data = {"act": entry.act, "reason": reason}
    tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=f"removed/{entry.pk}", data=data)


def _tell_masters(game: Game, entry: LedgerEntry, way: str, author: User) -> None:
    """Tell the other masters of a running game that one of them took a seat from its player."""
    data = {**entry.data, "act": entry.act, "way": way, "reason": entry.reason, "by_master": True}
    key = f"{entry.act}/{entry.pk}"
    tell_table(game=game, kind=Notice.Kind.ANNOUNCED, key=key, data=data, asks=True, but=author)


def open_turns(game: Game) -> list[Turn]:
    """The open turns of a game. One query."""
    return list(Turn.objects.filter(game=game, status=Turn.Status.OPEN))


def not_due(game: Game) -> None:
    """Refuse while a turn is due: between its deadline and its resolution no form may change hands."""
    now = timezone.now()
    if not game.paused and any(t.is_due(now) for t in open_turns(game)):
        raise Refused("due")


def in_play(game: Game, seat: Player) -> bool:
    """Whether this player can still be asked anything; a seat in no window is out for good. One query."""
    return PlayerId(seat.pid) in players_in_play(game)


def players_in_play(game: Game) -> set[PlayerId]:
    """The players who can still be asked anything. One query."""
    turns = Turn.objects.filter(game=game, status__in=Turn.ASKED)
    return {player for turn in turns for player in decode(turn.window, Window).players}


def mark_again(game: Game) -> None:
    """Update whether turns can close early, after forms have been added or removed."""
    for turn in open_turns(game):
        marked = openings.is_complete(game, turn, decode(turn.window, Window))
        if marked != turn.can_close_early:
            Turn.objects.filter(pk=turn.pk).update(can_close_early=marked)
