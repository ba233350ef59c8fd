"""The pure rules of Cardline, as the one object the platform and the skin know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import (
    Dice,
    Drawers,
    Forms,
    Json,
    Meta,
    Orders,
    Outcome,
    PlayerId,
    Problem,
    Quote,
    Rules,
    Standing,
    State,
    View,
    Window,
)

from . import bot, moves, upgrades
from . import check as checking
from . import sample as sampling
from . import setup as starting
from . import windows as asking
from .meta import META
from .state import Hidden, Private, Public

__all__ = ["RULES", "CardlineRules"]


class CardlineRules:
    """`games.contract.Rules` for this title; each method says there what goes in and comes out."""

    meta: Meta = META
    drawers: Drawers[Public, Private, Hidden] = Drawers(Public, Private, Hidden)

    def setup(
        self, players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
    ) -> Outcome[Public, Private, Hidden]:
        return starting.setup(players, options, dice)

    def resolve(
        self, state: State[Public, Private, Hidden], window: Window, forms: Forms, dice: Dice
    ) -> Outcome[Public, Private, Hidden]:
        return moves.resolve(state, window, forms, dice)

    def windows(self, public: Public) -> tuple[Window, ...]:
        return asking.windows(public)

    def standings(self, public: Public) -> tuple[Standing, ...] | None:
        return public.standings

    def check(self, view: View[Public, Private], window: Window, orders: Orders) -> tuple[Problem, ...]:
        return checking.check(view, window, orders)

    def quote(self, view: View[Public, Private], window: Window, orders: Orders) -> Quote:
        return checking.quote(view, window, orders)

    def sample(self, view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
        return sampling.sample(view, window, dice)

    def advise(self, view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
        return bot.advise(view, window, dice)

    def upgrade(self, owner: str, raw: Json, version: int) -> Json:
        return upgrades.upgrade(owner, raw, version)


RULES: Final[Rules[Public, Private, Hidden]] = CardlineRules()
