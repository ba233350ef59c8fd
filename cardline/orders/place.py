"""Placing a card: which one, and into which gap of the line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Desk, Scene

from ..pages import board
from ..rules.figures import neighbours
from ..rules.state import Public
from ..texts import general, names

MAX_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class CardChoice:
    row: board.CardRow
    chosen: bool


@dataclass(frozen=True, slots=True)
class GapChoice:
    """A gap, and the country that lies behind it (none at the end of the line)."""

    value: int
    label: str
    chosen: bool
    row: board.CardRow | None


def number(text: Any) -> int | str | None:
    """A whole number; None for nothing, and what else was typed as it stands."""
    if not isinstance(text, str) or not text.strip():
        return None
    plain = text.strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= MAX_DIGITS else plain


def read(post: Mapping[str, str]) -> Order:
    """The placement that was posted, whatever stands in it: what the rules think of it is `check`'s."""
    data = {
        "card": post.get("card") or None,
        "gap": number(post.get("gap")),
        "line_version": number(post.get("line_version")),
    }
    return Order("place", data)


def chosen(desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The fields of a choice that is not the one handed in; the last card is chosen by the page."""
    card, gap = post.get("card", ""), number(post.get("gap"))
    if desk.saved and desk.orders:
        data = desk.orders[0].data
        untouched = (card, gap) == (data.get("card"), data.get("gap"))
    else:
        untouched = gap is None and (not card or bool(post.get("last_card")))
    return {} if untouched else {name: post[name] for name in ("card", "gap", "line_version") if name in post}


def standing(public: Public, desk: Desk) -> tuple[str, int | None]:
    """The card and the gap that stand chosen: as typed, else as saved. A line that has moved keeps
    the card, for a gap of the old one may mean another place now."""
    if desk.typed is not None:
        gap = number(desk.typed.get("gap"))
        moved = number(desk.typed.get("line_version")) != public.line_version
        return str(desk.typed.get("card", "")), None if moved or not isinstance(gap, int) else gap
    if desk.orders and desk.saved:
        data = desk.orders[0].data
        return str(data.get("card", "")), data.get("gap")
    return "", None


def gaps(scene: Scene, public: Public, chosen: int | None) -> list[GapChoice]:
    rows = board.line_rows(scene)
    return [
        GapChoice(
            value,
            names.gap(*neighbours(public.line, value)),
            value == chosen,
            rows[value] if value < len(rows) else None,
        )
        for value in range(len(rows) + 1)
    ]


def text(order: Order, line: Line) -> str:
    """A placement as its receipt has it; `line`: that of its quote."""
    told = line.params or order.data
    if "gap" not in line.params:
        return names.country(told.get("card", ""))
    return _("{card}: {gap}").format(
        card=names.country(told["card"]), gap=general.lower(names.gap(told["left"], told["right"]))
    )
