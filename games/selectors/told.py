"""What a reader was told in a chapter, and the receipts of what was handed in.

Each function states its number of queries; none needs more for more players, orders or chapters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from .. import rows
from ..contract import Event, Orders, PlayerId, Window, decode
from ..contract.codec import from_plain
from ..models import Game, Player, ReaderEvents, ReadingRight, Resolution, Turn
from ..reads import pages as reads
from ..skin import Opened, Receipt

_NEVER = 2**31 - 1  # no chapter is that late


@dataclass(frozen=True, slots=True)
class SceneRequest:
    """The parts of a scene that a page needs; fewer parts need fewer queries."""

    chapter: int
    private: bool = False  # the reader's own events, dossiers and receipt
    noons: bool = False
    main: Turn | None = None  # in games of moves: recent events, and who has handed in


@dataclass(frozen=True, slots=True)
class ChapterEvents:
    """The events of a chapter, public and of one reader; `recent` and `own_recent` as in `Scene`."""

    public: tuple[Event, ...]
    own: tuple[Event, ...]
    recent: Mapping[int, tuple[Event, ...]]
    own_recent: Mapping[int, tuple[Event, ...]]


def events_for(game: Game, player: Player | None, asked: SceneRequest) -> ChapterEvents:
    """The events a reader may see of a chapter, and the recent ones if wanted. One query."""
    since = game.latest if asked.main else _NEVER
    me = player.pid if player else "public"
    told: dict[str, list[Event]] = defaultdict(list)
    recent: dict[str, dict[int, list[Event]]] = {"public": defaultdict(list), me: defaultdict(list)}
    for row in rows.fetch_as(ReaderEvents, reads.events(game.pk, asked.chapter, since, me)):
        events = decode(row.content, tuple[Event, ...])
        if row.chapter == asked.chapter:
            told[row.reader].extend(events)
        if row.chapter >= since:
            recent[row.reader][row.chapter].extend(events)
    own = {chapter: tuple(events) for chapter, events in recent[me].items()} if player else {}
    return ChapterEvents(
        tuple(told["public"]),
        tuple(told[me] if player else ()),
        {chapter: tuple(events) for chapter, events in recent["public"].items()},
        own,
    )


def opened_to(game: Game, player: Player, chapter: int) -> tuple[Opened, ...]:
    """The dossiers granted to a player in a chapter: events that other players were told. At most two
    queries."""
    grants = list(ReadingRight.objects.filter(game=game, reader=player.pid, chapter=chapter).order_by("id"))
    wanted = Q()
    for grant in grants:
        wanted |= Q(reader=grant.of, chapter__in=grant.chapters)
    if not wanted:
        return ()
    told: dict[tuple[str, int], list[Event]] = defaultdict(list)
    for row in ReaderEvents.objects.filter(wanted, game=game).order_by("number"):
        told[row.reader, row.chapter].extend(decode(row.content, tuple[Event, ...]))
    return tuple(
        Opened(
            PlayerId(grant.of),
            read,
            tuple(event for event in told[grant.of, read] if event.kind not in grant.without),
        )
        for grant in grants
        for read in sorted(grant.chapters)
    )


def receipt_for(game: Game, player: Player, chapter: int) -> Receipt | None:
    """The receipt of a player's form for a chapter's main question. One query."""
    row = (
        Resolution.objects.filter(game=game, chapter=chapter)
        .exclude(cause__in=[Resolution.Cause.ACT, Resolution.Cause.SETUP])
        .exclude(turn__status=Turn.Status.UNDONE)
        .order_by("-number")
        .values("forms", "turn__commitment")
        .first()
    )
    form = decode(row["forms"], dict[str, Any]).get(player.pid) if row else None
    if not row or not form:
        return None
    return Receipt(
        form["fingerprint"], datetime.fromisoformat(form["saved_at"]), len(form["orders"]),
        form.get("revision", 0), row["turn__commitment"],
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ResolvedAct:
    """A form that was resolved alone, as its author handed it in."""

    window: Window
    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime
    seal: str


def last_act(game: Game, player: Player, *, since: int) -> ResolvedAct | None:
    """The newest act of a player in the chapters from `since` on. One query."""
    for forms, window, seal in rows.fetch(reads.last_act(game.pk, player.pid, since)):
        form = decode(forms, dict[str, Any])[player.pid]
        return ResolvedAct(
            decode(window, Window),
            from_plain(form["orders"], Orders),
            form["fingerprint"],
            form["salt"],
            datetime.fromisoformat(form["saved_at"]),
            seal,
        )
    return None
