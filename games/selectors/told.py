"""The events that a reader was told in a chapter, and the receipts of forms.

Each function states its number of queries; none needs more for more players, orders or chapters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.db.models import Q
from msgspec import Struct, field

from .. import rows
from ..contract import Event, Orders, PlayerId, Window, decode
from ..models import By, Game, Player, ReaderEvents, ReadingRight, Resolution, Turn
from ..reads import pages as reads
from ..skin import Opened, Past, Receipt


class KeptForm(msgspec.Struct, frozen=True):
    """A form as its resolution keeps it (`services.claims.Form`)."""

    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime
    revision: int = 0
    by: str = By.SELF.value


_NEVER = 2**31 - 1  # no chapter is that late


class SceneRequest(Struct, frozen=True):
    """The parts of a scene that a page needs; fewer parts need fewer queries."""

    chapter: int
    private: bool = False  # the reader's own events, dossiers and receipt
    noons: bool = False
    main: Turn | None = None  # in games of moves: recent events, and who has handed in
    past: bool = False  # the public events of the chapters before, too; not with `main`
    course: bool = False  # the reader's view at the end of each chapter so far
    archives: bool = False  # every resolution of a finished game


class ChapterEvents(Struct, frozen=True):
    """The events of a chapter, public and of one reader; `recent`, `own_recent` and `past` as in `Scene`."""

    public: tuple[Event, ...]
    own: tuple[Event, ...]
    recent: Mapping[int, tuple[Event, ...]]
    own_recent: Mapping[int, tuple[Event, ...]]
    past: Mapping[int, tuple[Event, ...]] = field(default_factory=dict)


def events_for(game: Game, player: Player | None, asked: SceneRequest) -> ChapterEvents:
    """The events a reader may see of a chapter, and the recent ones if wanted. One query."""
    if asked.past:
        return _so_far(game, player, asked.chapter)
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


def _so_far(game: Game, player: Player | None, chapter: int) -> ChapterEvents:
    """The public events of a chapter and of all before it, and the reader's own of that chapter."""
    me = player.pid if player else "public"
    public: dict[int, list[str]] = defaultdict(list)
    own: list[Event] = []
    for row in rows.fetch_as(ReaderEvents, reads.events_so_far(game.pk, chapter, me)):
        if row.reader == "public":
            public[row.chapter].append(row.content)
        else:
            own.extend(decode(row.content, tuple[Event, ...]))
    past = Past({number: tuple(texts) for number, texts in public.items()})
    return ChapterEvents(past.get(chapter, ()), tuple(own), {}, {}, past)


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
    form = decode(row["forms"], dict[str, KeptForm]).get(player.pid) if row else None
    if not row or not form:
        return None
    seal = row["turn__commitment"]
    return Receipt(form.fingerprint, form.saved_at, len(form.orders), form.revision, seal, form.by)


class ResolvedAct(Struct, frozen=True):
    """A form that was resolved alone, as its author handed it in."""

    window: Window
    orders: Orders
    fingerprint: str
    salt: str
    saved_at: datetime
    seal: str
    by: str


def last_act(game: Game, player: Player, *, since: int) -> ResolvedAct | None:
    """The newest act of a player in the chapters from `since` on. One query."""
    for forms, window, seal in rows.fetch(reads.last_act(game.pk, player.pid, since)):
        form = decode(forms, dict[str, KeptForm])[player.pid]
        return ResolvedAct(
            *(decode(window, Window), form.orders, form.fingerprint, form.salt, form.saved_at, seal, form.by)
        )
    return None
