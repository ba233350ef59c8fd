"""Decisions of section 10 about orders, and the other rules of 4.2 and 4.3 that a form can break."""

from __future__ import annotations

import pytest

from corporate.rules.state import Council
from games.contract import Order

from .scene import (
    CALM,
    Who,
    calm,
    check,
    claim,
    codes,
    datasteal,
    derivative,
    extraction,
    game,
    influence,
    information,
    join,
    noon,
    protection,
    quote,
    rank,
    sabotage,
    share,
    vote,
)

K = 1000
RICH = Who(money=20_000 * K, influence=3)


def test_d10_the_net_drops_orders_in_their_place() -> None:
    """Orders that broke a rule cost nothing, do nothing and count for nothing."""
    state = game(CALM, Who(money=1_000 * K), Who())
    form = [share("renraku"), share("sony"), vote("sony", "sony"), vote("ares", "sony"), rank("ares", 11, K)]
    told = calm(state, {"p1": form})
    assert [(line["order"], line["problem"]) for line in told.told("p1", "order_dropped")] == [
        ("buy_share", "not_enough_money"),
        ("vote", "same_corporation"),
        ("rank_speculation", "unknown_rank"),
    ]
    assert told.told("p1", "order_dropped")[0]["data"] == {"corporation": "renraku"}
    assert told.told("p1", "order_dropped")[0]["params"] == {
        "price": 1_200 * K, "left": 1_000 * K, "missing": 200 * K,
    }  # fmt: skip
    assert dict(told.state.public.seats["p1"].shares) == {"sony": 1}  # type: ignore[index]
    assert told.told("p1", "vote_cast") == [{"up": "ares", "down": "sony"}]
    assert told.money() == 0 + 9 * 50 * K  # Sony is down to 9
    assert [one.code for one in check(state, *form)] == [
        "not_enough_money", "same_corporation", "unknown_rank", "not_enough_money",
    ]  # fmt: skip


def test_d10_an_empty_form_is_an_answer() -> None:
    told = calm(game(CALM), {"p1": []})
    assert told.told("p1") == ["balance"]
    assert told.told("p2") == ["balance", "no_form"]


def test_money_of_this_turn_cannot_be_spent() -> None:
    """Dividends and winnings come too late for the form that earns them."""
    state = game(CALM, Who(money=100 * K, shares={"spinrad": 5}), Who())
    assert codes(state, rank("spinrad", 1, 100 * K), sabotage("sony")) == ["not_enough_money"]


def test_d12_claims_need_a_share_at_the_start_of_the_turn() -> None:
    state = game(CALM, Who(shares={"sony": 1}, citizenship="sony"), Who(shares={"ares": 1}), Who())
    assert codes(state, share("ares"), claim("ares")) == ["no_share_to_claim"]
    assert codes(state, claim("sony")) == ["already_citizen"]
    assert codes(state, claim("ares"), player="p2") == []
    assert codes(state, claim("ares"), claim("ares"), player="p2") == ["one_only"]
    # It gives nothing before the end of the resolution.
    told = calm(state, {"p2": [claim("ares")], "p3": [information("p2", 3)]}, {"success/p3.0": 1})
    assert "defence/p3.0" not in told.dice.drawn
    assert told.state.public.seats["p2"].citizenship == "ares"  # type: ignore[index]
    assert told.public("citizenship_news") == [{"player": "p2", "corporation": "ares"}]


def test_d14_a_vote_is_two_different_corporations() -> None:
    state = game(CALM)
    assert codes(state, vote("ares", "ares")) == ["same_corporation"]
    assert codes(state, Order("vote", {"up": "ares"})) == ["missing"]
    assert codes(state, Order("vote", {"up": None, "down": ""})) == ["missing", "missing"]
    assert codes(state, vote("ares", "sony"), vote("ares", "sony")) == ["one_only"]


def test_d16_steps_have_no_maximum_but_money() -> None:
    state = game(CALM, Who(money=90_000 * K), Who())
    assert codes(state, sabotage("ares", 1_800)) == []
    assert codes(state, sabotage("ares", 1_801)) == ["not_enough_money"]
    assert quote(state, sabotage("ares", 1_800)).orders[0].params["percent"] == 90
    assert codes(state, sabotage("ares", -1)) == ["too_few_steps"]
    assert codes(state, sabotage("ares", 10**9)) == ["number_too_big"]


@pytest.mark.parametrize(
    ("stake", "refused"),
    [
        (1_000, []),
        (100_000, []),
        (0, ["stake_too_low"]),
        (-1_000, ["stake_too_low"]),
        (999, ["stake_too_low", "stake_step"]),
        (1_500, ["stake_step"]),
        (101_000, ["stake_too_high"]),
        (10**12, ["number_too_big"]),
    ],
)
def test_d20_stakes(stake: int, refused: list[str]) -> None:
    state = game(CALM)
    assert codes(state, rank("ares", 1, stake)) == refused
    assert codes(state, derivative("nikkei", "up", stake)) == refused


