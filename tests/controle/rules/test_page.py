"""The page the skin is written from says all that the code says. The battery will, once the title is
registered."""

from __future__ import annotations

from controle.rules.events import KINDS, PRIVATE
from controle.rules.meta import META
from controle.rules.orders import SHAPES
from controle.rules.problems import CODES
from controle.rules.score_lines import CODES as LINES
from controle.rules.windows import ORDERS
from tests.battery.data_page import paragraphs, read_page, rows, words

PAGE = read_page("controle")


def test_every_problem_has_its_row_and_its_params() -> None:
    found = {code: tuple(words(row["params"])) for code, row in rows(PAGE, "Problems").items()}
    assert found == dict(CODES)


def test_every_order_has_its_row_and_its_data() -> None:
    assert {kind: tuple(words(row["data"])) for kind, row in rows(PAGE, "Orders").items()} == dict(SHAPES)


def test_every_window_has_its_row_and_its_orders() -> None:
    found = rows(PAGE, "Windows")
    assert set(found) == set(ORDERS)
    for kind, row in found.items():
        assert set(words(row["orders"])) == set(ORDERS[kind]), kind


def test_the_option_has_its_row() -> None:
    (option,) = META.options
    row = rows(PAGE, "Options")[option.key]
    assert (words(row["default"]), tuple(words(row["values"]))) == ([option.default], option.choices)


def test_every_event_has_its_paragraph_and_its_data() -> None:
    private = {kind.kind for kind in PRIVATE}
    public, own = paragraphs(PAGE, "Public events"), paragraphs(PAGE, "Private events")
    assert (set(public), set(own)) == (set(KINDS) - private, private)
    for kind, classes in KINDS.items():
        for one in classes:
            assert set(one.__struct_fields__) <= (public | own)[kind], kind


def test_every_line_of_the_score_has_its_paragraph() -> None:
    found = paragraphs(PAGE, "Lines of the final score")
    assert set(found) == set(LINES)
    for code, classes in LINES.items():
        for one in classes:
            assert set(one.__struct_fields__) - {"amount"} <= found[code]
