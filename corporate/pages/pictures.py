"""The picture beside the lead: the skyline, the race for the first place, or the scales of the council.

Drawn from the day's figures; every length is an attribute of the drawing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from ..rules import content
from ..rules.events.news import CoalitionWeight, OpeningRow, Row
from ..texts import figures, names
from ..texts.newsroom.memory import Memory
from ..texts.newsroom.story import Story

WIDE, HIGH, GROUND = 100, 230, 296  # of a plot, of the highest tower, of the street; in units of the drawing
SLIM, STEP = 13, 9  # the narrowing of a tower, and the assets from which it has one
SHORT, LETTERS = 10, 8  # a name beneath a tower, and how much of a longer one is kept
RACES: Final = ("leader", "reign", "comeback", "decline", "streak_up", "streak_down", "over")
RACE_HIGH, MARGIN = 300, 12


class Tower(Struct, frozen=True):
    """A corporation: the shape of its tower, a lit window for each asset, what it was yesterday."""

    name: str
    brief: str
    assets: int
    change: int | None
    own: bool
    crashed: bool
    shape: str
    lit: str
    was: str
    rise: str
    x: str


class Skyline(Struct, frozen=True):
    towers: tuple[Tower, ...]
    sun: str
    label: str
    kind: str = "skyline"


class Runner(Struct, frozen=True):
    """A corporation's line over the turns. `css`: how it stands out."""

    name: str
    css: str
    line: str
    end_y: str
    named: bool


class RacePicture(Struct, frozen=True):
    runners: tuple[Runner, ...]
    turns: tuple[tuple[str, int], ...]
    label: str
    kind: str = "race"


class Pan(Struct, frozen=True):
    """A coalition on the scales: as many squares as it weighs."""

    name: str
    weight: int
    squares: str
    won: bool


class Scales(Struct, frozen=True):
    pans: tuple[Pan, ...]
    most: int
    label: str
    kind: str = "scales"


Picture = Skyline | RacePicture | Scales


def picture(lead: Story, memory: Memory, own: frozenset[str]) -> Picture | None:
    """The picture beside the lead; None if there is nothing to draw."""
    council = memory.today.council
    if lead.section == "council" and council is not None and len(council.coalitions) > 1:
        return _scales(council.coalitions, council.winner)
    if lead.kind in RACES and len(memory.days) > 1:
        return _race(lead, memory, own)
    return _skyline(memory, own)


# ---- the skyline ----------------------------------------------------------------------------------


def _skyline(memory: Memory, own: frozenset[str]) -> Skyline | None:
    found: Sequence[Row | OpeningRow] = memory.today.rows or memory.today.opening
    rows = {row.corporation: row for row in found}
    plots = [slug for slug in content.CORPORATIONS if slug in rows]
    if not plots:
        return None
    most = max(1, *(max(row.assets, row.was or 0) for row in rows.values()))
    towers = tuple(_tower(rows[slug], at, len(plots), most, slug in own) for at, slug in enumerate(plots))
    leader = memory.leaders.get(memory.today.turn, "")
    at = plots.index(leader) if leader in plots else 0
    told = ", ".join(f"{tower.name} {figures.number(tower.assets)}" for tower in towers)
    return Skyline(
        towers,
        _middle(at, len(plots)),
        _("Each tower is as high as the assets of its corporation: {list}.").format(list=told),
    )


def _middle(at: int, of: int) -> str:
    return f"{100 * (at + 0.5) / of:.1f}%"


def _top(assets: int, most: int) -> int:
    return round(GROUND - HIGH * max(0, assets) / most)


def _tower(row: Row | OpeningRow, at: int, of: int, most: int, own: bool) -> Tower:
    plot = 1000 / of
    left, right = round(plot * at + SLIM), round(plot * (at + 1) - SLIM)
    top, was = _top(row.assets, most), _top(row.was or 0, most)
    name = names.corp(row.corporation)
    return Tower(
        name=name,
        brief=name if len(name) <= SHORT else f"{name[:LETTERS].rstrip('-')}.",
        assets=row.assets,
        change=row.change,
        own=own,
        crashed=row.crashed,
        shape=_rubble(left, right) if row.crashed else _shape(left, right, top, row.assets),
        lit="" if row.crashed else _windows(left, right, top, row.assets),
        was=f"M{left} {top}V{was}H{right}V{top}" if row.was is not None and was < top else "",
        rise=f"M{left - 5} {was}V{top}" if row.was is not None and was > top else "",
        x=_middle(at, of),
    )  # fmt: skip


