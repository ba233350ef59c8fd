"""How many queries a resolution takes: the same for three players and six, in all rounds."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.contract import Order, Window, decode
from games.models import Game, Player, Resolution, Turn
from games.selectors import desks_of
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tools import stage

pytestmark = pytest.mark.django_db
MOST = 16


def queries(captured: CaptureQueriesContext) -> int:
    """All statements but the transaction's own."""
    own = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return sum(not query["sql"].startswith(own) for query in captured.captured_queries)


def new_game(players: int, mode: str) -> Game:
    options = stage.default_options("megacorps", round_mode=mode)
    return stage.started_game("megacorps", players, "Fifth Avenue", options=options)


def counts(game: Game) -> dict[str, Counter[int]]:
    """A whole game by bots' forms: how often each kind of question took how many queries."""
    found: dict[str, Counter[int]] = defaultdict(Counter)
    while game.stage == Game.Stage.RUNNING:
        turn = stage.main_turn(game)
        stage.hand_in(game, turn, ())
        with CaptureQueriesContext(connection) as captured:
            assert turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        found[decode(turn.window, Window).kind][queries(captured)] += 1
        game = Game.objects.get(pk=game.pk)
    return found


@pytest.mark.parametrize("players", [3, 6])
def test_a_round_of_programmes(players: int) -> None:
    """The same number whoever plays and whenever; a few more where doors ask others, or shut."""
    found = counts(new_game(players, "programmed"))
    assert min(found["program"]) == 13
    assert all(max(numbers) <= MOST for kind, numbers in found.items() if kind != "wish_list")


@pytest.mark.parametrize("players", [3, 6])
def test_a_turn_and_what_it_asks(players: int) -> None:
    found = counts(new_game(players, "sequential"))
    assert {"turn", "payout_reaction", "antitrust"} <= found.keys()
    assert all(max(numbers) <= MOST for kind, numbers in found.items())


@pytest.mark.parametrize("players", [3, 6])
def test_a_gift_and_a_standing_order(players: int) -> None:
    """From the saving of the form to the commit, early and late."""
    game = new_game(players, "programmed")
    numbers: dict[str, set[int]] = {"trade": set(), "file": set()}
    for door, order in (
        ("trade", Order("gift", {"to": "p2", "give": {"money": 1}})),
        ("file", Order("spoils_preferences", {"companies": ["none"]})),
    ):
        for rounds in (2, 3):
            while stage.main_turn(game).chapter < rounds:
                stage.hand_in(game, stage.main_turn(game), ())
                assert turn_close(turn_id=stage.main_turn(game).pk, cause=Resolution.Cause.MASTER)
                game = Game.objects.get(pk=game.pk)
            turn = Turn.objects.get(game=game, status=Turn.Status.OPEN, name=door)
            player = Player.objects.get(game=game, number=1)
            (desk,) = desks_of(player, [turn])
            with CaptureQueriesContext(connection) as captured:
                order_form_save(player=player, turn_name=door, revision=desk.revision, orders=(order,))
            numbers[door].add(queries(captured))
    assert max(*numbers["trade"], *numbers["file"]) <= MOST
