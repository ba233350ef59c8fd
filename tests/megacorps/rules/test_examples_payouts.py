"""Examples 1 to 12 of section 17: what an industry pays, and to whom."""

from __future__ import annotations

from typing import Any

import pytest

from .scene import P1, P2, P3, P4, Game, Played, act, game


def pays(state: Game, industry: str, **reactions: Any) -> list[int]:
    """What everybody gets when the first player takes the payout action."""
    played = Played(state)
    before = [seat.money for seat in played.public.seats.values()]
    played.hand_in("turn", p1=act("payout", industry=industry))
    if reactions:
        played.hand_in("payout_reaction", **reactions)
    return [seat.money - old for seat, old in zip(played.public.seats.values(), before, strict=True)]


def test_example_1_a_monopoly_of_four() -> None:
    own = [f"nanotech.{country}" for country in ("nafta", "european_union", "mercosur", "asean")]
    state = game("the_mouse", "mokia", "globbo", owned={"the_mouse": own})
    assert pays(state, "nanotech") == [40, 0, 0]


AEROSPACE = {
    "mokia": ["aerospace.nafta", "aerospace.european_union"],
    "nonintendo": ["aerospace.japan"],
    "windoze": ["aerospace.china", "aerospace.great_russia"],
}


def test_example_2_three_owners() -> None:
    assert pays(game("mokia", "nonintendo", "windoze", owned=AEROSPACE), "aerospace") == [12, 6, 12]


@pytest.mark.parametrize(
    ("number", "controller", "lenogo", "globbo"),
    [(3, "lenogo", 12, 6), (4, None, 8, 4), (5, "mokia", 8, 4), (6, "globbo", 12, 6)],
)  # fmt: skip
def test_examples_3_to_6_a_nationalised_company(
    number: int, controller: str | None, lenogo: int, globbo: int
) -> None:
    """Example 3, example 4, example 5 and example 6."""
    state = game(
        "lenogo", "globbo", "mokia",
        owned={"lenogo": ["finance.nafta", "finance.mercosur"], "globbo": ["finance.caliphate"]},
        states={"finance.china": "nationalised"}, controls={controller: ["china"]} if controller else {},
    )  # fmt: skip
    assert pays(state, "finance") == [lenogo, globbo, 0], f"example {number}"


@pytest.mark.parametrize(("card", "windoze"), [(None, 32), ("shortages", 40), ("oversupply", 24)])
def test_example_7_software_and_the_syndicalised(card: str | None, windoze: int) -> None:
    own = [f"software.{country}" for country in ("nafta", "european_union", "india", "asean")]
    hands = {"mokia": [card]} if card else {}
    state = game("windoze", "mokia", "globbo", owned={"windoze": own}, hands=hands)
    given = {"p2": act("payout_reaction", first=card)} if card else {}
    assert pays(state, "software", **given)[0] == windoze


def test_example_8_no_competitor_at_all() -> None:
    own = [f"biotech.{country}" for country in ("nafta", "european_union", "china", "japan", "india")]
    state = game("lenogo", "mokia", "globbo", owned={"lenogo": own}, hands={"mokia": ["shortages"]})
    assert pays(state, "biotech", p2=act("payout_reaction", first="shortages")) == [60, 0, 0]


def test_example_9_six_are_read_as_five() -> None:
    names = ("mokia", "globbo", "nonintendo", "lenogo", "the_mouse")
    countries = ("european_union", "great_russia", "china", "caliphate", "maghreb")
    owned = {name: [f"oil.{country}"] for name, country in zip(names, countries, strict=True)}
    hands = {"globbo": ["oversupply"]}
    assert pays(game(*names, owned=owned), "oil") == [3] * 5
    with_card = game(*names, owned=owned, hands=hands)
    assert pays(with_card, "oil", p2=act("payout_reaction", first="oversupply")) == [3] * 5


def test_example_10_oversupply_answered_by_shortages() -> None:
    hands = {"nonintendo": ["oversupply"], "windoze": ["shortages"]}
    played = Played(game("mokia", "nonintendo", "windoze", owned=AEROSPACE, hands=hands))
    played.hand_in("turn", p1=act("payout", industry="aerospace"))
    played.hand_in(
        p2=act("payout_reaction", first="oversupply"), p3=act("payout_reaction", counter=["shortages"])
    )
    assert played.money(P1, P2, P3) == [52, 46, 52]
    assert played.public.discard == ("oversupply", "shortages")


def test_example_11_the_syndicalised_always_count() -> None:
    state = game(
        "nonintendo", "mokia", "globbo", owned={"nonintendo": ["electronics.japan", "electronics.india"]},
        states={"electronics.china": "syndicalised"}, controls={"nonintendo": ["china"]},
    )  # fmt: skip
    assert pays(state, "electronics") == [8, 0, 0]


def test_example_12_who_answers_first() -> None:
    hands = {"globbo": ["shortages"], "lenogo": ["oversupply"], "windoze": ["shortages"]}
    played = Played(game("mokia", "globbo", "lenogo", "windoze", hands=hands))
    played.hand_in("turn", p1=act("payout", industry="oil"))
    played.hand_in(
        p2=act("payout_reaction", first="shortages"), p3=act("payout_reaction", counter=["oversupply"]),
        p4=act("payout_reaction", first="shortages"),
    )  # fmt: skip
    assert [(one["player"], one["card"], one["cancels"]) for one in played.facts("reaction_played")] == [
        (P2, "shortages", False), (P3, "oversupply", True),
    ]  # fmt: skip
    assert played.fact("paid_out")["modifier"] == 0
    assert played.hand(P4) == ("shortages",)
    assert all(
        "shortages" not in str(event.data) for event in played.events if event.data.get("player") == P4
    )
