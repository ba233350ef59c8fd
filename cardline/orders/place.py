"""Placing a card: the choice of a card and of a gap in the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from games.contract import Line, Order
from games.formkit.reading import FieldReader
from games.rulekit.quotes import read_figures
from games.skin import Desk

from ..pages import board
from ..rules.check import PlaceFigures
from ..rules.figures import neighbours
from ..rules.state import Public
from ..texts import general, names


class CardChoice(Struct, frozen=True):
    row: board.CardRow
    chosen: bool


class GapChoice(Struct, frozen=True):
    """A gap, and the country after it (none at the end of the line)."""

    value: int
    label: str
    chosen: bool
    row: board.CardRow | None


def read(post: Mapping[str, Any]) -> Order:
    """The posted placement, unchecked: `check` of the rules judges it."""
    reader = FieldReader(post, 0)
    for key in ("gap", "line_version"):
        reader.as_typed(key)
    return Order("place", {"card": reader.raw("card") or None, **reader.data})


def chosen(desk: Desk, post: Mapping[str, str]) -> dict[str, str]:
    """The fields of a choice that differs from the saved one. A last card is chosen by the page itself."""
    given = read(post).data
    if desk.saved and desk.orders:
        untouched = all(given[key] == desk.orders[0].data.get(key) for key in ("card", "gap"))
    else:
        untouched = given["gap"] is None and (not given["card"] or bool(post.get("last_card")))
    return {} if untouched else {name: post[name] for name in ("card", "gap", "line_version") if name in post}


def standing(public: Public, desk: Desk) -> tuple[str, int | None]:
    """The chosen card and gap: as typed, otherwise as saved. If the line has changed, only the card is kept,
    because the gap may now be elsewhere."""
    if desk.typed is not None:
        given = read(desk.typed).data
        gap, moved = given["gap"], given["line_version"] != public.line_version
        return str(given["card"] or ""), None if moved or not isinstance(gap, int) else gap
    if desk.orders and desk.saved:
        data = desk.orders[0].data
        return str(data.get("card", "")), data.get("gap")
    return "", None


def gaps(public: Public, rows: Sequence[board.CardRow], chosen: int | None) -> list[GapChoice]:
    """The places of the line whose cards are shown as `rows`."""
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
    """A placement as text for its receipt; `line`: its line of the quote."""
    placed = read_figures(line, PlaceFigures)
    if placed is None:
        return names.country(order.data.get("card", ""))
    return _("{card}: {gap}").format(
        card=names.country(placed.card), gap=general.lower(names.gap(placed.left, placed.right))
    )
