"""What a page and a noon cost in queries: few, and no more for more players, orders or chapters."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.contract import Dice
from games.models import Game, Resolution
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import GameFactory
from tests.formpage import OrderFormPage
from tools import stage
from tools.bench.crowd import copy_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
MOST_PER_NOON = 14
MOST_PER_PAGE = 11
MOST_PER_SAVE = 9  # answered by a redirect, session and user among them
MOST_PER_MOVE = 15  # the same, with the resolution of the move


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def corporate_game(count: int) -> Game:
    options = {"characters": True, "wire_transfers": True}
    return GameFactory(players=count, running=True, title="corporate", max_players=50, options=options)


def noon(game: Game, clock) -> list[str]:
    """Everybody hands in a form of about ten orders, noon strikes; the queries of the noon."""
    turn = site.main_turn(game)
    window, rules = window_of(turn), skin_for(game.title).rules
    for player in game.players.select_related("game", "user"):
        orders = rules.advise(view_of(game, player), window, Dice(player.pid.encode())) or ()
        order_form_save(player=player, turn_name=turn.name, revision=0, orders=orders)
    clock.move_to(turn.deadline)
    with CaptureQueriesContext(connection) as queries:
        assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()
    return [q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT"))]


def page_costs(game: Game) -> dict[str, int]:
    client = site.client_of(game.players.order_by("number")[0].user)
    costs = {}
    for address in site.addresses(game):
        client.get(address)  # the first reading also notes that the page was read
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        name = address.split("/", 3)[-1] if address.startswith("/g/") else address
        costs[name] = len(queries)
    return costs


@pytest.mark.django_db(transaction=True)  # else BEGIN and COMMIT are counted as savepoints
def test_a_noon_costs_at_most_fourteen_queries_whatever_the_players_and_the_past(clock):
    costs = {}
    for count in (3, 8, 30):
        game = corporate_game(count)
        costs[count] = [noon(game, clock) for _ in range(5)]
        clock.move_to(NOW)
    for turns in costs.values():
        assert all(len(queries) <= MOST_PER_NOON for queries in turns), "\n".join(max(turns, key=len))
    # Turns 3 and 4 are alike but for a dossier's rights, which are there or not.
    assert all(abs(len(costs[3][3]) - len(costs[count][3])) <= 1 for count in costs)


def test_pages_cost_the_same_for_more_players_and_more_past(clock):
    small, large = corporate_game(3), corporate_game(20)
    for _ in range(3):
        noon(small, clock)
    clock.move_to(NOW)
    for _ in range(3):
        noon(large, clock)
    few, many = page_costs(small), page_costs(large)
    for _ in range(3):
        noon(large, clock)
    late = page_costs(large)
    for address, cost in few.items():
        assert cost <= MOST_PER_PAGE, f"{address}: {cost}"
        assert many[address] <= cost + 1, f"{address}: {cost} queries, {many[address]} with more players"
        assert late[address] <= cost + 1, f"{address}: {cost} queries, {late[address]} later in the game"


PAGES = ("orders/", "wall-street/", "newsfeeds/")


def table_costs(game: Game, pages: tuple[str, ...]) -> dict[str, int]:
    """The queries of pages of a game and of the lobby, for its first player, once he has read them."""
    client, costs = site.client_of(game.players.get(number=1).user), {}
    for address in ("/games/", *(f"/g/{game.public_id}/{page}" for page in pages)):
        assert client.get(address).status_code == 200
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        # A first turn asks whether its guide was put away; how often is fixed, and no later turn asks.
        guide = sum("JSON_TYPE" in query["sql"] and "seen" in query["sql"] for query in queries)
        assert guide <= 1
        costs[address.removeprefix(f"/g/{game.public_id}")] = len(queries) - guide
    return costs


def test_pages_cost_the_same_for_five_and_fifty_early_and_late_on_a_small_site_and_a_large_one(clock):
    options = stage.default_options("corporate", characters=True, wire_transfers=True)
    games = []
    for players in (5, 50):
        for turn in (1, 8):
            who = f"corporate-{players}-{turn}-"
            game = stage.started_game(
                "corporate", players, f"{who}game", who, is_public=True, options=options
            )
            game = stage.played_to(game, turn)
            stage.hand_in(game, stage.main_turn(game), {1})
            games.append(game)
    small = [table_costs(game, PAGES) for game in games]
    others = stage.started_game("corporate", 8, "Fifth Avenue", "crowd", is_public=True, options=options)
    over = stage.played_to(
        stage.started_game("corporate", 3, "Wall and Broad", "crowd", is_public=True), None
    )
    waiting = stage.gathering_game("corporate", 3, "Pearl Street", "crowd", is_public=True)
    for game in (others, over, waiting):
        copy_game(game, 60)
    large = [table_costs(game, PAGES) for game in games]
    assert all(costs == small[0] for costs in small + large), (small, large)
    assert all(cost <= MOST_PER_PAGE for cost in small[0].values()), small[0]


def test_a_table_of_cardline_costs_the_same_for_two_and_eight_early_and_late(clock):
    found = []
    for players in (2, 8):
        options = stage.default_options("cardline", mode="sequential")
        game = stage.started_game(
            "cardline", players, f"A line of {players}", f"line{players}-", options=options
        )
        for _moves in range(2 * players):
            found.append(table_costs(game, ("line/",)))
            turn = stage.main_turn(game)
            stage.hand_in(game, turn, ())
            assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
            game.refresh_from_db()
    assert all(costs == found[0] for costs in found), found
    assert all(cost <= MOST_PER_PAGE for cost in found[0].values()), found[0]


def posted(client, url: str, act: str, **fields: str) -> list[str]:
    """Fill in an order form and press a button; the statements of the post, which a redirect answers."""
    page = OrderFormPage(client.get(url).content.decode())
    button = next(button for button in page.buttons if button.value.startswith(act))
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(button.url or url.partition("?")[0], page.posted(button, **fields))
    assert answer.status_code == 303, answer.content.decode()
    return [q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT"))]


def filled(page: str, start: str = "") -> dict[str, str]:
    """The fields of an order form whose names start so: the first of what each offers, or "1"."""
    inputs = OrderFormPage(page).inputs
    return {
        name: each.choices[0] if each.choices else "1"
        for name, each in inputs.items()
        if name.startswith(start) and each.kind != "hidden"
    }


@pytest.mark.django_db(transaction=True)  # else BEGIN and COMMIT are counted as savepoints
def test_a_save_costs_at_most_ten_queries_whatever_the_players(clock):
    for count in (3, 8):
        sealed, game = corporate_game(count + 1), corporate_game(count)
        saves = [saved(sealed, "pass")]
        noon(game, clock)
        saves += [saved(game, act) for act in ("pass", "add-buy_share", "add-information")]
        for queries in saves:
            assert len(queries) <= MOST_PER_SAVE, "\n".join(queries)
        clock.move_to(NOW)


def saved(game: Game, act: str) -> list[str]:
    """The statements of a save by the first player, with the first of what each choice offers."""
    client = site.client_of(game.players.get(number=1).user)
    _verb, _dash, kind = act.partition("-")
    url = f"/g/{game.public_id}/orders/" + (f"?add={kind}" if kind else "")
    fields = filled(client.get(url).content.decode(), f"{kind}-") if kind else {}
    return posted(client, url, act, **fields)


@pytest.mark.django_db(transaction=True)  # else BEGIN and COMMIT are counted as savepoints
def test_a_move_costs_at_most_sixteen_queries_with_its_resolution_whatever_the_players(clock):
    for players in (2, 8):
        options = stage.default_options("cardline", mode="sequential")
        game = stage.started_game(
            "cardline", players, f"A line of {players}", f"line{players}-", options=options
        )
        for _move in range(3):
            awaited = window_of(site.main_turn(game)).awaited[0]
            client = site.client_of(game.players.get(number=int(awaited[1:])).user)
            url = f"/g/{game.public_id}/orders/"
            queries = posted(client, url, "", **filled(client.get(url).content.decode()))
            game.refresh_from_db()
            assert len(queries) <= MOST_PER_MOVE, "\n".join(queries)
        assert game.number == 3
