"""Decisions of section 19 about companies, payouts, cards, wars, auctions: each test names its own."""

from __future__ import annotations

import pytest

from megacorps.rules.board import payout
from megacorps.rules.content import COMPANIES, CONTENT, COUNTRIES, Timing
from megacorps.rules.standings import _ranked

from .scene import P1, P2, P3, P4, Played, act, game, new, play, programmed

ABC = ("mokia", "globbo", "nonintendo")


def test_d1_no_limit_to_mercenaries() -> None:
    played = Played(game(*ABC, mercenaries={"mokia": 500}))
    played.hand_in("turn", p1=act("buy_mercenaries", from_bank=5))
    assert played.mercenaries(P1) == [505]


def test_d2_five_boxes_each_and_two_absent() -> None:
    assert {len(boxes) for boxes in CONTENT.by_industry.values()} == {5}
    played = new(3)
    assert [c for c in COMPANIES if played.state_of(c) == "absent"] == ["metals.asteroid", "nanotech.l5"]


def test_d3_four_neutral_countries() -> None:
    neutral = [slug for slug, country in CONTENT.countries.items() if country.neutral]
    assert neutral == ["switzerland", "l5", "asteroid", "open_source_software"]
    assert len(COUNTRIES) == 11
    played = Played(game(*ABC))
    assert played.codes(P1, act("war", country="switzerland")) == ["unknown_choice"]


def test_d4_the_best_megacorp_that_is_left() -> None:
    ranking = ["windoze", "mokia", "globbo", "nonintendo", "lenogo", "the_mouse"]
    form = act("choose_megacorp", ranking=ranking)
    played = new(3).hand_in("choose_megacorp", p1=form, p2=form, p3=form)
    chosen = {seat.megacorp for seat in played.public.seats.values()}
    assert chosen == {"windoze", "mokia", "globbo"}
    assert new(3).codes(P1, act("choose_megacorp", ranking=ranking[:5])) == ["not_all_six"]


def test_d5_first_companies_are_free_in_the_same_order_twice() -> None:
    played = new(3).miss("choose_megacorp")
    order, picked = played.public.in_order, []
    while played.main.kind == "pick_company":
        picked.append(played.main.awaited[0])
        played.miss()
    assert tuple(picked) == order * 2
    assert played.money(*order) == [40, 40, 40]


def test_d7_markers_are_no_goods() -> None:
    played = Played(game(*ABC, paid=P1))
    gift = act("gift", to=P2, give={"paid": True})
    assert played.codes(P1, gift, "trade") == ["malformed"]


def test_d8_each_nationalised_company_counts() -> None:
    states = {"oil.china": "nationalised", "oil.caliphate": "nationalised", "oil.maghreb": "nationalised"}
    owned = {"mokia": ["oil.european_union", "oil.great_russia"]}
    assert payout(game(*ABC, owned=owned, states=states).public, "oil").each == 4  # 1 + 3


def test_d9_targets_of_interventions() -> None:
    state = game(
        *ABC, controls={"mokia": ["china", "asean", "japan"]}, states={"oil.china": "nationalised"},
        owned={"mokia": ["biotech.china", "robotics.asean", "media.japan"]},
    )  # fmt: skip
    played = Played(state)
    assert played.codes(P1, act("intervention", company="oil.china")) == ["not_owned"]
    assert played.codes(P1, act("intervention", company="solar.china")) == ["not_owned"]
    assert played.codes(P1, act("intervention", company="robotics.asean")) == ["own_company"]
    assert played.codes(P1, act("intervention", company="media.india")) == ["not_controlled"]
    assert played.codes(P1, act("intervention", company="finance.switzerland")) == ["not_controlled"]
    played.hand_in("turn", p1=act("intervention", company="media.japan"))
    assert (played.state_of("media.japan"), played.money(P1)) == ("unowned", [44])


