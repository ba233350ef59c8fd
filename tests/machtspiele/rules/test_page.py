"""The page the skin is written from says all that the code says."""

from __future__ import annotations

import re

from machtspiele.rules.events import KINDS, PRIVATE
from machtspiele.rules.meta import META
from machtspiele.rules.orders import ACTIONS, SHAPES
from machtspiele.rules.problems import CODES
from machtspiele.rules.score_lines import CODES as LINES
from machtspiele.rules.windows import ORDERS
from tests.titlepage import TitlePage, words

PAGE = TitlePage("machtspiele")


def test_every_problem_has_its_row_and_its_figures() -> None:
    found = {code.strip(" `"): tuple(words(figures)) for code, figures, *_ in PAGE.rows("Problems")}
    assert found == dict(CODES)


def test_every_order_has_its_row_and_its_data() -> None:
    found = {row[0].strip(" `"): tuple(words(row[1])) for row in PAGE.rows("Orders")}
    assert found == dict(SHAPES)


def test_every_window_has_its_row_and_its_orders() -> None:
    rows = PAGE.rows("Windows")
    assert {re.findall(r"`(\w+)", row[0])[0] for row in rows} == set(ORDERS)
    for row in rows:
        kind = re.findall(r"`(\w+)", row[0])[0]
        named = set(words(row[4])) - {"when"} | (set(ACTIONS) if "action" in row[4] else set())
        assert named == set(ORDERS[kind]), kind


def test_the_option_has_its_row() -> None:
    (option,), (row,) = META.options, PAGE.rows("Options")
    assert (row[0].strip(" `"), words(row[2])) == (option.key, [option.default])
    assert tuple(words(row[1])) == option.choices


def test_every_event_has_its_paragraph_and_its_data() -> None:
    private = {kind.kind for kind in PRIVATE}
    public, own = PAGE.paragraphs("Public events"), PAGE.paragraphs("Private events")
    assert (set(public), set(own)) == (set(KINDS) - private, private)
    for kind, classes in KINDS.items():
        for one in classes:
            assert set(one.__struct_fields__) <= (public | own)[kind], kind


def test_every_line_of_the_score_has_its_paragraph() -> None:
    found = PAGE.paragraphs("Lines of the final score")
    assert set(found) == set(LINES)
    for code, classes in LINES.items():
        for one in classes:
            assert set(one.__struct_fields__) - {"amount"} <= found[code]
