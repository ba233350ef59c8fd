"""Every refusal happens, with the figures of its sentence and at its input."""

from __future__ import annotations

from typing import Any

import pytest

from games.contract import Order, View
from megacorps.rules import RULES
from megacorps.rules.problems import CODES

from .scene import P1, P2, P3, Form, Played, act, game, new, play, programmed

ABC = ("mokia", "globbo", "nonintendo")
OWNED = {"mokia": ["oil.china"], "globbo": ["defense.china", "robotics.asean"]}


def turn(**given: Any) -> Played:
    state = game(*ABC, **({"owned": OWNED, "controls": {"mokia": ["asean"], "globbo": ["maghreb"]}} | given))
    return Played(state)


def bargain() -> Played:
    bought = act("buy_mercenaries", from_bank=0, bids={"defense.china": 3})
    return turn().hand_in("turn", p1=bought)


def countered(price: int) -> Played:
    reply = act("mercenary_reply", company="defense.china", answer="counter", price=price)
    return bargain().hand_in(p2=reply)


def refused() -> Played:
    state = turn().hand_in("turn", p1=act("buy_company", company="oil.maghreb"))
    return state.hand_in("antitrust", p2=act("antitrust", allow=False))


def auction() -> Played:
    played = turn(hands={"mokia": ["greedy_kleptocrats"]})
    return played.hand_in("turn", p1=play("greedy_kleptocrats", country="asean"))


def election() -> Played:
    played = Played(game(*ABC, "lenogo", hands={"mokia": ["elections"]}, owned={"globbo": ["media.japan"]}))
    return played.leave(P3).hand_in("turn", p1=play("elections", country="india"))


def war() -> Played:
    return turn(mercenaries={"nonintendo": 2}).hand_in("turn", p1=act("war", country="japan"))


def last_call() -> Played:
    return turn(deck=0, hands={"mokia": ["l5"]}).miss().miss().miss()


def offered() -> Played:
    offer = act("trade_offer", to=P1, give={"money": 1}, want={"money": 2})
    return turn().at("trade", P3, offer).at("trade", P3, act("gift", to=P2, give={"money": 40}))


