"""Reading the fields of one order: typed strings become values or problems."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Any, Final

from ..contract import Problem

MAX_DIGITS: Final = 12
MAX_TYPED: Final = 40  # characters of what was typed that a refusal repeats
NONE: Final = "none"  # the choice "none", as opposed to a missing field

_SPACES: Final = re.compile(r"[\s_'’\u00a0\u202f]+")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")


class FieldReader:
    """Reads the fields of one order: values into `data`, what cannot be read into `problems`. Never raises.

    `place`: the order's place on the form; `unit`: the unit of the title's money, which may follow a number.
    The sentences for the problems are in `sentences.TYPING`.
    """

    def __init__(self, post: Mapping[str, str], place: int, unit: str = "") -> None:
        self.post, self.place, self.unit = post, place, unit
        self.data: dict[str, Any] = {}
        self.problems: list[Problem] = []

    def raw(self, key: str) -> str:
        """The value of a field without surrounding spaces; "" if it was not posted."""
        value = self.post.get(key, "")
        return value.strip() if isinstance(value, str) else ""

    def refuse(self, code: str, at: str, **params: Any) -> None:
        self.problems.append(Problem(code, self.place, at, params))

    def choice(self, key: str, known: Container[str]) -> None:
        """Read one of the words in `known`. Whether this player may choose it is judged by the rules."""
        value = self.raw(key)
        if not value:
            self.refuse("choose_one", key)
        elif value not in known:
            self.refuse("unknown_choice", key)
        else:
            self.data[key] = value

    def optional(self, key: str, known: Container[str]) -> None:
        """Read one of the words in `known`, or None."""
        if self.raw(key) in ("", NONE):
            self.data[key] = None
        else:
            self.choice(key, known)

    def number(self, key: str, field: str = "") -> None:
        """Read a whole number, with or without thousands separators and the unit of money. `field`: the name
        of the field if it is not `key`."""
        written = self.raw(field or key)
        value = read_number(written, self.unit)
        if isinstance(value, int):
            self.data[key] = value
        else:
            self.refuse_number(value, key, written)

    def refuse_number(self, code: str, at: str, written: str) -> None:
        """Refuse what `read_number` could not read; the problem repeats what was typed."""
        figures: dict[str, dict[str, Any]] = {
            "number_too_big": {"maximum": 10**MAX_DIGITS - 1},
            "not_a_number": {"typed": written[:MAX_TYPED] + ("…" if len(written) > MAX_TYPED else "")},
        }
        self.refuse(code, at, **figures.get(code, {}))

    def tick(self, key: str) -> None:
        self.data[key] = self.raw(key) not in ("", "0", "false")

    def text(self, key: str) -> None:
        value = self.post.get(key, "")
        self.data[key] = value.replace("\r\n", "\n").strip() if isinstance(value, str) else ""

    def as_typed(self, key: str) -> None:
        """Read the value of a field without checking it: a number if it is one, None if empty. The rules
        judge it."""
        written = self.raw(key)
        value = read_number(written, self.unit)
        self.data[key] = value if isinstance(value, int) else written or None


def read_number(text: str, unit: str = "") -> int | str:
    """The number that was typed, or the code of the problem with it."""
    plain = _SPACES.sub("", text)
    if unit and plain.lower().endswith(unit.lower()):
        plain = plain[: -len(unit)]
    if not plain:
        return "no_number"
    sign = -1 if plain[0] in "-−" else 1
    plain = plain.lstrip("+-−")
    if _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "").replace(".", "")
    if not (plain.isascii() and plain.isdigit()):
        return "not_a_number"
    plain = plain.lstrip("0") or "0"
    return sign * int(plain) if len(plain) <= MAX_DIGITS else "number_too_big"
