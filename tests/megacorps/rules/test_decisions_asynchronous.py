"""Decisions of section 19 about windows, standing orders, absence, leaving, trade."""

from __future__ import annotations

from typing import Any

import pytest

from games.contract import Order
from megacorps.rules import RULES
from megacorps.rules.meta import META

from .scene import P1, P2, P3, P4, Form, Played, act, game, new, play, programmed

ABC = ("mokia", "globbo", "nonintendo")
FOUR = (*ABC, "lenogo")
FORBID = act("antitrust_policy", rules=[{"answer": "forbid"}])
ALLOW = act("antitrust_policy", rules=[{"answer": "allow"}])


def orders(*given: dict[str, Any]) -> Form:
    return act("card_orders", orders=list(given))


def asking(**given: Any) -> Played:
    """The first player wants what the second may forbid."""
    state = game(*ABC, owned={"mokia": ["oil.china"]}, controls={"globbo": ["maghreb"]}, **given)
    return Played(state).hand_in("turn", p1=act("buy_company", company="oil.maghreb"))


# ---- windows ------------------------------------------------------------------------------------------


def test_d6_never_the_same_company_twice() -> None:
    state = programmed(
        *FOUR, owned={"mokia": ["oil.china"]}, controls={"globbo": ["maghreb"]}, standing={"globbo": FORBID}
    )
    form = act("buy_company", company="oil.maghreb") + act("pass")
    played = Played(state).hand_in("program", p1=form)
    assert len(played.facts("permission_refused")) == 1


def test_d39_cards_are_played_where_the_game_waits() -> None:
    hands = {"globbo": ["clone_soldiers"], "mokia": ["l5"]}
    played = Played(game(*ABC, hands=hands, owned={"nonintendo": ["media.japan"]}))
    assert played.window("cards").players == (P2,)  # not the one whose turn is open
    played.at("cards", P2, play("clone_soldiers"))
    assert played.public.clone_soldiers
    other = Played(game(*ABC, hands=hands)).hand_in("turn", p1=act("payout", industry="oil"))
    assert (other.main.kind, "cards" in other.names) == ("payout_reaction", False)


def test_d49_d71_the_version_is_what_everybody_was_told() -> None:
    played = Played(game(*ABC, hands={"globbo": ["clone_soldiers"]}))
    version = played.public.version
    played.at("file", P2, FORBID)
    played.at("trade", P2, act("trade_offer", to=P3, give={"money": 1}, want={}))
    assert played.public.version == version
    assert played.codes(P1, act("pass", seen=version)) == []
    played.at("cards", P2, play("clone_soldiers", seen=version))
    assert played.public.version > version
    assert played.codes(P1, act("pass", seen=version)) == ["seen_before"]
    assert played.codes(P1, act("pass", seen=None)) == []


def test_d57_a_card_asks_a_turn_anew_and_a_gift_does_not() -> None:
    played = Played(game(*ABC, hands={"mokia": ["l5"], "globbo": ["clone_soldiers"]}))
    played.at("trade", P2, act("gift", to=P3, give={"money": 1}))
    assert played.main.name == "turn/3/p1/0"
    played.at("cards", P2, play("clone_soldiers"))
    assert played.main.name == "turn/3/p1/1"
    played.hand_in("turn", p1=play("l5", buy=False))
    assert played.main.name == "turn/3/p1/2"
    played.miss()
    assert played.main.name == "turn/3/p2/0"


def test_d57_programmes_go_on_unless_a_window_comes_between() -> None:
    hands = {"globbo": ["clone_soldiers", "greedy_kleptocrats"]}
    played = Played(programmed(*FOUR, hands=hands))
    shown = played.public.shown
    played.at("cards", P2, play("clone_soldiers"))
    assert (played.main.name, played.public.shown) == ("program/3", shown)
    played.at("cards", P2, play("greedy_kleptocrats", country="asean"))
    assert (played.main.kind, "program/3" in played.names) == ("auction_bid", False)
    assert played.miss().main.name == "program/3"


def test_d66_all_the_awaited_have_left() -> None:
    state = game(
        *FOUR, missed={"lenogo": 3}, hands={"mokia": ["greedy_kleptocrats"]}, money={"nonintendo": 0}
    )
    played = Played(state).hand_in("turn", p1=play("greedy_kleptocrats", country="asean", amount=1))
    played.leave(P2)
    assert (played.main.awaited, played.main.welcome) == ((P4,), ())
    played.leave(P4)
    assert (played.main.kind, played.controller("asean")) == ("turn", P1)