RULE: dict[str, Any] = {"answer": "allow"}
CASES: list[tuple[str, Any, str, str, Form, str | None, dict[str, Any]]] = [
    ("not_a_player", turn, "", "p9", act("pass"), None, {}),
    ("you_left", lambda: turn().leave(P3), "trade", "p3", act("trade_withdraw", offer="x"), None, {}),
    ("not_asked", turn, "", "p2", act("pass"), None, {}),
    ("one_order", turn, "", "p1", (), None, {"orders": 0}),
    ("one_order", auction, "", "p1", act("auction_bid", amount=0) * 2, None, {"orders": 2}),
    ("unknown_order", turn, "", "p1", act("antitrust", allow=True), None, {}),
    ("missing", turn, "", "p1", act("payout"), "industry", {}),
    ("missing", turn, "", "p1", act("war", country=""), "country", {}),
    ("missing", lambda: turn(hands={"mokia": ["l5"]}), "", "p1", play("l5"), "buy", {}),
    ("malformed", turn, "", "p1", act("pass", more=1), None, {}),
    ("malformed", auction, "", "p1", act("auction_bid", amount="ten"), "amount", {}),
    ("malformed", auction, "", "p1", act("auction_bid", amount=True), "amount", {}),
    ("unknown_choice", turn, "", "p1", act("intervention", company="oil.atlantis"), "company", {}),
    ("number_too_big", auction, "", "p1",
     act("auction_bid", amount=10**12), "amount", {"maximum": 10**12 - 1}),
    ("text_too_long", turn, "trade", "p1",
     act("trade_withdraw", offer="x" * 21), "offer", {"length": 21, "maximum": 20}),
    ("text_unreadable", turn, "trade", "p1", act("trade_withdraw", offer="\x00"), "offer", {}),
    ("list_too_long", turn, "file", "p1",
     act("antitrust_policy", rules=[RULE] * 41), "rules", {"length": 41, "maximum": 40}),
    ("named_twice", turn, "file", "p1",
     act("company_wish_list", companies=["oil.china"] * 2), "companies", {}),
    ("negative_number", auction, "", "p1", act("auction_bid", amount=-1), "amount", {}),
    ("unknown_player", turn, "trade", "p1", act("gift", to="p5", give={"money": 1}), "to", {}),
    ("unknown_player", turn, "file", "p1",
     act("antitrust_policy", rules=[{**RULE, "buyer": "p6"}]), "rules", {}),
    ("too_many_actions", lambda: Played(programmed(*ABC)), "", "p1", act("pass") * 4, None, {"of": 3}),
    ("twice", turn, "file", "p1", act("company_wish_list", companies=[]) * 2, None, {}),
    ("twice", bargain, "", "p2",
     act("mercenary_reply", company="defense.china", answer="refuse") * 2, "company", {}),
    ("seen_before", turn, "", "p1", act("pass", seen=99), "seen", {}),
    ("not_for_sale", turn, "", "p1", act("buy_company", company="oil.china"), "company", {}),
    ("never_for_sale", lambda: Played(programmed(*ABC)), "", "p1",
     act("buy_company", company="software.open_source_software"), "company", {}),
    ("already_refused", refused, "", "p1", act("buy_again", company="oil.maghreb"), "company", {}),
    ("not_enough_money", lambda: turn(money={"mokia": 3}), "", "p1",
     act("buy_company", company="media.japan"), None,
     {"needed": 4, "money": 3}),
    ("holds_paid", lambda: turn(paid=P1), "", "p1", act("payout", industry="oil"), None, {}),
    ("payout_taken", lambda: turn(payout_taken=True), "", "p1", act("payout", industry="oil"), None, {}),
    ("not_controlled", turn, "", "p1",
     act("intervention", company="oil.china"), "company", {"country": "china"}),
    ("not_owned", turn, "", "p1", act("intervention", company="nanotech.asean"), "company", {}),
    ("own_company", lambda: turn(owned={"mokia": ["robotics.asean"]}), "", "p1",
     act("intervention", company="robotics.asean"), "company", {}),
    ("no_mercenary", lambda: turn(mercenaries={"mokia": 0}), "", "p1", act("war", country="japan"), None, {}),
    ("own_country", turn, "", "p1", act("war", country="asean"), "country", {}),
    ("no_bid_there", turn, "", "p1",
     act("buy_mercenaries", bids={"oil.china": 1}), "bids.oil.china", {"company": "oil.china"}),
    ("bids_too_high", turn, "", "p1", act("buy_mercenaries", from_bank=2, bids={"defense.china": 39}), "bids",
     {"bids": 39, "left": 38}),
    ("card_not_held", turn, "", "p1", play("l5", buy=False), "card", {"card": "l5"}),
    ("card_not_held", last_call, "", "p1", play("l5", buy=False) * 2, "card", {"card": "l5"}),
    ("reaction_only", lambda: turn(hands={"mokia": ["shortages"]}), "", "p1", play("shortages"), "card", {}),
    ("own_turn_only", lambda: turn(hands={"globbo": ["elections"]}), "cards", "p2",
     play("elections", country="india"), "card", {}),
    ("not_a_choice", lambda: turn(hands={"mokia": ["l5"]}), "", "p1",
     play("l5", buy=True, country="india"), "country", {}),
    ("not_a_choice", turn, "file", "p1", act("mercenary_prices", rules=[{"answer": "ask", "price": 1}]),
     "rules.0.price", {}),
    ("neutral_country", lambda: turn(hands={"mokia": ["workers_takeover"]}), "", "p1",
     play("workers_takeover", company="finance.switzerland"), "company", {}),
    ("wrong_government", lambda: turn(hands={"mokia": ["elections"]}), "", "p1",
     play("elections", country="china"),
     "country", {"government": "dictatorship"}),
    ("no_controller", lambda: turn(hands={"mokia": ["vote_of_no_confidence"]}), "", "p1",
     play("vote_of_no_confidence", country="india"), "country", {}),
    ("wrong_state", lambda: turn(hands={"mokia": ["privatisation"]}), "", "p1",
     play("privatisation", company="oil.china"), "company", {"state": "owned"}),
    ("wrong_trigger", turn, "file", "p1", act("card_orders", orders=[
        {"trigger": "before_turn_of:p2", "card": "elections", "country": "india"}]), "orders.0.trigger", {}),
    ("not_all_six", lambda: new(3), "", "p1", act("choose_megacorp", ranking=["mokia"]), "ranking", {}),
    ("not_asked_about", bargain, "", "p2", act("mercenary_reply", company="defense.japan", answer="refuse"),
     "company", {}),
    ("price_missing", bargain, "", "p2",
     act("mercenary_reply", company="defense.china", answer="counter"), "price", {}),
    ("price_missing", turn, "file", "p1",
     act("mercenary_prices", rules=[{"answer": "price"}]), "rules.0.price", {}),
    ("price_not_above", bargain, "", "p2",
     act("mercenary_reply", company="defense.china", answer="counter", price=3), "price", {"bid": 3}),
    ("too_many_mercenaries", war, "", "p3", act("war_aid", to_attacker=2, to_defender=1), None,
     {"sum": 3, "mercenaries": 2}),
    ("bid_too_high", auction, "", "p1", act("auction_bid", amount=41), "amount", {"amount": 41, "money": 40}),
    ("has_left", election, "", "p2", act("election_vote", for_="p3"), "for", {"player": "p3"}),
    ("to_oneself", turn, "trade", "p1", act("gift", to="p1", give={"money": 1}), "to", {}),
    ("nothing_given", turn, "trade", "p1", act("gift", to="p2", give={}), "give", {}),
    ("not_yours", turn, "trade", "p1", act("gift", to="p2", give={"countries": ["japan"]}), "give.countries",
     {"what": "japan"}),
    ("not_theirs", turn, "trade", "p1", act("trade_offer", to="p2", give={}, want={"countries": ["japan"]}),
     "want.countries", {"what": "japan"}),
    ("locked", bargain, "trade", "p1",
     act("gift", to="p2", give={"money": 1}), "give.money", {"what": "money", "free": 0}),
    ("too_few", turn, "trade", "p1", act("gift", to="p2", give={"money": 41}), "give.money",
     {"what": "money", "asked": 41, "free": 40}),
    ("too_few", offered, "trade", "p1", act("trade_answer", offer="p3-p1-1", accept=True), "offer",
     {"what": "money", "asked": 1, "free": 0}),
    ("no_such_offer", turn, "trade", "p1", act("trade_answer", offer="p3-p1-1", accept=True), "offer", {}),
    ("wrong_cards", offered, "trade", "p1",
     act("trade_answer", offer="p3-p1-1", accept=False, cards=["l5"]), "cards", {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "scene", "door", "player", "form", "at", "params"), CASES, ids=[case[0] for case in CASES]
)
def test_every_refusal(
    code: str, scene: Any, door: str, player: Any, form: Form, at: str | None, params: dict[str, Any]
) -> None:
    played = scene()
    window = played.window(door) if door else played.main
    view = View(player, played.public, played.state.private.get(player))
    problems = RULES.check(view, window, form)
    assert [(one.code, one.input, dict(one.params)) for one in problems][-1:] == [(code, at, params)]
    assert set(params) == set(CODES[code])


def test_counters_beyond_ones_money() -> None:
    owned = {"globbo": ["defense.china", "defense.japan"]}
    played = Played(game(*ABC, owned=owned, money={"mokia": 10}))
    played.hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 1, "defense.japan": 1}))
    asked = [
        Order("mercenary_reply", {"company": company, "answer": "counter", "price": 6})
        for company in ("defense.china", "defense.japan")
    ]
    played.hand_in(p2=tuple(asked))
    both = tuple(
        Order("mercenary_counter", {"company": company, "accept": True})
        for company in ("defense.china", "defense.japan")
    )
    (problem,) = played.check(P1, both)
    assert (problem.code, dict(problem.params)) == ("counters_too_high", {"sum": 12, "money": 10})
    assert countered(50).main.kind == "turn"  # beyond all the buyer's money: declined without asking


