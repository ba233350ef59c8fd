"""Strangers, closed windows, texts, and orders that are for another window."""

from __future__ import annotations

from typing import Any

from corporate.rules import RULES
from corporate.rules.state import Council
from games.contract import Closes, Dice, Order, PlayerId, View, Window

from .scene import CALM, Game, Who, character, game, join, rank, sabotage, share, transfer, vote, window

P1 = PlayerId("p1")


def scenes() -> list[tuple[Game, Window]]:
    beginning = RULES.setup((P1, PlayerId("p2")), {}, Dice(b"damaged")).state
    council = Council("targeted_controls", {"transparency": (P1,)}, {})
    middle = game(CALM, Who(coalition="transparency"), Who(), turn=3, council=council, transfers=True)
    quarter, door = RULES.windows(middle.public)
    return [(beginning, window(beginning)), (middle, quarter), (middle, door)]


SCENES = scenes()


def test_strangers_and_closed_windows() -> None:
    state, quarter = SCENES[1]
    form = (vote("ares", "sony"),)
    spectator = View(None, state.public, None)
    assert [one.code for one in RULES.check(spectator, quarter, form)] == ["not_a_player"]
    assert RULES.quote(spectator, quarter, form).spent == 0
    assert RULES.advise(spectator, quarter, Dice(b"x")) is None
    assert RULES.sample(spectator, quarter, Dice(b"x")) is None
    past = Window("quarter", (2,), quarter.orders, Closes.AT_NOON, awaited=quarter.awaited)
    assert [one.code for one in RULES.check(state.seen_by(P1), past, form)] == ["window_closed"]
    assert RULES.quote(state.seen_by(P1), past, form).spent == 0
    outcome = RULES.resolve(state, past, {P1: form}, Dice(b"x"))
    assert (outcome.state, outcome.events) == (state, ())


def test_texts() -> None:
    state, asked = SCENES[0]

    def found(**data: Any) -> list[tuple[str, str | None]]:
        problems = RULES.check(state.seen_by(P1), asked, (character(**data),))
        return [(one.code, one.input) for one in problems]

    assert found(public_text="x" * 2_000, secrets="x" * 4_000) == []
    assert found(public_text="x" * 2_001, secrets="x" * 4_001) == [
        ("text_too_long", "public_text"),
        ("text_too_long", "secrets"),
    ]
    assert found(public_text="a\x00", secrets="\ud800") == [
        ("text_unreadable", "public_text"),
        ("text_unreadable", "secrets"),
    ]
    assert RULES.check(state.seen_by(P1), asked, (Order("character", {}),)) == ()
    assert RULES.check(state.seen_by(P1), asked, ()) == ()


def test_an_option_of_the_window_is_no_door_to_another() -> None:
    for (state, asked), order in (
        (SCENES[0], share("ares")),
        (SCENES[1], transfer("p2", 1_000)),
        (SCENES[2], rank("ares", 1, 1_000)),
    ):
        assert [one.code for one in RULES.check(state.seen_by(P1), asked, (order,))] == ["unknown_order"]


def test_bools_are_no_numbers_and_numbers_no_bools() -> None:
    state, quarter = SCENES[1]
    for key, value in (("steps", True), ("influence_bonus", 1), ("steps", 1.0), ("steps", "1")):
        order = Order("sabotage", {**sabotage("ares").data, key: value})
        problems = RULES.check(state.seen_by(P1), quarter, (order,))
        assert [(one.code, one.input) for one in problems] == [("malformed", key)]


def test_joining_is_cheap_to_judge() -> None:
    """A form of thousands of orders is judged one by one, each once."""
    state, quarter = SCENES[1]
    form = (join("transparency"),) * 5_000
    problems = RULES.check(state.seen_by(P1), quarter, form)
    assert [one.code for one in problems] == ["one_only"] * 4_999
