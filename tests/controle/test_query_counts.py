"""What pages and resolutions cost: queries that do not grow with players, cards and rounds."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from controle.rules import RULES
from controle.rules.content import C
from games import vault
from games.models import Game, Resolution
from games.selectors import window_of
from games.services.turns import turn_close
from tests.battery import site
from tools import stage

from .rules.scene import modestly

pytestmark = pytest.mark.django_db
MOST_PER_PAGE = 12
MOST_PER_RESOLUTION = 16
PAGES = ("orders", "world", "rounds", "cards")


def queries(captured: CaptureQueriesContext) -> int:
    """All statements but the transaction's own."""
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


def played(players: int, mode: str, rounds: int) -> tuple[Game, list[int]]:
    """A game of bots' forms until this round is being played, and the cost of each resolution."""
    options = stage.default_options("controle", mode=mode)
    game = stage.started_game("controle", players, f"Le monde {players} {mode} {rounds}", options=options)
    costs = []
    while (turn := stage.main_turn(game)).chapter < rounds:
        stage.hand_in(game, turn, ())
        with CaptureQueriesContext(connection) as captured:
            assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        costs.append(queries(captured))
        game = Game.objects.get(pk=game.pk)
    return game, costs


def pages(game: Game) -> dict[str, int]:
    client, costs = site.client_of(game.players.get(number=1).user), {}
    for slug in PAGES:
        address = f"/g/{game.public_id}/{slug}/"
        assert client.get(address, follow=True).status_code == 200
        with CaptureQueriesContext(connection) as captured:
            client.get(address, follow=True)
        costs[slug] = queries(captured)
    return costs


@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_pages_and_resolutions_cost_the_same_for_two_and_six(mode: str) -> None:
    found = []
    for players, rounds in ((2, 2), (6, 3)):
        game, costs = played(players, mode, rounds)
        assert max(costs) <= MOST_PER_RESOLUTION, costs
        found.append(pages(game))
    assert max(cost for costs in found for cost in costs.values()) <= MOST_PER_PAGE, found
    assert all(costs == found[0] for costs in found), found


def whole_game(players: int, mode: str) -> tuple[dict[int, dict[str, int]], list[int]]:
    """What the pages cost as each round begins, and each resolution of the game."""
    chosen = stage.default_options("controle", mode=mode)
    game = stage.started_game("controle", players, f"Long {players} {mode}", options=chosen)
    by_round: dict[int, dict[str, int]] = {}
    costs = []
    while game.stage == Game.Stage.RUNNING:
        turn, state = stage.main_turn(game), vault.load(game, RULES).state
        if turn.chapter not in by_round:
            by_round[turn.chapter] = pages(game)
        window = window_of(turn)
        seats = {player.pid: player for player in game.players.all()}
        stage.lay_in(turn, [(seats[each], modestly(state.seen_by(each), window)) for each in window.awaited])
        with CaptureQueriesContext(connection) as captured:
            assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        costs.append(queries(captured))
        game = Game.objects.get(pk=game.pk)
    return by_round, costs


@pytest.mark.parametrize(("players", "mode"), [(2, "turns"), (6, "rounds")])
def test_nothing_grows_from_the_first_round_to_the_last(players: int, mode: str) -> None:
    by_round, costs = whole_game(players, mode)
    assert max(by_round) == C.figures.rounds
    # round 1 is read while it grows: one query more may read who is in
    assert 0 <= by_round[1]["rounds"] - by_round[2]["rounds"] <= 1, by_round
    by_round[1]["rounds"] = by_round[2]["rounds"]
    assert all(by_round[each] == by_round[1] for each in by_round if each), by_round
    assert max(costs) <= MOST_PER_RESOLUTION, costs
