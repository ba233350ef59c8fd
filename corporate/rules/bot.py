"""The bot: a legal and sensible form made from one player's view alone."""

from __future__ import annotations

from games.contract import Dice, Orders, View, Window

from .bots.character import character
from .bots.coalition import join, vote
from .bots.plan import Plan
from .bots.runs import habits, runs
from .bots.shares import claim, influence, shares
from .bots.stakes import stakes
from .check import desk_of
from .net import sift
from .state import Private, Public
from .windows import is_open

HABITS = (shares, influence, vote, habits, stakes, join, runs, claim)
"""What a bot thinks of, dearest things first: each adds the orders it still can pay."""


def advise(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A form that passes `check`. Its draws are labelled `bot/...`, so that two bots differ.

    Bots keep their money: they send no transfer.
    """
    desk = desk_of(view)
    if desk is None or not is_open(view.public, window) or window.kind == "transfer":
        return None
    if window.kind == "characters":
        return (character(view.public.characters, desk, dice),)
    plan = Plan(desk, view.public, dice)
    for habit in HABITS:
        habit(plan)
    wanted = tuple(plan.orders)
    return tuple(wanted[kept.place] for kept in sift(desk, wanted).kept)
