"""Every refusal happens, has its figures, and is described in docs/titles/cardline.md."""

from __future__ import annotations

from typing import Any

import pytest

from cardline.rules import RULES
from cardline.rules.events import KINDS, SharedVictory, Won, read
from cardline.rules.problems import CODES
from cardline.rules.state import Exit, Reason
from games.contract import Closes, Order, PlayerId, View, Window
from tests.battery.data_page import paragraphs, read_page, sections, words
from tests.battery.play import play, start

from .scene import ANA, BOB, CHLOE, Game, Played, game, place, simultaneous, skips

PAGE = read_page("cardline")

TURN = game(["FRA"], ["CHE", "NOR"], ["LUX", "FJI"], ["BEL", "POL"], skips_in_a_row=skips(p1=0, p2=0, p3=2))
ROUND = simultaneous(["FRA"], ["CHE", "NOR"], ["LUX", "FJI"])
OVER = Played(ROUND).resign(ANA).state
LEFT = Played(TURN).resign(CHLOE).state
PAST = Window("move", (1, "p1"), ("place",), Closes.AT_ONCE, awaited=(ANA,))


def damaged(**data: Any) -> tuple[Order, ...]:
    return (Order("place", {"card": "CHE", "gap": 0, "line_version": 1, **data}),)


CASES: list[tuple[str, Game, str, PlayerId, tuple[Order, ...], dict[str, Any]]] = [
    ("not_a_player", TURN, "move", PlayerId("p9"), place("CHE", 0), {}),
    ("game_over", OVER, "move", BOB, place("LUX", 0), {}),
    ("not_alive", LEFT, "move", CHLOE, place("BEL", 0), {}),
    ("not_dormant", TURN, "return", ANA, (Order("return"),), {}),
    ("not_dormant", ROUND, "return", ANA, (Order("return"),), {}),
    ("not_your_turn", TURN, "move", BOB, place("LUX", 0), {}),
    ("not_your_turn", Played(TURN).miss().state, "move", ANA, place("CHE", 0), {}),
    ("not_your_turn", ROUND, "move", ANA, place("CHE", 0), {}),
    ("one_order", TURN, "move", ANA, (), {"orders": 0}),
    ("one_order", ROUND, "round", ANA, place("CHE", 0) * 2, {"orders": 2}),
    ("unknown_order", TURN, "move", ANA, (Order("return"),), {}),
    ("unknown_order", TURN, "resign", ANA, place("CHE", 0), {}),
    ("one_order", TURN, "resign", ANA, (), {"orders": 0}),
    ("malformed", TURN, "move", ANA, damaged(more=1), {}),
    ("malformed", TURN, "resign", ANA, (Order("resign", {"why": "x"}),), {}),
    ("malformed", TURN, "move", ANA, (Order("place", None),), {}),  # type: ignore[arg-type]
    ("malformed", TURN, "move", ANA, damaged(gap=True), {}),
    ("malformed", TURN, "move", ANA, damaged(gap="x"), {}),
    ("missing", TURN, "move", ANA, damaged(card=""), {}),
    ("missing", TURN, "move", ANA, damaged(card=None), {}),
    ("missing", TURN, "move", ANA, damaged(gap=None), {}),
    ("number_too_big", TURN, "move", ANA, damaged(gap=10**12), {"maximum": 10**12 - 1}),
    ("card_not_in_hand", TURN, "move", ANA, damaged(card="LUX"), {}),
    ("gap_out_of_range", TURN, "move", ANA, damaged(gap=2), {"last": 1}),
    ("gap_out_of_range", TURN, "move", ANA, damaged(gap=-1), {"last": 1}),
    ("stale_line", ROUND, "round", ANA, damaged(line_version=2), {}),
]


def window(state: Game, kind: str) -> Window:
    """The open one of that kind, or one that is not open."""
    asked = {one.kind: one for one in RULES.windows(state.public)}
    return asked.get(kind) or (PAST if kind == "move" else Window(kind, (), (kind,), Closes.AT_ONCE))


@pytest.mark.parametrize(
    ("code", "state", "kind", "player", "form", "params"), CASES, ids=[case[0] for case in CASES]
)
def test_every_refusal(
    code: str, state: Game, kind: str, player: PlayerId, form: tuple[Order, ...], params: dict[str, Any]
) -> None:
    view = state.seen_by(player)
    problems = RULES.check(view, window(state, kind), form)
    assert [(one.code, dict(one.params)) for one in problems] == [(code, params)]
    quote = RULES.quote(view, window(state, kind), form)
    assert [dict(line.params) for line in quote.orders] == [{}] * len(form)
    assert (quote.spent, quote.left, quote.quotas) == (0, 0, {})


def test_no_refusal_is_left_out() -> None:
    assert {case[0] for case in CASES} == set(CODES)
    spectator: View[Any, Any] = View(None, TURN.public, None)
    assert [one.code for one in RULES.check(spectator, window(TURN, "move"), ())] == ["not_a_player"]


# ---- the page -----------------------------------------------------------------------------------


def test_every_event_is_told_in_some_game_and_every_reason_is_on_the_page() -> None:
    known, told = paragraphs(PAGE, "Public events"), set()
    assert {reason.value for reason in Reason} <= known["won"] | known["shared_victory"]
    for seed in range(20):
        events = list(start(RULES, seed, 2 + seed % 5).events)
        for step in play(RULES, seed, 2 + seed % 5, 0.4):
            events += step.outcome.events
        for event in events:
            told.add(event.kind)
            if isinstance(data := read(event), Won | SharedVictory):
                assert data.reason.value in known[event.kind]
    # What legal forms never tell, and what needs more luck than twenty games have.
    assert KINDS.keys() - told <= {"order_dropped", "deck_refilled", "shared_victory"}


def test_the_log_is_that_of_the_rule_book() -> None:
    assert list(paragraphs(PAGE, "Public events")) == [
        "game_started", "placed_correctly", "placed_wrongly", "drew", "skipped", "became_dormant", "returned",
        "resigned", "forfeited", "eliminated", "extra_round", "deck_refilled", "fell_asleep", "won",
        "shared_victory",
    ]  # fmt: skip


def test_every_way_out_is_on_the_page() -> None:
    text = set(words(sections(PAGE, "Lines of the final score")))
    assert {how.value for how in Exit} <= text
    for seed in range(8):
        *_, last = play(RULES, seed, 4)
        for standing in RULES.standings(last.outcome.state.public) or ():
            for line in standing.breakdown:
                assert line.params["how"] in text