# ---- standing orders ----------------------------------------------------------------------------------


def test_d58_the_first_rule_that_fits() -> None:
    rules = [
        {"answer": "ask", "buyer": "p3"},
        {"answer": "allow", "country": "maghreb"},
        {"answer": "forbid"},
    ]
    filed = {"globbo": act("antitrust_policy", rules=rules)}
    assert asking(standing=filed).owner("oil.maghreb") == P1
    refused = asking(standing={"globbo": act("antitrust_policy", rules=rules[2:])})
    assert refused.main.kind == "buy_again"
    assert asking(standing={"globbo": act("antitrust_policy", rules=rules[:1])}).main.kind == "antitrust"


def test_d68_a_policy_answers_a_question_to_its_owner_alone() -> None:
    played = asking().at("file", P2, act("antitrust_policy", rules=[{"answer": "ask"}]))
    assert played.main.kind == "antitrust"
    assert played.at("file", P2, ALLOW).owner("oil.maghreb") == P1


def test_d68_in_a_sealed_window_one_hands_in_a_form() -> None:
    state = game(*ABC, hands={"globbo": ["l5"]})
    played = Played(state).hand_in("turn", p1=act("payout", industry="oil"))
    passing = act("payout_reaction_policy", rules=[{"answer": "pass"}])
    assert played.at("file", P2, passing).main.awaited == (P2,)
    filed = Played(
        game(*ABC, hands={"globbo": ["l5"], "nonintendo": ["l5"][:0]}, standing={"globbo": passing})
    )
    assert filed.hand_in("turn", p1=act("payout", industry="oil")).main.kind == "turn"


def test_who_is_answered_for_by_a_policy_is_welcome() -> None:
    rules = act("payout_reaction_policy", rules=[{"answer": "play", "first": "oversupply"}])
    hands = {"globbo": ["oversupply"], "nonintendo": ["l5"]}
    state = game(*ABC, hands=hands, standing={"globbo": rules}, owned={"mokia": ["oil.china"]})
    played = Played(state).hand_in("turn", p1=act("payout", industry="oil"))
    assert (played.main.awaited, played.main.welcome) == ((P3,), (P2,))
    changed = Played(played.state).hand_in(p2=act("payout_reaction"), p3=())
    assert changed.facts("reaction_played") == []
    assert len(played.hand_in(p3=()).facts("reaction_played")) == 1


def test_war_aid_by_policy_is_cut_down_to_what_is_left() -> None:
    rules = act("war_aid_policy", rules=[{"answer": "pledge", "to_defender": 9, "country": "caliphate"}])
    state = game(*ABC, mercenaries={"globbo": 2, "nonintendo": 0}, standing={"globbo": rules})
    played = Played(state).hand_in("turn", p1=act("war", country="caliphate"))
    assert played.fact("aid_given") == {"player": "p2", "to_attacker": 0, "to_defender": 2}


def queue(kind: str, **data: Any) -> Form:
    return act("queued_action", action={"kind": kind, "data": data})


def test_a_queued_action_is_taken_in_its_turn_or_dropped() -> None:
    played = Played(game(*ABC)).at("file", P1, queue("payout", industry="oil"))
    played.at("file", P2, queue("buy_company", company="oil.china"))
    played.at("file", P3, queue("intervention", company="oil.china"))
    assert played.main.name == "turn/3/p1/0"  # meant for the turn after
    played.miss()
    assert played.owner("oil.china") == P2
    assert played.facts("queued_action_dropped", P3)[0]["problem"] == "not_controlled"
    assert played.main.name == "turn/3/p3/0"
    assert played.state.private[P2].standing.queued_action is None
    assert played.state.private[P1].standing.queued_action is not None


def test_d70_in_programmes_it_is_the_default_and_used_up() -> None:
    played = Played(programmed(*FOUR))
    played.at("file", P1, queue("buy_company", company="oil.china"))
    played.at("file", P2, queue("buy_company", company="oil.maghreb"))
    played.hand_in("program", p2=act("pass"))
    assert (played.owner("oil.china"), played.owner("oil.maghreb")) == (P1, None)
    assert played.state.private[P1].standing.queued_action is None
    assert played.state.private[P2].standing.queued_action is not None
    assert played.public.seats[P1].missed == 1  # a programme of one's own was not handed in