def test_d10_d43_what_stays_after_a_change_of_government() -> None:
    state = game(
        *ABC, states={"oil.china": "nationalised"}, controls={"globbo": ["china", "india"]},
        hands={
            "mokia": ["democratic_revolution", "wikisyndicalism", "vote_of_no_confidence", "military_coup"]
        },
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=play("democratic_revolution", country="china"))
    assert (played.state_of("oil.china"), played.controller("china")) == ("nationalised", P2)
    played.hand_in("turn", p1=play("wikisyndicalism", country="india"))
    assert played.codes(P1, play("vote_of_no_confidence", country="india")) == ["wrong_government"]
    assert played.codes(P1, play("military_coup", country="india")) == ["wrong_government"]
    assert played.controller("india") == P2


def test_d11_d19_one_of_each_from_two_players() -> None:
    hands = {"globbo": ["oversupply", "shortages"], "nonintendo": ["oversupply"]}
    owned = {"mokia": ["oil.china"]}
    played = Played(game(*ABC, hands=hands, owned=owned)).hand_in("turn", p1=act("payout", industry="oil"))
    played.hand_in(
        "payout_reaction", p2=act("payout_reaction", first="oversupply", counter=["shortages"]),
        p3=act("payout_reaction", first="oversupply"),
    )  # fmt: skip
    assert [one["card"] for one in played.facts("reaction_played")] == ["oversupply"]
    assert played.hand(P2) == ("shortages",)
    assert played.hand(P3) == ("oversupply",)


def test_a_first_goes_before_any_counter() -> None:
    hands = {"globbo": ["oversupply"], "nonintendo": ["shortages"], "lenogo": ["shortages"]}
    played = Played(game(*ABC, "lenogo", hands=hands)).hand_in("turn", p1=act("payout", industry="oil"))
    played.hand_in(
        "payout_reaction", p2=act("payout_reaction", first="oversupply"),
        p3=act("payout_reaction", counter=["shortages"]), p4=act("payout_reaction", first="shortages"),
    )  # fmt: skip
    assert [one["player"] for one in played.facts("reaction_played")] == ["p2", "p4"]


def test_d12_abstaining_and_d13_no_votes() -> None:
    state = game(
        *ABC, hands={"mokia": ["elections"]}, owned={"mokia": ["media.japan"]}, controls={"globbo": ["india"]}
    )
    played = Played(state).hand_in("turn", p1=play("elections", country="india"))
    played.hand_in("election_vote", p1=act("election_vote", for_=None))
    assert played.controller("india") == P2
    assert played.fact("election_held")["votes"] == [{"player": "p1", "votes": 1, "vote": None}]


def test_d14_the_last_player_wins_at_once() -> None:
    played = Played(game(*ABC, owned={"nonintendo": ["oil.china"]})).leave(P1).leave(P2)
    assert played.names == []
    assert played.money(P3) == [40]
    assert played.ranks == {"p3": 1, "p1": 2, "p2": 2}


def test_d15_the_two_drawn_countries_go_to_two_players() -> None:
    for seed in range(12):
        played = new(4, seed).miss("choose_megacorp")
        drawn = [one["player"] for one in played.facts("country_dealt") if one["drawn"]]
        assert len(drawn) == len(set(drawn)) == 2


def test_d17_one_owner_beside_the_nationalised_is_one_competitor() -> None:
    owned = {"mokia": ["oil.european_union", "oil.great_russia", "oil.china", "oil.caliphate"]}
    state = game(*ABC, owned=owned, states={"oil.maghreb": "nationalised"}, controls={"mokia": ["maghreb"]})
    assert payout(state.public, "oil").each == 10
    assert payout(state.public, "oil", -1).each == 12


