"""The codec: equal values are equal bytes, and what no database keeps is refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import Closes, Order, PlayerId, Window, decode, encode
from games.contract.codec import as_kept, is_keepable

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12) + 1, 10**12 - 1)
    | st.text(alphabet="aé\u202f\U0001f600"),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


class Flat(msgspec.Struct):
    player: PlayerId
    which: Literal["first", "last"]
    amount: int | None
    won: bool


class Deep(msgspec.Struct):
    any_value: Any
    parts: tuple[Flat, ...] | None = None


@dataclass(frozen=True)
class Thing:
    numbers: dict[str, int] = field(default_factory=dict)
    pair: tuple[int, str] | None = None


def test_equal_values_are_equal_bytes():
    assert encode(Thing({"b": 1, "a": 2})) == encode(Thing({"a": 2, "b": 1}))


def test_a_value_comes_back_equal():
    thing = Thing({"a": 1}, (3, "é"))
    assert decode(encode(thing), Thing) == thing
    window = Window("quarter", (3,), ("vote",), Closes.AT_NOON, (PlayerId("p1"),))
    assert decode(encode(window), Window) == window
    assert window.name == "quarter/3"


@given(JSON)
def test_orders_come_back_equal(value):
    orders = (Order("x", {"value": value}),)
    assert is_keepable({"value": value})
    assert decode(encode(orders), tuple[Order, ...]) == orders


@pytest.mark.parametrize(
    "bad", ["\x00", "a\ud800", 10**12, -(10**12), 0.1, {1: 2}, [["\x00"]], {"\x00": 1}, b"x"]
)
def test_what_cannot_be_kept(bad):
    assert not is_keepable(bad)


FLAT = Flat(PlayerId("p1"), "first", None, True)


@pytest.mark.parametrize("value", [FLAT, Deep((1, 2)), Deep(None, (FLAT,)), (FLAT,), Thing({}, (1, "a"))])
def test_what_is_kept_is_what_comes_back_when_it_was_encoded(value: object) -> None:
    assert as_kept(value) == decode(encode(value), Any)


NEW_CLASSES = """
import sys, threading
from dataclasses import make_dataclass
from games.contract import decode, encode

sys.setswitchinterval(1e-6)
me = sys.modules["__main__"]
for nth in range(100):
    inner, value = int, 1
    for depth in range(12):
        fields = [("a", inner), ("b", int), ("c", int)]
        inner = make_dataclass(f"K{nth}_{depth}", fields, namespace={"__module__": "__main__"})
        setattr(me, inner.__name__, inner)
        value = inner(value, 1, 1)
    text, start, read = encode(value), threading.Barrier(4), []
    def go():
        start.wait()
        read.append(decode(text, inner))
    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read == [value] * 4, read
"""


def test_threads_that_read_a_new_class_at_the_same_moment_all_read_it():
    """msgspec by itself ends the process: the first pages of a site that has just started are asked for by
    several threads."""
    done = subprocess.run([sys.executable, "-c", NEW_CLASSES], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (done.returncode, done.stderr)
