"""The character of a bot: a past and titles that go together."""

from __future__ import annotations

from typing import Final

from games.contract import Dice, Order

from ..content import CORPORATIONS
from ..desk import Desk
from ..orders import UNANSWERED

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


def character(playing: bool, desk: Desk, dice: Dice) -> Order:
    """A form for the first window. The public text stays empty: a bot pretends to nothing."""
    data = dict(UNANSWERED)
    if dice.percent("bot", "citizen") <= 70:
        data["citizenship"] = dice.pick(tuple(CORPORATIONS), "bot", "citizenship")
    if playing:
        background = dice.pick(tuple(FITTING), "bot", "background")
        titles = dice.shuffled(FITTING[background], "bot", "titles")
        count = 1 + dice.below(min(3, len(titles)), "bot", "strategies")
        data["background"] = background
        data["strategies"] = {title: 3 + dice.below(3, "bot", "points", title) for title in titles[:count]}
        if background == "avenger":
            data["avenger"] = dice.pick(desk.private.avenger_draw, "bot", "avenger")
    return Order("character", data)
