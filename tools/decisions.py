"""Write the index of docs/decisions from the headings of its pages: `python -m tools.decisions`."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "decisions"
INDEX = FOLDER / "README.md"
# The topics of pages, by the third digit of their numbers.
PARTS = {
    "0": "The site as a whole",
    "1": "The site as a whole",
    "2": "The Corporate Game",
    "3": "Before a game starts",
    "4": "Cardline, and games of moves",
    "5": "When something breaks",
    "6": "Speed",
    "7": "Pages, secrets and fairness",
    "8": "The house for five titles",
    "9": "Noon, and what is kept of it",
}


def index() -> str:
    """The text of the index: one line per page, under the topic of its number."""
    pages = {path.name: path.read_text().splitlines()[0] for path in sorted(FOLDER.glob("[0-9]*.md"))}
    lines = ["# Decisions", "", "One page each: what was decided, why, and instead of what."]
    part = ""
    for name, heading in pages.items():
        if PARTS[name[2]] != part:
            part = PARTS[name[2]]
            lines += ["", f"## {part}", ""]
        lines.append(f"- [{name[:4]}]({name}): {heading[8:]}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index())