def test_no_refusal_is_left_out() -> None:
    over = Played(game(*ABC)).leave(P1)
    window = over.main
    over.leave(P2)
    assert [one.code for one in RULES.check(over.state.seen_by(P3), window, act("pass"))] == ["game_over"]
    assert {case[0] for case in CASES} | {"game_over", "counters_too_high"} == set(CODES)


def test_quotes_never_raise_and_have_a_line_for_each_order() -> None:
    for _, scene, door, player, form, *_ in CASES:
        played = scene()
        window = played.window(door) if door else played.main
        quote = RULES.quote(View(player, played.public, played.state.private.get(player)), window, form)
        assert len(quote.orders) == len(form)
        assert quote.spent + quote.left in (0, 40, 10, 3)


def test_a_quote_says_what_a_line_would_do_now() -> None:
    played = Played(programmed(*ABC, money={"mokia": 3}))
    form = act("buy_company", company="oil.china") + act("payout", industry="oil")
    quote = played.state.seen_by(P1)
    first, second = RULES.quote(quote, played.main, form).orders
    assert (first.amount, dict(first.params)) == (
        0,
        {"problem": "not_enough_money", "figures": {"needed": 4, "money": 3}},
    )
    assert (second.amount, dict(second.params)) == (0, {"problem": "", "figures": {}})
    assert RULES.quote(quote, played.main, form).quotas["actions"].used == 2
