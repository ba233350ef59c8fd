"""The character of a bot: a Background and titles that fit together."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.contract import Dice, Order
from games.rulekit.shapes import order

from ..content import CORPORATIONS
from ..desk import PlayerTurn
from ..orders import Character

NOTHING_CHOSEN: Final = Character()

# the Backgrounds that a bot can use, and the titles that fit each
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


OF_NO_PAST: Final = ("leader", "patriarch", "rentier")
"""The titles for a Background that no bot chooses by itself."""


def character(playing: bool, desk: PlayerTurn, dice: Dice, chosen: Character = NOTHING_CHOSEN) -> Order:
    """A form for the first window that includes what is `chosen` already. The public text is not changed: a
    bot invents none."""
    answers = chosen
    if chosen.citizenship is None and dice.percent("bot", "citizen") <= 70:
        answers = replace(answers, citizenship=dice.pick(tuple(CORPORATIONS), "bot", "citizenship"))
    if not playing:
        return order(answers)
    background = chosen.background or dice.pick(tuple(FITTING), "bot", "background")
    answers = replace(answers, background=background)
    if background == "nobody" and chosen.hidden is None:
        answers = replace(answers, hidden=dice.pick(tuple(FITTING), "bot", "hidden"))
    past = answers.hidden or background
    if not chosen.strategies:
        titles = dice.shuffled(FITTING.get(past, OF_NO_PAST), "bot", "titles")
        count = 1 + dice.below(min(3, len(titles)), "bot", "strategies")
        points = {title: 3 + dice.below(3, "bot", "points", title) for title in titles[:count]}
        answers = replace(answers, strategies=points)
    if past == "avenger" and chosen.avenger is None:
        answers = replace(answers, avenger=dice.pick(desk.private.avenger_draw, "bot", "avenger"))
    return order(answers)
