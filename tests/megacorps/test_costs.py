"""What a page and a resolution cost: queries that do not grow with players, rounds and offers; weight."""

from __future__ import annotations

import gzip
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.contract import Order
from games.models import Game, Turn
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests import stage
from tests.battery import site
from tests.battery.play import play
from tests.builder import GameFactory

from .pages.stage import LANGUAGES
from .pages.test_pages import LONG, full_game
from .stage import SKIN, Played, draw

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
MOST_PER_PAGE = 12
MOST_PER_RESOLUTION = 16
PROGRAMME = 14_000  # bytes, compressed
UNPACKED = 95_000  # of which three lines of a programme are four fifths
PRICES = Order("mercenary_prices", {"rules": [{"answer": "price", "price": 3}]})


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def programmes(count: int, rounds: int, clock) -> Game:
    """A game of programmes at the beginning of a round, in which p2 has offered a trade and filed prices."""
    game = GameFactory(
        players=count,
        running=True,
        title="megacorps",
        max_players=count,
        options={"round_mode": "programmed"},
    )
    while not (game.chapter >= rounds and site.main_turn(game).name.startswith("program/")):
        close(game, clock)
    hands_in(game, "file", PRICES)
    give, want = {"mercenaries": 1}, {"money": 1}
    hands_in(game, "trade", Order("trade_offer", {"to": "p1", "give": give, "want": want}))
    return game


def hands_in(game: Game, kind: str, order: Order) -> None:
    turn = next(one for one in game.turns.filter(status=Turn.Status.OPEN) if one.name.split("/")[0] == kind)
    player = game.players.select_related("game", "user").get(number=2)
    order_form_save(player=player, turn_name=turn.name, revision=0, orders=(order,))


def close(game: Game, clock) -> None:
    """Everybody who is asked hands in, and the deadline strikes if the question is still open then."""
    turn = site.main_turn(game)
    for player in site.asked(game):
        site.hand_in(game, player)
    turn.refresh_from_db()
    if turn.status == Turn.Status.OPEN:
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def page_costs(game: Game) -> dict[str, int]:
    client, costs = site.client_of(game.players.get(number=1).user), {}
    for slug in ("orders", "board", "round"):
        address = f"/g/{game.public_id}/{slug}/"
        assert client.get(address).status_code == 200
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        costs[slug] = len(queries)
    return costs


def test_pages_cost_the_same_for_three_and_six_early_and_late(clock):
    costs = [
        page_costs(programmes(count, rounds, clock)) for count, rounds in ((3, 1), (6, 1), (3, 6), (6, 6))
    ]
    assert all(cost == costs[0] for cost in costs[1:]), costs
    assert max(costs[0].values()) <= MOST_PER_PAGE, costs[0]


@pytest.mark.django_db(transaction=True)  # else BEGIN and COMMIT are counted as savepoints
def test_a_round_of_programmes_costs_no_more_for_six_or_later(clock):
    """What happens in it makes a difference of two or three queries, who plays and how long does not."""
    found = []
    for count, rounds in ((3, 1), (6, 1), (6, 6)):
        game = programmes(count, rounds, clock)
        hands = site.asked(game)[1:]  # one is missing, so that the deadline resolves it
        for player in hands:
            site.hand_in(game, player, empty=True)
        turn = site.main_turn(game)
        clock.move_to(turn.deadline)
        with CaptureQueriesContext(connection) as queries:
            assert turn_close(turn_id=turn.pk)
        found.append(len([q for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT"))]))
    assert max(found) <= MOST_PER_RESOLUTION, found
    assert max(found) - min(found) <= 3, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_programme_stays_small_where_nothing_is_owned_yet(language, monkeypatch):
    """Uncompressed, as a browser has to read it: then each list of companies is at its longest."""
    monkeypatch.setattr(stage, "NAMES", LONG)
    step = next(one for one in play(SKIN.rules, 1, 6, 0) if one.window.kind == "program")
    game = Played(step.before)
    main, doors = game.desks("p1")
    with translation.override(language):
        html = draw(SKIN.form(game.scene("p1"), main, doors), desk=main, doors=doors)
    assert LONG[1] in html
    assert len(html.encode()) < UNPACKED


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_programme_of_six_with_long_names_and_sixty_companies_stays_light(language):
    game = full_game()
    assert game.names == LONG
    scene = game.scene("p1")
    main, doors = Played(game.state).desks("p1")
    assert main is not None and main.window.kind == "program"
    with translation.override(language):
        html = draw(SKIN.form(scene, main, doors), desk=main, doors=doors)
    assert len(gzip.compress(html.encode())) < PROGRAMME
    assert len(html.encode()) < UNPACKED
