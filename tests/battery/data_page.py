"""Reads `docs/titles/<title>.md`: its sections with the rows of their tables and their paragraphs."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "titles"


def read_page(title: str) -> str:
    """The page of a title. Raises AssertionError with what to do if it has none."""
    path = FOLDER / f"{title}.md"
    assert path.exists(), (
        f"docs/titles/{title}.md is not there: it names all that the rules of {title} know, in the sections "
        f"that another page of {FOLDER.relative_to(FOLDER.parents[1])} has"
    )
    return path.read_text("utf-8")


def sections(page: str, begins: str) -> str:
    """All sections of the page whose title begins so."""
    return "\n".join(part for part in page.split("\n## ")[1:] if part.startswith(begins))


def words(text: str) -> list[str]:
    return re.findall(r"`(\w+)[`/]", text)


def rows(page: str, begins: str) -> dict[str, dict[str, str]]:
    """The rows of a table by the word that each begins with, in their order: its cells by their columns.
    Raises AssertionError where a row is not as wide as its table, or does not begin with a `word`."""
    lines = [cells_of(line) for line in sections(page, begins).splitlines() if line.startswith("| ")]
    columns, *found = lines or [[]]
    for cells in found:
        where = f"the table of section “{begins}”: row {' | '.join(cells)!r}"
        assert len(cells) == len(columns), f"{where} has {len(cells)} cells for the columns {columns}"
        assert words(cells[0]), f"{where} does not begin with a word of the rules in backquotes"
    return {words(cells[0])[0]: dict(zip(columns, cells, strict=True)) for cells in found}


def cell(row: dict[str, str], column: str, begins: str) -> str:
    """A cell of a row. Raises AssertionError where the table has no such column."""
    assert column in row, f"the table of section “{begins}” has no column “{column}”, only {list(row)}"
    return row[column]


def assert_same(written: Collection[str], known: Collection[str], begins: str) -> None:
    """The words that a section has are those that the rules know. Raises AssertionError with both rests."""
    missing, more = [w for w in known if w not in written], [w for w in written if w not in known]
    assert not missing, f"section “{begins}” has no row or paragraph for {missing}: write one for each"
    assert not more, f"section “{begins}” speaks of {more}, which the rules do not know: take them out"


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:-1]]


def paragraphs(page: str, begins: str) -> dict[str, set[str]]:
    """By the words that a paragraph begins with: all of its words."""
    found: dict[str, set[str]] = {}
    for item in re.split(r"\n- ", sections(page, begins))[1:]:
        kinds, _, rest = item.partition(":")
        found |= {kind: set(words(rest.split("\n\n")[0])) for kind in words(kinds)}
    return found
