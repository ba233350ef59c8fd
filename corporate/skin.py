"""The Corporate Game's half of the bargain with the platform: forms, texts and pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Event, Json, Orders, PlayerId, Problem, Quote, Rules, Window
from games.skin import Desk, Edit, FormPage, Page, Person, ReceiptLine, Scene, Skin, Text

from . import character, events, forms, orderform, ordertexts, problems, rulebook, texts
from .pages import companies, letter, news, people, scores, wallstreet
from .rules import RULES


class CorporateSkin:
    """`games.skin.Skin` for this title; each method says there what goes in and comes out."""

    rules: Rules[Any, Any, Any] = RULES
    name: Text = texts.NAME
    place: Text = texts.PLACE
    pitch: Text = texts.PITCH
    length: Text = texts.LENGTH
    pages: tuple[Page, ...] = (
        Page("scores", _("Scores"), "corporate/scores.html", scores.context, final=True),
        Page(
            "wall-street", _("Wall Street"), "corporate/wall_street.html", wallstreet.context, chaptered=True
        ),
        Page("newsfeeds", _("Newsfeeds"), "corporate/newsfeeds.html", news.context, chaptered=True),
        Page(
            "message",
            _("Message"),
            "corporate/message.html",
            letter.context,
            chaptered=True,
            first=1,
            private=True,
        ),
        Page("players", _("Players"), "corporate/players.html", people.context),
        Page("corporations", _("Corporations"), "corporate/corporations.html", companies.context, tab=False),
    )

    def option_text(self, key: str) -> tuple[Text, Text]:
        return texts.OPTIONS[key]

    def rule_book(self) -> FormPage:
        return rulebook.page()

    def form(self, scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
        if desk.window.kind == "characters":
            return character.page(scene, desk)
        return orderform.page(scene, desk, doors)

    def waiting(self, scene: Scene, doors: tuple[Desk, ...]) -> FormPage | None:
        return None

    def edit(self, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
        return forms.edit(scene, desk, post)

    def window_text(self, window: Window, people: Mapping[PlayerId, Person]) -> str:
        return texts.window_text(window)

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
            ReceiptLine(*ordertexts.receipt_line(scene, order, line))
            for order, line in zip(orders, quote.orders, strict=False)
        )

    def headline(self, public: Any) -> Json:
        return texts.headline(public)

    def headline_text(self, data: Json) -> str:
        return texts.headline_text(data)

    def result_text(self, rank: int, players: int, score: int) -> str:
        return texts.result_text(rank, players, score)


SKIN: Final[Skin] = CorporateSkin()
