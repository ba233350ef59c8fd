"""A title whose rules raise at every noon, for the fault of that name: the Corporate Game with a defect.

Importing this makes it playable, in the processes of `make chaos` only.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from corporate.rules import RULES, CorporateRules
from corporate.rules.state import Hidden, Private, Public
from corporate.skin import CorporateSkin
from games.contract import Closes, Dice, Forms, Outcome, State, Window
from games.registry import register

TITLE: Final = "broken"
# The message that the rules raise, and that no log, page or mail may repeat. It consists of words, because a
# few digits may occur by chance in an id, a seed or an incident.
UNSAID: Final = "the form of p1 says so"


class BrokenRules(CorporateRules):
    """The Corporate Game's rules, which resolve no window that closes at noon."""

    meta = replace(CorporateRules.meta, key=TITLE)

    @staticmethod
    def resolve(
        state: State[Public, Private, Hidden], window: Window, forms: Forms, dice: Dice
    ) -> Outcome[Public, Private, Hidden]:
        """Raises RuntimeError at noon."""
        if window.closes is Closes.AT_NOON:
            raise RuntimeError(UNSAID)
        return RULES.resolve(state, window, forms, dice)


class BrokenSkin(CorporateSkin):
    """The skin of the Corporate Game with rules that raise."""

    rules = BrokenRules()


register(BrokenSkin())
