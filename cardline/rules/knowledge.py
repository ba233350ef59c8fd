"""What a bot believes about a country: the figure, blurred by the bot's own dice.

Bots read the table nowhere else, and get only the blurred figure.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from games.contract import Dice

from .content import TABLES

KNOWLEDGE: Final = {"geographer": 120, "traveller": 180, "tourist": 300}
"""By kind of bot, in hundredths: the factor within which two guesses of three fall."""

DEFAULT_KNOWLEDGE: Final = "traveller"


def blurred(value: int, factor: int, deviation: int) -> Fraction:
    """`value` times (`factor` / 100) to the power of `deviation` / 100. The fractional part of the power is
    interpolated linearly, so that no rounding depends on the machine."""
    whole, rest = divmod(abs(deviation), 100)
    step = Fraction(factor, 100)
    stretch = step**whole * (1 + (step - 1) * rest / 100)
    return value * stretch if deviation >= 0 else value / stretch


def believed(card: str, version: int, characteristic: str, knowledge: str, dice: Dice) -> Fraction:
    """The figure that a bot believes a card has. The sum of three dice from -100 to 100 has the standard
    deviation 100, which means one factor; at most it is three factors."""
    label = ("bot", "figure", card)
    deviation = sum(dice.below(201, *label, str(number)) - 100 for number in range(3))
    return blurred(TABLES[version][card].figures[characteristic], KNOWLEDGE[knowledge], deviation)
