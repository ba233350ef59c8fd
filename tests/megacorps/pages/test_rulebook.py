"""The rule book: every figure from the data, every anchor that pages link to."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from megacorps.pages import rulebook
from megacorps.rules.content import CONSTANTS, CONTENT, COUNTRIES

from .stage import LANGUAGES, render


def book(language: str) -> str:
    with translation.override(language):
        page = rulebook.page()
    return render(page.template, page.context, None, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_has_its_place(language: str) -> None:
    html = book(language)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert {chapter.anchor for chapter in rulebook.chapters()} <= set(ids)
    assert {"payouts", "cards", "end"} <= set(ids)  # the board and the scores link there
    assert html.count("<h1") == 1
    assert "{" not in re.sub(r"<(?:meta|body)[^>]*>", "", html)


def test_the_book_has_every_figure_of_the_data() -> None:
    context = rulebook.context()
    html = book("en")
    cards = html.partition('id="cards"')[2]
    for name, count, text, timing in context["cards"]:
        row = cards.partition(f'<th scope="row">{name}</th>')[2].partition("</tr>")[0]
        assert re.findall(r"<td[^>]*>([^<]*)</td>", row) == [str(count), text, str(timing)]
    assert len(context["cards"]) == len(CONTENT.cards)
    assert len(context["countries"]) == len(COUNTRIES)
    assert all(f"<td>€{each}</td>" in html for each in CONSTANTS.payout)
    assert all(f"<td>{rounds}</td>" in html for rounds in CONSTANTS.deck.values())


def test_the_example_follows_from_the_table() -> None:
    assert rulebook.context()["ex"]["sum"] == "€32"  # example 7 of the rules
    assert rulebook.context()["ex"]["fewer"] == "€40"
