"""The documentation is tested: settings, commands, orders, events and refusals all have their place in it."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from games.contract import Dice, PlayerId
from games.registry import all_skins, skin_for
from tools import decisions

from .test_hosting_files import variables_read

ROOT = Path(__file__).resolve().parent.parent
HOSTING = (ROOT / "docs" / "hosting.md").read_text()
TITLES = sorted(
    skin.rules.meta.key for skin in all_skins() if (ROOT / skin.rules.meta.key / "rules").is_dir()
)
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def rows(text: str) -> set[str]:
    """What stands in code type in the first cell of a table's rows."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_every_variable_has_its_row() -> None:
    documented = {name for name in rows(HOSTING) if re.fullmatch("[A-Z_]+", name)}
    assert documented == variables_read()


def test_every_command_has_its_row() -> None:
    commands = {path.stem for path in ROOT.glob("*/management/commands/*.py")} - {"__init__"}
    documented = {name.split()[1] for name in rows(HOSTING) if name.startswith("manage.py ")}
    assert documented == commands


def test_the_commands_of_the_readme_are_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.M))
    named = {name for page in PAGES for name in re.findall(r"\bmake\s+([a-z]+)\b", code_of(page.read_text()))}
    assert {"play", "test"} <= named <= targets


def test_the_button_the_readme_says_to_press_is_in_the_lobby() -> None:
    (pressed,) = re.findall(r"press \*(.+?)\*", (ROOT / "README.md").read_text())
    assert f'"{pressed}"' in (ROOT / "templates" / "games" / "parts" / "lobby.jinja").read_text()


def code_of(text: str) -> str:
    return "\n".join(re.findall(r"```.*?```|`[^`]*`", text, re.S))


def test_every_link_leads_somewhere() -> None:
    lost = []
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
            if not target.startswith("http") and not (page.parent / target).exists():
                lost.append(f"{page.relative_to(ROOT)}: {target}")
    assert lost == []


def test_the_guide_quotes_code_that_exists() -> None:
    guide = (ROOT / "docs" / "adding-a-title.md").read_text()
    quoted = re.findall(r"^```python\n# (\S+)\n(.*?)```", guide, re.M | re.S)
    assert {path.partition("/")[0] for path, _ in quoted} == {"tests", "cardline", "megacorps"}
    assert guide.count("```python") == len(quoted)
    for path, code in quoted:
        source = iter((ROOT / path).read_text().splitlines())
        assert [line for line in code.splitlines() if line not in source] == [], path


def test_decisions_are_numbered_one_by_one() -> None:
    pages = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    numbers = [path.name[:4] for path in pages]
    assert len(set(numbers)) == len(numbers)
    for path in pages:
        assert path.read_text().startswith((f"# {path.name[:4]}: ", f"# {path.name[:4]}. ")), path.name


def test_the_index_of_decisions_is_whole() -> None:
    assert decisions.INDEX.read_text() == decisions.index(), "run: python -m tools.decisions"


def test_every_test_named_against_a_failure_exists() -> None:
    table = (ROOT / "docs" / "failures.md").read_text()
    lines = [line.split("|") for line in table.splitlines() if line.startswith("| **")]
    assert [cells[1].strip(" *").split(".")[0] for cells in lines] == [str(n) for n in range(1, 20)]
    tests = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(), re.M)
    }
    for cells in lines:
        named = re.findall(r"`(\w+)`", cells[3])
        assert named
        assert set(named) <= tests, cells[1]


# ---- titles -----------------------------------------------------------------------------------------


def page_of(title: str) -> str:
    return (ROOT / "docs" / "titles" / f"{title}.md").read_text()


def section(text: str, *headings: str) -> str:
    """The text under these headings, up to the next one of their rank."""
    found = [part for part in re.split(r"^## ", text, flags=re.M) if part.startswith(headings)]
    assert len(found) == len(headings), headings
    return "\n".join(found)


def names_in(text: str) -> set[str]:
    return set(re.findall(r"`([a-z_]+)`", text))


def literals(title: str) -> set[str]:
    """Every text written in the source of the rules and of their kit: whatever kind they use stands there."""
    return {
        node.value
        for folder in (ROOT / title / "rules", ROOT / "games" / "rulekit")
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def played(title: str) -> tuple[set[str], set[str]]:
    """The kinds of orders and events met in random games with every option on."""
    rules = skin_for(title).rules
    orders: set[str] = set()
    events: set[str] = set()
    options = {o.key: True if isinstance(o.default, bool) else o.default for o in rules.meta.options}
    for game in range(12):
        players = tuple(PlayerId(f"p{seat}") for seat in range(1, 7))
        outcome = rules.setup(players, options, Dice(f"docs/{game}".encode()))
        for step in range(200):
            events |= {event.kind for event in outcome.events}
            windows = rules.windows(outcome.state.public)
            if not windows:
                break
            window = windows[step % len(windows)] if step % 3 == 0 else windows[0]
            forms = {}
            for player in window.players if not window.is_door else window.players[:1]:
                key = f"docs/{game}/{step}/{player}".encode()
                form = rules.sample(outcome.state.seen_by(player), window, Dice(key))
                if form is not None:
                    forms[player] = form
            orders |= {order.kind for form in forms.values() for order in form}
            if window.is_door and not forms:
                continue
            outcome = rules.resolve(outcome.state, window, forms, Dice(f"docs/{game}/{step}".encode()))
    return orders, events


@pytest.mark.parametrize("title", TITLES)
def test_every_order_and_event_of_a_title_has_its_paragraph(title: str) -> None:
    page = page_of(title)
    orders, events = played(title)
    assert orders
    assert events
    assert orders <= rows(section(page, "Orders"))
    told = section(page, "Public events", "Private events")
    documented = {name for line in re.findall(r"^- (`[^:]*`):", told, re.M) for name in names_in(line)}
    assert events <= documented
    # Nor is anything described that no rule ever says.
    assert documented | rows(section(page, "Orders")) <= literals(title) | {"data", "kind"}


@pytest.mark.parametrize("title", TITLES)
def test_every_refusal_of_a_title_has_its_row(title: str) -> None:
    codes = importlib.import_module(f"{title}.rules.problems").CODES
    assert rows(section(page_of(title), "Problems")) == set(codes)
