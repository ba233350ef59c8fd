"""Forms that no page can send: legal ones with replaced parts, and data without any valid shape."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from games.contract import Order

DEEP: Any = []
for _ in range(50_000):
    DEEP = [DEEP]
JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 13, 10**12, -(10**20), 0.5, float("nan"), float("inf"), "", " ", "p1",
    "p2", "p99", "x" * 5_000, "\x00", "a\x00b", "\ud800", "<b>", [], {}, [None], ["p1", "p1"], [[]], {"": 1},
    {3: 3}, {"\ud800": None}, {"x": {"y": []}}, ("a",), b"a", DEEP, [DEEP], {"x": DEEP},
)  # fmt: skip


def words_in(value: Any) -> Iterator[Any]:
    """Every text and number within a value."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from words_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from words_in(item)
    elif isinstance(value, str | int):
        yield value


class Damage:
    """Damages forms. `kinds`: the kinds of orders there are; `keys`: those of their data; `words`: values
    that stand in legal forms, each of which may stand elsewhere."""

    def __init__(self, chance: random.Random, kinds: Any, keys: Any, words: Any) -> None:
        self.chance = chance
        self.kinds, self.keys, self.words = list(kinds), list(keys) or ["x"], list(words) or ["x"]

    def form(self, legal: tuple[Any, ...]) -> tuple[Any, ...]:
        """A form with an order or several damaged, doubled, left out, or put beside one made up."""
        form = [self.order(order) if self.chance.random() < 0.6 else order for order in legal]
        for _ in range(self.chance.choice((0, 0, 0, 1, 1, 2))):
            form.insert(self.chance.randint(0, len(form)), self._made_up())
        if form and self.chance.random() < 0.2:
            form.append(self.chance.choice(form))
        if form and self.chance.random() < 0.1:
            form.pop(self.chance.randrange(len(form)))
        return tuple(form)

    def order(self, order: Any) -> Any:
        """One order, exchanged in its kind or in its data, or by what is none."""
        which = self.chance.random()
        if which < 0.05:
            return self._value()
        if which < 0.15:
            return Order(self.chance.choice((*self.kinds, *JUNK)), order.data)
        if which < 0.25:
            return Order(order.kind, self._value())
        data = dict(order.data)
        for _ in range(self.chance.choice((1, 1, 2))):
            key = self.chance.choice((*data, *data, self.chance.choice(self.keys)))
            if self.chance.random() < 0.15:
                data.pop(key, None)
            else:
                data[key] = self._within(data.get(key))
        return Order(order.kind, data)

    def _within(self, value: Any) -> Any:
        """Another value, or the same with another one somewhere inside."""
        if isinstance(value, dict | list | tuple) and value and self.chance.random() < 0.5:
            if isinstance(value, dict):
                return {**value, self.chance.choice((*value, *self.keys)): self._value()}
            at = self.chance.randrange(len(value))
            return [*value[:at], self._within(value[at]), *value[at + 1 :]]
        return self._value()

    def _value(self) -> Any:
        return self.chance.choice(self.words if self.chance.random() < 0.5 else JUNK)

    def _made_up(self) -> Any:
        """An order of some kind with some keys, none of them from a legal one."""
        kind = self.chance.choice((*self.kinds, *self.kinds, *JUNK)) if self.kinds else "x"
        keys = self.chance.sample(self.keys, self.chance.randint(0, min(4, len(self.keys))))
        return Order(kind, {key: self._value() for key in keys})
