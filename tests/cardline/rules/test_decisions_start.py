"""The decisions of section 14 on options, seats, chance and the deal, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from cardline.rules import RULES
from cardline.rules.content import CHARACTERISTICS
from cardline.rules.meta import chosen
from cardline.rules.state import Private, Public
from games.contract import Dice, LoadedDice, Outcome, PlayerId

from .scene import CARDS

IDENTITY = tuple(range(110))
NAMES = sorted(CARDS)


def seats(count: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"p{number}") for number in range(1, count + 1))


def start(count: int, dice: Dice | None = None, **options: Any) -> Outcome[Public, Private, Any]:
    return RULES.setup(seats(count), options, dice or LoadedDice({"deck": IDENTITY}))


def test_setup_deals_round_the_table_from_the_first_seat() -> None:
    public = start(3, first_player="1", hand_size="2").state.public
    assert public.hands == {
        "p2": (NAMES[0], NAMES[3]),
        "p3": (NAMES[1], NAMES[4]),
        "p1": (NAMES[2], NAMES[5]),
    }
    assert public.line == (NAMES[6],)
    assert public.deck_count == 103
    assert (public.round_no, public.line_version, public.tie_break) == (1, 1, False)
    assert start(3, first_player="1", hand_size="2").state.hidden.deck == tuple(NAMES[7:])


def test_the_start_is_told() -> None:
    (event,) = start(2, first_player="0", hand_size="1", characteristic="co2").events
    assert (event.kind, event.to) == ("game_started", ("public",))
    assert event.data["card"] == NAMES[2]
    assert event.data["figures"] == CARDS[NAMES[2]].figures
    assert event.data["hands"] == [
        {"player": "p1", "cards": [NAMES[0]]},
        {"player": "p2", "cards": [NAMES[1]]},
    ]
    assert (event.data["characteristic"], event.data["first"]) == ("co2", "p1")


def test_at_most_81_cards_are_used() -> None:
    public = start(8, hand_size="10").state.public
    assert public.deck_count == 29
    assert len({card for hand in public.hands.values() for card in hand} | set(public.line)) == 81


def test_d3_the_rules_do_not_shuffle_seats() -> None:
    public = start(4, first_player="2").state.public
    assert public.players == seats(4)
    assert public.first_seat == 2
    assert public.in_order == ("p3", "p4", "p1", "p2")


def test_d3_d23_what_was_chosen_draws_nothing() -> None:
    dice = Dice(b"chosen")
    start(3, dice, characteristic="gdp", first_player="0", mode="sequential")
    assert list(dice.drawn) == ["deck"]
    dice = Dice(b"chance")
    start(3, dice)
    assert set(dice.drawn) == {"characteristic", "first_seat", "deck"}


@pytest.mark.parametrize("index", range(4))
def test_d23_characteristics_are_in_the_order_of_the_glossary(index: int) -> None:
    public = start(2, LoadedDice({"characteristic": index})).state.public
    assert public.options.characteristic == ("area", "population", "gdp", "co2")[index]
    assert CHARACTERISTICS == ("area", "population", "gdp", "co2")


def test_d28_a_seat_that_nobody_holds_is_drawn() -> None:
    dice = LoadedDice({"first_seat": 1})
    assert start(3, dice, first_player="7").state.public.first_seat == 1
    assert "first_seat" in dice.drawn


@pytest.mark.parametrize(
    ("count", "mode", "settled"),
    [
        (2, "default", "sequential"),
        (3, "default", "simultaneous"),
        (8, "default", "simultaneous"),
        (2, "simultaneous", "simultaneous"),
        (5, "sequential", "sequential"),
    ],
)
def test_d5_mode(count: int, mode: str, settled: str) -> None:
    assert start(count, mode=mode).state.public.options.mode.value == settled


def test_d4_hand_sizes() -> None:
    for size in range(1, 11):
        public = start(2, hand_size=str(size)).state.public
        assert {len(hand) for hand in public.hands.values()} == {size}
    assert {len(hand) for hand in start(2).state.public.hands.values()} == {4}


@pytest.mark.parametrize("value", ["11", "0", "-1", "", "many", None, 12])
def test_d4_d16_what_is_no_choice_is_the_default(value: Any) -> None:
    assert chosen({"hand_size": value}, "hand_size") == "4"
    assert chosen({}, "max_rounds") == "60"
    assert chosen({"max_rounds": "201"}, "max_rounds") == "60"


def test_the_table_version_is_kept() -> None:
    assert start(2).state.public.table_version == 1


def test_d26_nothing_is_private() -> None:
    state = start(3).state
    assert state.private == {player: Private() for player in seats(3)}
