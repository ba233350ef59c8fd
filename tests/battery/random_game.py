"""A random game of any title on the real site, with everybody who may look at it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from django.test import Client
from msgspec import Struct, field

from games.contract import Closes, Dice, Window
from games.models import Game, Mastership, Player, Turn
from games.registry import skin_for
from games.selectors import desks_of, view_of, window_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import site
from tests.battery.on_site import play_by_the_rules
from tests.builder import GameFactory, make_user, running_game

MINUTE = timedelta(minutes=1)
COMPLETE = 0.7  # how often a form that may be saved in parts is handed in whole


class Played(Struct):
    """A game at a random turn. `readers`: everybody but who hides, by role; None is nobody."""

    game: Game
    hider: Player
    readers: dict[str, Any] = field(default_factory=dict)

    def client(self, reader: str) -> Client:
        client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE=self._language(reader))
        if self.readers[reader] is not None:
            client.force_login(self.readers[reader])
        return client

    def _language(self, reader: str) -> str:
        return "fr" if len(reader) % 2 else "en"


def random_game(
    title: str, chance: random.Random, clock: Any, switches: float = 0.6, **chosen: Any
) -> Played:
    """A game of three to five with options drawn at random, played to a random turn by forms of
    `sample`'s; its creator and its master do not play, one player hides. `switches`: how often an
    option of two values is on; `chosen`: options that are not drawn. Most of it was played by the rules
    alone, the last one or two resolutions by the site."""
    rules = skin_for(title).rules
    names = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès")[: chance.randint(3, 5)]
    options = {
        o.key: chance.choice(o.choices) if o.choices else chance.random() < switches
        for o in rules.meta.options
    }
    options |= {key: False for key in options if key == "breaks"} | chosen
    creator = make_user("Lena")
    game = running_game(
        names, creator=creator, title=title, max_players=len(names), is_public=chance.random() < 0.7,
        options=options, press=Game.Press.ALL,
    )  # fmt: skip
    play_by_the_rules(game, chance)
    for _ in range(chance.randint(0, 2)):
        step(game, chance, clock)
    hider = chance.choice(site.seats(game))
    _begin(game, hider, chance, clock)
    readers = {f"p{p.number}": p.user for p in site.seats(game) if p != hider}
    if game.stage == Game.Stage.FINISHED:  # everything is opened to those who played
        readers = {}
    return Played(game, hider, {**readers, "creator": creator, **_others(game)})


def _others(game: Game) -> dict[str, Any]:
    """Who looks at a game without playing it, or without knowing of it."""
    master, other = make_user("Jack", is_staff=True), make_user("Shiro", is_staff=True)
    superuser = make_user("Mirna", is_staff=True, is_superuser=True)
    Mastership.objects.create(game=game, user=master)
    elsewhere = GameFactory(seats=("Olga",), masters=(other,), name="Park Avenue")
    return {
        "visitor": None, "stranger": make_user("Nils"), "elsewhere": elsewhere.creator,
        "master": master, "other_master": other, "superuser": superuser,
    }  # fmt: skip


def step(game: Game, chance: random.Random, clock: Any) -> None:
    """One resolution of the main question, and now and then an act at a door before it."""
    rules, players = skin_for(game.title).rules, site.seats(game)
    for turn in game.turns.filter(status=Turn.Status.OPEN).order_by("position"):
        window = window_of(turn)
        if window.is_door and chance.random() < 0.5:
            answer(game, chance.choice(players), turn, window, rules, chance)
    turn = game.turns.filter(status=Turn.Status.OPEN).order_by("position").first()
    if turn is None or (window := window_of(turn)).is_door:
        return
    for player in players:
        if player.pid in window.players and (window.closes is Closes.AT_ONCE or chance.random() < 0.9):
            answer(game, player, turn, window, rules, chance)
    turn.refresh_from_db()
    if turn.status == Turn.Status.OPEN:
        clock.move_to(turn.deadline)
        turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def _begin(game: Game, hider: Player, chance: random.Random, clock: Any) -> None:
    """Forms for the open turn, some minutes apart, if it stays open: first of all, or not at all, that
    of who hides."""
    turn = game.turns.filter(status=Turn.Status.OPEN).order_by("position").first()
    if turn is None or window_of(turn).closes is Closes.AT_ONCE:
        return
    others = [p for p in site.seats(game) if p != hider]
    for player in ([hider] if chance.random() < 0.6 else []) + others[1:]:
        clock.shift(MINUTE)
        answer(game, player, turn, window_of(turn), skin_for(game.title).rules, chance)


def answer(game: Game, player: Player, turn: Turn, window: Window, rules: Any, chance: random.Random) -> None:
    if player.pid not in window.players:
        return
    dice = Dice(b"%d" % chance.getrandbits(64))
    orders = rules.sample(view_of(game, player), window, dice)
    turn.refresh_from_db()  # an act before may have counted
    (desk,) = desks_of(player, [turn])
    if orders is not None and not site.leaves(game, window, player, orders):
        order_form_save(
            player=player, turn_name=turn.name, revision=desk.revision, orders=orders,
            ready=window.in_parts and chance.random() < COMPLETE,
        )  # fmt: skip
