"""Cardline's half of the bargain with the platform: forms, texts and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Orders, Problem, Quote, Rules, Window
from games.skin import Desk, Edit, Page, ReceiptLine, Scene, Skin, Text

from . import events, forms, orderform, pages, problems, rulebook, scores, texts
from .rules import RULES


class CardlineSkin:
    """`games.skin.Skin` for this title: most of it as its own modules have it."""

    rules: Rules[Any, Any, Any] = RULES
    name: Text = texts.NAME
    place: Text = texts.PLACE
    pitch: Text = texts.PITCH
    length: Text = texts.LENGTH
    pages: tuple[Page, ...] = (
        Page("scores", _("Places"), "cardline/scores.html", scores.context, final=True),
        Page("line", _("The line"), "cardline/line.html", pages.line),
        Page("log", _("Log"), "cardline/log.html", pages.log, chaptered=True),
    )

    option_text = staticmethod(texts.option_text)
    rule_book = staticmethod(rulebook.page)
    form = staticmethod(orderform.page)
    waiting = staticmethod(orderform.waiting)
    window_text = staticmethod(texts.window_text)
    progress_text = staticmethod(texts.progress_text)
    chapter_text = staticmethod(texts.chapter_text)
    event_text = staticmethod(events.text)
    headline = staticmethod(texts.headline)
    headline_text = staticmethod(texts.headline_text)
    result_text = staticmethod(texts.result_text)

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        return forms.edit(desk, post)

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return problems.text(problem)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> tuple[ReceiptLine, ...]:
        return tuple(
            ReceiptLine(texts.order_text(order, line), "")
            for order, line in zip(orders, quote.orders, strict=False)
        )


SKIN: Final[Skin] = CardlineSkin()
