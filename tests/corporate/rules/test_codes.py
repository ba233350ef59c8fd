"""Every refusal happens and carries its figures; every event is told in some game."""

from __future__ import annotations

from typing import Any

import pytest

from corporate.rules import RULES
from corporate.rules.check import CODES
from corporate.rules.events import KINDS, read
from corporate.rules.state import Council
from games.contract import Closes, Dice, Order, PlayerId, View, Window
from games.rulekit.events import event

from .playing import play
from .scene import (
    CALM,
    Game,
    Who,
    character,
    claim,
    derivative,
    game,
    information,
    protection,
    rank,
    sabotage,
    share,
    transfer,
    vote,
)

K = 1000
P1 = PlayerId("p1")

COUNCIL = Council("targeted_controls", {"transparency": (P1,)}, {})
NIKKEI = {"sony": 2, "shiawase": 2, "renraku": 2}
QUARTER = game(
    CALM,
    Who(money=3_000 * K, citizenship="ares", coalition="transparency", first_share="ares"),
    Who(),
    turn=3,
    council=COUNCIL,
    crashed=NIKKEI,
    transfers=True,
)
START = RULES.setup((P1, PlayerId("p2")), {}, Dice(b"codes")).state
PLAIN = RULES.setup((P1, PlayerId("p2")), {"characters": False}, Dice(b"codes")).state


def tired() -> Game:
    state = QUARTER
    for number in range(10):
        door = RULES.windows(state.public)[1]
        state = RULES.resolve(state, door, {P1: (transfer("p2", K),)}, Dice(b"%d" % number)).state
    return state


CASES: list[tuple[str, Game, int, tuple[Order, ...], dict[str, Any]]] = [
    ("unknown_order", QUARTER, 0, (Order("nothing", {}),), {}),
    ("malformed", QUARTER, 0, (Order("buy_influence", {"more": 1}),), {}),
    ("missing", QUARTER, 0, (Order("buy_share", {}),), {}),
    ("missing", QUARTER, 1, (), {}),
    ("unknown_choice", QUARTER, 0, (Order("join_coalition", {"coalition": "x"}),), {}),
    ("number_too_big", QUARTER, 0, (rank("ares", 1, 10**12),), {"maximum": 10**12 - 1}),
    ("text_too_long", START, 0, (character(secrets="x" * 4_001),), {"length": 4_001, "maximum": 4_000}),
    ("text_unreadable", START, 0, (character(secrets="\x00"),), {}),
    ("one_only", QUARTER, 0, (vote("ares", "neonet"),) * 2, {"kind": "vote"}),
    ("one_only", START, 0, (character(),) * 2, {"kind": "character"}),
    ("not_in_play", QUARTER, 0, (sabotage("sony"),), {"corporation": "sony", "turn": 2}),
    ("same_corporation", QUARTER, 0, (vote("ares", "ares"),), {"corporation": "ares"}),
    (
        "not_enough_money",
        QUARTER,
        0,
        (sabotage("ares", 50), sabotage("ares", 11)),
        {"price": 550 * K, "left": 500 * K, "missing": 50 * K},
    ),
    ("share_quota", QUARTER, 0, (share("ares"),) * 2, {"used": 2, "of": 1}),
    ("first_share", QUARTER, 0, (share("neonet"),), {"corporation": "ares"}),
    ("already_citizen", QUARTER, 0, (claim("ares"),), {"corporation": "ares"}),
    ("no_share_to_claim", QUARTER, 0, (claim("neonet"),), {"corporation": "neonet"}),
    ("too_few_steps", QUARTER, 0, (sabotage("ares", 0),), {"steps": 0, "minimum": 1}),
    ("bonus_quota", QUARTER, 0, (sabotage("ares", 1, True),) * 2, {"used": 2, "of": 1}),
    ("self_target", QUARTER, 0, (information("p1"),), {}),
    (
        "forbidden_by_council",
        QUARTER,
        0,
        (protection("ares", "sabotage"),),
        {"winner": "targeted_controls", "coalition": "transparency"},
    ),
    ("speculation_quota", QUARTER, 0, (rank("ares", 1, K),) * 2, {"used": 2, "of": 1}),
    ("stake_too_low", QUARTER, 0, (rank("ares", 1, 0),), {"stake": 0, "minimum": K}),
    ("stake_too_high", QUARTER, 0, (rank("ares", 1, 101 * K),), {"stake": 101 * K, "maximum": 100 * K}),
    ("stake_step", QUARTER, 0, (rank("ares", 1, 1_001),), {"stake": 1_001, "step": K}),
    ("derivative_gone", QUARTER, 0, (derivative("nikkei", "up", K),), {"derivative": "nikkei"}),
    ("unknown_rank", QUARTER, 0, (rank("ares", 8, K),), {"rank": 8, "of": 7}),
    ("background_off", PLAIN, 0, (character(background="heir"),), {}),
    ("strategies_off", PLAIN, 0, (character(strategies={"leader": 1}),), {}),
    ("nobody_hides_another", START, 0, (character(background="nobody"),), {}),
    ("hidden_unused", START, 0, (character(hidden="heir"),), {}),
    (
        "avenger_choice",
        START,
        0,
        (character(background="avenger"),),
        {"choices": list(START.private[P1].avenger_draw)},
    ),
    ("avenger_unused", START, 0, (character(avenger="ares"),), {}),
    ("unknown_title", START, 0, (character(strategies={"x": 1}),), {}),
    (
        "strategy_points",
        START,
        0,
        (character(strategies={"leader": 7}),),
        {"title": "leader", "points": 7, "minimum": 1, "maximum": 6},
    ),
    (
        "strategy_total",
        START,
        0,
        (character(strategies={"leader": 6, "builder": 6, "rentier": 5}),),
        {"used": 17, "of": 16},
    ),
    ("transfer_quota", tired(), 1, (transfer("p2", K),), {"used": 11, "of": 10}),
    ("amount_too_low", QUARTER, 1, (transfer("p2", 0),), {"amount": 0, "minimum": K}),
    ("amount_step", QUARTER, 1, (transfer("p2", 1_001),), {"amount": 1_001, "step": K}),
]


@pytest.mark.parametrize(("code", "state", "which", "form", "params"), CASES, ids=[case[0] for case in CASES])
def test_every_refusal(
    code: str, state: Game, which: int, form: tuple[Order, ...], params: dict[str, Any]
) -> None:
    asked = RULES.windows(state.public)[which]
    problems = RULES.check(state.seen_by(P1), asked, form)
    assert [(one.code, dict(one.params)) for one in problems] == [(code, params)]
    # The receipt of a refused form is still one line per order.
    assert len(RULES.quote(state.seen_by(P1), asked, form).orders) == len(form)


def test_no_refusal_is_left_out() -> None:
    spectator = View(None, QUARTER.public, None)
    past = Window("quarter", (1,), (), Closes.AT_NOON)
    strangers = RULES.check(spectator, past, ()) + RULES.check(QUARTER.seen_by(P1), past, ())
    assert {one.code for one in strangers} | {case[0] for case in CASES} == set(CODES)


def test_every_event_is_told_in_some_game_and_read_as_it_was_told() -> None:
    told = set()
    for seed in range(6):
        for player in (RULES.sample, RULES.advise):
            for step in play(5, seed, player, transfers=True):
                for kept in step.outcome.events:
                    told.add(kept.kind)
                    data = read(kept)
                    assert data is not None
                    assert event(data, kept.to) == kept
    # What legal forms alone never tell.
    assert KINDS.keys() - told <= {"order_dropped"}
