"""Examples 13 to 26 of section 17: purchases, mercenaries, wars, interventions, auctions, elections."""

from __future__ import annotations

from typing import Any

import pytest

from megacorps.rules.phases.war import losses

from .scene import P1, P2, P3, P4, Played, act, game, play

# ---- purchases ------------------------------------------------------------------------------------


def test_example_13_a_forbidden_purchase() -> None:
    state = game(
        "nonintendo", "mokia", "globbo",
        owned={"nonintendo": ["aerospace.japan"]}, controls={"mokia": ["european_union"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("buy_company", company="aerospace.european_union"))
    assert played.main.awaited == (P2,)
    played.hand_in("antitrust", p2=act("antitrust", allow=False))
    assert played.money(P1) == [40]
    assert played.main.awaited == (P1,)
    assert played.main.orders == ("buy_again",)  # no other kind of action
    assert played.codes(P1, act("payout", industry="oil")) == ["unknown_order"]
    again = act("buy_again", company="aerospace.european_union")
    assert played.codes(P1, again) == ["already_refused"]
    played.hand_in("buy_again", p1=act("buy_again", company="aerospace.great_russia"))
    assert (played.owner("aerospace.great_russia"), played.money(P1)) == (P1, [36])


def test_example_14_no_permission_needed() -> None:
    state = game(
        "windoze", "globbo", "nonintendo",
        owned={"windoze": ["finance.nafta"], "globbo": ["metals.great_russia"]},
        controls={"globbo": ["mercosur"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("buy_company", company="finance.switzerland"))
    assert (played.owner("finance.switzerland"), played.money(P1)) == (P1, [36])
    assert played.main.name == "turn/3/p2/0"
    other = Played(played.state).hand_in("turn", p2=act("buy_company", company="metals.mercosur"))
    assert other.owner("metals.mercosur") == P2
    played.hand_in("turn", p2=act("pass")).hand_in("turn", p3=act("buy_company", company="metals.mercosur"))
    assert played.owner("metals.mercosur") == P3


# ---- mercenaries ------------------------------------------------------------------------------------


def test_example_15_three_for_two_euros() -> None:
    state = game(
        "nonintendo", "the_mouse", "windoze", "lenogo", mercenaries={"nonintendo": 0},
        owned={
            "the_mouse": ["defense.european_union"], "windoze": ["defense.mercosur"],
            "lenogo": ["defense.japan"],
        },
        states={"defense.china": "nationalised"},
    )  # fmt: skip
    bids = {"defense.european_union": 0, "defense.mercosur": 0, "defense.japan": 0}
    played = Played(state).hand_in("turn", p1=act("buy_mercenaries", from_bank=2, bids=bids))
    assert played.main.awaited == (P2, P3, P4)
    played.hand_in(
        "mercenary_reply",
        p2=act("mercenary_reply", company="defense.european_union", answer="accept"),
        p3=act("mercenary_reply", company="defense.mercosur", answer="counter", price=4),
        p4=act("mercenary_reply", company="defense.japan", answer="refuse"),
    )
    played.hand_in("mercenary_counter", p1=act("mercenary_counter", company="defense.mercosur", accept=False))
    assert (played.money(P1), played.mercenaries(P1)) == ([38], [3])


def test_example_16_clone_soldiers() -> None:
    state = game(
        "lenogo", "mokia", "globbo", clone_soldiers=True, mercenaries={"lenogo": 0},
        owned={
            "lenogo": ["defense.china", "biotech.china", "biotech.japan"],
            "mokia": ["defense.european_union", "defense.mercosur"],
            "globbo": ["biotech.nafta", "biotech.european_union"],
        },
        states={"defense.great_russia": "syndicalised"},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("buy_mercenaries", from_bank=9, bids={}))
    assert (played.mercenaries(P1), played.money(P1)) == ([6], [37])
    assert played.fact("mercenaries_bought") == {"player": "p1", "free": 3, "bank": 3, "cost": 3}


def test_example_17_sold_at_the_standing_price() -> None:
    state = game(
        "windoze", "mokia", "globbo", owned={"mokia": ["defense.mercosur"]},
        standing={"mokia": act("mercenary_prices", rules=[{"answer": "price", "price": 1}])},
    )  # fmt: skip
    played = Played(state)
    played.hand_in("turn", p1=act("buy_mercenaries", bids={"defense.mercosur": 2}))
    assert (played.money(P1, P2), played.mercenaries(P1)) == ([39, 41], [2])
    assert played.main.awaited == (P2,)
    assert played.main.kind == "turn"


# ---- war ----------------------------------------------------------------------------------------------


def test_example_18_losses() -> None:
    assert losses(3, 1) == (1, 1)


def japan(**given: Any) -> Played:
    """Lenogo controls Great Russia only and attacks Japan."""
    state = game(
        "lenogo", "nonintendo", "globbo",
        controls={"lenogo": ["great_russia"], "nonintendo": ["japan"]},
        mercenaries={"lenogo": 2, "nonintendo": 0}, **given,
    )  # fmt: skip
    return Played(state).hand_in("turn", p1=act("war", country="japan"))


def test_example_19_japan_falls() -> None:
    played = japan(owned={"nonintendo": ["media.japan"]})
    played.hand_in("war_aid", p3=act("war_aid", to_attacker=1, to_defender=0))
    assert (played.controller("japan"), played.mercenaries(P1, P3)) == (P1, [2, 0])
    fought = played.fact("war_fought")
    assert (fought["attack"], fought["defence"]) == (5, 4)
    played.hand_in("war_spoils", p1=act("war_spoils", company="media.japan"))
    assert (played.state_of("media.japan"), played.money(P2)) == ("unowned", [44])


def test_example_20_a_tie_is_the_defenders() -> None:
    played = japan(owned={"lenogo": ["media.japan"]}).miss("war_aid")
    assert (played.controller("japan"), played.mercenaries(P1)) == (P2, [1])
    played.hand_in("war_spoils", p2=act("war_spoils", company="media.japan"))
    assert (played.state_of("media.japan"), played.money(P1)) == ("unowned", [44])


def test_example_21_great_russia_holds_and_steals() -> None:
    state = game(
        "mokia", "windoze", "globbo",
        controls={"mokia": ["european_union"], "windoze": ["great_russia"]},
        mercenaries={"mokia": 4, "windoze": 2, "globbo": 0}, owned={"mokia": ["oil.great_russia"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("war", country="great_russia"))
    fought = played.fact("war_fought")
    assert (fought["attack"], fought["defence"], fought["won"]) == (6, 8, False)
    assert played.mercenaries(P1, P2) == [2, 0]
    played.hand_in("war_spoils", p2=act("war_spoils", company="oil.great_russia"))
    assert played.owner("oil.great_russia") == P2


@pytest.mark.parametrize(
    ("number", "pledge", "won", "left"), [(22, 0, True, 4), (22, 3, False, 2), (23, 1, True, 4)]
)
def test_examples_22_and_23_the_caliphate(number: int, pledge: int, won: bool, left: int) -> None:
    """Example 22 and example 23."""
    state = game(
        "globbo", "lenogo", "mokia", controls={"globbo": ["mercosur"]},
        mercenaries={"globbo": 5, "lenogo": 3},
        owned={"lenogo": ["oil.caliphate"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=act("war", country="caliphate"))
    played.hand_in("war_aid", p2=act("war_aid", to_attacker=0, to_defender=pledge), p3=())
    assert played.fact("war_fought")["won"] is won, f"example {number}"
    assert played.mercenaries(P1, P2) == [left, 3 - pledge]
    assert played.controller("caliphate") == (P1 if won else None)
    assert played.main.kind == "turn"  # no spoils


# ---- interventions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("country", "company", "government", "state", "compensation"),
    [
        ("european_union", "software.european_union", {}, "unowned", 4),
        ("china", "biotech.china", {}, "nationalised", 0),
        ("asean", "robotics.asean", {}, "owned", 0),
        ("india", "media.india", {"india": "wikisyndicalism"}, "syndicalised", 4),
    ],
)
def test_example_24_what_governments_do(
    country: str, company: str, government: dict[str, str], state: str, compensation: int
) -> None:
    played = Played(
        game(
            "mokia", "windoze", "globbo", controls={"mokia": [country]}, governments=government,
            owned={"windoze": [company]},
        )
    )  # fmt: skip
    played.hand_in("turn", p1=act("intervention", company=company))
    assert (played.state_of(company), played.money(P2)) == (state, [40 + compensation])
    assert played.owner(company) == (P1 if state == "owned" else None)


# ---- auctions, elections ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "controller", "left"),
    [((7, 9, 0), P2, [40, 31]), ((9, 9, 0), None, [40, 40]), ((0, 0, 0), P1, [40, 40])],
)
def test_example_25_an_auction(bids: tuple[int, ...], controller: str | None, left: list[int]) -> None:
    state = game(
        "mokia", "globbo", "lenogo", controls={"mokia": ["asean"]}, hands={"lenogo": ["greedy_kleptocrats"]}
    )
    played = Played(state).at("cards", P3, play("greedy_kleptocrats", country="asean"))
    forms = {f"p{number}": act("auction_bid", amount=bid) for number, bid in enumerate(bids, 1)}
    played.hand_in("auction_bid", **forms)
    assert (played.controller("asean"), played.money(P1, P2)) == (controller, left)
    assert played.fact("auction_held")["bids"] == {"p1": bids[0], "p2": bids[1], "p3": 0}


@pytest.mark.parametrize(("globbo", "mokia", "controller"), [(P1, P4, None), (P1, P1, P1), (P4, P4, P4)])
def test_example_26_an_election(globbo: str, mokia: str, controller: str | None) -> None:
    state = game(
        "globbo", "the_mouse", "mokia", "windoze", controls={"windoze": ["india"]},
        owned={
            "globbo": ["media.nafta", "media.european_union"], "the_mouse": ["media.mercosur", "media.japan"],
            "mokia": ["media.india"],
        },
        hands={"globbo": ["elections"]},
    )  # fmt: skip
    played = Played(state).hand_in("turn", p1=play("elections", country="india"))
    assert played.main.awaited == (P1, P2, P3)
    played.hand_in(
        "election_vote", p1=act("election_vote", for_=globbo), p2=act("election_vote", for_=P2),
        p3=act("election_vote", for_=mokia),
    )  # fmt: skip
    assert played.controller("india") == controller
