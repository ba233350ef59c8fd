"""What a page and a resolution cost: queries that do not grow with players and rounds."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.contract import Window, decode
from games.models import Game, Resolution
from games.services.turns import turn_close
from tests.battery import site
from tools import stage

pytestmark = pytest.mark.django_db
MOST_PER_PAGE = 12
MOST_PER_RESOLUTION = 16


def queries(captured: CaptureQueriesContext) -> int:
    """All statements but the transaction's own."""
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


def played(players: int, questions: int, mode: str) -> tuple[Game, list[int]]:
    """A game after so many questions, closed at their deadline, and the cost of each."""
    options = stage.default_options("machtspiele", mode=mode)
    game, costs = (
        stage.started_game("machtspiele", players, f"La Tour Nord {players} {questions}", options=options),
        [],
    )
    for _ in range(questions):
        turn = stage.main_turn(game)
        stage.hand_in(game, turn, ())
        with CaptureQueriesContext(connection) as captured:
            assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        if decode(turn.window, Window).kind in ("round", "action"):
            costs.append(queries(captured))
        game = Game.objects.get(pk=game.pk)
    return game, costs


def pages(game: Game) -> dict[str, int]:
    client, costs = site.client_of(game.players.get(number=1).user), {}
    for slug in ("orders", "company", "minutes"):
        address = f"/g/{game.public_id}/{slug}/"
        assert client.get(address, follow=True).status_code == 200
        with CaptureQueriesContext(connection) as captured:
            client.get(address, follow=True)
        costs[slug] = queries(captured)
    return costs


def test_rounds_and_pages_cost_the_same_for_three_and_five_early_and_late() -> None:
    found = []
    for players, questions in ((3, 4), (5, 4), (5, 14)):
        game, costs = played(players, questions, "rounds")
        assert max(costs) <= MOST_PER_RESOLUTION, costs
        found.append(pages(game))
    assert max(cost for costs in found for cost in costs.values()) <= MOST_PER_PAGE, found
    assert all(costs == found[0] for costs in found), found


def test_an_action_costs_no_more_for_five() -> None:
    for players in (3, 5):
        _game, costs = played(players, 3 * players + 5, "classic")
        assert costs
        assert max(costs) <= MOST_PER_RESOLUTION, costs
