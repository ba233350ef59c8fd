"""Every refusal happens, with the figures of its sentence and at its input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controle.rules import RULES
from controle.rules.problems import CODES
from games.contract import Orders, PlayerId, Quote

from .scene import (
    COURTS,
    DULL,
    MERGER,
    NETWORK,
    P1,
    PATRONAGE,
    PROPHECY,
    STARTUP,
    STUCK,
    WALL,
    Played,
    act,
    game,
    level,
    new,
    numbers,
    plan,
    play,
)

HAND = (WALL, PATRONAGE, "com1_05_retail_giant", "pol1_05_gerrymander")
DEALER = "med2_06_advertising_surveillance"
SEEDS = "mil1_05_dockside_racket"


def mine(**given: Any) -> Played:
    """The turn of p1, who is at pol III."""
    values: dict[str, Any] = {
        "players": 4, "influence": {0: {"p1": "pol3 com1", "p2": "com2"}, 1: {"p1": "pol1"}},
        "played": {"pol": 8}, "held": {"p1": "pol2 com1", "p2": "mil1 rel1"}, "hands": {"p1": HAND},
    }  # fmt: skip
    return Played(game(**{**values, **given}))


def racket() -> Played:
    """p1 may steal at mil II."""
    return mine(played={"mil": 6}, hands={"p1": (SEEDS, *DULL[:3])})


def forced() -> Played:
    return Played(game(hands={"p1": DULL}, held={"p2": "pol1"}))


def drawing(**given: Any) -> Played:
    return mine(**given).act(play(WALL, 1))


def shown() -> Played:
    return forced().act(act("forced", R=0))


def surplus() -> Played:
    trading = "com2_04_algorithmic_trading"
    played = Played(game(hands={"p1": (trading, *DULL[:3])}, played={"com": 6}))
    return played.act(play(trading, 1)).draw(P1, "com1", "mil1")


def sealed(**given: Any) -> Played:
    return mine(mode="rounds", **given)


def full() -> Played:
    """Five cards in hand, in the form of a round."""
    from controle.rules.state import Pending

    five = (*HAND, COURTS)
    return sealed(hands={"p1": five}, pending=(Pending(1, P1, "surplus"),))


BOOST = {"use": "boost", "category": "pol"}
WALLS = {"V": 1, "U": "p2", "choices": [["pol", "med"], [], []]}

CASES: list[tuple[str, Callable[[], Played], str, str, Orders, str | None, dict[str, Any]]] = [
    ("not_a_player", mine, "", "p9", STUCK, None, {}),
    ("not_asked", mine, "", "p2", STUCK, None, {}),
    ("one_order", mine, "", "p1", (), None, {"orders": 0}),
    ("one_order", mine, "", "p1", STUCK * 2, None, {"orders": 2}),
    ("answer_your_turn", mine, "file", "p1", plan(WALL, 1), None, {}),
    ("answer_your_turn", mine, "file", "p1", (), None, {}),
    ("unknown_order", mine, "", "p1", act("draw", draws=[]), None, {}),
    ("unknown_order", mine, "", "p1", act("dance"), None, {}),
    # shape
    ("missing", mine, "", "p1", act("play", card=WALL, effect=1), "R", {}),
    ("missing", mine, "", "p1", play(WALL, 3, **{**WALLS, "V": None}), "V", {}),
    ("missing", mine, "", "p1", play(WALL, 3, **{**WALLS, "U": None}), "U", {}),
    ("missing", mine, "", "p1",
     play(WALL, 1, invest=[{"use": "sabotage", "category": "com", "pay": ["com"]}]), "invest.0.target", {}),
    ("malformed", mine, "", "p1", play(WALL, "1"), "effect", {}),
    ("malformed", mine, "", "p1", play(WALL, 1, more=1), None, {}),
    ("unknown_choice", mine, "", "p1", play("pol1_99", 1), "card", {}),
    ("unknown_choice", mine, "", "p1", play(WALL, 1, icons=["gold"]), "icons.0", {}),
    ("unknown_choice", new, "", "p1", act("start", free={"region": 0, "category": "pol"}, piles=["x1"] * 4),
     "piles.0", {}),
    ("number_too_big", mine, "", "p1", play(WALL, 10**13), "effect", {"maximum": 10**12 - 1}),
    ("list_too_long", mine, "", "p1", play(WALL, 1, draws=["pol1"] * 13), "draws",
     {"length": 13, "maximum": 12}),
    ("named_twice", mine, "", "p1", play(WALL, 1, crossing_order=["pol", "pol"]), "crossing_order", {}),
    # the setup
    ("wrong_draws", new, "", "p1", act("start", free={"region": 0, "category": "pol"}, piles=["pol1"]),
     "piles",
     {"named": 1, "needed": 4}),
    # card and targets
    ("card_not_in_hand", mine, "", "p1", play(STARTUP, 1), "card", {"card": STARTUP}),
    ("no_such_effect", mine, "", "p1", play(WALL, 4), "effect", {"effect": 4}),
    ("no_such_region", mine, "", "p1", play(WALL, 1, R=7), "R", {"region": 7, "regions": 7}),
    ("no_such_region", mine, "", "p1", play(WALL, 3, **{**WALLS, "V": -1}), "V",
     {"region": -1, "regions": 7}),
    ("not_beside", mine, "", "p1", play(WALL, 3, **{**WALLS, "V": 5}), "V", {"region": 5, "main": 0}),
    ("not_beside", mine, "", "p1", play(WALL, 3, **{**WALLS, "V": 0}), "V", {"region": 0, "main": 0}),
    ("same_region", lambda: mine(hands={"p1": (NETWORK, *DULL[:3])}, played={"med": 6}), "", "p1",
     play(NETWORK, 1, R=2, W=2), "W", {"region": 2}),
    ("not_another_player", mine, "", "p1", play(WALL, 3, **{**WALLS, "U": "p1"}), "U", {"player": "p1"}),
    ("not_another_player", mine, "", "p1", play(WALL, 3, **{**WALLS, "U": "p6"}), "U", {"player": "p6"}),
    # levels
    ("level_short", lambda: mine(played={"pol": 4}), "", "p1", play(WALL, 3, **WALLS), "effect",
     {"category": "pol", "needed": 3, "level": 2, "bought": 0}),
    ("level_in_vain", mine, "", "p1", play(WALL, 3, **WALLS, invest=[level("pol", "pol")]), "invest.0",
     {"category": "pol", "needed": 3, "level": 3, "bought": 1}),
    ("level_in_vain", mine, "", "p1", play(WALL, 1, invest=[level("com", "com")]), "invest.0",
     {"category": "com", "needed": 0, "level": 0, "bought": 1}),
    ("level_in_vain", mine, "file", "p2", plan("rel1_06_charitable_works", 1, invest=[level("com", "com")]),
     "invest.0", {"category": "com", "needed": 0, "level": 1, "bought": 1}),
    # choices
    ("wrong_choices", mine, "", "p1", play(WALL, 3, **{**WALLS, "choices": [["pol"], [], []]}), "choices.0",
     {"step": 0, "named": 1, "needed": 2}),
    ("wrong_choices", mine, "", "p1", play(WALL, 3, **{**WALLS, "choices": [["pol"] * 2, ["mil"], []]}),
     "choices.1", {"step": 1, "named": 1, "needed": 0}),
    ("wrong_choices", mine, "", "p1", play(WALL, 1, choices=[[], []]), "choices",
     {"step": 1, "named": 2, "needed": 1}),
    ("not_listed", mine, "", "p1", play(WALL, 3, **{**WALLS, "choices": [["pol", "bio"], [], []]}),
     "choices.0",
     {"step": 0, "category": "bio"}),
    ("at_most", mine, "", "p1", play(HAND[3], 2, V=1, choices=[["pol", "com"], []]), "choices.0",
     {"step": 0, "named": 2, "most": 1}),
    ("not_there", mine, "", "p1", play(HAND[3], 2, V=1, choices=[["com"], []]), "choices.0",
     {"step": 0, "category": "com", "region": 1, "named": 1, "there": 0}),
    ("not_held", racket, "", "p1", play(SEEDS, 2, U="p2", choices=[[], ["pol"], []]), "choices.1",
     {"step": 1, "category": "pol", "player": "p2"}),
    ("which_token", racket, "", "p1", play(SEEDS, 2, U="p2"), "choices.1", {"step": 1, "player": "p2"}),
    # tokens
    ("wrong_price", mine, "", "p1",
     play(WALL, 1, invest=[{"use": "boost", "category": "pol", "pay": ["com"]}]),
     "invest.0", {"use": "boost", "category": "pol"}),
    ("wrong_price", mine, "", "p1", play(WALL, 1, invest=[{"use": "develop"}]), "invest.0",
     {"use": "develop", "category": None}),
    ("wrong_price", lambda: mine(played={"pol": 4}), "", "p1",
     play(WALL, 3, **WALLS, invest=[level("pol", "pol", "com")]), "invest.0",
     {"use": "level", "category": "pol"}),
    ("no_category", mine, "", "p1", play(WALL, 1, invest=[{"use": "boost"}]), "invest.0", {"use": "boost"}),
    ("tokens_short", mine, "", "p1", play(WALL, 1, invest=[{"use": "boost", "category": "bio"}]), "invest.0",
     {"category": "bio", "needed": 1, "held": 0}),
    ("tokens_short", lambda: mine(held={"p1": "pol1"}), "", "p1",
     play(WALL, 1, invest=[BOOST, {"use": "develop", "pay": ["pol"]}]), "invest.1",
     {"category": "pol", "needed": 1, "held": 0}),
    ("used_too_often", mine, "", "p1", play(WALL, 1, invest=[BOOST, BOOST]), "invest",
     {"use": "boost", "named": 2, "most": 1}),
    ("nothing_to_sabotage", mine, "", "p1",
     play(WALL, 1, invest=[{"use": "sabotage", "category": "pol", "target": "p2"}]), "invest.0",
     {"player": "p2", "category": "pol", "region": 0}),
    ("no_compensating", forced, "", "p1", act("forced", R=0, invest=[level("pol", "pol")]), "invest.0", {}),
    ("icon_not_shown", mine, "", "p1", play(WALL, 1, icons=["pol", "pol"]), "icons",
     {"category": "pol", "named": 2, "shown": 1}),
    ("no_end_step", mine, "", "p1", play(WALL, 1, end_steps=[0]), "end_steps", {"step": 0}),
    ("not_stuck", mine, "", "p1", STUCK, None, {"card": WALL, "effect": 1}),
    # draws
    ("wrong_draws", drawing, "draw", "p1", act("draw", draws=["pol1", "pol1"]), "draws",
     {"named": 2, "needed": 1}),
    ("pile_exhausted", lambda: drawing(empty=("rel2",)), "draw", "p1", act("draw", draws=["rel2"]), "draws",
     {"pile": "rel2"}),
    ("no_relief", drawing, "draw", "p1", act("draw", draws=["pol1"], return_=[PATRONAGE]), "return", {}),
    ("no_relief", sealed, "", "p1", act("draw", draws=[], return_=[PATRONAGE]), "return", {}),
    ("card_not_in_hand", shown, "draw", "p1", act("draw", draws=["pol1"], return_=[WALL]), "return",
     {"card": WALL}),
    ("card_not_in_hand", shown, "draw", "p1", act("draw", draws=["pol1"] * 2, return_=[DULL[0]] * 2),
     "return",
     {"card": DULL[0]}),
    ("wrong_draws", shown, "draw", "p1", act("draw", draws=["pol1"]), "draws", {"named": 1, "needed": 0}),
    ("wrong_return", surplus, "surplus", "p1", act("surplus", return_=[]), "return",
     {"named": 0, "needed": 1}),
    ("card_not_in_hand", surplus, "surplus", "p1", act("surplus", return_=[MERGER]), "return",
     {"card": MERGER}),
    # plans and rounds
    ("card_not_in_hand", mine, "file", "p2", plan(WALL, 1), "card", {"card": WALL}),
    ("too_many", sealed, "", "p1", plan(WALL, 1) * 7, None, {"kind": "plan", "of": 6}),
    ("one_only", sealed, "", "p1", act("relief") * 2, None, {"kind": "relief"}),
    ("card_returned", full, "", "p1", (*plan(WALL, 1), *act("surplus", return_=[WALL])), "card",
     {"card": WALL}),
    ("card_returned", full, "", "p1", plan(COURTS, 1), "card", {"card": COURTS}),
    ("wrong_return", full, "", "p1", act("surplus", return_=[WALL, COURTS]), "return",
     {"named": 2, "needed": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "scene", "kind", "player", "form", "at", "params"),
    CASES,
    ids=[f"{number}_{case[0]}" for number, case in enumerate(CASES)],
)
def test_a_refusal(
    code: str, scene: Callable[[], Played], kind: str, player: str, form: Orders, at: str | None,
    params: dict[str, Any],
) -> None:  # fmt: skip
    played = scene()
    found = [each for each in played.check(player, form, kind) if each.code == code]
    assert found, played.check(player, form, kind)
    assert (found[0].input, dict(found[0].params)) == (at, params)
    assert set(CODES[code]) == set(params)


def test_not_home_or_beside() -> None:
    played = new()
    home = played.public.seats[P1].home
    far = next(slot for slot in range(6) if slot != home and slot not in _beside(home))
    form = act("start", free={"region": far, "category": "pol"}, piles=["pol1"] * 4)
    (found,) = played.check(P1, form)
    assert (found.code, found.input, found.params) == (
        "not_home_or_beside", "free.region", {"region": far, "home": home},
    )  # fmt: skip


def _beside(slot: int) -> tuple[int, ...]:
    from controle.rules.content import layout_of

    return layout_of(3).neighbours[slot]


def test_draw_first() -> None:
    """D34."""
    influence = {0: {"p1": "mil9"}}
    played = Played(
        game(played={"pol": 2}, influence=influence, hands={"p1": (WALL, *DULL[:3])}, order="p2 p3 p1")
    )
    played.late(played.main.name)
    played.late(played.main.name).act(play(WALL, 1))
    (found,) = played.check(P1, play(DULL[0], 1), "play")
    assert found.code == "draw_first"


def test_game_over() -> None:
    played = mine(round=12, order="p1 p2 p3 p4")
    asked = played.main
    while RULES.windows(played.public):
        played.hand_in()
    (found,) = RULES.check(played.state.seen_by(P1), asked, STUCK)
    assert found.code == "game_over"


def test_every_code_is_refused_somewhere() -> None:
    beyond = {"not_home_or_beside", "draw_first", "game_over"}
    assert {case[0] for case in CASES} | beyond == set(CODES)


def test_all_problems_of_an_answer_are_named_at_once() -> None:
    form = play(WALL, 3, R=9, U="p1", choices=[["bio"], [], []], icons=["pol", "pol"])
    codes = mine().codes("p1", form)
    assert codes == ["no_such_region", "missing", "not_another_player", "wrong_choices", "not_listed",
                     "icon_not_shown"]  # fmt: skip


def test_what_a_plan_cannot_have_now_is_no_reason_to_refuse_it() -> None:
    """D49: levels, tokens, stacks and rivals may change; numbers and borders do not."""
    played = mine(order="p2 p1 p3 p4", hands={"p1": HAND, "p2": (COURTS, *DULL[:3])}, held={})
    form = (
        *plan(WALL, 3, **WALLS, invest=[level("pol", "pol"), level("pol", "mil", "com")]),
        *plan(HAND[3], 2, V=1, choices=[["bio"], []], invest=[BOOST]),
    )
    assert played.check("p1", form, "file") == ()


# ---- what a form would do ------------------------------------------------------------------------------


def looked(played: Played, form: Orders) -> Quote:
    asked = played.main
    return RULES.quote(played.state.seen_by(PlayerId(asked.players[0])), asked, form)


def test_the_quote_of_a_turn_is_what_happens() -> None:
    """Tokens, columns, levels, crossings, points if the game ended then; nothing is kept."""
    form = play(WALL, 3, **WALLS, icons=["pol"], invest=[BOOST])
    played = mine()
    (line,) = looked(played, form).orders
    assert (line.code, line.amount, line.params["problem"]) == ("play", 1, "")
    played.act(form)
    assert tuple(line.params["tokens"]) == played.held(P1) == numbers("pol2 com1")
    assert line.params["changes"] == played.fact("played")["changes"]
    (pol,) = [track for track in line.params["tracks"] if track["category"] == "pol"]
    assert (pol["column"], pol["column_after"]) == (12, played.column(P1, "pol"))
    assert line.params["draws"] == 1
    after = dict(line.params["points"])
    from controle.rules.world import World, points

    assert after == dict(zip(played.public.players, points(World.of(played.public)), strict=True))


def test_the_quote_of_a_refused_turn_says_why() -> None:
    quote = looked(mine(), play(WALL, 3, **{**WALLS, "V": 5}))
    (line,) = quote.orders
    assert (line.params["problem"], line.params["params"]) == ("not_beside", {"region": 5, "main": 0})
    assert (quote.spent, quote.left) == (0, 3)
    assert len(looked(mine(), (*act("dance"), *STUCK)).orders) == 2


def test_the_card_of_a_forced_turn_has_a_quote_too() -> None:
    played = forced()
    (line,) = looked(played, act("forced", R=1)).orders
    assert line.params["problem"] in ("", "missing", "wrong_choices", "not_beside")
    assert played.public.forced is not None
    assert PROPHECY[:4] == "rel1"
