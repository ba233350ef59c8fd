"""What a page and a resolution cost: queries that do not grow with players and rounds."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.contract import Dice, Forms, Order, Window, decode
from games.models import Game, Resolution
from games.services.turns import turn_close
from machtspiele.rules import RULES
from tests.battery import site
from tests.battery.on_site import play_until
from tools import stage

pytestmark = pytest.mark.django_db
MOST_PER_PAGE = 12
SLUGS = ("orders", "company", "minutes")
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
    for slug in SLUGS:
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


def passing(state: Any, window: Window) -> Forms:
    """Everybody places an executive and then does nothing, so that a game goes on to its latest end."""
    if window.kind == "placement":
        view = {player: state.seen_by(player) for player in window.awaited}
        placed = {player: RULES.sample(view[player], window, Dice(b"placed")) for player in window.awaited}
        return {player: form for player, form in placed.items() if form is not None}
    return {player: (Order("pass"),) for player in window.awaited if window.kind == "round"}


def test_pages_are_flat_from_the_first_turn_to_the_tenth() -> None:
    """Queries, and the weight of what is sent."""
    costs, weights = {}, {}
    for turn in (1, 10):
        options = stage.default_options("machtspiele")
        game = stage.started_game("machtspiele", 5, f"La Tour Nord, turn {turn}", options=options)
        play_until(game, passing, lambda public, turn=turn: (public.turn, public.round) == (turn, 3))
        game.refresh_from_db()
        assert game.chapter == turn
        costs[turn] = pages(game)
        client = site.client_of(game.players.get(number=1).user)
        for slug in SLUGS:
            sent = client.get(f"/g/{game.public_id}/{slug}/", follow=True).content
            weights[slug, turn] = len(gzip.compress(sent))
    assert costs[10] == costs[1]
    heavier = {slug: (weights[slug, 1], weights[slug, 10]) for slug in SLUGS}
    assert all(late < 1.1 * early for early, late in heavier.values()), heavier


def test_an_action_costs_no_more_for_five() -> None:
    for players in (3, 5):
        _game, costs = played(players, 3 * players + 5, "classic")
        assert costs
        assert max(costs) <= MOST_PER_RESOLUTION, costs
