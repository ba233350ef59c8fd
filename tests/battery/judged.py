"""Games of bots in which every form is judged: a bot hands in nothing that `check` refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Forms, PlayerId, State, Window
from tools.trials import Maker, Trials


class JudgedTrials(Trials):
    """Trials in which every form for a question passes `check` as a whole. At doors the events tell: nothing
    is dropped."""

    def _forms(
        self, state: State[Any, Any, Any], by: Mapping[PlayerId, Maker], window: Window, seed: str
    ) -> Forms:
        forms = super()._forms(state, by, window, seed)
        for player, orders in forms.items():
            assert self.rules.check(state.seen_by(player), window, orders) == (), (window.name, orders)
        return forms
