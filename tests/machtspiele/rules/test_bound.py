"""A mistake in the rules raises instead of looping without end, and no game comes near the bound."""

from __future__ import annotations

import pytest

from games.contract import Dice
from machtspiele.rules import advance
from machtspiele.rules.table import Table

from .scene import PASS, Played, game, recruit
from .test_properties import GAMES, RULES, steps


def test_a_stage_that_comes_again_and_again_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(game(players=3))
    monkeypatch.setitem(advance.STAGES, "actions", lambda table: None)
    with pytest.raises(RuntimeError, match="no end after 1000 steps, in turn 2"):
        played.act(PASS)


def test_the_longest_resolution_is_far_from_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """One player here, all others away: a whole round passes, with its event and phase I."""
    taken = [0]
    step = advance._goes_on

    def counted(table: Table) -> bool:
        taken[-1] += 1
        return step(table)

    random_games = [done for each in GAMES for done in steps(*each)[::3]]
    monkeypatch.setattr(advance, "_goes_on", counted)
    for done in random_games:
        taken.append(0)
        RULES.resolve(done.before, done.window, done.forms, Dice(done.key))
    state = game(5, round=6, offices={"legal-1": ("p2", 1)}, directors={"legal": "p2"})
    taken.append(0)
    Played(state).leave("p1").leave("p3").leave("p4").leave("p5").file("p2", recruit("legal-1", when="any"))
    assert 15 < max(taken) < advance.MOST_STEPS / 10