def _shape(left: int, right: int, top: int, assets: int) -> str:
    if assets < STEP:
        return f"M{left} {GROUND}V{top}H{right}V{GROUND}Z"
    waist, inner = round(top + (GROUND - top) * 0.45), SLIM
    return f"M{left} {GROUND}V{waist}H{left + inner}V{top}H{right - inner}V{waist}H{right}V{GROUND}Z"


def _rubble(left: int, right: int) -> str:
    third = (right - left) // 3
    return f"M{left} {GROUND}L{left + third} {GROUND - 12}L{left + 2 * third} {GROUND - 5}L{right} {GROUND}Z"


def _windows(left: int, right: int, top: int, assets: int) -> str:
    """A lit window for each asset, from the top down, three to a floor."""
    floors = -(-assets // 3)
    if assets <= 0:
        return ""
    gap = (GROUND - top - 6) / floors
    inner = left + SLIM + 5 if assets >= STEP else left + 8
    step = ((right - SLIM - 5 if assets >= STEP else right - 8) - inner - 8) / 2
    size = max(3, min(13, round(gap * 0.45)))
    places = ((inner + step * (at % 3), top + 6 + gap * (at // 3)) for at in range(assets))
    return "".join(f"M{x:.0f} {y:.0f}h8v{size}h-8z" for x, y in places)


# ---- the race -------------------------------------------------------------------------------------


def _race(lead: Story, memory: Memory, own: frozenset[str]) -> RacePicture:
    """Assets from turn 0 to today: the subject and the leader in ink, the rest behind."""
    today = memory.today.turn
    leader = memory.leaders.get(today, "")
    former = memory.leaders.get(today - 1, "") if lead.kind == "leader" else ""
    named = {slug for slug in (lead.subject, leader, former) if slug} | own
    figures_of = [assets for known in memory.assets.values() for assets in known.values()]
    # from the least to the most, because lines are compared with each other and the area below them would be
    # empty
    top, low = max(figures_of), min(figures_of)

    def y(assets: int) -> float:
        return MARGIN + (RACE_HIGH - 2 * MARGIN) * (top - assets) / max(1, top - low)

    order = sorted(memory.assets, key=lambda slug: (slug in named, slug == lead.subject))
    known_now = [slug for slug in order if slug in named and today in memory.assets[slug]]
    ends = _apart({slug: y(memory.assets[slug][today]) for slug in known_now})
    runners = []
    for slug in order:
        known = sorted(memory.assets[slug].items())
        points = "L".join(f"{1000 * turn / max(1, today):.0f} {y(assets):.0f}" for turn, assets in known)
        css = ["runner"]
        css += ["top"] if slug in (lead.subject, leader) else []
        css += ["own"] if slug in own else []
        runners.append(
            Runner(
                name=f"{names.corp(slug)} {figures.number(known[-1][1])}",
                css=" ".join(css),
                line=f"M{points}",
                end_y=f"{100 * ends.get(slug, 0) / RACE_HIGH:.1f}%",
                named=slug in ends,
            )
        )
    last = sorted(
        ((known[today], slug) for slug, known in memory.assets.items() if today in known), reverse=True
    )
    told = ", ".join(f"{names.corp(slug)} {figures.number(assets)}" for assets, slug in last)
    label = _("Assets from turn 0 to turn {turn}. At the end: {list}.").format(turn=today, list=told)
    turns = tuple((f"{100 * turn / max(1, today):.1f}%", turn) for turn in range(today + 1))
    return RacePicture(tuple(runners), turns, label)


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """The heights of the names at the ends of their lines, so that none touches another."""
    found: dict[str, float] = {}
    last = -1000.0
    for slug in sorted(wanted, key=lambda slug: wanted[slug]):
        found[slug] = last = max(wanted[slug], last + 22)
    over = max(0.0, last - (RACE_HIGH - 4))
    return {slug: height - over for slug, height in found.items()}


# ---- the scales -----------------------------------------------------------------------------------


def _scales(rows: Sequence[CoalitionWeight], winner: str | None) -> Scales:
    pans = tuple(
        Pan(names.coalition(row.coalition), row.weight, squares(row.weight), row.coalition == winner)
        for row in rows
    )
    told = ", ".join(f"{pan.name} {figures.number(pan.weight)}" for pan in pans)
    label = ngettext("The weight of the coalition: {list}.", "Weight of each coalition: {list}.", len(pans))
    return Scales(pans, max(row.weight for row in rows), label.format(list=told))


def squares(weight: int) -> str:
    """A path with a square for each unit of a coalition's weight, each in a field of 20 units."""
    return "".join(f"M{20 * at} 0h18v12h-18z" for at in range(weight))
