"""The skin of Cardline: its forms, texts and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Orders, Problem, Quote, Rules, Window
from games.skin import Desk, Edit, Page, ReceiptLine, ReceiptText, Scene, Skin, Text

from .orders import form as order_form
from .orders import kinds, posts
from .pages import line, log, rulebook, scores
from .rules import RULES
from .texts import draws, events, general, problems


class CardlineSkin:
    """`games.skin.Skin` for this title; most functions are in its own modules."""

    rules: Rules[Any, Any, Any] = RULES
    name: Text = general.NAME
    place: Text = general.PLACE
    pitch: Text = general.PITCH
    length: Text = general.LENGTH
    first_game: Text = general.FIRST_GAME
    form_label: Text = _("Your card")
    pages: tuple[Page, ...] = (
        Page("scores", _("Places"), "cardline/scores.html", scores.context, final=True),
        Page("line", _("The line"), "cardline/line.html", line.context, live=True),
        Page("log", _("Log"), "cardline/log.html", log.context, chaptered=True),
    )
    opened: tuple[str, ...] = ()

    option_text = staticmethod(general.option_text)
    rule_book = staticmethod(rulebook.page)
    form = staticmethod(order_form.page)
    waiting = staticmethod(order_form.waiting)
    turn_text = staticmethod(general.turn_text)
    progress_text = staticmethod(general.progress_text)
    chapter_text = staticmethod(general.chapter_text)
    event_text = staticmethod(events.text)
    draw_texts = staticmethod(draws.texts)
    headline = staticmethod(general.headline)
    headline_text = staticmethod(general.headline_text)
    result_text = staticmethod(general.result_text)
    aim = staticmethod(general.aim)
    towers = staticmethod(general.towers)

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        return posts.edit(desk, post)

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return problems.text(problem)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> ReceiptText:
        lines = zip(orders, quote.orders, strict=False)
        return ReceiptText(tuple(ReceiptLine(kinds.order_text(order, line), "") for order, line in lines))


SKIN: Final[Skin] = CardlineSkin()
