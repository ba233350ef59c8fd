"""Decisions of section 19 that an example shows in passing, each by itself; and what silence is taken for."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.contract import Dice, Orders, encode
from megacorps.rules import RULES
from megacorps.rules.board import payout, strength
from megacorps.rules.content import CONTENT, COUNTRIES, Government
from megacorps.rules.defaults import default

from .scene import P1, P2, P3, Played, act, game, play, programmed

ABC = ("mokia", "globbo", "nonintendo")


@pytest.mark.parametrize(("modifier", "each"), [(1, 6), (0, 8), (-1, 10)])
def test_d16_one_competitor_more_or_less(modifier: int, each: int) -> None:
    owned = {"mokia": ["media.japan", "media.india"], "globbo": ["media.nafta", "media.mercosur"]}
    owned["globbo"].append("media.european_union")
    assert payout(game(*ABC, owned=owned).public, "media", modifier).each == each


def test_d25_only_countries_one_controls_add_strength() -> None:
    public = game(*ABC, controls={"mokia": ["great_russia", "nafta"]}).public
    assert (strength(public, P1), strength(public, P2)) == (6, 0)


def test_d27_what_was_pledged_to_a_country_is_lost() -> None:
    state = game(*ABC, controls={"mokia": ["nafta"]}, mercenaries={"mokia": 2, "globbo": 9, "nonintendo": 0})
    played = Played(state).hand_in("turn", p1=act("war", country="caliphate"))
    played.hand_in("war_aid", p2=act("war_aid", to_attacker=0, to_defender=9))
    assert (played.fact("war_fought")["won"], played.mercenaries(P1, P2)) == (False, [0, 0])
    assert played.controller("caliphate") is None


def test_d28_trades_go_on_while_aid_is_asked() -> None:
    state = game(*ABC, controls={"globbo": ["japan"]}, mercenaries={"mokia": 2, "nonintendo": 2})
    played = Played(state).hand_in("turn", p1=act("war", country="japan"))
    offer = act("trade_offer", to=P1, give={"mercenaries": 2}, want={"money": 4})
    played.at("trade", P3, offer).at("trade", P1, act("trade_answer", offer="p3-p1-1", accept=True))
    assert (played.mercenaries(P1, P3), played.money(P1, P3)) == ([4, 0], [36, 44])


def test_d34_a_standing_price_above_the_bid_is_a_counter_price() -> None:
    state = game(
        *ABC, owned={"globbo": ["defense.china"]},
        standing={"globbo": act("mercenary_prices", rules=[{"answer": "price", "price": 5}])},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 2}))
    assert played.main.kind == "mercenary_counter"
    assert played.state.private[P1].counters == {"defense.china": 5}
    played.hand_in(p1=act("mercenary_counter", company="defense.china", accept=True))
    assert played.money(P1, P2) == [35, 45]


def test_d34_a_standing_refusal_refuses_at_once() -> None:
    refuse = act("mercenary_prices", rules=[{"answer": "refuse", "buyer": "p1"}])
    state = game(*ABC, owned={"globbo": ["defense.china"]}, standing={"globbo": refuse})
    played = Played(state).hand_in("turn", p1=act("buy_mercenaries", bids={"defense.china": 2}))
    assert played.fact("mercenary_bargained")["result"] == "refused"
    assert played.main.name == "turn/3/p2/0"


def test_d40_no_card_after_the_last_call() -> None:
    played = Played(game(*ABC, deck=0, hands={"mokia": ["bull_market"]})).miss().miss().miss()
    played.miss("last_call")
    assert (played.public.over, played.hand(P1)) == (True, ())
    assert played.public.discard == ("bull_market",)


def test_d44_a_dictatorship_nationalises_and_a_kleptocracy_steals() -> None:
    governments = {slug: country.government for slug, country in CONTENT.countries.items()}
    for country, state in (("maghreb", "nationalised"), ("great_russia", "owned")):
        assert governments[country] is not None
        company = f"oil.{country}"
        played = Played(game(*ABC, controls={"mokia": [country]}, owned={"globbo": [company]}))
        assert played.hand_in("turn", p1=act("intervention", company=company)).state_of(company) == state


def test_d47_electronics_is_the_twelfth_industry() -> None:
    assert len(CONTENT.industries) == 12
    assert "electronics" in CONTENT.industries


def test_d48_governments_of_the_nine_countries() -> None:
    governments = Counter(CONTENT.countries[slug].government for slug in COUNTRIES)
    assert governments == {
        Government.DEMOCRACY: 5, Government.DICTATORSHIP: 3, Government.KLEPTOCRACY: 3,
    }  # fmt: skip
    kleptocracies = [one for one in COUNTRIES if CONTENT.countries[one].government is Government.KLEPTOCRACY]
    assert kleptocracies == ["great_russia", "asean", "african_federation"]


def test_d62_the_four_printed_countries_are_close() -> None:
    printed = [CONTENT.countries[slug] for slug in ("european_union", "mercosur", "japan", "china")]
    assert {country.strength for country in printed} == {2}
    assert {country.defence for country in printed} == {4, 5}
    assert all("defense" in country.boxes for country in printed)


# ---- silence ----------------------------------------------------------------------------------------------


def scenes() -> dict[str, Played]:
    wants = {"owned": {"mokia": ["oil.china"]}, "controls": {"globbo": ["maghreb"]}}
    bought = act("buy_company", company="oil.maghreb")
    pledging = act("war_aid_policy", rules=[{"answer": "pledge", "to_attacker": 1}])
    played: dict[str, Any] = {
        "turn": Played(game(*ABC)),
        "antitrust": Played(game(*ABC, **wants)).hand_in("turn", p1=bought),
        "buy_again": Played(game(*ABC, **wants)).hand_in("turn", p1=bought).miss("antitrust"),
        "war_aid": Played(game(*ABC, "lenogo", standing={"globbo": pledging})).hand_in(
            "turn", p1=act("war", country="maghreb")
        ),
        "payout_reaction": Played(game(*ABC, hands={"globbo": ["shortages"]})).hand_in(
            "turn", p1=act("payout", industry="oil")
        ),
        "auction_bid": Played(game(*ABC, hands={"mokia": ["greedy_kleptocrats"]})).hand_in(
            "turn", p1=play("greedy_kleptocrats", country="asean")
        ),
        "election_vote": Played(
            game(*ABC, hands={"mokia": ["elections"]}, owned={"globbo": ["media.japan"]})
        ).hand_in("turn", p1=play("elections", country="india")),
        "program": Played(programmed(*ABC)).at(
            "file", P2, act("queued_action", action={"kind": "payout", "data": {"industry": "oil"}})
        ),
        "last_call": Played(game(*ABC, deck=0, hands={"globbo": ["clone_soldiers"]})).miss().miss().miss(),
    }
    return played


@pytest.mark.parametrize("kind", list(scenes()))
def test_silence_is_taken_for_the_default_that_is_shown(kind: str) -> None:
    """The same board whether everybody hands in the default, or nothing at all."""
    played = scenes()[kind]
    window = played.main
    assert window.kind == kind
    forms: dict[Any, Orders] = {}
    for player in window.players:
        form = default(played.state.seen_by(player), window)
        assert form is not None
        assert RULES.check(played.state.seen_by(player), window, form) == ()
        forms[player] = form
    told = RULES.resolve(played.state, window, forms, Dice(b"1")).state.public
    silent = RULES.resolve(played.state, window, {}, Dice(b"1")).state.public
    for part in ("companies", "countries", "discard", "paid", "round", "turn"):
        assert encode(getattr(told, part)) == encode(getattr(silent, part)), part
    money = [[seat.money for seat in public.seats.values()] for public in (told, silent)]
    armed = [[seat.mercenaries for seat in public.seats.values()] for public in (told, silent)]
    assert (money[0], armed[0]) == (money[1], armed[1])


def test_a_card_asked_for_by_its_type_is_that_card() -> None:
    state = game(*ABC, hands={"globbo": ["l5", "asteroid", "shortages"]})
    offer = act("trade_offer", to=P2, give={"money": 1}, want={"cards": ["shortages", "any"]})
    played = Played(state).at("trade", P1, offer)
    answer = {"offer": "p1-p2-1", "accept": True}
    other = act("trade_answer", **answer, cards=["l5", "asteroid"])
    assert played.codes(P2, other, "trade") == ["wrong_cards"]
    played.at("trade", P2, act("trade_answer", **answer, cards=["l5", "shortages"]))
    assert sorted(played.hand(P1)) == ["l5", "shortages"]
