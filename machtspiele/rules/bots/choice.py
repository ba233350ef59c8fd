"""Looking one step ahead: the position after each action, without events."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from msgspec.structs import force_setattr, replace

from games.contract import PUBLIC, Dice, Order, PlayerId, Reader, State
from games.rulekit.chance import Chance
from games.rulekit.events import EventData

from .. import orders as o
from ..actions import perform
from ..judge import is_legal
from ..state import Hidden, Private, Public
from ..table import Table
from . import bribing, candidates
from .worth import Me, worth

Ranked = list[tuple[float, Order]]
NOISE = 100
"""Hundredths of worth by which equal bots differ."""


class Quiet(Table):
    """A worktable without events. Its public drawer is a copy, changed in place, because a bot imagines
    dozens of positions for one form."""

    def __init__(self, state: State[Public, Private, Hidden], dice: Dice) -> None:
        super().__init__(state, dice)
        self.public = copy(state.public)

    def change(self, **fields: Any) -> None:
        for name, value in fields.items():
            force_setattr(self.public, name, value)

    def tell(self, data: EventData, to: tuple[Reader, ...] = PUBLIC) -> None:
        pass


def imagine(public: Public, me: Me) -> Quiet:
    """A position as one player knows it, with nothing hidden for the others."""
    drawers = {each: me.private if each == me.player else Private() for each in public.players}
    return Quiet(State(public, drawers, Hidden()), Dice(b"imagined"))


def after(public: Public, me: Me, do: Callable[[Quiet], None]) -> float:
    """The worth of a position after `do` has changed it."""
    table = imagine(public, me)
    do(table)
    return worth(table.public, replace(me, private=table.private[me.player]))


def ranked(public: Public, me: Me, chance: Chance) -> Ranked:
    """Every action that is possible now, the best first, including bribes with their probable outcome."""
    found: Ranked = []
    for order in candidates.actions(public, me.player):
        action = o.ACTIONS.read(order, 0)
        if isinstance(action, o.Action) and is_legal(public, me.player, me.private.cash, action):
            found.append((after(public, me, _performing(me.player, action)), order))
    found += bribing.offers(public, me)
    jitter = chance.shuffled(tuple(range(len(found))))
    noisy = [(value + place / NOISE, order) for (value, order), place in zip(found, jitter, strict=True)]
    return sorted(noisy, key=lambda each: -each[0])


def _performing(player: PlayerId, action: o.Action) -> Callable[[Quiet], None]:
    return lambda table: perform(table, player, action)


def preferences(ranking: Ranked, most: int) -> list[Order]:
    """The best action, then the best of other kinds, because what makes the first impossible may also prevent
    similar ones."""
    chosen: list[Order] = []
    for _, order in ranking:
        if len(chosen) < most and order.kind not in {each.kind for each in chosen}:
            chosen.append(order)
    return chosen
