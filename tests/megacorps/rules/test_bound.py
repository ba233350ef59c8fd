"""A mistake in the rules raises instead of looping without end, and no form that can be handed in does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.services.order_forms import most_orders
from megacorps.rules import advance
from megacorps.rules import frames as f
from megacorps.rules.content import COMPANIES, CONTENT, COUNTRIES
from megacorps.rules.orders import MOST_RULES
from megacorps.rules.table import Table

from .scene import P2, Played, act, game, play, programmed

ALL = ("mokia", "globbo", "nonintendo", "lenogo", "the_mouse", "windoze")
BULL = play("bull_market", industry="oil")


def again(step: Callable[[Table, Any], None]) -> Callable[[Table, Any], None]:
    """A step that forgets that it was done."""

    def mistaken(table: Table, frame: Any) -> None:
        step(table, frame)
        table.push(frame)

    return mistaken


def test_a_step_that_comes_again_and_again_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(game("mokia", "globbo", "lenogo"))
    steps = {**advance.STEPS, f.EndTurn: again(advance.STEPS[f.EndTurn])}
    monkeypatch.setattr(advance, "STEPS", steps)
    with pytest.raises(RuntimeError, match="no end after 10000 steps, in round 3"):
        played.hand_in("turn", p1=act("pass"))


def test_a_card_at_the_door_that_is_played_again_and_again_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(programmed("mokia", "globbo", "lenogo", hands={"globbo": ["bull_market"]}))
    monkeypatch.setattr(advance, "STEPS", {**advance.STEPS, f.Play: again(advance.STEPS[f.Play])})
    with pytest.raises(RuntimeError, match="no end after"):
        played.at("cards", P2, BULL)


def test_the_largest_forms_are_far_from_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six programmes with as many plays as a form may hold, of cards nobody holds, a purchase that is
    forbidden everywhere, and as many card orders as can be filed."""
    filed = act("card_orders", orders=[{"trigger": "before_turn_of:p1", **BULL[0].data}] * MOST_RULES)
    firsts = [companies[0] for companies in CONTENT.by_industry.values()]
    played = Played(
        programmed(
            *ALL, controls={"globbo": COUNTRIES}, owned={"mokia": firsts},
            standing=dict.fromkeys(ALL, filed),
        )
    )  # fmt: skip
    wanted = [one for one in COMPANIES if one not in firsts and CONTENT.boxes[one].country in COUNTRIES]
    buy = act("buy_company", company=wanted[0], fallbacks=wanted[1:])
    form = buy + BULL * (most_orders(len(ALL)) - 1)
    taken = count_steps(monkeypatch)
    played.hand_in("program", **dict.fromkeys(played.public.players, form))
    assert played.public.round == 4
    assert len(played.facts("permission_refused")) > 30
    dropped = len(ALL) * (len(form) - 1 + MOST_RULES)
    assert len(played.facts("play_dropped")) == dropped
    assert dropped < len(taken) < advance.MOST_STEPS / 4


def count_steps(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One entry for each step from now on."""
    taken: list[None] = []
    step = advance._step

    def counted(table: Table) -> bool:
        taken.append(None)
        return step(table)

    monkeypatch.setattr(advance, "_step", counted)
    return taken
