"""`docs/titles/<title>.md`, from which a title's skin is written, names all that its rules know: each window,
option, order, event, line of the score and refusal has its row or its paragraph, with its data."""

from __future__ import annotations

from typing import Any

import pytest

from games.contract import PUBLIC, Option
from games.registry import all_skins
from tests.battery.data_page import assert_same, cell, paragraphs, read_page, rows, sections, words
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
    found = {
        code: tuple(words(cell(row, "params", "Problems"))) for code, row in rows(page, "Problems").items()
    }
    known = vocabulary(rules).codes
    assert_same(found, known, "Problems")
    assert list(found.items()) == list(known.items()), "in the order, and with the params, of the rules' Code"


def test_every_order_has_its_row_with_its_data(page, rules):
    found = {kind: set(words(cell(row, "data", "Orders"))) for kind, row in rows(page, "Orders").items()}
    assert_same(found, vocabulary(rules).orders, "Orders")
    for forms in legal_forms(rules).values():
        for order in (order for form in forms for order in form):
            more = order.data.keys() - found[order.kind]
            assert not more, f"section “Orders”, row `{order.kind}`, column “data” lacks {more} of {order}"


def test_every_option_has_its_row_with_its_choices(page, rules):
    found = rows(page, "Options")
    assert_same(found, [option.key for option in rules.meta.options], "Options")
    assert list(found) == [option.key for option in rules.meta.options], "not in the order of Meta.options"
    for option in rules.meta.options:
        row = found[option.key]
        assert words(cell(row, "default", "Options"))[:1] == [word(option)], f"the default of {option.key}"
        assert set(words(cell(row, "values", "Options"))) <= {
            *option.choices,
            *(["on", "off"] if not option.choices else []),
        }


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
    assert_same(found, takes, "Windows")
    for kind, row in found.items():
        more = set(words(cell(row, "orders", "Windows"))) - takes[kind]
        assert not more, f"section “Windows”, row `{kind}`, column “orders”: in no game it takes {more}"


def test_every_event_has_its_paragraph_with_its_data_where_its_readers_are(page, rules):
    public, private = paragraphs(page, "Public events"), paragraphs(page, "Private events")
    both = public.keys() & private.keys()
    assert not both, f"{both}: an event is told to all or to one, not in both sections"
    assert_same({*public, *private}, vocabulary(rules).events, "Public events” and “Private events")
    for kind, shapes in vocabulary(rules).events.items():
        for shape in shapes:
            missing = fields(shape) - {**public, **private}[kind]
            assert not missing, f"the paragraph of the event `{kind}` lacks its fields {sorted(missing)}"
    for event in told(rules):
        section = "Public events" if event.to == PUBLIC else "Private events"
        assert (event.to == PUBLIC) == (event.kind in public), f"{event} belongs into section “{section}”"


def test_every_line_of_the_score_is_there_with_its_figures(page, rules):
    text = set(words(sections(page, "Lines of the final score") + sections(page, "Figures of")))
    for code, shapes in vocabulary(rules).lines.items():
        assert code in text, f"section “Lines of the final score” or “Figures of …” lacks `{code}`"
        for shape in shapes:
            missing = fields(shape) - {"amount"} - text
            assert not missing, f"“Lines of the final score”, `{code}`: lacks its fields {sorted(missing)}"


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


def test_what_the_page_lacks_is_named_with_its_section():
    for begins, written, known, says in (
        ("Orders", ["say"], ["say", "sing"], r"section “Orders” has no row or paragraph for \['sing'\]"),
        ("Orders", ["say", "sing"], ["say"], r"section “Orders” speaks of \['sing'\]"),
    ):
        with pytest.raises(AssertionError, match=says):
            assert_same(written, known, begins)
    with pytest.raises(AssertionError, match=r"has no column “params”, only \['kind', 'data'\]"):
        cell(rows(PAGE, "Orders")["say"], "params", "Orders")
    with pytest.raises(AssertionError, match=r"row 'say \| number' does not begin with a word"):
        rows(PAGE.replace("| `say` | `number`, `loud` (or not) |", "| say | number |"), "Orders")
    with pytest.raises(AssertionError, match=r"has 3 cells for the columns \['kind', 'data'\]"):
        rows(PAGE.replace("(or not) |", "| or not |"), "Orders")
    with pytest.raises(AssertionError, match=r"docs/titles/nowhere.md is not there"):
        read_page("nowhere")
