"""Games for programs and tests: started, handed in for and played by bots, without a page in between."""

from __future__ import annotations

from collections.abc import Container
from datetime import time
from typing import Any

from django.contrib.auth import get_user_model

from games import vault
from games.contract import Closes, Dice, Json, PlayerId, Window, decode, encode
from games.models import Game, OrderForm, Player, Resolution, Turn
from games.registry import skin_for
from games.services.games import GameSettings, game_create, game_start
from games.services.turns import turn_close
from tools import full_forms


def user_of(number: int, who: str = "player") -> Any:
    """The user of an address of ours, made at the first call. No password: nobody logs in with one."""
    address = f"{who}{number}@example.org"
    users = get_user_model().objects
    found = users.filter(email=address).first()
    return found or users.create_user(address, None, display_name=f"{who.title()} {number}")


def gathering_game(title: str, players: int, name: str, who: str = "player", **fields: Any) -> Game:
    """A game with so many seats taken, by the users `who`; `fields`: others of `GameSettings`."""
    creator = get_user_model().objects.filter(is_superuser=True).first()
    creator = creator or get_user_model().objects.create_superuser("master@example.org")
    values = {"min_players": 2, "max_players": players, "is_public": False, "options": {}, **fields}
    plan = GameSettings(title=title, name=name, hour=time(12), zone="Europe/Paris", **values)
    game = game_create(creator=creator, plan=plan)
    Player.objects.bulk_create(
        Player(game=game, number=seat, name=f"Player {seat}", user=user_of(seat, who))
        for seat in range(1, players + 1)
    )
    return Game.objects.get(pk=game.pk)


def started_game(title: str, players: int, name: str, who: str = "player", **fields: Any) -> Game:
    """The same, full and started."""
    game = gathering_game(title, players, name, who, **fields)
    assert game.creator is not None
    game_start(game=game, author=game.creator)
    return Game.objects.get(pk=game.pk)


def default_options(title: str, **changed: Json) -> dict[str, Json]:
    """A title's options as its form offers them, but for those named."""
    return {option.key: option.default for option in skin_for(title).rules.meta.options} | changed


def main_turn(game: Game) -> Turn:
    """The open turn a game waits for."""
    return Turn.objects.filter(game=game, status=Turn.Status.OPEN).order_by("position")[0]


def hand_in(game: Game, turn: Turn, full: Container[int]) -> int:
    """Forms for everybody awaited, written as the site writes them: full ones for the seats in `full`,
    the bot's for the others. How many orders in all."""
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
    OrderForm.objects.bulk_create(
        OrderForm(
            turn=turn, player=player, author_id=player.user_id, orders=encode(orders), salt="0" * 32,
            fingerprint=f"{player.number:024x}", saved_at=turn.opened_at,
        )
        for player, orders in made
    )  # fmt: skip
    return sum(len(orders) for _, orders in made)


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