def test_d18_d21_a_payout_by_card_moves_nothing() -> None:
    state = game(*ABC, hands={"mokia": ["bull_market"]}, paid=P1, owned={"globbo": ["oil.china"]})
    played = Played(state).hand_in("turn", p1=play("bull_market", industry="oil"))
    assert (played.public.paid, played.public.payout_taken, played.money(P2)) == (P1, False, [43])
    assert played.codes(P1, act("payout", industry="oil")) == ["holds_paid"]
    played.hand_in("turn", p1=act("pass")).hand_in("turn", p2=act("payout", industry="oil"))
    assert played.public.paid == P2
    assert played.codes(P3, act("payout", industry="oil")) == ["payout_taken"]


def test_d20_the_bank_pays_for_a_divestment() -> None:
    state = game(*ABC, controls={"mokia": ["japan"]}, owned={"globbo": ["media.japan"]})
    played = Played(state).hand_in("turn", p1=act("intervention", company="media.japan"))
    assert played.money(P1, P2) == [40, 44]


def test_d22_d23_a_payout_nobody_gets() -> None:
    played = Played(game(*ABC))
    assert played.public.paid is None
    played.hand_in("turn", p1=act("payout", industry="oil"))
    assert (played.public.paid, played.money(P1, P2, P3)) == (P1, [40, 40, 40])


def test_d24_d35_wars_without_a_country_and_purchases_of_nothing() -> None:
    state = game(*ABC, controls={"globbo": ["japan"]}, mercenaries={"mokia": 9, "globbo": 0})
    assert Played(state).codes(P1, act("war", country="japan")) == []
    own = Played(game(*ABC, controls={"mokia": ["japan"]}))
    assert own.codes(P1, act("war", country="japan")) == ["own_country"]
    none = Played(game(*ABC, mercenaries={"mokia": 0}))
    assert none.codes(P1, act("war", country="japan")) == ["no_mercenary"]
    none.hand_in("turn", p1=act("buy_mercenaries"))
    assert none.mercenaries(P1) == [0]


def test_d26_equal_numbers_are_all_lost() -> None:
    state = game(*ABC, controls={"globbo": ["japan"]}, mercenaries={"mokia": 3, "globbo": 3, "nonintendo": 0})
    played = Played(state).hand_in("turn", p1=act("war", country="japan"))
    assert played.mercenaries(P1, P2) == [0, 0]


def test_d29_belligerents_give_no_mercenaries_away() -> None:
    state = game(
        *ABC, controls={"globbo": ["japan"]}, owned={"mokia": ["oil.china"]}, mercenaries={"globbo": 2}
    )
    played = Played(state).hand_in("turn", p1=act("war", country="japan"))
    for player in (P1, P2):
        assert played.codes(player, act("gift", to=P3, give={"mercenaries": 1}), "trade") == ["locked"]
    assert played.codes(P1, act("gift", to=P3, give={"companies": ["oil.china"]}), "trade") == ["locked"]
    assert played.codes(P3, act("gift", to=P1, give={"mercenaries": 1}), "trade") == []
    assert played.codes(P1, act("gift", to=P3, give={"money": 4}), "trade") == []


def test_d30_d31_d54_spoils() -> None:
    """The current government of the country; preferences answer at once, the word `none` too."""
    given = {
        "controls": {"globbo": ["japan"]}, "owned": {"globbo": ["media.japan", "solar.japan"]},
        "mercenaries": {"mokia": 9, "globbo": 0, "nonintendo": 0}, "governments": {"japan": "kleptocracy"},
    }  # fmt: skip
    asked = Played(game(*ABC, **given)).hand_in("turn", p1=act("war", country="japan", spoils=["oil.china"]))
    assert asked.main.kind == "war_spoils"
    assert asked.codes(P1, act("war_spoils", company="biotech.japan")) == ["not_asked_about"]
    assert Played(asked.state).miss("war_spoils").owner("media.japan") == P2
    listed = Played(game(*ABC, **given))
    listed.hand_in("turn", p1=act("war", country="japan", spoils=["oil.china", "solar.japan"]))
    assert listed.owner("solar.japan") == P1
    none = Played(game(*ABC, **given)).hand_in("turn", p1=act("war", country="japan", spoils=["none"]))
    assert (none.main.kind, none.owner("solar.japan")) == ("turn", P2)
    filed = {"mokia": act("spoils_preferences", companies=["media.japan"])}
    standing = Played(game(*ABC, **given, standing=filed)).hand_in("turn", p1=act("war", country="japan"))
    assert standing.owner("media.japan") == P1


