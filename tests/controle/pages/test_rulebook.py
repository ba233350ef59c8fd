"""The rule book: every figure from the data, every anchor that pages link to."""

from __future__ import annotations

import gzip
import re
from html import unescape
from pathlib import Path

import pytest
from django.utils import translation

from controle.pages import rulebook
from controle.rules.content import ORGANIZATIONS, C

from .stage import LANGUAGES, render

ROOT = Path(__file__).resolve().parents[3]


def book(language):
    with translation.override(language):
        page = rulebook.page()
    return render(page.template, page.context, None, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_has_its_place(language):
    html = book(language)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert {chapter.anchor for chapter in rulebook.chapters()} <= set(ids)
    assert html.count("<h1") == 1
    assert "{" not in re.sub(r"<(?:meta|body)[^>]*>", "", html)
    assert len(gzip.compress(html.encode())) < 12_000


def test_every_link_into_the_book_has_its_anchor():
    ids = set(re.findall(r'\bid="([^"]+)"', book("en")))
    linked = set()
    for folder in ("controle", "templates/controle"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".html", ".jinja"):
                linked |= set(re.findall(r"rules_url(?: \}\}|\(\)\}|\}\})#([\w-]+)", path.read_text()))
    assert "effects" in linked
    assert linked <= ids


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_has_the_figures_of_the_data(language):
    html = unescape(book(language))
    with translation.override(language):
        context = rulebook.context()
    for size in context["sizes"]:
        cells = [size["regions"], size["chips"], size["total"], size["reserve"], size["last"]]
        row = rf'row">{size["players"]}</th>\s*' + r"\s*".join(f"<td>{each}</td>" for each in cells)
        assert re.search(row, html), size
    assert all(f"<td>{first}</td>" in html for first in C.levels.first)
    assert len(context["organizations"]) == len(ORGANIZATIONS)
    assert context["wall"]["says"] in html
    assert context["line"] in html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_original_and_its_author_are_credited(language):
    html = book(language)
    for text in (C.title.name, C.title.author, f'href="{C.title.site}"'):
        assert text in html.split('id="origin"')[1]


def test_the_example_is_e14_of_the_rules():
    assert rulebook.context()["sharing"]["points"] == "3\u00a0VP, 2\u00a0VP and 0\u00a0VP"
    assert rulebook.context()["sharing"]["lost"] == 1