def test_card_orders_are_tried_once() -> None:
    filed = orders(
        {"trigger": "before_turn_of:p3", "card": "clone_soldiers"},
        {"trigger": "before_turn_of:p3", "card": "l5", "buy": True},
        {"trigger": "before_turn_of:p2", "card": "l5", "buy": True},
    )
    state = game(*ABC, hands={"globbo": ["clone_soldiers"]}, standing={"globbo": filed})
    played = Played(state).miss()
    assert played.facts("play_dropped", P2) == [
        {"card": "l5", "problem": "card_not_held", "params": {"card": "l5"}, "trigger": "before_turn_of:p2"}
    ]
    played.miss()
    assert played.public.clone_soldiers
    assert played.state.private[P2].standing.card_orders == ()


def test_card_orders_at_the_start_of_a_round() -> None:
    filed = orders({"trigger": "round_start:4", "card": "bull_market", "industry": "oil"})
    state = game(
        *ABC, hands={"globbo": ["bull_market"]}, owned={"globbo": ["oil.china"]}, standing={"globbo": filed}
    )
    played = Played(state).miss().miss().miss()
    assert played.public.round == 4
    assert played.money(P2) == [43]


def test_a_card_for_ones_own_turn_has_two_triggers() -> None:
    played = Played(game(*ABC))
    for trigger, code in (
        ("before_turn_of:p1", []), ("last_call", []), ("before_turn_of:p2", ["wrong_trigger"]),
        ("round_start:4", ["wrong_trigger"]),
    ):  # fmt: skip
        filed = orders({"trigger": trigger, "card": "elections", "country": "india"})
        assert played.codes(P1, filed, "file") == code, trigger


def test_card_orders_are_the_default_of_the_last_call() -> None:
    filed = orders({"trigger": "last_call", "card": "bull_market", "industry": "oil"})
    state = game(
        *ABC, deck=0, hands={"globbo": ["bull_market"]}, owned={"globbo": ["oil.china"]},
        standing={"globbo": filed},
    )  # fmt: skip
    played = Played(state).miss().miss().miss()
    assert played.main.name == "last_call/3"
    other = Played(played.state).hand_in("last_call", p2=())
    played.miss("last_call")
    assert played.money(P2)[0] == other.money(P2)[0] + 3


# ---- programmes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "mode"), [(3, "sequential"), (4, "programmed"), (5, "programmed"), (6, "programmed")]
)
def test_d59_the_mode_is_settled_by_who_has_come(count: int, mode: str) -> None:
    assert new(count).public.mode.value == mode
    assert new(count, round_mode="sequential").public.mode.value == "sequential"
    assert new(count, round_mode="programmed").public.mode.value == "programmed"


def test_d60_first_picks_from_lists() -> None:
    played = new(4).miss("choose_megacorp")
    first, *others = played.public.in_order
    same = ["oil.china", "oil.maghreb", "finance.switzerland", "media.japan", "media.india"]
    forms = {player: act("wish_list", companies=same) for player in (first, *others[:1])}
    played.hand_in("wish_list", **forms)
    assert [played.owner(company) for company in same[:4]] == [first, others[0], first, others[0]]
    owners = [company.owner for company in played.public.companies.values() if company.owner]
    assert sorted(owners) == sorted(played.public.players * 2)


def test_d61_a_forbidden_programme_is_a_pass() -> None:
    state = programmed(
        *FOUR, owned={"mokia": ["oil.china"]}, controls={"globbo": ["maghreb"]}, standing={"globbo": FORBID}
    )
    form = act("buy_company", company="oil.maghreb") + act("payout", industry="oil")
    played = Played(state).hand_in("program", p1=form)
    assert (played.public.paid, played.money(P1)) == (None, [40])
    assert {"player": "p1"} in played.facts("passed")


