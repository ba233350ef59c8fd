"""Bots: human ignorance, as wide as the creator chose (`knowledge`)."""

from __future__ import annotations

from fractions import Fraction
from math import log
from statistics import mean, pstdev
from typing import Any

import pytest

from cardline.rules import RULES
from cardline.rules.bot import room_about
from cardline.rules.knowledge import KNOWLEDGE, believed, blurred
from games.contract import Dice, Order, PlayerId

from .scene import ANA, BOB, CARDS, game, simultaneous, skips

PLAYERS = tuple(PlayerId(f"p{number}") for number in range(1, 5))


def right_share(knowledge: str, games: int = 12) -> Fraction:
    """How many of the bots' placements are right."""
    right = wrong = 0
    for seed in range(games):
        options: dict[str, Any] = {"bots": knowledge, "mode": "simultaneous", "characteristic": "population"}
        state = RULES.setup(PLAYERS, options, Dice(b"%d" % seed)).state
        number = 0
        while asked := RULES.windows(state.public):
            number += 1
            forms = {}
            for player in asked[0].awaited:
                dice = Dice(f"{seed}/{number}/{player}".encode())
                forms[player] = RULES.advise(state.seen_by(player), asked[0], dice) or ()
            outcome = RULES.resolve(state, asked[0], forms, Dice(b"%d/%d" % (seed, number)))
            kinds = [event.kind for event in outcome.events]
            right += kinds.count("placed_correctly")
            wrong += kinds.count("placed_wrongly")
            state = outcome.state
    return Fraction(right, right + wrong)


def test_who_knows_more_is_right_more_often_and_nobody_always() -> None:
    shares = [right_share(knowledge) for knowledge in KNOWLEDGE]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] < 1
    assert shares[-1] > Fraction(1, 4)
    assert shares[0] - shares[-1] > Fraction(1, 5)


@pytest.mark.parametrize("knowledge", KNOWLEDGE)
def test_beliefs_are_off_by_the_factor_that_was_chosen(knowledge: str) -> None:
    factor = KNOWLEDGE[knowledge] / 100
    off = []
    for number in range(4):
        for card in CARDS:
            figure = believed(card, 1, "gdp", knowledge, Dice(f"{number}".encode()))
            off.append(log(figure / CARDS[card].figures["gdp"]) / log(factor))
    assert abs(mean(off)) < 0.15
    assert 0.85 < pstdev(off) < 1.2
    assert max(map(abs, off)) <= 3


def test_blurring_is_exact_and_even() -> None:
    assert blurred(1_000, 180, 0) == 1_000
    assert blurred(1_000, 180, 100) == 1_800
    assert blurred(1_800, 180, -100) == 1_000
    assert blurred(100, 180, 150) == 180 * Fraction(14, 10)
    assert blurred(100, 180, 300) == 100 * Fraction(18, 10) ** 3


def test_two_bots_of_one_hand_believe_different_things() -> None:
    guesses = {believed("PER", 1, "area", "traveller", Dice(b"%d" % number)) for number in range(20)}
    assert len(guesses) > 10


def test_beliefs_are_drawn_from_the_bots_own_dice_and_named() -> None:
    state = game(["FRA"], ["CHE", "NOR"], ["LUX", "FJI"])
    dice = Dice(b"own")
    RULES.advise(state.seen_by(ANA), RULES.windows(state.public)[0], dice)
    assert set(dice.drawn) == {f"bot/figure/{card}/{n}" for card in ("CHE", "NOR") for n in range(3)}


def test_room_is_a_factor_and_an_end_is_open() -> None:
    values = (10, 40, 1_000)
    assert room_about(values, 0, Fraction(5)) == 2
    assert room_about(values, 3, Fraction(9_000)) == 9
    assert room_about(values, 1, Fraction(20)) == 2
    assert room_about(values, 2, Fraction(100)) == Fraction(5, 2)


def test_a_bot_does_not_resign_and_comes_back() -> None:
    state = simultaneous(["FRA"], ["CHE"], ["LUX"], skips_in_a_row=skips(p1=0, p2=3))
    doors = {asked.kind: asked for asked in RULES.windows(state.public)}
    assert RULES.advise(state.seen_by(ANA), doors["resign"], Dice(b"x")) is None
    assert RULES.advise(state.seen_by(BOB), doors["return"], Dice(b"x")) == (Order("return"),)
    assert RULES.advise(state.seen_by(ANA), doors["return"], Dice(b"x")) is None
    assert RULES.advise(state.seen_by(None), doors["round"], Dice(b"x")) is None
