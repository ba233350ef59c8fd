"""Cardline's half of the bargain with the platform: forms, texts and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Event, Json, Orders, PlayerId, Problem, Quote, Rules, Window
from games.skin import Desk, Edit, FormPage, Page, Person, ReceiptLine, Scene, Skin, Text

from . import events, forms, orderform, pages, problems, rulebook, scores, texts
from .rules import RULES


class CardlineSkin:
    """`games.skin.Skin` for this title; each method says there what goes in and comes out."""

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

    def option_text(self, key: str) -> tuple[Text, Text]:
        return texts.option_text(key)

    def rule_book(self) -> FormPage:
        return rulebook.page()

    def form(self, scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
        return orderform.page(scene, desk, doors)

    def waiting(self, scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
        return orderform.waiting(scene, doors)

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        return forms.edit(desk, post)

    def window_text(self, window: Window, people: Mapping[PlayerId, Person]) -> str:
        return texts.window_text(window, people)

    def progress_text(self, window: Window) -> str:
        return texts.progress_text(window)

    def chapter_text(self, chapter: int) -> str:
        return texts.chapter_text(chapter)

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return problems.text(problem)

    def event_text(self, scene: Scene, event: Event) -> str:
        return events.text(scene, event)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> tuple[ReceiptLine, ...]:
        return tuple(
            ReceiptLine(texts.order_text(order, line), "")
            for order, line in zip(orders, quote.orders, strict=False)
        )

    def headline(self, public: Any) -> Json:
        return texts.headline(public)

    def headline_text(self, data: Json) -> str:
        return texts.headline_text(data)

    def result_text(self, rank: int, players: int, score: int) -> str:
        return texts.result_text(rank, players, score)


SKIN: Final[Skin] = CardlineSkin()
