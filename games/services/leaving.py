"""Leaving a running game, closing an account, and taking over places that were left.

A title's own door for leaving is used where it is open to the player. Otherwise the place is offered to other
users; meanwhile a bot plays there, or nobody, as the game's settings say.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..contract import Order, PlayerId, Window, decode
from ..models import Game, LedgerEntry, Mastership, Notice, Player, Sitting, Turn, invitation_token
from ..registry import skin_for
from .bots import bot_answers
from .claims import lock_game
from .games import count_games
from .ledger import ledger_write
from .notices import tell, tell_table
from .order_forms import Declined, order_form_save
from .refusals import Refused
from .seat_forms import forms_leave
from .seating import in_play, mark_again, not_due, open_turns, seat_fill, seat_given_up
from .sittings import sitting_end, was_deputy_elsewhere

Act = LedgerEntry.Act


class Way(StrEnum):
    """How a player leaves: by the title's own door, with a bot or nobody in the place; `OUT`: the rules ask
    the player nothing any more, so that there is nothing to leave."""

    DOOR = "door"
    BOT = Game.OnLeave.BOT.value
    EMPTY = Game.OnLeave.EMPTY.value
    OUT = "out"


def way_out(game: Game, seat: Player) -> Way:
    """How the user of this seat would leave the running game now. At most two queries."""
    if _door(game, seat) is not None:
        return Way.DOOR
    return Way(game.on_leave) if in_play(game, seat) else Way.OUT


def _door(game: Game, seat: Player) -> tuple[Turn, Window] | None:
    """The open door by which this seat may leave for good, if its title has one."""
    kind = skin_for(game.title).rules.meta.leaves
    for turn in open_turns(game) if kind else ():
        window = decode(turn.window, Window)
        if window.kind == kind and PlayerId(seat.pid) in window.players:
            return turn, window
    return None


def seat_leave(*, player: Player) -> Way:
    """Leave a running game for good; the other players and the masters are notified. Returns the way. Raises
    `Refused`: `not_running`, `no_such_player` (the user has lost the seat meanwhile), `out_of_play`, `due`;
    at a title's door also `paused`, `not_left`, and what `order_form_save` raises."""
    with transaction.atomic():
        game = lock_game(player.game_id)
        if game.stage != Game.Stage.RUNNING or not game.has_table:
            raise Refused("not_running")
        seat = game.players.filter(pk=player.pk, user=player.user_id).first()
        if seat is None or seat.user is None:
            raise Refused("no_such_player")
        user, way = seat.user, way_out(game, seat)
        if way is Way.OUT:
            raise Refused("out_of_play")
        if way is Way.DOOR:
            _go_by_the_door(game, seat)
        else:
            not_due(game)
            seat_vacate(game, seat)
        _tell_all(game, seat, Act.LEFT, way, author=user, but=user.pk)
    return way


def _go_by_the_door(game: Game, seat: Player) -> None:
    found = _door(game, seat)
    assert found is not None
    turn, window = found
    done = order_form_save(
        player=seat, turn_name=turn.name, revision=turn.acts.get(seat.pid, 0),
        orders=(Order(window.orders[0]),),
    )  # fmt: skip
    if isinstance(done, Declined):
        raise Refused("not_left")


def seat_vacate(game: Game, seat: Player) -> None:
    """Free a seat of a running game, offer it, and let a bot play it if the settings say so. Forms saved for
    a turn whose deadline has passed stay: they are what it is resolved with."""
    user, now = seat.user_id, timezone.now()
    sitting_end(seat)
    seat.user, seat.is_bot, seat.offer = None, game.on_leave == Game.OnLeave.BOT, invitation_token()
    seat.save(update_fields=["user", "is_bot", "offer"])
    unresolved = open_turns(game)
    turns = [turn for turn in unresolved if game.paused or not turn.is_due(now)]
    if len(turns) == len(unresolved):
        forms_leave(seat, user)
    if seat.is_bot:
        bot_answers(game, seat, turns)
    mark_again(game)


def _tell_all(game: Game, seat: Player, act: Act, way: str, *, author: User | None, but: int) -> None:
    """Write an act on a seat to the ledger, and notify the players except `but`, and the masters."""
    name = "" if seat.name.startswith("#") else seat.name  # that of a deleted account
    data = {"name": name, "way": str(way), "about": but}
    entry = ledger_write(game=game, act=act, author=author, data=data)
    told: dict[str, Any] = {"key": f"{act}/{entry.pk}", "data": {**data, "act": act}}
    users = game.players.exclude(user=None).exclude(user=but).values_list("user_id", flat=True)
    tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, **told)
    tell_table(game=game, kind=Notice.Kind.ANNOUNCED, asks=True, **told)


def seats_of_closed_account(*, user: User, forgotten: bool = False) -> None:
    """Free and offer a user's seats in running games, and free those in games that have not started: the
    account is closed. Masters and players get a notice. `forgotten`: the account is about to be deleted, so
    that no name of it may be kept."""
    with transaction.atomic():
        mine = Game.objects.with_table().filter(players__user=user, stage=Game.Stage.RUNNING)
        # Always in the same order, so that two closures at the same moment cannot deadlock.
        for key in list(mine.order_by("pk").values_list("pk", flat=True)):
            game = lock_game(key)
            seat = game.players.filter(user=user).first()
            if seat is None or game.stage != Game.Stage.RUNNING:
                continue
            if forgotten:
                seat.name, seat.picture = f"#{seat.number}", None
                seat.save(update_fields=["name", "picture"])
            way = Way(game.on_leave) if in_play(game, seat) else Way.OUT
            if way is Way.OUT:  # nobody waits for it, and nobody could take it over
                continue
            seat_vacate(game, seat)
            _tell_all(game, seat, Act.CLOSED, way, author=None, but=user.pk)
        gathering = Player.objects.filter(user=user, game__stage=Game.Stage.GATHERING)
        for seat in gathering.order_by("game_id"):
            lock_game(seat.game_id)
            sitting_end(seat)
            seat.delete()


def place_offered(token: str) -> Player | None:
    """The place that a link offers, with its game; None if it is not offered any more. One query."""
    found = Player.objects.select_related("game").filter(offer=token, game__stage=Game.Stage.RUNNING)
    return found.first() if token else None


def place_take_over(*, token: str, user: User, name: str) -> Player:
    """Take over a place that was left, with all that belongs to it. Raises `Refused`: `no_such_offer`,
    `own_seat`, `already_in`, `sat_before`, `was_deputy`, `too_many_games`, and what `seat_fill` raises."""
    with transaction.atomic():
        offered = place_offered(token)
        if offered is None:
            raise Refused("no_such_offer")
        game = lock_game(offered.game_id)
        seat = place_offered(token)  # somebody else may have taken it before the lock
        if seat is None:
            raise Refused("no_such_offer")
        if Mastership.objects.filter(game=game, user=user).exists():
            raise Refused("own_seat")
        if game.players.filter(user=user).exists():
            raise Refused("already_in")
        if Sitting.objects.filter(game=game, user=user, player__isnull=False).exists():
            raise Refused("sat_before")
        if was_deputy_elsewhere(seat, user.pk):
            raise Refused("was_deputy")
        if game.creator_id != user.pk:  # the creator has been counted already
            count_games(user)
        if seat.user_id is not None:
            seat_given_up(game, seat)
        seat_fill(game, user, name, seat.number)
        seat.refresh_from_db()
        _tell_all(game, seat, Act.TAKEN, "", author=user, but=user.pk)
    return seat