def test_d64_plays_come_right_after_ones_card_orders_and_before_ones_action() -> None:
    """Card orders of others on the same turn come after both."""
    trigger = "before_turn_of:p1"
    state = programmed(
        *FOUR, hands={"mokia": ["endemic_corruption", "democratic_revolution"], "globbo": ["military_coup"]},
        controls={"mokia": ["japan"]}, owned={"lenogo": ["media.japan"]},
        standing={
            "mokia": orders({"trigger": trigger, "card": "endemic_corruption", "country": "japan"}),
            "globbo": orders({"trigger": trigger, "card": "military_coup", "country": "japan"}),
        },
    )  # fmt: skip
    form = play("democratic_revolution", country="japan") + act("intervention", company="media.japan")
    played = Played(state).hand_in("program", p1=form)
    assert [one["card"] for one in played.facts("card_played")] == [
        "endemic_corruption", "democratic_revolution", "military_coup",
    ]  # fmt: skip
    assert (played.state_of("media.japan"), played.money(P4)) == ("nationalised", [40])


def test_a_programme_is_judged_by_its_shape_alone() -> None:
    played = Played(programmed(*FOUR))
    assert played.codes(P1, act("war", country="japan") * 4) == ["too_many_actions"]
    assert played.codes(P1, act("payout", industry="oil") * 3 + play("l5", buy=True)) == []
    assert played.codes(P1, act("buy_company", company="software.open_source_software")) == ["never_for_sale"]
    assert played.codes(P1, play("shortages")) == ["reaction_only"]
    assert played.codes(P1, play("elections", country="india", for_="p5")) == ["unknown_player"]
    assert played.codes(P1, ()) == []


# ---- absence, sleep, coming back --------------------------------------------------------------------------


def test_d65_the_server_never_plays_on() -> None:
    played = Played(game(*ABC, missed={"mokia": 2, "globbo": 3, "nonintendo": 3})).miss()
    assert (played.asleep, played.public.round) == (True, 3)
    assert [name.split("/")[0] for name in played.names] == ["come_back", "file", "leave", "trade"]
    before = played.public
    played.leave(P3)
    assert (played.public.round, played.public.deck, played.asleep) == (before.round, before.deck, True)


def test_d67_what_counts_towards_absence() -> None:
    played = Played(game(*ABC, missed={"mokia": 2}))
    played.at("trade", P1, act("gift", to=P2, give={"money": 1}))
    assert played.public.seats[P1].missed == 2
    played.miss()
    assert played.facts("became_absent") == [{"player": "p1"}]
    assert played.window("come_back").players == (P1,)
    played.at("trade", P1, act("gift", to=P2, give={"money": 1}))
    assert played.told[0] == "came_back"
    assert (played.public.seats[P1].missed, played.public.absent) == (0, ())


def test_d67_other_windows_do_not_count() -> None:
    played = asking()
    played.miss("antitrust")
    assert played.public.seats[P2].missed == 0
    played.hand_in("buy_again", p1=act("buy_again", company=None))
    state = game(*ABC, hands={"globbo": ["l5"]}, missed={"globbo": 2})
    other = Played(state).hand_in("turn", p1=act("payout", industry="oil"))
    other.hand_in("payout_reaction", p2=())
    assert other.public.seats[P2].missed == 2


def test_d67_a_sealed_form_ends_the_absence() -> None:
    state = game(*ABC, hands={"globbo": ["l5"], "nonintendo": ["clone_soldiers"]}, missed={"globbo": 3})
    played = Played(state).hand_in("turn", p1=act("payout", industry="oil"))
    assert (played.main.awaited, played.main.welcome) == ((P3,), (P2,))
    played.hand_in("payout_reaction", p2=(), p3=())
    assert (played.public.absent, played.main.awaited) == ((), (P2,))


def test_d67_who_comes_back_is_awaited_in_an_open_window() -> None:
    state = game(*ABC, hands={"globbo": ["l5"], "nonintendo": ["clone_soldiers"]}, missed={"globbo": 3})
    played = Played(state).hand_in("turn", p1=act("payout", industry="oil"))
    name = played.main.name
    played.come_back(P2)
    assert (played.main.name, played.main.awaited) == (name, (P2, P3))


def test_a_queued_action_breaks_the_row() -> None:
    played = Played(game(*ABC, missed={"globbo": 2})).at("file", P2, queue("pass")).miss()
    assert played.public.seats[P2].missed == 0


# ---- leaving in the middle (D51, D56) --------------------------------------------------


