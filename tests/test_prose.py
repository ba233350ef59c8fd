"""Texts of users as HTML: marks work, and nothing comes through that a browser would run or fetch."""

from __future__ import annotations

import pytest

from tests.pages import MARKED, Page
from web.prose import MOST_BRACKETS, clean, to_html, to_line

REL = 'rel="ugc nofollow noopener noreferrer"'
ATTACKS = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "![x](http://elsewhere.example/pixel.png)",
    "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](java&#10;script:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](vbscript:x)", "<javascript:alert(1)>",
    '[x](http://a.example "onmouseover=alert(1)")', "[x](http://a.example/\"onclick=\"alert(1))",
    "<a href=javascript:alert(1)>x</a>", "<svg/onload=alert(1)>", "<iframe src=//a.example></iframe>",
    "<style>*{display:none}</style>", "<form action=//a.example><input name=q>", "<base href=//a.example>",
    "`<script>`", "```\n<script>\n```", "    <script>", "&lt;script&gt;", "[a]: javascript:alert(1)\n[a]",
    "<!-- --><b onclick=x>", "# <h1 onclick=x>", "<math><mtext><img src=x onerror=x>", MARKED,
)  # fmt: skip


@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_that_is_written_runs_or_is_fetched(text):
    made = to_html(text)
    assert not Page(made).wrong
    assert not [
        tag for tag in ("<img", "<script", "<svg", "<style", "<form", "<iframe", "<h1") if tag in made
    ]
    assert "<" not in to_line(text, 200).replace(text, "") or "<" in text or "&lt;" in text


def test_emphasis_lists_quotations_and_links_work():
    made = to_html("*a* **b**\n\n1. one\n2. two\n\n> said\n\n[x](https://a.example) <http://b.example>")
    for part in (
        "<em>a</em>",
        "<strong>b</strong>",
        "<ol>",
        "<blockquote>",
        f'<a href="https://a.example" {REL}>',
    ):
        assert part in made
    assert to_html("a\nb") == "<p>a<br>\nb</p>\n"
    assert made.count(REL) == made.count("<a ") == 2


def test_a_text_is_stored_without_what_nobody_sees():
    assert clean("  a\r\nb\rc\x00\x07\u202e\ud800 ") == "a\nb\nc"
    assert clean("e\u0301") == "é"
    assert to_line("**One** and\n\n- two", 12) == "One and two"
    assert to_line("a" * 30, 10) == "a" * 9 + "…"


def test_two_thousand_marks_are_drawn_at_once():
    for text in (
        ">" * 2000,
        "[" * 2000,
        "*" * 2000,
        "- " * 1000,
        "`" * 2000,
        "(" * 1000 + ")" * 1000,
        "1. " * 600,
    ):
        assert len(to_html(text)) < 40_000


def test_a_text_of_brackets_alone_is_not_searched_for_links():
    link = "[x](https://a.example) "
    assert to_html(link * MOST_BRACKETS).count("<a ") == MOST_BRACKETS
    assert "<a " not in to_html(link * (MOST_BRACKETS + 1))
    assert to_line(link * (MOST_BRACKETS + 1), 30).startswith("[x](https://a.example)")


@pytest.mark.parametrize("address", ["/account/delete/", "//a.example", "g/abc/", "?next=/"])
def test_a_link_is_a_whole_web_address_or_none(address):
    """Without its scheme an address would seem to be a page of this site."""
    assert "<a " not in to_html(f"[x]({address})")
    assert "<a " in to_html("[x](https://a.example)") and "<a " in to_html("<http://a.example>")
