"""Shared by several pages: the public drawer, events by kind."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final, TypeVar, overload

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.contract import Event, PlayerId
from games.rulekit.events import EventData
from games.skin import Person, Scene, charts

from ..rules.events import read
from ..rules.events.news import GameOver, MarketClosed, MarketOpened
from ..rules.ranking import ranking
from ..rules.state import Corporation, Private, Public
from ..texts import figures, names

PICTURED: Final = 8  # players with uploaded pictures on one page

Told = TypeVar("Told", bound=EventData)
OtherTold = TypeVar("OtherTold", bound=EventData)


def public(scene: Scene) -> Public:
    found: Public = scene.view.public
    return found


def private(scene: Scene) -> Private | None:
    return scene.view.private


def person_of(scene: Scene, player: PlayerId) -> Person:
    """A player on pages that show all players. Uploaded pictures have 2.5 kB each, so that in a large game
    everybody has the drawn avatar."""
    person = scene.people.get(player) or Person(player, player)
    return person if len(scene.people) <= PICTURED else replace(person, picture="")


def rules_url() -> str:
    return reverse("games:rules", args=["corporate"])


@overload
def of_kind(events: Iterable[Event], kind: type[Told], /) -> list[Told]: ...
@overload
def of_kind(
    events: Iterable[Event], kind: type[Told], other: type[OtherTold], /
) -> list[Told | OtherTold]: ...
def of_kind(events: Iterable[Event], *kinds: type[EventData]) -> list[Any]:
    """The typed data of the events of some kinds, in the order in which they were told."""
    wanted = {kind.kind for kind in kinds}
    said = (read(event) for event in events if event.kind in wanted)
    return [data for data in said if isinstance(data, kinds)]


def one(events: Iterable[Event], kind: type[Told]) -> Told | None:
    return next(iter(of_kind(events, kind)), None)


def wall_street(scene: Scene) -> MarketOpened | MarketClosed | None:
    """The Wall Street event of the chapter shown; None if there is none."""
    return one(scene.public_events, MarketClosed) or one(scene.public_events, MarketOpened)


def ends(scene: Scene) -> bool:
    """Whether the chapter shown is the last one, so that announcements for the next turn must be left out."""
    return one(scene.public_events, GameOver) is not None


def published(scene: Scene, chapter: int | None = None) -> str:
    """When an edition came out: "Friday 20 November 2026, 12:00 in Paris"; "" if it is not known."""
    moment = scene.noons.get(scene.chapter if chapter is None else chapter)
    return figures.moment_text(moment, scene.zone) if moment else ""


def holdings(scene: Scene) -> Mapping[str, int]:
    """The reader's own shares now; {} for a spectator."""
    if scene.reader is None:
        return {}
    seat = public(scene).seats.get(scene.reader)
    return seat.shares if seat else {}


def in_order(state: Public) -> list[str]:
    """The corporations in the order of lists: the ranking, then the crashed ones, latest first."""
    assets = {slug: row.assets for slug, row in state.corporations.items() if row.crashed is None}
    gone = [slug for slug, row in state.corporations.items() if row.crashed is not None]
    gone.sort(key=lambda slug: (-(state.corporations[slug].crashed or 0), state.corporations[slug].rank))
    return [*ranking(assets, state.corporations), *gone]


def order_at(rows: Mapping[str, Corporation], chapter: int) -> list[str]:
    """`in_order` at the end of a past chapter, from the histories."""
    alive = [slug for slug in rows if rows[slug].crashed is None or (rows[slug].crashed or 0) >= chapter]

    def place(slug: str) -> tuple[int, list[int], int]:
        history = rows[slug].history[: chapter + 1]
        return -history[-1], [-past for past in reversed(history[:-1])], rows[slug].initial_rank

    alive.sort(key=place)
    crashed = [slug for slug in alive if rows[slug].crashed == chapter > 0]
    gone = sorted(set(rows) - set(alive), key=lambda slug: (-(rows[slug].crashed or 0), rows[slug].rank))
    return [slug for slug in alive if slug not in crashed] + crashed + gone


def asset_chart(rows: Mapping[str, Corporation], own: Container[str], chapter: int) -> charts.Chart | None:
    """The chart of assets up to a chapter, `own` brought out; None before the ranking is drawn."""
    if not rows or chapter < 0:
        return None
    histories = [
        charts.History(
            slug,
            names.corp(slug),
            row.history[: chapter + 1],
            row.crashed is not None and row.crashed <= chapter,
            slug in own,
        )
        for slug, row in ((slug, rows[slug]) for slug in order_at(rows, chapter))
    ]
    words = charts.Words(_("Corporations"), _("Corporation"), _("crash"))
    return charts.chart(histories, chapter, words)


def chart_label(chapter: int) -> str:
    return _(
        "Assets of the corporations, turns 0 to {turn}. The same figures are in the table below."
    ).format(turn=chapter)


def width(value: int, most: int) -> str:
    """The width of a bar beside the longest one, as CSS: "40.0%"; nothing below 0."""
    return f"{100 * max(0, value) / max(1, most):.1f}%"
