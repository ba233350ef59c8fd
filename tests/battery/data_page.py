"""Reads `docs/titles/<title>.md`: its sections with the rows of their tables and their paragraphs."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "titles"


def read_page(title: str) -> str:
    return (FOLDER / f"{title}.md").read_text("utf-8")


def sections(page: str, begins: str) -> str:
    """All sections of the page whose title begins so."""
    return "\n".join(part for part in page.split("\n## ")[1:] if part.startswith(begins))


def words(text: str) -> list[str]:
    return re.findall(r"`(\w+)[`/]", text)


def rows(page: str, begins: str) -> dict[str, dict[str, str]]:
    """The rows of a table by the word that each begins with, in their order: its cells by their columns."""
    lines = [cells_of(line) for line in sections(page, begins).splitlines() if line.startswith("| ")]
    columns, *found = lines or [[]]
    return {words(cells[0])[0]: dict(zip(columns, cells, strict=True)) for cells in found}


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:-1]]


def paragraphs(page: str, begins: str) -> dict[str, set[str]]:
    """By the words that a paragraph begins with: all of its words."""
    found: dict[str, set[str]] = {}
    for item in re.split(r"\n- ", sections(page, begins))[1:]:
        kinds, _, rest = item.partition(":")
        found |= {kind: set(words(rest.split("\n\n")[0])) for kind in words(kinds)}
    return found
