"""The Newsfeeds: the edition of a chapter as a front page, from public events and the public drawer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import Event
from games.skin import Past, Scene
from games.skin.drawn import drawn

from ..rules import content
from ..rules.events.news import OpeningRow, Row
from ..texts import names
from ..texts.general import PLACE
from ..texts.newsroom.briefs import title
from ..texts.newsroom.edition import compose
from ..texts.newsroom.ending import Place
from ..texts.newsroom.memory import Day, Memory, days_of
from ..texts.newsroom.story import Edition, Story
from ..texts.trends import Trend, trends
from . import today
from .common import holdings, public, published, width
from .pictures import picture, squares


class Weight(Struct, frozen=True):
    """A coalition in the council's table."""

    name: str
    members: str
    weight: int
    squares: str
    width: int
    won: bool


class Line(Struct, frozen=True):
    """A row of the table of the day; `change` and `moved` are None on turn 0."""

    name: str
    rank: int
    moved: int | None
    assets: int
    change: int | None
    crashed: bool
    own: bool
    trend: Trend | None


class FinalRow(Struct, frozen=True):
    """A row of the final ranking."""

    name: str
    rank: int
    score: int
    own: bool
    width: str


class Column(Struct):
    """A column under the lead: a story, the table of the council with it, or the briefs."""

    slug: str
    story: Story | None = None
    kicker: str = ""
    weights: list[Weight] = field(default_factory=list)
    brief: list[tuple[str, str]] = field(default_factory=list)


Names = tuple[tuple[str, str], ...]


class _Stored:
    """Public events up to a chapter, as a cache key; events that are not stored are only equal to
    themselves."""

    def __init__(self, past: Mapping[int, tuple[Event, ...]], chapter: int) -> None:
        self.past, self.chapter = past, chapter
        self.key = (past.key if isinstance(past, Past) else id(past), chapter)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stored) and self.key == other.key


class Asked(Struct, frozen=True):
    """All values of which an edition is made: a cache key, so that readers who see the same edition get the
    rendered one. `stored`: the public events up to it; `known`: the players by name; `places`: the final
    ranking on the last edition, () before. `own`: on the latest edition, the corporations of which the reader
    owns shares; `reader`: the player whose row of the final ranking is marked, "" on other editions."""

    stored: _Stored
    known: Names
    places: tuple[Place, ...]
    own: frozenset[str]
    reader: str
    published: str
    in_front: str
    wall_street_url: str
    scores_url: str
    archives_url: str
    today_url: str

    def name(self, player: str) -> str:
        """The name of a player's seat, or the id of an unknown player."""
        return dict(self.known).get(player, player)


def context(scene: Scene) -> dict[str, Any]:
    """Values of `corporate/newsfeeds.html` for the chapter shown."""
    return {
        "turn": scene.chapter,
        "opening": not scene.chapter,
        "front": _drawn(asked(scene), get_language()),
    }


def asked(scene: Scene) -> Asked:
    """The values of which the edition of the chapter shown is made."""
    latest, places = scene.chapter == scene.latest, _places(scene)
    return Asked(
        _Stored(scene.past, scene.chapter),
        tuple((str(person.id), person.name) for person in scene.people.values()),
        places,
        frozenset(holdings(scene)) if latest else frozenset(),
        (scene.reader or "") if places else "",
        published(scene),
        today.in_front(scene) if latest and scene.chapter else "",
        scene.url("wall-street", scene.chapter),
        scene.url("scores") if places else "",
        scene.url("archives") if places and scene.reader else "",
        f"{scene.url('players')}#today",
    )


@lru_cache(maxsize=32)
def _drawn(asked: Asked, language: str | None) -> SafeString:
    """The rendered edition; `language` is part of the cache key and is the active one."""
    return drawn("corporate/parts/newsfeeds.jinja", **values(asked))


