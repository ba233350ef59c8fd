"""Converting the values of this title's fields to the data of orders, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.formkit.reading import FieldReader

from ..rules.content import C
from .fields import MOST_PARTS, office_key, office_of

Values = Mapping[str, Any]


def filled(values: Values, *counted: str) -> dict[str, Any]:
    """The values of fields for an order's data; typed values stay as they are. `counted`: the keys of lists
    of employees by office."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if key in counted and isinstance(value, Sequence) and not isinstance(value, str):
            for each in value:
                office = str(each.get("office", each.get("from", "")))
                before = found.get(office_key(key, office), 0)
                found[office_key(key, office)] = before + each.get("count", 0)
        else:
            found |= _flat(key, value)
    return found


def _flat(path: str, value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        inner = list(value.items())
    elif isinstance(value, list | tuple):
        inner = [(str(place), each) for place, each in enumerate(value)]
    else:
        return {path: value}
    found: dict[str, Any] = {}
    for key, each in inner:
        found |= _flat(f"{path}.{key}", each)
    return found


def counts(reader: FieldReader, key: str, name: str = "office") -> list[dict[str, Any]]:
    """The employees of each office for which a number was typed. `name`: the key of the office in the
    data."""
    found: list[dict[str, Any]] = []
    for field in reader.post:
        if field.startswith(f"{key}.") and reader.raw(field) not in ("", "0"):
            reader.number(field)
            count = reader.data.pop(field, None)
            if count is not None:
                found.append({name: office_of(key, field), "count": count})
    return found


def word(reader: FieldReader, field: str) -> str | None:
    """The chosen value; adds a problem if there is none. The rules judge whether it is possible."""
    value = reader.raw(field)
    if not value:
        reader.refuse("choose_one", field)
    return value or None


def amount(reader: FieldReader, field: str) -> int | None:
    """An amount of Pinats, from a cell or from the field beside the cells."""
    cell = reader.raw(field)
    other = f"{field}_more"
    if not cell and not reader.raw(other):
        reader.refuse("choose_one", field)
        return None
    typed = bool(reader.raw(other)) and cell in ("", "more")
    reader.number(field, other if typed else field)
    value: int | None = reader.data.pop(field, None)
    return value


def parts(
    reader: FieldReader, key: str, read: Callable[[str], dict[str, Any]], first: bool = True
) -> list[dict[str, Any]]:
    """The parts of a list that are filled in, and in any case the first, so that its absence is reported."""
    found = []
    for place in range(MOST_PARTS):
        at = f"{key}.{place}"
        if (first and place == 0) or any(
            field.startswith(f"{at}.") and reader.raw(field) for field in reader.post
        ):
            found.append(read(at))
    return found


def words(reader: FieldReader, field: str, most: int) -> list[str]:
    """The values chosen in several drop-down lists, without empty ones."""
    found = (reader.raw(f"{field}.{place}") for place in range(most))
    return [value for value in found if value]


STEP = C.money.step
