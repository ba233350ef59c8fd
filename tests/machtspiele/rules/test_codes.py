"""Every refusal happens, with the figures of its sentence and at its input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.contract import Order, Orders, View
from machtspiele.rules import RULES
from machtspiele.rules.content import OTHERS
from machtspiele.rules.problems import CODES

from .scene import PASS, K, M, Played, act, at, bribe, buy, game, new, recruit

FULL = {f"legal-{n}": ("p2", 1) for n in range(1, 7)}
OWN = {"personnel-1": ("p1", 2), "personnel-2": ("p1", 6), "controlling-1": ("p1", 3, True),
       "accounting-1": ("p2", 1)}  # fmt: skip


def turn(**given: Any) -> Played:
    """The action of `p1`."""
    return Played(game(**{"offices": OWN, **given}))


def sealed(**given: Any) -> Played:
    return turn(mode="rounds", **given)


def exits() -> Played:
    offices = {"legal-1": ("p1", 3), "personnel-1": ("p1", 3), "controlling-1": ("p3", 1)}
    directors = {"legal": "p2", "personnel": "p2", "controlling": "p3"}
    return Played(game(offices=offices, directors=directors, stage="appoint", round=1))


def ordering() -> Played:
    return Played(game(stage="order_events", round=1))


def meeting(**given: Any) -> Played:
    cards = {"boss": "p2", "communication": "p3 corrupt"}
    return sealed(round=6, cards=cards, directors={"legal": "p1"}, **given)


def privilege() -> Played:
    return Played(game(round=6, cards={"boss": "p1"}, offices=FULL))


def over() -> Played:
    return Played(game(turn=10, round=6))


def row(meeting: int, bonus: int, drawn: tuple[str, ...]) -> Orders:
    cards = [card for card in drawn if card not in ("bonus_day", "board_meeting")][:6]
    cards.insert(min(meeting, bonus), "bonus_day" if bonus < meeting else "board_meeting")
    cards.insert(max(meeting, bonus), "board_meeting" if bonus < meeting else "bonus_day")
    return act("events", cards=cards)


def drawn() -> tuple[str, ...]:
    return tuple(ordering().state.private["p1"].drawn)


def own(*offices: str, division: str = "legal") -> dict[str, Any]:
    return {"division": division, "from_": list(offices)}


CASES: list[tuple[str, Callable[[], Played], str, str, Orders, str | None, dict[str, Any]]] = [
    ("not_a_player", turn, "", "p9", PASS, None, {}),
    ("not_asked", turn, "", "p2", PASS, None, {}),
    ("not_asked", lambda: turn().leave("p1"), "leave", "p1", act("leave"), None, {}),
    ("one_order", turn, "", "p1", (), None, {"orders": 0}),
    ("one_order", turn, "", "p1", PASS * 2, None, {"orders": 2}),
    ("empty_form", sealed, "", "p1", (), None, {}),
    ("unknown_order", turn, "", "p1", act("reply", accept=True), None, {}),
    ("unknown_order", sealed, "", "p1", act("events", cards=[]), None, {}),
    ("missing", turn, "", "p1", act("recruit"), "place", {}),
    ("missing", turn, "", "p1", act("recruit", place=[]), "place", {}),
    ("missing", turn, "file", "p2", PASS, "when", {}),
    ("missing", new, "", "", act("place", to="department"), "division", {}),
    ("malformed", turn, "", "p1", act("pass", more=1), None, {}),
    ("malformed", turn, "", "p1", act("merge", from_=["personnel-1", "personnel-2"], to=3), "to", {}),
    ("unknown_choice", turn, "", "p1", act("resign", division="sales", to="board"), "division", {}),
    ("unknown_choice", turn, "", "p1", buy(8), "value", {}),
    ("unknown_choice", turn, "file", "p1", buy(3, when="11.1"), "when", {}),
    ("number_too_big", turn, "", "p1", bribe(("legal", 10**12)), "offers.0.amount", {"maximum": 10**12 - 1}),
    ("list_too_long", turn, "", "p1", act("open_own", new=[own()] * 3), "new", {"length": 3, "maximum": 2}),
    ("named_twice", turn, "", "p1",
     act("move", moves=[{"from_": "personnel-1", "division": "legal"}] * 2), "moves", {}),
    ("too_small", turn, "", "p1", act("recruit", place=[at("personnel-1", 0)]), "place.0.count",
     {"minimum": 1}),
    ("no_multiple", turn, "", "p1", bribe(("legal", 75 * K)), "offers.0.amount", {"step": 50 * K}),
    ("not_a_choice", turn, "", "p1", buy(1, when="any"), "when", {}),
    ("not_a_choice", new, "", "", act("place", to="board", division="legal"), "division", {}),
    ("one_only", sealed, "", "p1", act("replies") * 2, None, {"kind": "replies"}),
    ("too_many_actions", sealed, "", "p1", PASS * 4, None, {"of": 3}),
    ("too_many_filed", turn, "file", "p1", act("pass", when="any") * 61, None, {"of": 60}),
    ("twice", exits, "", "p2", act("exit", division="legal", to="board") * 2, "division",
     {"division": "legal"}),
    ("division_full", lambda: turn(offices={**OWN, **FULL}), "", "p1",
     act("open_new", division="legal"), "division", {"division": "legal"}),
    ("division_full", privilege, "", "p1", act("boss", division="legal"), "division", {"division": "legal"}),
    ("not_your_office", turn, "", "p1", recruit("accounting-1"), "place", {"office": "accounting-1"}),
    ("too_few_employees", turn, "", "p1", act("buy_influence", dismiss=[at("personnel-1", 3)]), "dismiss",
     {"office": "personnel-1", "needed": 3, "employees": 2}),
    ("no_room", turn, "", "p1", recruit("personnel-2"), "place",
     {"office": "personnel-2", "needed": 1, "room": 0}),
    ("supply_short", lambda: turn(supply=1), "", "p1", recruit("personnel-1", "personnel-1"), "place",
     {"needed": 2, "supply": 1}),
    ("no_executives", lambda: turn(reserve={"p1": 1}, cash={"p1": 2 * M}), "", "p1",
     act("buy_general", division="legal"), None, {"needed": 2, "reserve": 1}),
    ("not_enough_money", turn, "", "p1", buy(7), None, {"needed": 1_600 * K, "money": 800 * K}),
    ("not_enough_money", lambda: turn(cards={"legal": "p2"}), "", "p1", bribe(("legal", 850 * K)), "offers",
     {"needed": 850 * K, "money": 800 * K}),
    ("too_many_employees", turn, "", "p1", act("recruit", place=[at("personnel-1", 3)]), "place",
     {"count": 3, "most": 2}),
    ("two_sources", turn, "", "p1", act("open_own", new=[own("personnel-1")]), "new", {"of": 2}),
    ("too_many_inside", turn, "", "p1",
     act("open_new", division="legal", move=[{"from_": "personnel-2", "count": 6}]), "move",
     {"count": 7, "most": 6}),
    ("too_many_extra", turn, "", "p1", act("open_new", division="legal", extra=1), "extra",
     {"count": 1, "most": 0}),
    ("same_division", turn, "", "p1", act("move", moves=[{"from_": "personnel-1", "division": "personnel"}]),
     "moves", {"office": "personnel-1"}),
    ("general_alone", turn, "", "p1", act("move", moves=[
        {"from_": "personnel-1", "division": "legal"}, {"from_": "controlling-1", "division": "legal"}]),
     "moves", {"office": "controlling-1"}),
    ("two_departments", turn, "", "p1", act("merge", from_=["personnel-1"], to="personnel-1"), "from", {}),
    ("not_one_of_both", turn, "", "p1",
     act("merge", from_=["personnel-1", "personnel-2"], to="personnel-3"), "to", {}),
    ("merged_office", turn, "", "p1", act("merge", from_=["personnel-1", "personnel-2"], to="personnel-1",
     overflow=[at("personnel-1")]), "overflow", {}),
    ("not_a_department", turn, "", "p1",
     act("merge", from_=["personnel-1", "controlling-1"], to="personnel-1"), "from",
     {"office": "controlling-1"}),
    ("too_much_overflow", turn, "", "p1", act("merge", from_=["personnel-1", "personnel-2"], to="personnel-1",
     overflow=[at("controlling-1", 1)]), "overflow", {"count": 1, "most": 0}),
    ("not_director", turn, "", "p1", act("resign", division="legal", to="board"), "division",
     {"division": "legal"}),
    ("no_holder", turn, "", "p1", bribe(("legal", 50 * K)), "offers", {"card": "legal"}),
    ("own_card", lambda: turn(cards={"legal": "p1"}), "", "p1", bribe(("legal", 50 * K)), "offers",
     {"card": "legal"}),
    ("not_so_many", turn, "", "p1", act("buy_influence", dismiss=[at("personnel-1", 2)]), "dismiss",
     {"needed": 3, "count": 2}),
    ("sold_out", lambda: turn(market=(0,) * 7), "", "p1", buy(1), "value", {"value": 1}),
    ("card_not_usable", lambda: turn(cards={"legal": "p1 down"}), "", "p1",
     act("use_legal", dismiss=[at("personnel-1")]), None, {"card": "legal"}),
    ("too_many_uses", lambda: turn(cards={"legal": "p1"}), "", "p1",
     act("use_legal", dismiss=[at("personnel-1", 2)]), "dismiss", {"count": 2, "most": 1}),
    ("not_an_opponents", lambda: turn(cards={"development": "p1"}), "", "p1",
     act("use_development", take=[{"from_": "personnel-2", "to": "personnel-1"}]), "take",
     {"office": "personnel-2"}),
    ("not_asked_about", exits, "", "p2", act("exit", division="controlling", to="board"), "division",
     {"division": "controlling"}),
    ("not_yours_to_order", lambda: sealed(stage="order_events", round=1), "", "p2",
     act("events", cards=[]), None, {}),
    ("not_the_drawn", ordering, "", "p1", act("events", cards=list(OTHERS[:8])), "cards", {}),
    ("bonus_after_meeting", ordering, "", "p1", row(5, 6, drawn()), "cards", {}),
    ("meeting_too_early", ordering, "", "p1", row(3, 0, drawn()), "cards", {"place": 4, "earliest": 5}),
    ("no_boss_card", meeting, "", "p1", act("boss", division="legal"), None, {}),
    ("division_or_decline", privilege, "", "p1", act("boss", division="legal", decline=True), "division", {}),
    ("division_or_decline", privilege, "", "p1", act("boss"), "division", {}),
    ("no_extra_action", meeting, "", "p1", PASS, None, {}),
    ("limits_crossed", sealed, "", "p1",
     act("replies", legal={"accept_from": 100 * K, "refuse_below": 300 * K}), "legal",
     {"accept_from": 100 * K, "refuse_below": 300 * K}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "scene", "door", "player", "form", "where", "params"), CASES, ids=[case[0] for case in CASES]
)
def test_every_refusal(
    code: str, scene: Any, door: str, player: Any, form: Orders, where: str | None, params: dict[str, Any]
) -> None:
    played = scene()
    window = played.window(door) if door else played.main
    player = player or window.awaited[0]
    view = View(player, played.public, played.state.private.get(player))
    problems = RULES.check(view, window, form)
    assert (code, where, params) in [(one.code, one.input, dict(one.params)) for one in problems]
    assert set(params) == set(CODES[code])
    assert len(RULES.quote(view, window, form).orders) == len(form)


def test_no_refusal_is_left_out() -> None:
    played = over()
    window = RULES.windows(game(turn=10, round=5).public)[0]
    assert played.public.over
    assert [one.code for one in RULES.check(played.state.seen_by("p1"), window, PASS)] == ["game_over"]
    assert {case[0] for case in CASES} | {"game_over"} == set(CODES)


def test_a_quote_counts_the_dearest_of_what_is_possible_now() -> None:
    """Of several preferences one is carried out and paid for (13.6)."""
    played = sealed(cash={"p1": 1 * M})
    form = (*buy(6), *buy(5), *buy(4), Order("replies", {}))
    quote = RULES.quote(played.state.seen_by("p1"), played.main, form)
    assert [line.amount for line in quote.orders] == [1_200 * K, 900 * K, 600 * K, 0]
    assert [line.params.get("problem") for line in quote.orders] == ["not_enough_money", "", "", None]
    assert (quote.spent, quote.left, quote.quotas["actions"].used) == (900 * K, 100 * K, 3)


@pytest.mark.parametrize("amount", [800, 50])
def test_an_offer_costs_what_is_in_its_envelope(amount: int) -> None:
    played = turn(cards={"legal": "p2"})
    form = bribe(("legal", amount * K), ("legal", 100 * K))
    assert RULES.quote(played.state.seen_by("p1"), played.main, form).spent == max(amount, 100) * K