def values(asked: Asked) -> dict[str, Any]:
    """Values of `corporate/parts/newsfeeds.jinja`."""
    edition, memory = _edition(asked.stored, asked.known, asked.places)
    turn = asked.stored.chapter
    found: dict[str, Any] = {
        "place": PLACE,
        "turn": turn,
        "turns": content.CONSTANTS.total_turns,
        "opening": not turn,
        "published": asked.published,
        "wall_street_url": asked.wall_street_url,
        "edition": edition,
    }
    if edition is None:
        return found
    return found | {
        "picture": picture(edition.lead, memory, asked.own),
        "columns": _columns(asked, edition, memory.today),
        "board": _board(memory, asked.own),
        "final": _final(asked),
        "scores_url": asked.scores_url,
        "archives_url": asked.archives_url,
        "back": [(turn, line.text) for turn, line in edition.looking_back],
        "in_front": asked.in_front,
        "today_url": asked.today_url,
    }


# ---- the edition ----------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _edition(stored: _Stored, known: Names, places: tuple[Place, ...]) -> tuple[Edition | None, Memory]:
    """The edition of the chapter shown, and its memory. It does not depend on the reader, so that a process
    caches it."""
    named, memory = dict(known), Memory()
    past = days_of(stored.past, stored.chapter)
    editions = compose(past, lambda player: named.get(player, player), places, memory)
    return next((one for one in editions if one.turn == stored.chapter), None), memory


def _places(scene: Scene) -> tuple[Place, ...]:
    """The final ranking on the last edition, best first; () before the end."""
    if not scene.finished or scene.chapter != scene.latest:
        return ()
    return tuple(Place(row.player, row.rank, row.score) for row in public(scene).standings or ())


# ---- the columns ----------------------------------------------------------------------------------


def _columns(asked: Asked, edition: Edition, day: Day) -> list[Column]:
    """The stories beside the lead, with the council's table in its column, and the briefs."""
    weights = _weights(asked, day)
    columns: list[Column] = []
    for story in edition.stories:
        council = story.section == "council"
        columns.append(Column(f"s-{story.section}-{len(columns)}", story, weights=weights if council else []))
    if weights and not any(column.weights for column in columns):
        columns.append(Column("s-weights", kicker=_("MDC bulletin"), weights=weights))
    if edition.briefs:
        brief = [(title(one.kind, one.title), one.text) for one in edition.briefs]
        columns.append(Column("s-brief", kicker=_("In brief"), brief=brief))
    return columns


def _weights(asked: Asked, day: Day) -> list[Weight]:
    told = day.council
    if told is None:
        return []
    most = max((row.weight for row in told.coalitions), default=1)
    found = []
    for row in told.coalitions:
        players = ", ".join(asked.name(player) for player in row.players)
        corps = ", ".join(names.corp(slug) for slug in row.corporations)
        both = (
            _("{players}; {corporations}").format(players=players, corporations=corps) if corps else players
        )
        name = names.coalition(row.coalition)
        won = row.coalition == told.winner
        found.append(Weight(name, both, row.weight, squares(row.weight), 20 * most, won))
    return found


# ---- the tables -----------------------------------------------------------------------------------


def _board(memory: Memory, own: frozenset[str]) -> list[Line]:
    """Every corporation of the day, those that crashed at the end."""
    rows: Sequence[Row | OpeningRow] = memory.today.rows or memory.today.opening
    lines = trends({
        row.corporation: tuple(assets for _turn, assets in sorted(memory.assets[row.corporation].items()))
        for row in rows
        if not row.crashed
    })  # fmt: skip
    return [
        Line(
            names.corp(row.corporation), row.rank, None if row.was_rank is None else row.was_rank - row.rank,
            row.assets, row.change, row.crashed, row.corporation in own, lines.get(row.corporation),
        )
        for row in rows
    ]  # fmt: skip


def _final(asked: Asked) -> list[FinalRow]:
    """The final ranking, once the game is over."""
    most = max((row.score for row in asked.places), default=0)
    return [
        FinalRow(
            asked.name(row.player), row.rank, row.score, row.player == asked.reader, width(row.score, most)
        )
        for row in asked.places
    ]
