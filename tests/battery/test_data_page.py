"""`docs/titles/<title>.md`, from which a title's skin is written, names all that its rules know: each window,
option, order, event, line of the score and refusal has its row or its paragraph, with its data."""

from __future__ import annotations

from typing import Any

import pytest

from games.contract import PUBLIC, Option
from games.registry import all_skins
from tests.battery.data_page import paragraphs, read_page, rows, sections, words
from tests.battery.vocabulary import vocabulary
from tests.battery.walks import legal_forms, scenes, told

# Not of the title that is there for tests only.
RULES = [skin.rules for skin in all_skins() if not type(skin).__module__.startswith("tests.")]


@pytest.fixture(params=RULES, ids=lambda rules: rules.meta.key)
def rules(request):
    return request.param


@pytest.fixture
def page(rules) -> str:
    return read_page(rules.meta.key)


def fields(one: Any) -> set[str]:
    """What an event or a line of the score holds beside its kind."""
    return set(one.__struct_fields__)


def test_every_refusal_has_its_row_with_its_params(page, rules):
    found = {code: tuple(words(row["params"])) for code, row in rows(page, "Problems").items()}
    assert list(found.items()) == list(vocabulary(rules).codes.items())


def test_every_order_has_its_row_with_its_data(page, rules):
    found = {kind: set(words(row["data"])) for kind, row in rows(page, "Orders").items()}
    assert found.keys() == vocabulary(rules).orders.keys()
    for forms in legal_forms(rules).values():
        for order in (order for form in forms for order in form):
            assert order.data.keys() <= found[order.kind], order


def test_every_option_has_its_row_with_its_choices(page, rules):
    found = rows(page, "Options")
    assert list(found) == [option.key for option in rules.meta.options]
    for option in rules.meta.options:
        row = found[option.key]
        assert words(row["default"])[0] == word(option)
        assert set(words(row["values"])) <= {*option.choices, *(["on", "off"] if not option.choices else [])}


def word(option: Option) -> str:
    """The default of an option, as the page writes it."""
    if isinstance(option.default, bool):
        return "on" if option.default else "off"
    return option.default


def test_every_window_has_its_row_with_the_orders_it_takes(page, rules):
    takes: dict[str, set[str]] = {}
    for _state, window in scenes(rules):
        takes.setdefault(window.kind, set()).update(window.orders)
    found = rows(page, "Windows")
    assert found.keys() == takes.keys()
    for kind, row in found.items():
        assert set(words(row["orders"])) <= takes[kind], kind


def test_every_event_has_its_paragraph_with_its_data_where_its_readers_are(page, rules):
    public, private = paragraphs(page, "Public events"), paragraphs(page, "Private events")
    assert not public.keys() & private.keys()
    assert {*public, *private} == vocabulary(rules).events.keys()
    for kind, shapes in vocabulary(rules).events.items():
        for shape in shapes:
            assert fields(shape) <= {**public, **private}[kind], kind
    for event in told(rules):
        assert (event.to == PUBLIC) == (event.kind in public), event


def test_every_line_of_the_score_is_there_with_its_figures(page, rules):
    text = set(words(sections(page, "Lines of the final score") + sections(page, "Figures of")))
    for code, shapes in vocabulary(rules).lines.items():
        assert code in text
        for shape in shapes:
            assert fields(shape) - {"amount"} <= text, code


# ---- that it would be seen --------------------------------------------------------------------------

PAGE = """# A title

## Orders

| kind | data |
|---|---|
| `say` | `number`, `loud` (or not) |

## Public events

- `noon`, `dusk`: `round`.

## Private events (to one)

- `you`: `said`;
  and `why`.

No paragraph of an event: `luck`.
"""


def test_what_the_page_says_is_read_as_it_is_meant():
    assert {kind: words(row["data"]) for kind, row in rows(PAGE, "Orders").items()} == {
        "say": ["number", "loud"]
    }
    assert paragraphs(PAGE, "Public events") == {"noon": {"round"}, "dusk": {"round"}}
    assert paragraphs(PAGE, "Private events") == {"you": {"said", "why"}}