def test_d51_a_controller_who_leaves_asks_nothing_any_more() -> None:
    played = asking()
    assert played.codes(P1, act("gift", to=P3, give={"money": 37}), "trade") == ["locked"]
    assert played.codes(P2, act("gift", to=P3, give={"countries": ["maghreb"]}), "trade") == ["locked"]
    played.leave(P2)
    assert (played.owner("oil.maghreb"), played.money(P1)) == (P1, [36])


def test_d56_a_buyer_who_leaves() -> None:
    played = asking().leave(P1)
    assert (played.owner("oil.maghreb"), played.main.name) == (None, "turn/3/p2/0")
    assert "leave" in played.names
    assert all(P1 not in window.players for window in RULES.windows(played.public))


def test_d56_an_attacker_and_a_defender_who_leave() -> None:
    state = game(*FOUR, controls={"globbo": ["japan"]}, mercenaries={"mokia": 9, "nonintendo": 2})
    played = Played(state).hand_in("turn", p1=act("war", country="japan"))
    gone = Played(played.state).leave(P1)
    assert (gone.main.name, gone.mercenaries(P3)) == ("turn/3/p2/0", [2])
    played.leave(P2)
    played.hand_in("war_aid", p3=act("war_aid", to_attacker=0, to_defender=2), p4=())
    fought = played.fact("war_fought")
    assert (fought["defender"], fought["defenders"], fought["won"]) == (None, 2, True)


def test_d56_a_payout_that_was_announced_is_paid() -> None:
    state = game(*FOUR, hands={"nonintendo": ["l5"]}, owned={"globbo": ["oil.china"]})
    played = Played(state).hand_in("turn", p1=act("payout", industry="oil")).leave(P1)
    played.miss("payout_reaction")
    assert (played.money(P2), played.public.paid, played.public.payout_taken) == ([43], None, True)


def test_d56_an_owner_who_leaves_sells_nothing() -> None:
    owned = {"globbo": ["defense.china"], "nonintendo": ["defense.japan"]}
    played = Played(game(*ABC, owned=owned))
    played.hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 1, "defense.japan": 1}))
    played.leave(P2)
    assert played.main.awaited == (P3,)
    played.hand_in(p3=act("mercenary_reply", company="defense.japan", answer="accept"))
    assert (played.money(P1), played.mercenaries(P1)) == ([39], [2])
    assert all(not drawer.bids for drawer in played.state.private.values())


def test_d56_a_price_asked_by_an_owner_who_leaves_is_no_price_any_more() -> None:
    owned = {"globbo": ["defense.china"], "nonintendo": ["defense.japan"]}
    asks = act("mercenary_prices", rules=[{"answer": "price", "price": 30}])
    state = game(*ABC, owned=owned, standing={"globbo": asks, "nonintendo": asks})
    played = Played(state)
    played.hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 1, "defense.japan": 1}))
    played.leave(P2)
    assert played.state.private[P1].counters == {"defense.japan": 30}
    gone = act("mercenary_counter", company="defense.china", accept=True)
    assert played.codes(P1, gone) == ["not_asked_about"]
    played.hand_in(p1=act("mercenary_counter", company="defense.japan", accept=True))
    assert (played.money(P1), played.mercenaries(P1)) == ([10], [2])


def test_d56_nobody_leaves_before_the_megacorps_are_dealt() -> None:
    assert new(3).names == ["choose_megacorp/0"]
    played = new(3).miss("choose_megacorp")
    assert "leave" in played.names
    played.leave(played.main.awaited[0])
    assert played.main.kind == "pick_company"


@pytest.mark.parametrize("mode", ["sequential", "programmed"])
def test_the_marker_passes_over_a_first_player_who_leaves_before_the_first_round(mode: str) -> None:
    played = new(4, round_mode=mode).miss("choose_megacorp")
    first = played.public.active
    assert first is not None
    played.leave(first)
    while played.public.round == 0:
        played.miss()
    assert played.public.active == played.public.in_order[0] != first
    assert (played.hand(first), played.public.deck) == ((), 15)


def test_the_marker_passes_over_who_has_left() -> None:
    played = Played(game(*FOUR)).leave(P1).leave(P2)
    played.miss().miss()
    assert (played.public.round, played.public.active) == (4, P3)


# ---- trade ----------------------------------------------------------------------------------------------


