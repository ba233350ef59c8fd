"""The rule book: every figure from the data, every anchor that pages link to."""

from __future__ import annotations

import gzip
import re
from html import unescape

import pytest
from django.utils import translation

from machtspiele.pages import rulebook
from machtspiele.rules.content import EVENTS, NEMESIS_CARDS, PRIVILEGES, THRESHOLDS, VALUES, C
from machtspiele.texts import amounts

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
    assert {"points", "events"} <= set(ids)  # the company and the scores link there
    assert html.count("<h1") == 1
    assert "{" not in re.sub(r"<(?:meta|body)[^>]*>", "", html)
    assert len(gzip.compress(html.encode())) < 9_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_has_every_figure_of_the_data(language: str) -> None:
    html = unescape(book(language))
    with translation.override(language):
        context = rulebook.context()
        prices = [amounts.pinats(price) for price in C.money.prices]
        others = [amounts.pinats(each) for each in (C.money.start, C.money.step, C.money.consultant)]
    assert all(f"<td>{price}</td>" in html for price in prices)
    assert all(price in html for price in others)
    assert len(context["prices"]) == len(VALUES)
    for _name, count, text in context["events"]:
        assert f">{count}</td>" in html
        assert text in html
    assert len(context["events"]) == len(EVENTS)
    assert all(f"<td>{least}</td>" in html for least in THRESHOLDS.values())
    assert all(f"<li>{card}</li>" in html for card in context["nemesis_cards"])
    assert len(context["nemesis_cards"]) == len(NEMESIS_CARDS)


def test_tables_by_motivation_say_what_the_cards_give() -> None:
    tables = rulebook.context()["tables"]
    assert [name for name, _what, _rows in tables] == ["Personnel", "Accounting", "Controlling"]
    for slug, (_name, _what, rows) in zip(("personnel", "accounting", "controlling"), tables, strict=True):
        text = amounts.pinats if slug == "controlling" else str
        for span, plain, corrupt in rows:
            low, _, high = span.partition("–")
            for motivation in range(int(low), int(high or low) + 1):
                assert plain == text(PRIVILEGES[slug].at(False, motivation))
                assert corrupt == text(PRIVILEGES[slug].at(True, motivation))
        steps = [step for span, *_ in rows for step in span.split("–")]
        assert {steps[1], steps[-2] if len(rows[-1][0]) > 1 else steps[-1]} == {"6", "0"}


def test_the_example_is_x10_of_the_rules() -> None:
    example = rulebook.context()["ex"]
    assert (example["value"], example["motivation"], example["bonus"]) == (5, 3, 1)
    assert (example["price"], example["paid"]) == (amounts.pinats(900_000), amounts.pinats(600_000))
