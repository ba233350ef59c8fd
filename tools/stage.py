"""Games for programs and tests: creating them, handing in forms, playing them with bots, without pages.

A game and its seats are written without what a page would check first, and started as a page does. `game_of`
seats users that there are; `gathering_game` and `started_game` those who are found by their number, or made.
What tests call is in `tests/builder.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from datetime import time
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import vault
from games.contract import Closes, Dice, Json, Orders, PlayerId, Window, decode, encode
from games.models import Game, OrderForm, Player, Resolution, Sitting, Turn
from games.receipts import fingerprint
from games.registry import skin_for
from games.services.games import GameSettings, game_begin, game_start, game_write
from games.services.order_forms import SavedForm, order_form_save
from games.services.turns import turn_close
from tools import full_forms

SALT = "0" * 32


def user_of(number: int, who: str = "player", **fields: Any) -> User:
    """The user with this number, created at the first call, without a password."""
    address = f"{who}{number}@example.org"
    users = get_user_model().objects
    found = users.filter(email=address).first()
    return found or users.create_user(address, None, display_name=f"{who.title()} {number}", **fields)


def default_options(title: str, **changed: Json) -> dict[str, Json]:
    """A title's options with the defaults of its form, except those named."""
    return {option.key: option.default for option in skin_for(title).rules.meta.options} | changed


def settings_of(title: str, name: str, players: int, **fields: Any) -> GameSettings:
    """The settings of a game for at most `players`, at noon in Paris; `options`: those that differ from the
    default."""
    options = default_options(title, **fields.pop("options", {}))
    values = {"min_players": 2, "max_players": players, "is_public": False, **fields, "options": options}
    return GameSettings(**{"title": title, "name": name, "hour": time(12), "zone": "Europe/Paris", **values})


def game_of(
    plan: GameSettings, users: Sequence[User], *, creator: User | None = None, starts: bool = True
) -> Game:
    """A game with these users, in this order and under their names; it starts when its last place is taken,
    or at once if `starts`. `creator`: its creator, by default the first of them; seated only if among them.
    Raises what `game_start` raises."""
    creator = creator or users[0]
    game = game_write(creator, plan)
    _seat(game, ((user, user.display_name) for user in users))
    if len(users) == game.max_players and game.starts_on is None:
        with transaction.atomic():
            game_begin(game, None)
    elif starts:
        game_start(game=game, author=creator)
    return Game.objects.get(pk=game.pk)


def _seat(game: Game, named: Iterable[tuple[User, str]]) -> None:
    """Write the seats of these users under these names, as joining does."""
    seats = Player.objects.bulk_create(
        Player(game=game, number=number, user=user, name=name, picture=user.picture)
        for number, (user, name) in enumerate(named, start=1)
    )
    now = timezone.now()
    Sitting.objects.bulk_create(Sitting(game=game, player=one, user=one.user, since=now) for one in seats)


def gathering_game(title: str, players: int, name: str, who: str = "player", **fields: Any) -> Game:
    """A game with `players` seats taken, by the users `who`; `fields`: other fields of `GameSettings`."""
    creator = get_user_model().objects.filter(is_superuser=True).first()
    creator = creator or get_user_model().objects.create_superuser("master@example.org")
    game = game_write(creator, settings_of(title, name, players, **fields))
    _seat(game, ((user_of(seat, who), f"Player {seat}") for seat in range(1, players + 1)))
    return Game.objects.get(pk=game.pk)


def started_game(title: str, players: int, name: str, who: str = "player", **fields: Any) -> Game:
    """The same, full and started."""
    game = gathering_game(title, players, name, who, **fields)
    assert game.creator is not None
    game_start(game=game, author=game.creator)
    return Game.objects.get(pk=game.pk)


def main_turn(game: Game) -> Turn:
    """The open turn a game waits for."""
    return Turn.objects.filter(game=game, status=Turn.Status.OPEN).order_by("position")[0]


def bots_hand_in(game: Game, turn: Turn) -> None:
    """Hand in the bot's form for every awaited player, by the service that pages call. A saved form is
    replaced. Raises AssertionError if one is refused."""
    rules = skin_for(game.title).rules
    state, window = vault.load(game, rules).state, decode(turn.window, Window)
    seen = dict(OrderForm.objects.filter(turn=turn).values_list("player_id", "revision"))
    for player in Player.objects.filter(game=game).select_related("game", "user"):
        if player.pid in window.awaited:
            dice = Dice(f"{game.pk}/{turn.name}/{player.pid}".encode())
            orders = rules.advise(state.seen_by(PlayerId(player.pid)), window, dice) or ()
            answer = order_form_save(
                player=player, turn_name=turn.name, orders=orders, revision=seen.get(player.pk, 0)
            )
            assert isinstance(answer, SavedForm), answer


def hand_in(game: Game, turn: Turn, full: Container[int]) -> int:
    """Save forms for every awaited player as the site does: full ones for the seats in `full`, the bot's for
    the others. Returns the number of orders."""
    rules = skin_for(game.title).rules
    state, window = vault.load(game, rules).state, decode(turn.window, Window)
    made = []
    for player in Player.objects.filter(game=game):
        if player.pid not in window.awaited:
            continue
        view = state.seen_by(PlayerId(player.pid))
        key = f"{game.name}/{turn.name}/{player.pid}"
        if player.number in full:
            orders = full_forms.full_form(rules, view, window, key)
        else:
            orders = rules.advise(view, window, Dice(key.encode())) or ()
        made.append((player, orders))
    lay_in(turn, made)
    return sum(len(orders) for _, orders in made)


def lay_in(turn: Turn, made: Sequence[tuple[Player, Orders]]) -> None:
    """Replace the forms of a turn by these, written as the site does."""
    OrderForm.objects.filter(turn=turn).delete()  # a question that reopens still has its forms
    OrderForm.objects.bulk_create(
        OrderForm(
            turn=turn, player=player, author_id=player.user_id, orders=encode(orders), salt=SALT,
            fingerprint=fingerprint(SALT, turn.name, player.pid, orders), saved_at=turn.opened_at,
        )
        for player, orders in made
    )  # fmt: skip


def played_to(game: Game, chapter: int | None) -> Game:
    """Play with bots' forms until the main question of a chapter that waits for noon is open; to the
    end of the game with None."""
    while game.stage == Game.Stage.RUNNING:
        turn = main_turn(game)
        at_noon = decode(turn.window, Window).closes is Closes.AT_NOON
        if chapter is not None and at_noon and turn.chapter >= chapter:
            break
        hand_in(game, turn, ())
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        game = Game.objects.get(pk=game.pk)
    return game
