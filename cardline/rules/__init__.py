"""The pure rules of Cardline, as the one object the platform and the skin know."""

from __future__ import annotations

from typing import Final

from games.contract import Drawers, Rules
from games.rulekit.ranking import as_written

from .bot import advise
from .check import check, quote
from .meta import META
from .moves import resolve
from .sample import sample
from .setup import setup
from .state import Hidden, Private, Public
from .upgrades import upgrade
from .windows import windows

__all__ = ["RULES", "CardlineRules"]


class CardlineRules:
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


RULES: Final[Rules[Public, Private, Hidden]] = CardlineRules()
