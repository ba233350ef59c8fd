"""The bot: makes a legal and sensible form from one player's view only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.contract import Dice, Orders, View, Window

from .bots.character import character
from .bots.coalition import join, vote
from .bots.plan import Plan
from .bots.runs import habits, runs
from .bots.shares import claim, influence, shares
from .bots.stakes import stakes
from .bots.taste import ANY, PLAIN, TASTES, Taste
from .check import desk_of
from .net import sift
from .state import Private, Public
from .windows import is_open

Habit = Callable[[Plan], None]

HABITS: Final[tuple[Habit, ...]] = (shares, influence, vote, habits, stakes, join, runs, claim)
"""The parts of a bot's form, most expensive first: each adds the orders that the bot can still pay."""

SENSIBLE: Final[tuple[Habit, ...]] = (shares, influence, vote, join, claim)
"""What somebody does in a first game: buys and votes, bets on nothing, plots nothing."""


def advise(view: View[Public, Private], window: Window, dice: Dice, taste: str = "") -> Orders | None:
    """A form that passes `check`. Draws are labelled `bot/...`. Bots never send transfers."""
    return _form(view, window, dice, HABITS, TASTES.get(taste, ANY))


def beginner(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """The form of somebody in a first game, as measurements need one."""
    return _form(view, window, dice, SENSIBLE, PLAIN)


def _form(
    view: View[Public, Private], window: Window, dice: Dice, parts: Sequence[Habit], taste: Taste
) -> Orders | None:
    desk = desk_of(view)
    if desk is None or not is_open(view.public, window) or window.kind == "transfer":
        return None
    if window.kind == "characters":
        return (character(view.public.characters, desk, dice),)
    plan = Plan(desk, view.public, dice, taste)
    for habit in parts:
        habit(plan)
    wanted = tuple(plan.orders)
    return tuple(wanted[kept.place] for kept in sift(desk, wanted).kept)
