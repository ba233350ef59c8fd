"""What a page and a resolution cost: queries that do not grow with players and rounds."""

from __future__ import annotations

import gzip
from collections import Counter
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
PLACEMENTS = 3


def queries(captured: CaptureQueriesContext) -> int:
    """All statements but the transaction's own."""
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


def new_game(players: int, mode: str, name: str = "") -> Game:
    options = stage.default_options("machtspiele", mode=mode)
    return stage.started_game("machtspiele", players, f"La Tour Nord {players} {name}", options=options)


def closed(game: Game) -> tuple[Game, int]:
    """Its question closed by bots' forms, at its deadline, and the cost of that."""
    turn = stage.main_turn(game)
    stage.hand_in(game, turn, ())
    with CaptureQueriesContext(connection) as captured:
        assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
    return Game.objects.get(pk=game.pk), queries(captured)


def played(players: int, questions: int) -> tuple[Game, list[int]]:
    """A game in rounds after so many questions, and what each has cost but for the placements."""
    game, costs = new_game(players, "rounds", str(questions)), []
    for _ in range(questions):
        game, cost = closed(game)
        costs.append(cost)
    return game, costs[PLACEMENTS:]


def pages(game: Game, *more: str) -> dict[str, int]:
    client, costs = site.client_of(game.players.get(number=1).user), {}
    for slug in (*SLUGS, *more):
        address = f"/g/{game.public_id}/{slug}/"
        assert client.get(address, follow=True).status_code == 200
        with CaptureQueriesContext(connection) as captured:
            client.get(address, follow=True)
        costs[slug] = queries(captured)
    return costs


def test_rounds_and_pages_cost_the_same_for_three_and_five_early_and_late() -> None:
    found = []
    for players, questions in ((3, 4), (5, 4), (5, 14)):
        game, costs = played(players, questions)
        assert max(costs) <= MOST_PER_RESOLUTION, costs
        found.append(pages(game))
    assert max(cost for costs in found for cost in costs.values()) <= MOST_PER_PAGE, found
    # in the first turn the minutes are those of the turn in progress, for which one more reads who is in
    found[2]["minutes"] += 1
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
    costs[10]["minutes"] += 1  # as above
    assert costs[10] == costs[1]
    heavier = {slug: (weights[slug, 1], weights[slug, 10]) for slug in SLUGS}
    # the minutes are of three rounds in the first turn, and of a whole turn later
    most = {**dict.fromkeys(SLUGS, 1.1), "minutes": 1.2}
    assert all(late < most[slug] * early for slug, (early, late) in heavier.items()), heavier


WINDOWS = {
    "classic": ("placement", "director_exit", "event_order", "action", "bribe_reply", "boss_privilege"),
    "rounds": ("placement", "round", "meeting"),
}


@pytest.mark.parametrize(("mode", "players"), [("classic", 3), ("classic", 5), ("rounds", 3)])
def test_every_question_and_the_end_cost_no_more(mode: str, players: int) -> None:
    """To the end, by bots' forms: those that an event of phase I or the Board Meeting asks, too."""
    game = new_game(players, mode)
    costs, looked = Counter[str](), dict[str, dict[str, int]]()
    while game.stage == Game.Stage.RUNNING:
        kind = decode(stage.main_turn(game).window, Window).kind
        if kind not in looked:
            looked[kind] = pages(game)
        game, cost = closed(game)
        costs[kind] = max(costs[kind], cost)
    looked["the end"] = pages(game, "scores")
    assert set(costs) >= set(WINDOWS[mode]), costs
    assert max(costs.values()) <= MOST_PER_RESOLUTION, costs
    most = {kind: cost for kind, found in looked.items() for cost in found.values() if cost > MOST_PER_PAGE}
    assert not most, looked
