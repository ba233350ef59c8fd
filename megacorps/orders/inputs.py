"""The inputs of orders: each input makes its form fields, reads them, and fills them with a value.

All values of a page are in one flat mapping, as a browser posts them: the key of a field is the name of the
question followed by the keys of the data, joined by hyphens. Saved and typed values have the same format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _

from games.contract import PlayerId, Problem
from games.formkit.fields import Choice, Field, FramesField, NumberField, SelectField, TickField, choose
from games.formkit.reading import NONE, FieldReader, read_number
from games.skin import Scene, Text

from ..rules.orders import BEFORE_TURN, ROUND_START
from ..rules.state import Private, Public
from ..texts import names
from ..texts.parties import party
from ..texts.private import trigger

SPARE: Final = 2  # empty rows after the saved rules
MOST_LISTED: Final = 80  # fields of one list that are read
OUT: Final = object()  # the value of an empty field, whose key is left out of the data


@dataclass(frozen=True, slots=True)
class Ask:
    """The context of one reader's question: the view, and the values of the page's fields. `later`: whether
    the answer counts at a later moment, so that every choice of the right shape is allowed (16.6)."""

    scene: Scene
    values: Mapping[str, str] = field(default_factory=dict)
    later: bool = False

    @property
    def public(self) -> Public:
        public: Public = self.scene.view.public
        return public

    @property
    def private(self) -> Private:
        private: Private | None = self.scene.view.private
        return private or Private()

    @property
    def me(self) -> PlayerId:
        """The reader's seat: only players have an order form."""
        assert self.scene.reader is not None
        return self.scene.reader

    def value(self, key: str) -> str:
        found = self.values.get(key, "")
        return found.strip() if isinstance(found, str) else ""

    def filled(self, at: str, *but: str) -> bool:
        """Whether any field of the question `at` has a value, except those in `but`."""
        named = {f"{at}-{name}" for name in but}
        return any(key.startswith(f"{at}-") and key not in named and self.value(key) for key in self.values)

    def has(self, at: str) -> bool:
        """Whether any field of the question `at` was posted or filled, even with an empty value."""
        return any(key.startswith(f"{at}-") for key in self.values)

    def last(self, at: str, most: int) -> int:
        """The highest number after `at` in the name of a field with a value."""
        found = [key.removeprefix(at).partition("-")[0] for key in self.values if key.startswith(at)]
        numbers = {int(one) for one in found if one.isascii() and one.isdigit() and len(one) < 3}
        return max((one for one in numbers if one <= most and self._any(f"{at}{one}")), default=0)

    def _any(self, at: str) -> bool:
        return bool(self.value(at)) or self.filled(at)


Pairs = Sequence[tuple[str, str]]
Choices = Callable[[Ask], Pairs]


@dataclass(frozen=True, slots=True)
class Reading:
    """The data read of one order, with typing errors that name its place on the form.

    `fields`: the prefix of the field names of each item of a list or mapping, by the path of the item. Items
    are counted from 0 without empty ones; fields are numbered as on the page."""

    ask: Ask
    place: int
    problems: list[Problem] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)

    def number(self, key: str, path: str) -> int | None:
        """A whole number, 0 or more; None for an empty field, or one that cannot be read."""
        written = self.ask.value(key)
        if not written:
            return None
        value = read_number(written.removeprefix("€"), "€")
        if isinstance(value, int) and value >= 0:
            return value
        if isinstance(value, int):
            self.problems.append(Problem("negative_number", self.place, path))
            return None
        reader = FieldReader({}, self.place)
        reader.refuse_number(value, path, written)
        self.problems.extend(reader.problems)
        return None


def as_mapping(value: object) -> Mapping[str, object]:
    """The value if it is a mapping, otherwise an empty one."""
    return value if isinstance(value, Mapping) else {}


def items(value: object) -> Sequence[object]:
    """The value if it is a list, otherwise an empty one."""
    return value if isinstance(value, list | tuple) else ()


