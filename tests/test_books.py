"""Every worked example and every decision of a title's rules is named by a test of that title."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
BOOKS = {
    "corporate": r"\*\*E(\d+)\.",
    "cardline": r"\*\*Ex\. (\d+) ",
    "controle": r"^\*\*E(\d+), ",
    "machtspiele": r"^\*\*X(\d+) ",
    "megacorps": r"^(\d+)\. ",
}
CHAPTERS = {"megacorps": "## 17. "}
LETTERS = {
    "corporate": "e",
    "cardline": "ex",
    "controle": "e",
    "machtspiele": "x",
    "megacorps": "examples?[_ ]",
}
# What nobody can see from outside: rules that were not adopted, and what stands outside the rules.
NOTHING_TO_SEE = {
    "corporate": {53, 59},
    "cardline": set[int](),
    "controle": set[int](),
    "machtspiele": set[int](),
    "megacorps": set[int](),
}


@cache
def sources_of(title: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted((ROOT / title).rglob("test_*.py")))


def named(title: str, letters: str, number: int) -> bool:
    """`test_e07_...`, `_d7_...`, or the number in a docstring or a comment."""
    return bool(re.search(rf"(?i:_{letters}0?{number}_)|\b{letters}{number}\b", sources_of(title)))


def numbers(title: str, pattern: str, chapter: str = "") -> list[int]:
    """The numbers of a book; `chapter`: the heading before them, "" for the whole book."""
    book = (ROOT.parent / "docs" / "rules" / f"{title}.md").read_text("utf-8")
    book = book[book.index(chapter) :]
    return [int(number) for number in re.findall(pattern, book, re.MULTILINE)]


@pytest.mark.parametrize("title", BOOKS)
def test_every_worked_example_is_named_by_a_test(title):
    examples = numbers(title, BOOKS[title], CHAPTERS.get(title, ""))
    assert examples == list(range(1, len(examples) + 1))
    assert len(examples) > 20
    letters = LETTERS[title]
    assert [number for number in examples if not named(title, letters, number)] == []


@pytest.mark.parametrize("title", BOOKS)
def test_every_decision_that_can_be_seen_is_named_by_a_test(title):
    decisions = numbers(title, r"^(?:\| D(?=\d+ \|)|- \*\*D)(\d+)\b")
    assert decisions == list(range(1, len(decisions) + 1))
    missing = {number for number in decisions if not named(title, "D", number)}
    assert missing == NOTHING_TO_SEE[title]
