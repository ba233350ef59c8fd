"""The rules of the site's sheet that are for Macht$piele alone: each class in them stands on a page of it."""

from __future__ import annotations

import re

from tools.servers import ROOT

SHEET = ROOT / "static" / "noon" / "site.css"
SELECTOR = re.compile(r"([^{};]*\.ms-[^{};]*)\{")
CLASS = re.compile(r"\.([a-z][a-z0-9-]*)")


def drawn_in() -> str:
    """All that can draw such a page: the title's templates and pages, and the frame around them."""
    folders = (ROOT / "templates" / "machtspiele", ROOT / "templates" / "games", ROOT / "machtspiele")
    files = [
        path for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".jinja", ".py")
    ]
    return "\n".join(path.read_text() for path in files) + " m1 m2 m3 m4 m5"


def test_no_rule_of_the_sheet_is_for_a_class_that_no_page_has() -> None:
    sheet = re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.DOTALL)
    selectors = SELECTOR.findall(sheet)
    classes = {name for selector in selectors for name in CLASS.findall(selector)}
    assert len(selectors) > 60
    words = set(re.findall(r"(?<![\w-])[a-z][a-z0-9-]*(?![\w-])", drawn_in()))
    assert not classes - words
