"""Orders read into one struct per kind: every type of field, and every fault at its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Order, PlayerId, decode, encode
from games.rulekit.readers import FAULTS
from games.rulekit.shapes import OrderData, Shapes, order

from .orders import FILE, SHAPES, SHIP, File, Give, Rule, Ship, Tell, Wait


def test_an_order_becomes_the_struct_of_its_kind() -> None:
    assert SHAPES.read(Order("ship", SHIP), 0) == Ship("rome", 3, True, "left")
    assert SHAPES.read(Order("give", {"to": "p2", "amount": -7}), 0) == Give(PlayerId("p2"), -7)
    assert SHAPES.read(Order("wait"), 0) == Wait()
    filed = File((Rule("oslo"),), ("oslo", "rome"), Rule("lima", 4))
    assert SHAPES.read(Order("file", FILE), 0) == filed


def test_what_need_not_be_given_has_its_default() -> None:
    assert SHAPES.read(Order("tell"), 0) == Tell("", None, {})
    given = {"text": "hello", "town": None, "prices": {"rome": 9}}
    assert SHAPES.read(Order("tell", given), 0) == Tell("hello", None, {"rome": 9})


def test_an_order_is_kept_as_its_data_and_read_again() -> None:
    for each in (Ship("oslo", 0, False, "right"), Tell(prices={"lima": -9}), File((), (), Rule("rome"))):
        kept = decode(encode(order(each)), Order)
        assert kept.kind == each.kind
        assert SHAPES.read(kept, 0) == each
    assert order(Ship("oslo", 0, False, "right")) == Order(
        "ship", {"town": "oslo", "tons": 0, "insured": False, "side": "right"}
    )


CASES: list[tuple[str, str, dict[str, Any], str | None, dict[str, Any]]] = [
    ("ship", "missing", {"town": None}, "town", {}),
    ("ship", "missing", {"town": ""}, "town", {}),
    ("ship", "malformed", {"town": 1}, "town", {}),
    ("ship", "unknown_choice", {"town": "paris"}, "town", {}),
    ("ship", "unknown_choice", {"side": "up"}, "side", {}),
    ("ship", "malformed", {"tons": True}, "tons", {}),
    ("ship", "malformed", {"tons": 1.0}, "tons", {}),
    ("ship", "number_too_big", {"tons": -501}, "tons", {"maximum": 500}),
    ("ship", "malformed", {"insured": 1}, "insured", {}),
    ("ship", "missing", {"insured": None}, "insured", {}),
    ("ship", "malformed", {"more": 1}, None, {}),
    ("give", "missing", {"to": ""}, "to", {}),
    ("give", "malformed", {"to": 2}, "to", {}),
    ("give", "number_too_big", {"amount": 10**12}, "amount", {"maximum": 10**12 - 1}),
    ("tell", "missing", {"text": None}, "text", {}),
    ("tell", "malformed", {"text": 5}, "text", {}),
    ("tell", "text_too_long", {"text": "x" * 6}, "text", {"length": 6, "maximum": 5}),
    ("tell", "text_unreadable", {"text": "\x00"}, "text", {}),
    ("tell", "unknown_choice", {"prices": {"paris": 1}}, "prices", {}),
    ("tell", "number_too_big", {"prices": {"rome": 10}}, "prices", {"maximum": 9}),
    ("tell", "missing", {"prices": {"rome": None}}, "prices", {}),
    ("tell", "malformed", {"prices": ["rome"]}, "prices", {}),
    ("file", "missing", {"first": {}}, "first.town", {}),
    ("file", "malformed", {"first": {"town": "rome", "x": 1}}, "first", {}),
    ("file", "malformed", {"first": "rome"}, "first", {}),
    ("file", "unknown_choice", {"rules": [{"town": "rome"}, {"town": "paris"}]}, "rules.1.town", {}),
    ("file", "missing", {"rules": [None]}, "rules.0", {}),
    ("file", "list_too_long", {"rules": [{}] * 3}, "rules", {"length": 3, "maximum": 2}),
    ("file", "malformed", {"towns": "rome"}, "towns", {}),
    ("file", "named_twice", {"towns": ["rome", "oslo", "rome"]}, "towns", {}),
]
WHOLE: dict[str, dict[str, Any]] = {"ship": SHIP, "give": {"to": "p2", "amount": 1}, "tell": {}, "file": FILE}


@pytest.mark.parametrize(("kind", "code", "change", "at", "params"), CASES)
def test_every_fault_has_its_code_and_its_place(
    kind: str, code: str, change: dict[str, Any], at: str | None, params: dict[str, Any]
) -> None:
    read = SHAPES.read(Order(kind, {**WHOLE[kind], **change}), 4)
    assert not isinstance(read, OrderData)
    assert [(one.code, one.order, one.input, dict(one.params)) for one in read] == [(code, 4, at, params)]


def test_no_fault_is_left_out() -> None:
    assert {case[1] for case in CASES} == set(FAULTS)


def test_all_faults_of_an_order_are_told_at_once() -> None:
    read = SHAPES.read(Order("ship", {"tons": "3", "side": "up", "x": 1}), 0)
    assert not isinstance(read, OrderData)
    assert [(one.code, one.input) for one in read] == [
        ("missing", "town"), ("malformed", "tons"), ("missing", "insured"), ("unknown_choice", "side"),
        ("malformed", None),
    ]  # fmt: skip


@pytest.mark.parametrize("raw", [None, "ship", Order("sail", {}), Order(["ship"], {}), Order(None, {})])  # type: ignore[arg-type]
def test_what_is_no_order_of_these_kinds_is_unknown(raw: Any) -> None:
    read = SHAPES.read(raw, 1)
    assert not isinstance(read, OrderData)
    assert [(one.code, one.order, one.input) for one in read] == [("unknown_order", 1, None)]


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from(["rome"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | st.integers(), inner),
    max_leaves=8,
)
keys = sorted({key for shape in SHAPES.values() for key in shape})


@given(st.sampled_from([*SHAPES]), st.dictionaries(st.sampled_from(keys) | st.integers(), junk) | junk)
def test_damaged_data_never_raises(kind: str, data: Any) -> None:
    read = SHAPES.read(Order(kind, data), 0)
    if not isinstance(read, OrderData):
        assert read
        assert all(set(one.params) == set(FAULTS[one.code]) for one in read)


def test_shapes_list_their_kinds_and_keys() -> None:
    assert list(SHAPES) == ["ship", "give", "tell", "file", "wait"]
    assert SHAPES["ship"] == ("town", "tons", "insured", "side")
    assert SHAPES["wait"] == ()
    assert len(SHAPES) == 5


class Bare(OrderData, frozen=True):
    kind = "bare"
    towns: tuple[str, ...]


class Odd(OrderData, frozen=True):
    kind = "odd"
    share: float


@pytest.mark.parametrize("kind", [Bare, Odd])
def test_a_field_nobody_can_read_is_an_error_of_the_title(kind: type[OrderData]) -> None:
    """A list without a length, a number that is not whole: seen when the rules are imported."""
    with pytest.raises(TypeError, match="no way of reading"):
        Shapes(kind)
