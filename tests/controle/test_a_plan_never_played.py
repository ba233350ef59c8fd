"""E29 on the site: a form of a round with a plan that proves impossible, and the same form without it. Nobody
but its author is shown or sent a byte more or less."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from controle.rules.content import REGIONS
from games import vault
from games.contract import Orders
from games.models import OrderForm
from tests.battery.conftest import clock  # noqa: F401
from tests.battery.hidden import close_with
from tests.battery.random_game import Played as OnSite
from tests.battery.shown import Shown, differences, everything_shown, taken_back
from tests.builder import hand_in

from .rules.scene import COURTS, DULL, EASY, WALL, Played, game, plan
from .stage import game_at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

HERITAGE = plan(WALL, 1, R=0)
HIGH = plan(WALL, 3, R=3, V=2, U="p2", choices=[["pol", "med"], [], []])
OTHER = plan(WALL, 2, R=1, U="p3")


def yellow_at_politics_two() -> Played:
    """p1 is at pol II, with tokens that would not make up for a level."""
    hands = {"p1": (WALL, *DULL[:3]), "p2": (COURTS, *EASY[1:])}
    state = game(players=4, mode="rounds", played={"pol": 6}, hands=hands)
    tiles = zip(state.public.regions, REGIONS, strict=False)
    regions = tuple(replace(region, slug=slug) for region, slug in tiles)
    return Played(replace(state, public=replace(state.public, regions=regions)))


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Any:
    """The round closed with a form of p1's; everything that p2 and a visitor are shown then, and all
    mails but those to p1. Draws and seeds are the same each time."""
    made = game_at(yellow_at_politics_two(), monkeypatch)
    for number in (2, 3, 4):
        hand_in(made, number, ())
    OrderForm.objects.update(ready=True)
    seats = {player.number: player for player in made.players.all()}
    readers = {"p2": seats[2].user, "visitor": None}
    played = OnSite(made, seats[1], readers)
    time = request.getfixturevalue("clock")
    monkeypatch.setattr(vault, "dice_key", lambda secret, nth, prints: secret + b"%d" % nth)

    def close(form: Orders) -> Shown:
        source = random.Random(12)
        monkeypatch.setattr(vault, "new_secret", lambda: source.randbytes(32))
        with taken_back():
            close_with(played, form, time)
            assert made.number == 1
            return everything_shown(played)

    return close


def test_e29_a_plan_that_was_not_played_changes_no_byte_of_another_reader(closed: Any) -> None:
    """Another plan that is played does: it is read by everybody, so that the comparison would see it."""
    alone = closed(HERITAGE)
    assert any(address.endswith("/rounds/1/") for _reader, _method, address in alone)
    assert alone["nobody", "MAIL", ""].queries > 0  # mails were sent
    assert not (found := differences(alone, closed((*HIGH, *HERITAGE)))), "\n".join(found[:20])
    assert any("/rounds/" in each for each in differences(alone, closed((*OTHER, *HERITAGE))))
