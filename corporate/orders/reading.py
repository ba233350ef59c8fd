"""The fields of one order as they were typed: strings to values, typing errors as problems. Never a raise."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from games.contract import Problem

MAX_DIGITS: Final = 12
NONE: Final = "none"  # the choice of nothing, told apart from a field that was not there

_SPACES: Final = re.compile(r"[\s_'’\u00a0\u202f]+")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")

Data = dict[str, Any]


class Typing:
    """The fields of one order being read: values go to `data`, what cannot be read to `problems`."""

    def __init__(self, post: Mapping[str, str], place: int) -> None:
        self.post, self.place = post, place
        self.data: Data = {}
        self.problems: list[Problem] = []

    def raw(self, key: str) -> str:
        value = self.post.get(key, "")
        return value.strip() if isinstance(value, str) else ""

    def refuse(self, code: str, at: str, **params: Any) -> None:
        self.problems.append(Problem(code, self.place, at, params))

    def choice(self, key: str, known: Mapping[str, Any] | tuple[str, ...]) -> None:
        """One of a known list; what is on it for this player is the rules' affair."""
        value = self.raw(key)
        if not value:
            self.refuse("choose_one", key)
        elif value not in known:
            self.refuse("unknown_choice", key)
        else:
            self.data[key] = value

    def optional(self, key: str, known: Mapping[str, Any] | tuple[str, ...]) -> None:
        if self.raw(key) in ("", NONE):
            self.data[key] = None
        else:
            self.choice(key, known)

    def number(self, key: str, field: str = "") -> None:
        """A whole number, with or without separators of thousands and the name of the money."""
        value = read_number(self.raw(field or key))
        if isinstance(value, str):
            self.refuse(value, key, **({"maximum": 10**MAX_DIGITS - 1} if value == "number_too_big" else {}))
        else:
            self.data[key] = value

    def tick(self, key: str) -> None:
        self.data[key] = self.raw(key) not in ("", "0", "false")

    def text(self, key: str) -> None:
        value = self.post.get(key, "")
        self.data[key] = value.replace("\r\n", "\n").strip() if isinstance(value, str) else ""


def read_number(text: str) -> int | str:
    """The number somebody wrote, or the code of what is wrong with it."""
    plain = _SPACES.sub("", text).removesuffix("ny").removesuffix("NY")
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