class Input:
    """A part of an order's data under the key `name`."""

    name: str

    def fields(self, ask: Ask, at: str) -> list[Field]:
        """Its form fields. `at`: the name of the question, put before the key."""
        raise NotImplementedError

    def read(self, reading: Reading, at: str, path: str) -> object:
        """Its value, or `OUT` if it is left out. `path`: its path in the order's data, with dots."""
        raise NotImplementedError

    def fill(self, value: object, at: str) -> dict[str, str]:
        """The values of its form fields for a value of the data."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Select(Input):
    """One of a list. `nullable`: `none` can be chosen and is None in the data. `every`: the choices that are
    possible at some moment."""

    name: str
    label: Text
    choices: Choices
    nullable: bool = False
    every: Choices | None = None

    def fields(self, ask: Ask, at: str) -> list[Field]:
        key = f"{at}-{self.name}"
        return [_select(ask, key, str(self.label), self.choices(ask), self.every if ask.later else None)]

    def read(self, reading: Reading, at: str, path: str) -> object:
        value = reading.ask.value(f"{at}-{self.name}")
        if self.nullable and value == NONE:
            return None
        return value or OUT

    def fill(self, value: object, at: str) -> dict[str, str]:
        empty = NONE if self.nullable else ""
        return {f"{at}-{self.name}": empty if value is None else str(value)}


def _select(ask: Ask, key: str, label: str, pairs: Pairs, every: Choices | None = None) -> SelectField:
    """A list with the current value selected; a value that is no longer possible is kept. `every`: those of
    these that are not possible now are listed below the others."""
    value, known = ask.value(key), dict(pairs)
    rest = [pair for pair in every(ask) if pair[0] not in known] if every else []
    made = SelectField(key, label, rest=[Choice(one, text, chosen=one == value) for one, text in rest])
    apart = value in dict(rest)
    made.choices = choose(
        [Choice(one, text) for one, text in pairs], value, lambda gone: None if apart else _name(ask, gone)
    )
    if not value:
        for one in made.choices:
            one.chosen = False
    if rest:
        made.rest_label = _("not possible now")
    return made


def _name(ask: Ask, gone: str) -> str | None:
    """The label of a value that is no longer possible; None for an empty one."""
    player = gone.removeprefix(BEFORE_TURN)
    if gone.startswith(ROUND_START) or (player != gone and player in ask.public.seats):
        return trigger(gone, ask.scene)
    return party(ask.scene, gone) if gone in ask.public.seats else names.thing(gone) or None


@dataclass(frozen=True, slots=True)
class Frames(Input):
    """One of a few answers in frames; `values` gives the value of the data for each."""

    name: str
    label: Text
    choices: Choices
    values: Mapping[str, object] = field(default_factory=dict)

    def fields(self, ask: Ask, at: str) -> list[Field]:
        key = f"{at}-{self.name}"
        made = FramesField(key, str(self.label))
        made.choices = [Choice(one, text) for one, text in self.choices(ask)]
        for choice in made.choices:
            choice.chosen = choice.value == ask.value(key)
        return [made]

    def read(self, reading: Reading, at: str, path: str) -> object:
        value = reading.ask.value(f"{at}-{self.name}")
        return self.values.get(value, value) if value else OUT

    def fill(self, value: object, at: str) -> dict[str, str]:
        known = next((one for one, given in self.values.items() if given is value), None)
        return {f"{at}-{self.name}": known or ("" if value is None else str(value))}


class Drop(Frames):
    """The same as a drop-down list, so that a choice can be undone."""

    __slots__ = ()

    def fields(self, ask: Ask, at: str) -> list[Field]:
        key = f"{at}-{self.name}"
        return [_select(ask, key, str(self.label), self.choices(ask))]


@dataclass(frozen=True, slots=True)
class Listed(Input):
    """Several of a list, in order: a drop-down list for each of the `many` places."""

    name: str
    label: Text
    choices: Choices
    many: Callable[[Ask], int]

    def fields(self, ask: Ask, at: str) -> list[Field]:
        pairs, made = self.choices(ask), []
        last = max(self.many(ask), ask.last(f"{at}-{self.name}-", MOST_LISTED))
        for number in range(1, last + 1):
            label = self.place(number) if last > 1 else str(self.label)
            made.append(_select(ask, f"{at}-{self.name}-{number}", label, pairs))
        return list(made)

    def place(self, number: int) -> str:
        """The label of one of several places."""
        return _("{label} ({number})").format(label=self.label, number=number)

    def read(self, reading: Reading, at: str, path: str) -> object:
        last = max(self.many(reading.ask), reading.ask.last(f"{at}-{self.name}-", MOST_LISTED))
        found: list[str] = []
        for number in range(1, last + 1):
            key = f"{at}-{self.name}-{number}"
            if value := reading.ask.value(key):
                reading.fields[f"{path}.{len(found)}"] = key
                found.append(value)
        return found

    def fill(self, value: object, at: str) -> dict[str, str]:
        return {f"{at}-{self.name}-{number}": str(one) for number, one in enumerate(items(value), 1)}


@dataclass(frozen=True, slots=True)
class Number(Input):
    """A whole number. `absent`: the value of an empty field."""

    name: str
    label: Text
    absent: int | None = None
    hint: Callable[[Ask], str] = lambda ask: ""

    def fields(self, ask: Ask, at: str) -> list[Field]:
        key = f"{at}-{self.name}"
        return [NumberField(key, str(self.label), hint=self.hint(ask), value=ask.value(key))]

    def read(self, reading: Reading, at: str, path: str) -> object:
        found = reading.number(f"{at}-{self.name}", path)
        if found is not None:
            return found
        return OUT if self.absent is None else self.absent

    def fill(self, value: object, at: str) -> dict[str, str]:
        return {f"{at}-{self.name}": "" if value is None else str(value)}


@dataclass(frozen=True, slots=True)
class Prices(Input):
    """A number for each of several things; things with an empty field are left out."""

    name: str
    choices: Choices

    def fields(self, ask: Ask, at: str) -> list[Field]:
        start = f"{at}-{self.name}-"
        pairs = dict(self.choices(ask))
        kept = [
            key.removeprefix(start) for key, value in ask.values.items() if key.startswith(start) and value
        ]
        pairs |= {one: one for one in kept if one not in pairs}
        return [NumberField(start + one, label, value=ask.value(start + one)) for one, label in pairs.items()]

    def read(self, reading: Reading, at: str, path: str) -> object:
        start = f"{at}-{self.name}-"
        keys = [key for key in reading.ask.values if key.startswith(start) and reading.ask.value(key)]
        found: dict[str, int] = {}
        for key in keys:
            one = key.removeprefix(start)
            reading.fields[f"{path}.{one}"] = key
            if (price := reading.number(key, f"{path}.{one}")) is not None:
                found[one] = price
        return found

    def fill(self, value: object, at: str) -> dict[str, str]:
        return {f"{at}-{self.name}-{one}": str(price) for one, price in as_mapping(value).items()}


@dataclass(frozen=True, slots=True)
class Tick(Input):
    """Yes or no."""

    name: str
    label: Text

    def fields(self, ask: Ask, at: str) -> list[Field]:
        key = f"{at}-{self.name}"
        return [TickField(key, str(self.label), ticked=ask.value(key) == "on")]

    def read(self, reading: Reading, at: str, path: str) -> object:
        return reading.ask.value(f"{at}-{self.name}") == "on"

    def fill(self, value: object, at: str) -> dict[str, str]:
        return {f"{at}-{self.name}": "on"} if value is True else {}


@dataclass(frozen=True, slots=True)
class Ticks(Input):
    """Any of a few things."""

    name: str
    label: Text
    choices: Choices

    def fields(self, ask: Ask, at: str) -> list[Field]:
        keys = {one: f"{at}-{self.name}-{one}" for one, _label in self.choices(ask)}
        told = dict(self.choices(ask))
        return [
            TickField(
                key,
                _("{label}: {what}").format(label=self.label, what=told[one]),
                ticked=ask.value(key) == "on",
            )
            for one, key in keys.items()
        ]

    def read(self, reading: Reading, at: str, path: str) -> object:
        start = f"{at}-{self.name}-"
        ticked = [
            key for key in reading.ask.values if key.startswith(start) and reading.ask.value(key) == "on"
        ]
        return [key.removeprefix(start) for key in ticked]

    def fill(self, value: object, at: str) -> dict[str, str]:
        return {f"{at}-{self.name}-{one}": "on" for one in items(value)}