def test_speculations_share_one_quota() -> None:
    state = game(CALM, Who(influence=2), Who())
    two = (rank("ares", 1, 200 * K), rank("ares", 1, 200 * K))  # the same one may be entered twice
    assert codes(state, *two) == []
    assert codes(state, *two, derivative("nikkei", "up", K)) == ["speculation_quota"]


def test_d58_target_and_beneficiary_differ() -> None:
    state = game(CALM)
    for order in (datasteal("ares", "ares"), extraction("ares", "ares")):
        refused = check(state, order)
        assert [(one.code, one.input) for one in refused] == [("same_corporation", "beneficiary")]
    assert codes(state, datasteal("ares", "sony"), extraction("sony", "ares")) == []


def test_one_of_each() -> None:
    state = game(CALM, RICH, Who())
    for order in (influence(), join("transparency")):
        assert codes(state, order, order) == ["one_only"]


def test_information_runs_have_other_players_for_targets() -> None:
    state = game(CALM)
    assert codes(state, information("p1")) == ["self_target"]
    assert codes(state, information("p9")) == ["unknown_choice"]
    assert codes(state, information("ares")) == ["unknown_choice"]
    assert codes(state, information("p2"), information("p2")) == []


def test_crashed_corporations_cannot_be_named() -> None:
    state = game({**CALM, "prometheus": -1}, RICH, Who(), turn=3, crashed={"prometheus": 2})
    gone = [
        share("prometheus"),
        vote("prometheus", "ares"),
        datasteal("prometheus", "ares"),
        datasteal("ares", "prometheus"),
        sabotage("prometheus"),
        extraction("ares", "prometheus"),
        protection("prometheus", "sabotage"),
        rank("prometheus", 1, K),
    ]
    problems = check(state, *gone)
    assert [one.code for one in problems] == ["not_in_play"] * len(gone)
    assert [one.order for one in problems] == list(range(len(gone)))
    assert problems[0].params == {"corporation": "prometheus", "turn": 2}
    assert codes(state, claim("prometheus")) == ["not_in_play"]
    assert codes(state, rank("ares", 10, K)) == ["unknown_rank"]  # nine are left
    assert codes(state, rank("ares", 9, K)) == []
    assert quote(state, *gone).orders[0].amount == 0


def test_a_derivative_without_members_cannot_be_chosen() -> None:
    nikkei = {"sony": 1, "shiawase": 1, "renraku": 1}
    state = game({**CALM, **nikkei}, turn=3, crashed=nikkei)
    assert codes(state, derivative("nikkei", "up", K)) == ["derivative_gone"]
    assert codes(state, derivative("dow_jones", "up", K)) == []
    street = calm(state, {}).public("wall_street")[0]["derivatives"]
    assert [row["derivative"] for row in street] == ["dow_jones"]


def test_what_the_council_forbids() -> None:
    bank = {"banking_safeguards": ("p1",), "deregulation": ("p2",)}
    for winner, stopped, free in (
        ("banking_safeguards", "p2", "p1"),
        ("deregulation", "p1", "p2"),
    ):
        who = Who(coalition="banking_safeguards"), Who(coalition="deregulation"), Who()
        state = game(CALM, *who, turn=2, council=Council(winner, bank))
        both = (rank("ares", 1, K), derivative("nikkei", "up", K))
        for order in both:
            assert codes(state, order, player=stopped) == ["forbidden_by_council"]
            assert codes(state, order, player=free) == []
            assert codes(state, order, player="p3") == []
        dropped = calm(state, {stopped: both[:1]}).told(stopped, "order_dropped")
        assert [line["problem"] for line in dropped] == ["forbidden_by_council"]


def test_every_problem_of_an_order_at_once() -> None:
    state = game(CALM, Who(money=0), Who())
    order = extraction("ares", "ares", -3, True)
    assert codes(state, sabotage("ares", 1, True), order) == [
        "not_enough_money", "same_corporation", "too_few_steps",
    ]  # fmt: skip
    bad = Order("rank_speculation", {"corporation": 3, "rank": True, "stake": "x", "more": 1})
    assert [(one.code, one.input) for one in check(state, bad)] == [
        ("malformed", "corporation"), ("malformed", "rank"), ("malformed", "stake"), ("malformed", None),
    ]  # fmt: skip


def test_influence_rises_after_the_turn_and_has_no_maximum() -> None:
    state = game(CALM, Who(money=90_000 * K, influence=30), Who())
    told = calm(state, {"p1": [influence()]})
    assert told.state.public.seats["p1"].influence == 31  # type: ignore[index]
    assert told.public("influence_news") == [{"player": "p1", "level": 31}]
    assert told.told("p1", "influence_bought") == [{"level": 31, "price": 31 * 400 * K}]


def test_prices_are_those_of_the_start_of_the_turn() -> None:
    told = noon(
        game(CALM),
        {"p1": [share("ares")], "p2": [vote("ares", "sony")], "p3": [vote("ares", "sony")]},
        ("ares", "saeder-krupp"),
    )
    assert told.assets("ares") == 12
    assert told.told("p1", "share_bought") == [{"corporation": "ares", "price": 900 * K, "owns": 1}]
