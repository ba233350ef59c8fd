"""The character of a bot: a past and titles that go together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.contract import Dice, Order
from games.rulekit.shapes import order

from ..content import CORPORATIONS
from ..desk import PlayerTurn
from ..orders import Character

# The Backgrounds a bot knows how to live up to, and the titles that go with each.
FITTING: Final[dict[str, tuple[str, ...]]] = {
    "golden_boy": ("wall_street_man", "patriarch"),
    "shadow_veteran": ("code_breaker", "matchmaker", "arsonist"),
    "decorated_veteran": ("paranoid_sabotage", "paranoid_extraction", "builder"),
    "made_man": ("arsonist", "big_boss"),
    "old_hand": ("opportunist", "conqueror"),
    "young_wolf": ("big_boss", "builder"),
    "heir": ("patriarch", "leader"),
    "winning_ticket": ("rentier", "builder", "patriarch"),
    "power_broker": ("leader", "conqueror"),
    "lawyer": ("leader", "opportunist"),
    "social_parasite": ("spymaster",),
    "celebrity": ("rentier", "wall_street_man"),
    "avenger": ("arsonist", "matchmaker"),
}


def character(playing: bool, desk: PlayerTurn, dice: Dice) -> Order:
    """A form for the first window. The public text stays empty: a bot pretends to nothing."""
    answers = Character()
    if dice.percent("bot", "citizen") <= 70:
        answers = replace(answers, citizenship=dice.pick(tuple(CORPORATIONS), "bot", "citizenship"))
    if playing:
        background = dice.pick(tuple(FITTING), "bot", "background")
        titles = dice.shuffled(FITTING[background], "bot", "titles")
        count = 1 + dice.below(min(3, len(titles)), "bot", "strategies")
        points = {title: 3 + dice.below(3, "bot", "points", title) for title in titles[:count]}
        answers = replace(answers, background=background, strategies=points)
        if background == "avenger":
            answers = replace(answers, avenger=dice.pick(desk.private.avenger_draw, "bot", "avenger"))
    return order(answers)
