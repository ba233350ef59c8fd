"""The title's own sheet: each class in it stands on a page of the title."""

from __future__ import annotations

import re

from tools.servers import ROOT

SHEET = ROOT / "static" / "noon" / "titles" / "controle.css"
CLASS = re.compile(r"\.([a-z][a-z0-9-]*)")


def drawn_in() -> str:
    """All that can draw such a page: the title's templates and Python, and the frame around them."""
    folders = (ROOT / "templates" / "controle", ROOT / "templates" / "games", ROOT / "controle")
    kinds = (".html", ".jinja", ".py", ".toml")
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in kinds]
    return "\n".join(path.read_text() for path in files)


def test_no_rule_of_the_sheet_is_for_a_class_that_no_page_has() -> None:
    sheet = re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", sheet)
    classes = {name for selector in selectors if "@" not in selector for name in CLASS.findall(selector)}
    assert len(selectors) > 60
    drawn = drawn_in()
    words = set(re.findall(r"(?<![\w-])[a-z][a-z0-9-]*(?![\w-])", drawn))
    # the class of a seat is made of its colour: c-yellow
    words |= {f"c-{colour}" for colour in re.findall(r'slug = "([a-z]+)"', drawn)}
    assert not classes - words
