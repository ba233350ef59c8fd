"""The pure rules of the Corporate Game, as the one object the platform and the skin know."""

from __future__ import annotations

from typing import Final

from games.contract import Dice, Drawers, Forms, Outcome, Rules, State, Window
from games.rulekit.ranking import as_written

from .bot import advise
from .check import check
from .meta import META
from .noon import resolve_quarter
from .quote import quote
from .sample import sample
from .setup import resolve_characters, setup
from .state import Hidden, Private, Public
from .transfers import resolve_transfer
from .upgrades import upgrade
from .windows import is_open, windows

__all__ = ["RULES", "CorporateRules"]


def resolve(
    state: State[Public, Private, Hidden], window: Window, forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """Resolve a window with the function for its kind; nothing happens if it is not open."""
    if not is_open(state.public, window):
        return Outcome(state)
    if window.kind == "characters":
        return resolve_characters(state, forms, dice)
    if window.kind == "transfer":
        return resolve_transfer(state, forms, dice)
    return resolve_quarter(state, forms, dice)


class CorporateRules:
    """`games.contract.Rules` for this title; each function is in the module of its name."""

    meta = META
    drawers = Drawers(Public, Private, Hidden)
    setup = staticmethod(setup)
    resolve = staticmethod(resolve)
    windows = staticmethod(windows)
    standings = staticmethod(as_written)
    check = staticmethod(check)
    quote = staticmethod(quote)
    sample = staticmethod(sample)
    advise = staticmethod(advise)
    upgrade = staticmethod(upgrade)


RULES: Final[Rules[Public, Private, Hidden]] = CorporateRules()
