"""The rule book: every figure from the data, every anchor that pages link to."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.utils import translation

from megacorps.pages import rulebook
from megacorps.rules.content import CONSTANTS, CONTENT
from megacorps.rules.orders import STANDING
from megacorps.texts import names

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
    assert {"payouts", "cards", "end", "standing", "trade"} <= set(ids)  # pages and doors link there
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
    assert [name for name, _text in context["standing"]] == [names.order(kind) for kind in STANDING]
    assert all(f"<td>€{each}</td>" in html for each in CONSTANTS.payout)
    assert all(f"<td>{rounds}</td>" in html for rounds in CONSTANTS.deck.values())


def test_the_table_of_countries_has_each_with_all_its_companies() -> None:
    """2.3 and 2.4: sixty companies, those of the neutral rows with their state at the start."""
    rows = {name: (start, companies) for name, *_, start, companies in rulebook.context()["countries"]}
    assert list(rows) == [names.country(slug) for slug in CONTENT.countries]
    found = [one for _start, companies in rows.values() for one in re.split(", | and ", companies)]
    assert Counter(found) == {names.industry(one): 5 for one in CONTENT.industries} | {
        "not in the game": 2, "syndicalised": 1,
    }  # fmt: skip
    assert rows["L-5"] == ("–", "Nanotech, not in the game")
    assert rows["Japan"][0] == "Nonintendo" and rows["ASEAN"][0] == "drawn"


def test_the_example_follows_from_the_table() -> None:
    assert rulebook.context()["ex"]["sum"] == "€32"  # example 7 of the rules
    assert rulebook.context()["ex"]["fewer"] == "€40"
