"""The skin of the Corporate Game: its forms, texts and pages."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Orders, Problem, Quote, Rules, Window
from games.skin import Desk, FormPage, Page, ReceiptLine, ReceiptText, Scene, Skin, Text

from .orders import form as order_form
from .orders import kinds, wording
from .pages import archives, character, companies, letter, news, people, rulebook, scores, wallstreet
from .rules import RULES
from .rules.archives import OPENED
from .texts import draws, events, figures, general, problems


class CorporateSkin:
    """`games.skin.Skin` for this title; most functions are in its own modules."""

    rules: Rules[Any, Any, Any] = RULES
    name: Text = general.NAME
    place: Text = general.PLACE
    pitch: Text = general.PITCH
    length: Text = general.LENGTH
    first_game: Text = general.FIRST_GAME
    form_label: Text = _("Orders")
    pages: tuple[Page, ...] = (
        Page("scores", _("Scores"), "corporate/scores.html", scores.context, final=True, course=True),
        Page(
            "archives",
            _("Archives"),
            "corporate/archives.html",
            archives.context,
            private=True,
            tab=False,
            final=True,
            archives=True,
        ),
        Page(
            "wall-street", _("Wall Street"), "corporate/wall_street.html", wallstreet.context, chaptered=True
        ),
        Page(
            "newsfeeds", _("Newsfeeds"), "corporate/newsfeeds.html", news.context, chaptered=True, past=True
        ),
        Page(
            "message",
            _("Message"),
            "corporate/message.html",
            letter.context,
            chaptered=True,
            first=1,
            private=True,
            course=True,
        ),
        Page("players", _("Players"), "corporate/players.html", people.context, course=True),
        Page("corporations", _("Corporations"), "corporate/corporations.html", companies.context, tab=False),
    )

    opened: tuple[str, ...] = OPENED

    option_text = staticmethod(general.OPTIONS.__getitem__)
    rule_book = staticmethod(rulebook.page)
    edit = staticmethod(order_form.edit)
    progress_text = staticmethod(general.progress_text)
    chapter_text = staticmethod(general.chapter_text)
    event_text = staticmethod(events.text)
    draw_texts = staticmethod(draws.texts)
    headline = staticmethod(general.headline)
    headline_text = staticmethod(general.headline_text)
    result_text = staticmethod(general.result_text)
    aim = staticmethod(general.aim)
    towers = staticmethod(general.towers)

    def form(self, scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
        if desk.window.kind == "characters":
            return character.page(scene, desk)
        return order_form.page(scene, desk, doors)

    def waiting(self, scene: Scene, doors: tuple[Desk, ...]) -> None:
        """The platform's own page: everybody hands in a form for every noon."""

    def turn_text(self, kind: str, at: tuple[int | str, ...], people: object) -> str:
        return general.turn_text(kind, at)

    def problem_text(self, scene: Scene, problem: Problem) -> str:
        return problems.text(problem)

    def receipt(self, scene: Scene, window: Window, orders: Orders, quote: Quote) -> ReceiptText:
        lines = [
            ReceiptLine(*kinds.receipt_line(scene, order, line))
            for order, line in zip(orders, quote.orders, strict=False)
        ]
        if lower := wording.what_lowers(quote.orders):
            lines.append(ReceiptLine(lower, ""))
        if window.kind != "quarter":
            return ReceiptText(tuple(lines))
        total = figures.money(quote.spent)
        return ReceiptText(tuple(lines), total, _(": your noon message will show it again."))


SKIN: Final[Skin] = CorporateSkin()
