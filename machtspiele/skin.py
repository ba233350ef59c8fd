"""The skin of Macht$piele: its forms, texts and pages."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.contract import Orders, Problem, Quote, Rules, Window
from games.skin import Page, ReceiptLine, ReceiptText, Scene, Skin, Text

from .orders import form as order_form
from .orders import posts
from .pages import company, minutes, rulebook, scores
from .rules import RULES
from .texts import draws, events, general, problems, receipts


class MachtspieleSkin:
    """`games.skin.Skin` for this title; most functions are in its own modules."""

    rules: Rules[Any, Any, Any] = RULES
    name: Text = general.NAME
    place: Text = general.PLACE
    pitch: Text = general.PITCH
    length: Text = general.LENGTH
    first_game: Text = general.FIRST_GAME
    form_label: Text = _("Orders")
    pages: tuple[Page, ...] = (
        Page("scores", _("Scores"), "machtspiele/scores.html", scores.context, final=True),
        Page(
            "company",
            pgettext_lazy("a page", "Company"),
            "machtspiele/company.html",
            company.context,
            live=True,
        ),
        Page(
            "minutes",
            pgettext_lazy("a page", "Minutes"),
            "machtspiele/minutes.html",
            minutes.context,
            chaptered=True,
        ),
    )
    opened: tuple[str, ...] = ()

    rule_book = staticmethod(rulebook.page)
    form = staticmethod(order_form.page)
    waiting = staticmethod(order_form.waiting)
    edit = staticmethod(posts.edit)
    option_text = staticmethod(general.option_text)
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

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return problems.text(scene, problem)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> ReceiptText:
        pairs = zip(orders, quote.orders, strict=False)
        lines = [ReceiptLine(receipts.text(scene, order, line), receipts.cost(line)) for order, line in pairs]
        return ReceiptText(tuple(lines))


SKIN: Final[Skin] = MachtspieleSkin()
