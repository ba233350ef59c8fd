"""The board as a drawing: columns in percent, rows in rem, so that letters stay as large as text."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene

from ..rules import board
from ..rules.content import CONTENT, COUNTRIES, CompanyState
from ..rules.state import Public
from ..texts import names
from .common import Owner, owners, public_of

ROW: Final = 2.6  # rem: a name of two lines, and the government
HIGH: Final = 2  # rem, of a box
STEPS: Final = 13.4  # widths of a column: control, a gap of 0.4, the twelve industries
COLUMN: Final = 100 / STEPS
WIDE: Final = 0.86 * COLUMN  # of a box
MARKS: Final = {
    CompanyState.UNOWNED: ("free", ""),
    CompanyState.NATIONALISED: ("nat", "★"),
    CompanyState.SYNDICALISED: ("syn", "="),
    CompanyState.ABSENT: ("gone", "·"),
}


class Column(Struct, frozen=True):
    """A column: its middle in percent, and its name."""

    at: str
    name: str


class Row(Struct, frozen=True):
    """A row: its name, and below it the government, defence and strength. `force`: "" for a country without
    defence and strength."""

    name: str
    government: str
    force: str = ""


class Box(Struct, frozen=True):
    """A box: its class, the letter or sign in it, its position, and that of the middle of its letter. `slug`:
    the company, or the country whose control it shows."""

    slug: str
    css: str
    mark: str
    x: str
    y: str
    middle_x: str
    middle_y: str


class Sum(Struct, frozen=True):
    """Below a column: the payout for each company and for the reader; "" for nothing."""

    at: str
    each: int
    mine: str


class Drawing(Struct, frozen=True):
    label: str
    wide: str
    high: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    hairs: tuple[str, ...]
    boxes: tuple[Box, ...]
    sums: tuple[Sum, ...]


def drawing(scene: Scene) -> Drawing:
    """The board as `scene` shows it; the reader's own boxes have a class of their own."""
    public, who = public_of(scene), owners(scene)
    rows = len(COUNTRIES) + 1
    return Drawing(
        label=_label(public, scene.reader),
        wide=_percent(WIDE),
        high=_rem(HIGH),
        columns=tuple(
            Column(_percent(_middle(place)), name)
            for place, name in enumerate([_("control"), *map(names.industry, CONTENT.industries)])
        ),
        rows=(*(_row(public, slug) for slug in COUNTRIES), Row(_("Neutral"), _("nobody’s"))),
        hairs=tuple(_rem(ROW * line) for line in range(rows + 1)),
        boxes=tuple(_boxes(public, who)),
        sums=tuple(_sum(public, slug, scene.reader) for slug in CONTENT.industries),
    )


def _label(public: Public, reader: PlayerId | None) -> str:
    owned = sum(company.owner is not None for company in public.companies.values())
    said = _("The board: {count} companies, {owned} of them owned.").format(
        count=len(public.companies), owned=owned
    )
    if reader is not None:
        mine = len(board.companies_of(public, reader))
        said += " " + ngettext("{count} of these is yours.", "{count} of these are yours.", mine).format(
            count=mine
        )
    return said + " " + _("The same as tables below: industries, then countries.")


def _row(public: Public, country: str) -> Row:
    data = CONTENT.countries[country]
    government = names.government(public.countries[country].government.value).lower()
    return Row(names.country(country), government, f"{data.defence}/{data.strength}")


def _boxes(public: Public, who: dict[PlayerId, Owner]) -> list[Box]:
    """The boxes row by row: the control of a country, then its companies; neutral countries share the last
    row."""
    rows = {slug: place for place, slug in enumerate(COUNTRIES)}
    found = []
    for country, row in rows.items():
        controller = public.countries[country].controller
        css, mark = _held(who[controller]) if controller else ("none", "")
        found.append(_box(country, css, mark, 0, row))
    for slug, company in public.companies.items():
        data = CONTENT.boxes[slug]
        css, mark = _held(who[company.owner]) if company.owner else MARKS[company.state]
        column = 1 + CONTENT.industries.index(data.industry)
        found.append(_box(slug, css, mark, column, rows.get(data.country, len(COUNTRIES))))
    return found


def _held(by: Owner) -> tuple[str, str]:
    return ("own" if by.own else "held"), by.letter


def _box(slug: str, css: str, mark: str, column: int, row: int) -> Box:
    return Box(slug, css, mark, *_place(column, row))


@cache
def _place(column: int, row: int) -> tuple[str, str, str, str]:
    """The position of a box: left, top, and its middle."""
    middle, top = _middle(column), ROW * row + (ROW - HIGH) / 2
    return _percent(middle - WIDE / 2), _rem(top), _percent(middle), _rem(top + HIGH / 2)


def _sum(public: Public, industry: str, reader: PlayerId | None) -> Sum:
    now = board.payout(public, industry)
    mine = next((one.amount for one in now.payments if one.player == reader), 0)
    at = _percent(_middle(1 + CONTENT.industries.index(industry)))
    return Sum(at, now.each, str(mine) if mine else "")


def _middle(column: int) -> float:
    return COLUMN * (column + 0.5 + (0.4 if column else 0))


def _percent(value: float) -> str:
    return f"{value:.1f}%"


def _rem(value: float) -> str:
    return f"{value:g}rem"
