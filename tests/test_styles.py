"""Style sheets of titles: linked on pages of their title alone; each class in them stands on one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from config.parts import environment
from config.static import smaller_style
from games.registry import installed
from games.templatetags import sheets
from games.templatetags.sheets import title_sheet
from tools.servers import ROOT

WRITTEN = sorted((ROOT / "static" / "noon" / "titles").glob("*.css"))
SHEETS = [path for path in WRITTEN if path.stem in installed()]  # others are being written
SELECTOR = re.compile(r"([^{};]+)\{")
CLASS = re.compile(r"\.([a-z][a-z0-9-]*)")
LINK = re.compile(r"noon/titles/([a-z]+)\.")


def drawn_in(title: str) -> str:
    """All that can draw a page of the title: its templates and texts, and the frame around them."""
    folders = (ROOT / "templates" / title, ROOT / "templates" / "games", ROOT / title)
    kinds = (".html", ".jinja", ".py")
    return "\n".join(p.read_text() for folder in folders for p in folder.rglob("*") if p.suffix in kinds)


def test_every_sheet_is_of_a_title() -> None:
    assert not [path.stem for path in WRITTEN if not (ROOT / path.stem / "rules").is_dir()]


def test_the_options_of_every_title_are_shown_when_it_is_chosen_and_those_of_others_are_not() -> None:
    sheet = (ROOT / "static" / "noon" / "options.css").read_text()
    for title in (path.stem for path in SHEETS):
        rule = f'form:has([name="title"][value="{title}"]:checked) [data-for]:not([data-for="{title}"])'
        assert rule in sheet, title


def test_whatever_scrolls_sideways_says_so() -> None:
    """A region with its name, in reach of the keyboard, and the words shown where there is more."""
    regions = [
        (path.name, line)
        for path in sorted((ROOT / "templates").rglob("*.*"))
        if path.suffix in (".html", ".jinja")
        for line in path.read_text().splitlines()
        if re.search(r'class="scroll\b', line)
    ]
    assert len(regions) > 10
    assert [(name, line) for name, line in regions if "scrolls" not in line] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_no_rule_of_a_sheet_is_for_a_class_that_no_page_has(path: Path) -> None:
    sheet = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    classes = {name for selector in SELECTOR.findall(sheet) for name in CLASS.findall(selector)}
    assert len(classes) > 10
    drawn = drawn_in(path.stem)
    words = set(re.findall(r"(?<![\w-])[a-z][a-z0-9-]*(?![\w-])", drawn))
    numbered = set(re.findall(r"(?<![\w-])[a-z](?=\{)", drawn))  # h{{ at }}: h0, h1, …
    begun = tuple(set(re.findall(r"(?<![\w-])[a-z]+-(?=\{)", drawn)))  # c-{{ colour }}: c-red, c-blue, …
    unknown = {name for name in classes - words if name.rstrip("0123456789") not in numbered}
    assert not {name for name in unknown if not name.startswith(begun)}


# Classes without a rule of their own, by which scripts or tests find an element.
HOOKS = {"fate", "guide", "mc-acts", "price"}
STYLED = sorted((ROOT / "static" / "noon").rglob("*.css"))


def test_every_class_of_a_template_has_a_rule_in_a_sheet() -> None:
    """A class that was renamed in the sheets only would leave its element without a style."""
    styled = {name for path in STYLED for name in re.findall(r"\.([A-Za-z][\w-]*)", path.read_text())}
    used: dict[str, str] = {}
    for path in sorted((ROOT / "templates").rglob("*.*")):
        text = re.sub(r"\{%.*?%\}", " ", path.read_text(), flags=re.DOTALL)
        text = re.sub(r"\{\{.*?\}\}", "\0", text, flags=re.DOTALL)
        for value in re.findall(r'class="([^"]*)"', text):
            used |= {name: path.name for name in value.split() if re.fullmatch(r"[a-z][a-z0-9-]*", name)}
    assert len(used) > 300
    assert {name: file for name, file in used.items() if name not in styled | HOOKS} == {}


@pytest.mark.parametrize(
    "path", [ROOT / "static" / "noon" / "site.css", *WRITTEN], ids=lambda path: path.stem
)
def test_a_smaller_sheet_selects_the_same(path: Path) -> None:
    """`.a :is(b)` is an element inside of `.a`; `.a:is(b)` would be `.a` itself."""
    sheet = re.sub(rb"/\*.*?\*/", b"", path.read_bytes(), flags=re.DOTALL)
    descendants = len(re.findall(rb"[\w)\]] :(?:is|where|not|has)\(", sheet))
    smaller = smaller_style(sheet)
    assert len(re.findall(rb" \*:(?:is|where|not|has)\(", smaller)) == descendants
    assert len(smaller) < len(sheet)


@pytest.mark.parametrize("title", [path.stem for path in SHEETS])
@pytest.mark.django_db
def test_a_title_s_page_links_its_own_sheet_and_no_other(client: Client, title: str) -> None:
    assert LINK.findall(client.get(f"/rules/{title}/").content.decode()) == [title]


@pytest.mark.parametrize("address", ["/", "/how-noon-works/", "/rules/dummy/"])
@pytest.mark.django_db
def test_other_pages_link_none(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200 and not LINK.findall(answer.content.decode())


def test_a_hosted_site_links_the_sheet_under_its_hash(settings, tmp_path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static.Files"}}
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "*.map"])
    sheets._link_in.cache_clear()
    try:
        link = title_sheet("corporate")
        assert re.fullmatch(
            r'<link rel="stylesheet" href="/static/noon/titles/corporate\.\w{12}\.css">', link
        )
        assert title_sheet("nothing-of-ours") == ""
    finally:
        sheets._link_in.cache_clear()
        environment.cache_clear()
