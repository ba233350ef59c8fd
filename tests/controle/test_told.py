"""What six players are mailed: at most twice a round, and nothing of a late draw of somebody else's."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from django.utils import timezone

from controle.rules import RULES
from games.contract import Dice, Orders
from games.models import Game, Notice, Player, Turn
from games.selectors import view_of, window_of
from games.services.order_forms import SavedForm, order_form_save
from games.services.turns import turn_close
from tests.games.conftest import clock  # noqa: F401
from tools import stage

pytestmark = pytest.mark.django_db
WHOLE = ("started", "finished")


def opened(game: Game) -> list[Turn]:
    """The questions that await somebody, in their order."""
    turns = game.turns.filter(status=Turn.Status.OPEN).order_by("position")
    return [turn for turn in turns if window_of(turn).awaited]


def form(player: Player, turn: Turn, chance: random.Random) -> Orders:
    """The bot's, without the draws that would spare it a second question."""
    window = window_of(turn)
    orders = RULES.advise(view_of(player.game, player), window, Dice(chance.randbytes(8))) or ()
    if window.kind != "play" or chance.random() < 0.5:
        return orders
    return tuple(order.__class__(order.kind, {**order.data, "draws": ()}) for order in orders)


@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_six_players_who_miss_some_are_mailed_at_most_twice_a_round(clock: Any, mode: str) -> None:  # noqa: F811
    """One of those awaited answers, or, one time out of eight, the next deadline passes."""
    options, chance = stage.default_options("controle", mode=mode), random.Random(6)
    game = stage.started_game("controle", 6, f"Six {mode}", options=options)
    late_draws = 0
    while (game := Game.objects.get(pk=game.pk)).stage == Game.Stage.RUNNING:
        turns = opened(game)
        if due := [turn for turn in turns if turn.stops_orders(timezone.now())]:
            turn_close(turn_id=due[0].pk)
            continue
        if chance.random() < 1 / 8:
            clock.move_to(min(turn.deadline for turn in turns if turn.deadline))
            continue
        turn = chance.choice(turns)
        window = window_of(turn)
        seats = {player.pid: player for player in game.players.select_related("game", "user")}
        player = seats[chance.choice(window.awaited)]
        had, before = turn.forms.filter(player=player).first(), Notice.objects.count()
        saved = order_form_save(
            player=player, turn_name=turn.name, orders=form(player, turn, chance),
            revision=had.revision if had else 0, ready=window.in_parts,
        )  # fmt: skip
        if isinstance(saved, SavedForm) and saved.closes:
            turn_close(turn_id=saved.closes)
        if window.kind == "draw" and "own" not in window.at and isinstance(saved, SavedForm):
            late_draws += 1
            assert Notice.objects.count() == before
    mails = Notice.objects.exclude(kind__in=WHOLE).values_list("user", "key")
    a_round = Counter((user, key.partition("/")[2]) for user, key in mails)
    assert max(a_round.values()) <= 2
    assert len({key for _user, key in a_round}) >= 4
    assert mode == "rounds" or late_draws > 10