def test_an_offer_is_seen_by_two_and_ends_with_the_next_round() -> None:
    offer = act("trade_offer", to=P2, give={"money": 3, "cards": ["l5"]}, want={"cards": ["any"]})
    state = game(*ABC, hands={"mokia": ["l5"], "globbo": ["clone_soldiers"]})
    played = Played(state).at("trade", P1, offer)
    assert [event.to for event in played.events] == [("p1", "p2")]
    assert (len(played.state.private[P2].offers), played.state.private[P3].offers) == (1, ())
    answer = {"offer": "p1-p2-1", "accept": True}
    assert played.codes(P2, act("trade_answer", **answer), "trade") == ["wrong_cards"]
    assert played.codes(P3, act("trade_answer", **answer), "trade") == ["no_such_offer"]
    accepted = Played(played.state).at("trade", P2, act("trade_answer", **answer, cards=["clone_soldiers"]))
    assert (accepted.hand(P1), accepted.hand(P2)) == (("clone_soldiers",), ("l5",))
    for _ in range(5):
        played.miss()
    assert (played.public.round, len(played.state.private[P1].offers)) == (4, 1)
    assert played.miss().state.private[P1].offers == ()
    assert played.facts("offer_ended", P1)[0]["why"] == "expired"


def test_an_exchange_fails_if_the_card_has_left_the_hand() -> None:
    offer = act("trade_offer", to=P2, give={"cards": ["l5"]}, want={"money": 3})
    state = game(*ABC, hands={"mokia": ["l5", "asteroid"]})
    played = Played(state).at("trade", P1, offer).at("trade", P1, act("gift", to=P3, give={"cards": ["l5"]}))
    played.at("trade", P2, act("trade_answer", offer="p1-p2-1", accept=True))
    assert (played.told, played.money(P1, P2)) == (["offer_ended"], [40, 40])
    assert played.facts("offer_ended", P2)[0]["why"] == "failed"


def test_an_offer_that_everybody_sees_cannot_be_covered_is_refused() -> None:
    offer = act("trade_offer", to=P2, give={"money": 30}, want={"countries": ["japan"]})
    state = game(*ABC, controls={"globbo": ["japan"]})
    played = Played(state).at("trade", P1, offer).at("trade", P1, act("gift", to=P3, give={"money": 20}))
    accept = act("trade_answer", offer="p1-p2-1", accept=True)
    assert played.codes(P2, accept, "trade") == ["too_few"]
    played.at("trade", P1, act("trade_withdraw", offer="p1-p2-1"))
    assert played.codes(P2, accept, "trade") == ["no_such_offer"]


@pytest.mark.parametrize(
    ("give", "code"),
    [
        ({}, "nothing_given"), ({"money": 41}, "too_few"), ({"mercenaries": 2}, "too_few"),
        ({"money": -1}, "negative_number"),
        ({"companies": ["oil.china"]}, "not_yours"), ({"countries": ["japan"]}, "not_yours"),
        ({"cards": ["l5"]}, "card_not_held"), ({"money": "five"}, "malformed"),
        ({"money": 10**12}, "number_too_big"),
    ],
)  # fmt: skip
def test_gifts_that_are_refused(give: dict[str, Any], code: str) -> None:
    assert Played(game(*ABC)).codes(P1, act("gift", to=P2, give=give), "trade") == [code]


def test_d69_a_buyers_money_is_locked_whatever_he_bids() -> None:
    played = Played(game(*ABC, owned={"globbo": ["defense.china"]}))
    played.hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 0}))
    assert played.codes(P1, act("gift", to=P3, give={"money": 1}), "trade") == ["locked"]
    assert played.codes(P2, act("gift", to=P3, give={"money": 1}), "trade") == []


# ---- forms nobody has checked ----------------------------------------------------------------------


def test_whatever_is_handed_in_is_dropped_order_by_order() -> None:
    played = Played(programmed(*FOUR))
    form = (Order("war", {"country": "atlantis"}), Order("dance"), *act("buy_company", company="oil.china"))
    played.force("program", {P1: form})
    assert played.owner("oil.china") == P1
    assert [(one["order"], one["problem"]) for one in played.facts("order_dropped", P1)] == [
        ("war", "unknown_choice"), ("", "unknown_order"),
    ]  # fmt: skip


def test_d72_d73_seats_and_notices() -> None:
    assert new(5).public.players == ("p1", "p2", "p3", "p4", "p5")
    assert (META.notice, META.notices, META.at_noon) == (24, (6, 24), False)
