"""Twins that differ in what becomes of an absent player's form, and in nothing else: with every plan the
others are shown the same, to the byte and to the query."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.contract import PlayerId
from games.models import Game, OrderForm, Turn, Vacation
from games.selectors import open_turns, window_of
from games.services.plans import plans_run
from games.services.vacations import vacation_begin
from tests.battery.conftest import NOW
from tests.battery.random_game import Played, random_game
from tests.battery.shown import differences, everything_shown, taken_back

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def asked(played: Played) -> list[Turn]:
    """The turns that wait for the player who goes away, with all that he handed in there taken out."""
    me = PlayerId(played.hider.pid)
    turns = [turn for turn in open_turns(played.game) if turn.deadline and me in window_of(turn).awaited]
    OrderForm.objects.filter(player=played.hider, turn__in=turns).delete()
    Turn.objects.filter(pk__in=[turn.pk for turn in turns]).update(can_close_early=False)
    return turns


def gone(played: Played, plan: str) -> tuple[list[str], list[str]]:
    """He goes away: what is handed in for him, and how the turns stand."""
    today = timezone.localdate()
    vacation_begin(
        user=played.hider.user, first=today, last=today + timedelta(days=7), zone="Europe/Paris", plan=plan,
        game=None,
    )  # fmt: skip
    plans_run(now=timezone.now())
    forms = OrderForm.objects.filter(player=played.hider, turn__status=Turn.Status.OPEN)
    turns = [f"{turn.name} {turn.away} {turn.can_close_early}" for turn in open_turns(played.game)]
    return sorted(forms.values_list("by", flat=True)), turns


@pytest.mark.parametrize("seed", range(1))
def test_nobody_learns_which_plan_somebody_away_has(title: str, seed: int, clock: Any) -> None:
    chance = random.Random(f"away/{title}/{seed}")
    for _ in range(20):
        with taken_back():
            clock.move_to(NOW)
            played = random_game(title, chance, clock)
            if played.game.stage != Game.Stage.RUNNING or not asked(played):
                continue
            played.game.refresh_from_db()
            # One of those who see the game: a walk costs seconds.
            reader = chance.choice(sorted(r for r in played.readers if r.startswith("p") or r == "master"))
            played.readers = {reader: played.readers[reader]}
            done, shown = [], []
            for plan in Vacation.Plan.values:
                with taken_back():
                    done.append(gone(played, plan))
                    shown.append(everything_shown(played))
            assert len({str(forms) for forms, _turns in done}) > 1, "all did the same: nothing is tested"
            assert all(turns == done[0][1] for _forms, turns in done), done
            for other in shown[1:]:
                assert not (found := differences(shown[0], other)), "\n".join(found[:10])
            return
    raise AssertionError("no game was found in which somebody is asked: nothing is tested")