@pytest.mark.parametrize(("missed", "owner"), [(0, None), (3, P1)])
def test_d32_silence_forbids_and_absence_allows(missed: int, owner: str | None) -> None:
    state = game(
        *ABC, owned={"mokia": ["oil.china"]}, controls={"globbo": ["maghreb"]}, missed={"globbo": missed}
    )
    played = Played(state)
    played.hand_in("turn", p1=act("buy_company", company="oil.maghreb", then_pass=True))
    if played.main.kind == "antitrust":
        played.miss("antitrust")
    assert played.owner("oil.maghreb") == owner


def test_d33_several_refusals() -> None:
    state = game(
        *ABC, owned={"mokia": ["oil.china"]}, controls={"globbo": ["maghreb", "caliphate"]},
        standing={"globbo": act("antitrust_policy", rules=[{"answer": "forbid"}])},
    )  # fmt: skip
    played = Played(state)
    played.hand_in("turn", p1=act("buy_company", company="oil.maghreb", fallbacks=["oil.caliphate"]))
    assert len(played.facts("permission_refused")) == 2
    played.hand_in("buy_again", p1=act("buy_again", company=None))
    assert played.main.name == "turn/3/p2/0"


def test_d36_elections_and_votes_of_no_confidence() -> None:
    hands = {"globbo": ["elections", "vote_of_no_confidence"]}
    played = Played(game(*ABC, hands=hands, controls={"mokia": ["japan"]}))
    assert played.codes(P2, play("elections", country="japan"), "cards") == ["own_turn_only"]
    assert played.codes(P2, play("vote_of_no_confidence", country="india"), "cards") == ["no_controller"]
    assert played.codes(P2, play("vote_of_no_confidence", country="japan"), "cards") == []
    played.miss()
    assert played.codes(P2, play("elections", country="india")) == []


def test_d37_d38_votes_are_told_and_silence_votes_for_oneself() -> None:
    owned = {"mokia": ["media.japan"], "globbo": ["media.india", "media.nafta"]}
    played = Played(game(*ABC, hands={"mokia": ["elections"]}, owned=owned))
    played.hand_in("turn", p1=play("elections", country="india", for_=P1))
    assert (played.main.awaited, played.miss("election_vote").controller("india")) == ((P2,), P2)
    assert len(played.fact("election_held")["votes"]) == 2


def test_d41_gifts_need_no_consent_and_d42_play_stops() -> None:
    state = game(*ABC, hands={"mokia": ["greedy_kleptocrats", "l5"]})
    played = Played(state).at("trade", P1, act("gift", to=P2, give={"money": 5, "cards": ["l5"]}))
    assert (played.money(P1, P2), played.hand(P2)) == ([35, 45], ("l5",))
    assert [event.to for event in played.events if event.kind == "cards_moved"] == [("p1", "p2")]
    assert "l5" not in str([event.data for event in played.events if event.kind == "given"])
    played.hand_in("turn", p1=play("greedy_kleptocrats", country="asean"))
    assert "trade" not in played.names


@pytest.mark.parametrize(
    ("money", "buy", "code"), [(4, True, []), (3, True, ["not_enough_money"]), (3, False, [])]
)
def test_d45_l5_bought_at_once(money: int, buy: bool, code: list[str]) -> None:
    played = Played(game(*ABC, hands={"mokia": ["l5"]}, money={"mokia": money}))
    assert played.codes(P1, play("l5", buy=buy)) == code
    if not code:
        played.hand_in("turn", p1=play("l5", buy=buy))
        assert played.owner("nanotech.l5") == (P1 if buy else None)
        assert played.money(P1) == [0 if buy else 3]


