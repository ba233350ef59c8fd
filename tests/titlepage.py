"""The page of a title (`docs/titles/<title>.md`), read by its sections: what it says is compared with the
code."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "titles"


def words(text: str) -> list[str]:
    """What stands in code type."""
    return re.findall(r"`(\w+)`", text)


class TitlePage:
    """One such page."""

    def __init__(self, title: str) -> None:
        self.text = (FOLDER / f"{title}.md").read_text("utf-8")

    def section(self, title: str) -> str:
        return self.text.split(f"## {title}\n")[1].split("\n## ")[0]

    def rows(self, title: str) -> list[list[str]]:
        """The cells of each row of a section's table."""
        lines = self.section(title).splitlines()
        return [line.split("|")[1:-1] for line in lines if line.startswith("| `")]

    def paragraphs(self, title: str) -> dict[str, set[str]]:
        """By the word that each begins with: the words of its paragraph."""
        found = {}
        for item in re.split(r"\n- ", self.section(title))[1:]:
            kind, _, rest = item.partition(":")
            found[words(kind)[0]] = set(words(rest))
        return found
