"""Wall Street: the ranking of a turn with the known causes of each change, the chart, derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import Scene
from games.skin.drawn import drawn

from ..rules.events import news
from ..rules.events.message import NoCharacter
from ..rules.events.news import DerivativeRow, MarketClosed, MarketOpened, OpeningRow
from ..rules.state import Corporation
from ..texts import figures, names
from . import race
from .common import asset_chart, chart_label, holdings, of_kind, public, published, rules_url, wall_street

BIG_MOVE: Final = 3  # change of assets in a turn that makes the headline


class Cause(Struct, frozen=True):
    label: str
    delta: int
    unexplained: bool = False


class Row(Struct, frozen=True):
    slug: str
    name: str
    rank: int
    moved: int | None  # places gained since the turn before; None on turn 0
    assets: int
    was: int | None
    change: int | None
    causes: list[Cause]
    own: int
    crashed: bool


class Index(Struct, frozen=True):
    """A derivative, before and after."""

    name: str
    members: str
    was: int | None
    now: int
    change: int | None
    note_title: str = ""
    note: str = ""


class Shown(Struct, frozen=True):
    """All values of which the tables and drawings of a chapter are made: a cache key, so that readers who see
    the same get the rendered ones. `held`: the reader's own shares; `latest`: the table shows them."""

    told: MarketOpened | MarketClosed
    chapter: int
    corporations: tuple[tuple[str, Corporation], ...]
    held: tuple[tuple[str, int], ...]
    latest: bool
    companies_url: str
    rules_url: str


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/wall_street.html` for the chapter shown."""
    found = shown(scene)
    if found is None:
        return {"market": None}
    line, market = _drawn(found, get_language())
    return {
        "market": market,
        "opening": not scene.chapter,
        "turn": scene.chapter,
        "headline": line,
        "published": published(scene),
        "played_without": bool(of_kind(scene.own_events, NoCharacter)),
    }


def shown(scene: Scene) -> Shown | None:
    """The values of which the page of the chapter is made; None before the market opens."""
    told = wall_street(scene)
    if told is None:
        return None
    return Shown(
        told,
        scene.chapter,
        tuple(public(scene).corporations.items()),
        tuple(holdings(scene).items()),
        scene.chapter == scene.latest,
        scene.url("corporations"),
        rules_url(),
    )


@lru_cache(maxsize=128)
def _drawn(asked: Shown, language: str | None) -> tuple[str, SafeString]:
    """The headline, and the rendered tables and drawings; `language` is part of the cache key and is the
    active one."""
    told = asked.told
    line = opening_headline(told.rows[0]) if isinstance(told, MarketOpened) else headline(told.rows)
    return line, drawn("corporate/parts/market_day.jinja", **tables(asked))


def tables(asked: Shown) -> dict[str, Any]:
    """Values of `corporate/parts/market_day.jinja`."""
    told, chapter, held = asked.told, asked.chapter, dict(asked.held)
    rows, own = dict(asked.corporations), held if asked.latest else {}
    return {
        "market": (
            [_opening_row(row, own) for row in told.rows]
            if isinstance(told, MarketOpened)
            else [_row(row, own) for row in told.rows]
        ),
        "opening": not chapter,
        "turn": chapter,
        "derivatives": [_index(row, told.rows, chapter) for row in told.derivatives],
        "chart": asset_chart(rows, held, chapter) if chapter else None,
        "chart_label": chart_label(chapter),
        "race": race.of(rows, held, chapter),
        "companies_url": asked.companies_url,
        "rules_url": asked.rules_url,
        "holds": bool(held),
    }


def _opening_row(row: OpeningRow, own: Mapping[str, int]) -> Row:
    return Row(
        slug=row.corporation,
        name=names.corp(row.corporation),
        rank=row.rank,
        moved=None,
        assets=row.assets,
        was=None,
        change=None,
        causes=[],
        own=own.get(row.corporation, 0),
        crashed=False,
    )


def _row(row: news.Row, own: Mapping[str, int]) -> Row:
    return Row(
        slug=row.corporation,
        name=names.corp(row.corporation),
        rank=row.rank,
        moved=row.was_rank - row.rank,
        assets=row.assets,
        was=row.was,
        change=row.change,
        causes=[
            Cause(_("MDC"), row.mdc),
            Cause(_("Sabotage"), row.sabotage),
            Cause(_("Extraction"), row.extraction),
            Cause(pgettext("effect", "First"), row.first),
            Cause(pgettext("effect", "Last"), row.last),
            Cause(_("Unexplained"), row.unexplained, True),
        ],
        own=own.get(row.corporation, 0),
        crashed=row.crashed,
    )


def opening_headline(first: OpeningRow) -> str:
    return _("The market opens with {corporation} ahead").format(corporation=names.corp(first.corporation))


def headline(rows: Sequence[news.Row]) -> str:
    """The headline, from the table only: who leads, who moved, who has crashed."""
    if not rows:
        return _("No corporation is left")
    first = rows[0]
    leader = names.corp(first.corporation)
    crashed = [names.corp(row.corporation) for row in rows if row.crashed]
    clauses = [] if first.crashed else [_leading(rows)]
    mover = _mover(rows)
    former = next((names.corp(row.corporation) for row in rows if row.was_rank == 1), "")
    if mover is first and first.change > 0 and former and not crashed:
        text = (
            _("{corporation} stays ahead and gains {count}")
            if first.was_rank == 1
            else _("{corporation} gains {count} and overtakes {former}")
        )
        return text.format(corporation=leader, count=first.change, former=former)
    if crashed:
        clauses.append(
            ngettext("{corporations} is gone", "{corporations} are gone", len(crashed)).format(
                corporations=figures.listed(crashed)
            )
        )
    elif mover is not None:
        clauses.append(_moved(mover))
    clauses = [clause for clause in clauses if clause] or [
        _("{corporation} stays ahead").format(corporation=leader)
    ]
    if len(clauses) == 1:
        return clauses[0]
    return _("{first}; {second}").format(first=clauses[0], second=clauses[1])


def _leading(rows: Sequence[news.Row]) -> str:
    first = rows[0]
    leader = names.corp(first.corporation)
    if first.was_rank != 1:
        former = next((row for row in rows if row.was_rank == 1), None)
        if former is None:
            return _("{corporation} takes the lead").format(corporation=leader)
        return _("{corporation} overtakes {former}").format(
            corporation=leader, former=names.corp(former.corporation)
        )
    if len(rows) > 1 and rows[1].assets == first.assets and rows[1].was != first.was:
        return _("{corporation} catches {former}").format(
            corporation=names.corp(rows[1].corporation), former=leader
        )
    return _("{corporation} stays ahead").format(corporation=leader)


def _mover(rows: Sequence[news.Row]) -> news.Row | None:
    row = max(rows, key=lambda one: abs(one.change))
    return None if abs(row.change) < BIG_MOVE else row


def _moved(row: news.Row) -> str:
    text = _("{corporation} gains {count}") if row.change > 0 else _("{corporation} loses {count}")
    return text.format(corporation=names.corp(row.corporation), count=abs(row.change))


def _index(row: DerivativeRow, rows: Sequence[news.Row | OpeningRow], turn: int) -> Index:
    name = names.derivative(row.derivative)
    crashed = {one.corporation: one.assets for one in rows if one.crashed}
    gone = [slug for slug in row.members if slug in crashed]
    title = note = ""
    if gone:
        listed = figures.listed([names.corp(slug) for slug in gone])
        title = ngettext(
            "{corporations} leaves the {derivative}", "{corporations} leave the {derivative}", len(gone)
        )
        title = title.format(corporations=listed, derivative=name)
        closed = figures.listed([f"{names.corp(slug)} {figures.number(crashed[slug])}" for slug in gone])
        if row.opening is None:
            note = _("Closing assets: {closed}. No member is left: the index is no longer quoted.").format(
                closed=closed
            )
        else:
            left = len(row.members) - len(gone)
            note = ngettext(
                "Closing assets: {closed}. From turn {turn} the index counts {count} corporation "
                "and opens at {opening}.",
                "Closing assets: {closed}. From turn {turn} the index counts {count} corporations "
                "and opens at {opening}.",
                left,
            ).format(closed=closed, turn=turn + 1, count=left, opening=figures.number(row.opening))
    return Index(
        name,
        ", ".join(names.corp(slug) for slug in row.members),
        row.was,
        row.now,
        None if row.was is None else row.now - row.was,
        title,
        note,
    )
