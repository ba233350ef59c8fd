"""Twins of one game that differ in what one player keeps for himself, and what the others are shown of each.

The twins are made one after the other, each of them taken back (`shown.taken_back`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import time_machine
from msgspec import Struct

from games import vault
from games.contract import Orders
from games.models import Drawer, Game
from games.services.order_forms import SavedForm, order_form_save
from tests.battery.random_game import Played
from tests.battery.shown import Shown, differences, everything_shown, taken_back
from tests.builder import MORNING, open_turn, seat


@pytest.fixture
def clock() -> Iterator[Any]:
    """Time stands still in the morning."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Draws that hang on no form, and seeds of new turns that come again. Call it before each twin."""
    monkeypatch.setattr(vault, "dice_key", lambda secret, nth, prints: secret + b"%d" % nth)

    def again() -> None:
        source = random.Random(12)
        monkeypatch.setattr(vault, "new_secret", lambda: source.randbytes(32))

    return again


class Kept(Struct, frozen=True):
    """`scene`: the game; `player` hands in one or the other of two forms, at a `door` or for the question;
    None: nothing at all."""

    name: str
    scene: Callable[[], Any]
    forms: tuple[Orders | None, Orders | None]
    player: int = 1
    door: str = ""


def handed_in(game: Game, player: int, orders: Orders | None, door: str = "", ready: bool = False) -> None:
    """The form of a player, at a door or for the question; nothing at all for None."""
    if orders is None:
        return
    asked, names = open_turn(game).name, game.turns.filter(status="open").values_list("name", flat=True)
    name = next(each for each in names if (each.split("/")[0] == door if door else each == asked))
    form = {"turn_name": name, "revision": 0, "orders": orders, "ready": ready}
    done = order_form_save(player=seat(game, player), **form)
    assert isinstance(done, SavedForm), done


def twin(game: Game, player: int, orders: Orders | None, door: str, reader: int) -> Shown:
    """What another player and a visitor are shown of the game once `player` has handed this in."""
    with taken_back():
        handed_in(game, player, orders, door)
        game.refresh_from_db()
        return everything_shown(walked(game, player, reader))


def assert_kept(game: Game, kept: Kept, reader: int) -> None:
    """The one form or the other: another player and a visitor are shown the same. Who has answered a question
    is shown; that somebody has filed or offered is not."""
    twins = [twin(game, kept.player, orders, kept.door, reader) for orders in kept.forms]
    if kept.door or None not in kept.forms:
        assert_the_same(twins)
    else:
        assert differences(*twins), "no form and a form: the walk sees nothing"


def assert_none_shows(game: Game, player: int, forms: Mapping[str, tuple[str, Orders]], reader: int) -> None:
    """Nothing handed in, or any of these forms, each at its door: another player and a visitor are shown the
    same. `forms`: the door and the orders, by what they are called."""
    without = twin(game, player, None, "", reader)
    for name, (door, orders) in forms.items():
        found = differences(without, twin(game, player, orders, door, reader))
        assert not found, "\n".join([name, *found[:10]])


def walked(game: Game, hider: int, *readers: int) -> Played:
    """The game for these players, by number, and for somebody who only looks on."""
    users: dict[str, Any] = {f"p{number}": seat(game, number).user for number in readers}
    return Played(game, seat(game, hider), {**users, "visitor": None})


def rewritten(game: Game, owner: str, change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Some keys of a drawer, as `change` gives them; what it gives must be another drawer."""
    drawer = Drawer.objects.filter(game=game, owner=owner).order_by("-number")[0]
    before = json.loads(drawer.content)
    drawer.content = json.dumps(before | change(before))
    assert json.loads(drawer.content) != before
    drawer.save()


def assert_the_same(twins: list[Shown]) -> None:
    """Both were shown alike, to the byte and to the query."""
    assert not (found := differences(*twins)), "\n".join(found[:10])
