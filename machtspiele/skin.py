"""Macht$piele's half of the bargain with the platform: the texts, as far as they stand."""

from __future__ import annotations

from typing import Any, Final

from games.contract import Orders, Problem, Quote, Rules, Window
from games.skin import ReceiptLine, Scene, Text

from .rules import RULES
from .texts import events, general, problems, receipts


class MachtspieleSkin:
    """What stands of `games.skin.Skin` for this title; it is not registered before all of it does."""

    rules: Rules[Any, Any, Any] = RULES
    name: Text = general.NAME
    place: Text = general.PLACE
    pitch: Text = general.PITCH
    length: Text = general.LENGTH

    option_text = staticmethod(general.option_text)
    turn_text = staticmethod(general.turn_text)
    progress_text = staticmethod(general.progress_text)
    chapter_text = staticmethod(general.chapter_text)
    event_text = staticmethod(events.text)
    headline = staticmethod(general.headline)
    headline_text = staticmethod(general.headline_text)
    result_text = staticmethod(general.result_text)

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return problems.text(scene, problem)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> tuple[ReceiptLine, ...]:
        return tuple(
            ReceiptLine(receipts.text(scene, order, line), receipts.cost(line))
            for order, line in zip(orders, quote.orders, strict=False)
        )


SKIN: Final = MachtspieleSkin()