def test_d46_twenty_one_cards() -> None:
    assert sum(card.count for card in CONTENT.cards.values()) == 21
    assert sum(card.count for card in CONTENT.cards.values() if card.timing is Timing.OPEN) == 15
    assert (len(CONTENT.cards), CONTENT.cards["bull_market"].count) == (15, 3)


def test_d50_the_african_federation() -> None:
    assert CONTENT.by_country["african_federation"] == (
        "metals.african_federation",
        "solar.african_federation",
    )


def test_d52_impossible_parts_are_skipped() -> None:
    state = programmed(
        *ABC, "lenogo", money={"mokia": 3}, mercenaries={"mokia": 0},
        owned={"globbo": ["defense.china", "defense.japan"]}, states={"defense.mercosur": "nationalised"},
        standing={"globbo": act("mercenary_prices", rules=[{"answer": "price", "price": 1}])},
    )  # fmt: skip
    bids = {"defense.china": 1, "defense.japan": 1, "oil.china": 1}
    played = Played(state).hand_in("program", p1=act("buy_mercenaries", from_bank=2, bids=bids))
    # Two from the bank leave €1: enough for the first bid, in alphabetical order, not for the second.
    assert (played.money(P1, P2), played.mercenaries(P1)) == ([0, 41], [3])


def test_d53_who_gets_a_mercenary_later_does_not_pledge() -> None:
    state = game(*ABC, "lenogo", controls={"globbo": ["japan"]}, mercenaries={"nonintendo": 2, "lenogo": 0})
    played = Played(state).hand_in("turn", p1=act("war", country="japan"))
    assert played.main.players == (P3,)
    played.at("trade", P3, act("gift", to=P4, give={"mercenaries": 1}))
    assert played.main.players == (P3,)
    assert played.codes(P4, act("war_aid", to_attacker=1, to_defender=0)) == ["not_asked"]


def test_d55_a_reaction_with_a_card_one_does_not_hold_is_none() -> None:
    rule = {"answer": "play", "first": "shortages"}
    state = game(
        *ABC, hands={"globbo": ["l5"]}, owned={"mokia": ["oil.china"]},
        standing={"globbo": act("payout_reaction_policy", rules=[rule])},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("payout", industry="oil"))
    assert played.facts("reaction_played") == []
    other = Played(game(*ABC, hands={"mokia": ["l5"]}))
    assert other.codes(P1, act("payout", industry="oil", first="shortages")) == ["card_not_held"]


def test_d56_ranks_of_leavers() -> None:
    played = Played(game(*ABC, "lenogo", deck=0)).leave(P1)
    played.miss().miss().miss()
    assert played.ranks == {"p2": 1, "p3": 1, "p4": 1, "p1": 4}
    assert _ranked(played.public, dict.fromkeys(played.public.players, ()))[-1].player == P1


def test_d63_without_money_one_is_not_asked() -> None:
    state = game(*ABC, hands={"mokia": ["greedy_kleptocrats"]}, money={"globbo": 0})
    played = Played(state).hand_in("turn", p1=play("greedy_kleptocrats", country="asean"))
    assert played.main.players == (P1, P3)


def test_workers_takeover_and_privatisation() -> None:
    hands = {"mokia": ["workers_takeover", "privatisation"]}
    state = game(*ABC, hands=hands, owned={"globbo": ["oil.china"]}, states={"oil.maghreb": "nationalised"})
    played = Played(state).hand_in("turn", p1=play("workers_takeover", company="oil.china"))
    assert (played.state_of("oil.china"), played.money(P2)) == ("syndicalised", [44])
    assert played.codes(P1, play("privatisation", company="oil.china")) == ["wrong_state"]
    played.hand_in("turn", p1=play("privatisation", company="oil.maghreb"))
    assert played.state_of("oil.maghreb") == "unowned"
    other = Played(game(*ABC, hands=hands))
    assert other.codes(P1, play("workers_takeover", company="finance.switzerland")) == ["neutral_country"]
