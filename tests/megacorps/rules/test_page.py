"""The page the skin is written from says all that the code says."""

from __future__ import annotations

import re
from pathlib import Path

from games.rulekit.events import line_codes
from megacorps.rules import standings
from megacorps.rules.events import KINDS, PRIVATE
from megacorps.rules.meta import META
from megacorps.rules.orders import SHAPES, keys_of
from megacorps.rules.problems import CODES
from megacorps.rules.windows import ORDERS

PAGE = (Path(__file__).parents[3] / "docs" / "titles" / "megacorps.md").read_text("utf-8")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def words(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


def rows(title: str) -> list[list[str]]:
    return [line.split("|")[1:-1] for line in section(title).splitlines() if line.startswith("| `")]


def paragraphs(title: str) -> dict[str, set[str]]:
    """By the word that each begins with: the words of its paragraph."""
    found = {}
    for item in re.split(r"\n- ", section(title))[1:]:
        kind, _, rest = item.partition(":")
        found[words(kind)[0]] = set(words(rest))
    return found


def test_every_problem_has_its_row_and_its_params() -> None:
    assert [row[0].strip(" `") for row in rows("Problems")] == list(CODES)
    for code, params, *_ in rows("Problems"):
        assert tuple(words(params)) == CODES[code.strip(" `")]


def test_every_order_has_its_row_and_its_data() -> None:
    found = {row[0].strip(" `"): tuple(words(row[1])) for row in rows("Orders")}
    assert found == {kind: keys_of(kind) for kind in SHAPES}


def test_every_window_has_its_row_and_its_orders() -> None:
    found = {re.findall(r"`(\w+)", row[0])[0]: set(words(row[4])) for row in rows("Windows")}
    assert set(found) == set(ORDERS)
    for kind, named in found.items():
        assert named <= set(ORDERS[kind]) | {"play_card"}, kind


def test_every_option_has_its_row() -> None:
    (option,), (row,) = META.options, rows("Options")
    assert (row[0].strip(" `"), words(row[2])) == (option.key, [option.default])
    assert tuple(words(row[1])) == option.choices


def test_every_event_has_its_paragraph_and_its_data() -> None:
    private = {kind.kind for kind in PRIVATE}
    public, own = paragraphs("Public events"), paragraphs("Private events")
    assert (set(public), set(own)) == (set(KINDS) - private, private)
    for kind, classes in KINDS.items():
        for one in classes:
            assert set(one.__struct_fields__) <= (public | own)[kind], kind


def test_every_line_of_the_score_has_its_paragraph() -> None:
    codes, found = line_codes(vars(standings)), paragraphs("Lines of the final score")
    assert set(found) == set(codes)
    for code, classes in codes.items():
        for one in classes:
            assert set(one.__struct_fields__) - {"amount"} <= found[code]
