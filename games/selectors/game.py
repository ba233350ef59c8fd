"""Reads for the pages of one game: the public drawer and one private drawer, never the whole state.

Each function states its number of queries; none needs more for more players, orders or chapters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, cast

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from .. import access, rows
from ..contract import Closes, Event, Orders, PlayerId, View, Window, decode
from ..contract.codec import from_plain
from ..models import (
    Drawer,
    Game,
    LedgerEntry,
    OrderForm,
    Player,
    ReaderEvents,
    ReadingRight,
    Resolution,
    Turn,
)
from ..reads import pages as reads
from ..registry import skin_for
from ..schema import read_drawer
from ..skin import Desk, Opened, Person, Receipt, Scene

_NEVER = 2**31 - 1  # no chapter is that late


class Named(Protocol):
    """What is needed to show the name of a seat."""

    @property
    def name(self) -> str: ...
    @property
    def number(self) -> int: ...


def people_of(players: Iterable[Player]) -> dict[PlayerId, Person]:
    """Seats as pages show them, from the rows of `seats_of`; without `picture_key` a seat has the drawn
    avatar. No query."""
    people = {}
    for player in players:
        key = getattr(player, "picture_key", None)
        picture = reverse("games:picture", args=[key]) if key else ""
        people[PlayerId(player.pid)] = Person(PlayerId(player.pid), seat_name(player), picture, player.is_bot)
    return people


def seat_name(player: Named) -> str:
    """The name of a seat; if its account was deleted, only its number."""
    if player.name == f"#{player.number}":
        return _("Former player %(number)s") % {"number": player.number}
    return player.name


def seats_of(game: Game) -> list[Player]:
    """All seats of a game in the order of joining: what pages show of them, and the `picture_key` of each.
    One query."""
    return rows.fetch_as(Player, reads.seats(game.pk))


def view_of(game: Game, player: Player | None) -> View[Any, Any]:
    """What one reader sees of the state: the public drawer and the reader's own. One query."""
    rules = skin_for(game.title).rules
    owner = player.pid if player else "public"
    drawers = {d.owner: d for d in rows.fetch_as(Drawer, reads.newest_drawers(game.pk, owner))}
    private = read_drawer(rules, drawers[owner]) if player and owner in drawers else None
    viewer = PlayerId(owner) if private is not None else None
    return View(viewer, read_drawer(rules, drawers["public"]), private)


def open_turns(game: Game) -> list[Turn]:
    """The open turns of a game, the main one first. One query."""
    return rows.fetch_as(Turn, reads.asked_turns(game.pk))


def window_of(turn: Turn) -> Window:
    return decode(turn.window, Window)


def orders_of(form: OrderForm) -> Orders:
    return decode(form.orders, Orders)


def desks_of(player: Player, turns: Iterable[Turn]) -> list[Desk]:
    """A player's desks: each open or stuck turn that asks the player, with the form saved for it, but never
    with the form of an earlier holder of the seat. One query; none if everything asked is resolved at
    once, because then no form is stored."""
    mine = [(turn, window_of(turn)) for turn in turns]
    mine = [(turn, window) for turn, window in mine if PlayerId(player.pid) in window.players]
    forms: dict[int, OrderForm] = {}
    if any(window.closes is not Closes.AT_ONCE for _turn, window in mine):
        saved = reads.own_forms(player.pk, player.user_id, player.game_id)
        forms = {form.turn_id: form for form in rows.fetch_as(OrderForm, saved)}
    desks = []
    for turn, window in mine:
        form = forms.get(turn.pk)
        shared: dict[str, Any] = {"deadline": turn.deadline, "seal": turn.commitment}
        if window.closes is Closes.AT_ONCE:  # people's forms are never stored there, only those of bots
            desks.append(Desk(window, revision=turn.acts.get(player.pid, 0), **shared))
        elif form is None:
            desks.append(Desk(window, **shared))
        elif not form.fingerprint:
            desks.append(Desk(window, revision=form.revision, withdrawn=True, **shared))
        else:
            desks.append(
                Desk(
                    window, orders_of(form), form.revision, form.saved_at, form.fingerprint, form.salt,
                    form.ready, form.set_aside, **shared,
                )
            )  # fmt: skip
    return desks


def noons_of(game: Game) -> dict[int, datetime]:
    """When each chapter was published, by chapter. One query."""
    resolved = reads.resolved_chapters(game.pk, game.latest)
    return {row.chapter: row.at for row in rows.fetch_as(Resolution, resolved)}


def answered(turn: Turn | None) -> frozenset[PlayerId]:
    """The players who have handed in for an open turn that shows who has; forms saved in parts count when
    they are complete. Empty for any other turn. At most one query."""
    if turn is None or (window := window_of(turn)).closes is not Closes.TOGETHER:
        return frozenset()
    seats = rows.fetch(reads.answered(turn.pk, complete=window.in_parts))
    return frozenset(PlayerId(f"p{number}") for (number,) in seats)


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


def chapter_in_progress(game: Game) -> int | None:
    """The chapter being played, if its pages can be read while they grow: in games of moves only. Where
    turns close at noon, a chapter is published as a whole. No query."""
    if game.number < 0 or skin_for(game.title).rules.meta.at_noon:
        return None
    return game.chapter if game.chapter > game.latest else None


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


@dataclass(frozen=True, slots=True)
class SceneRequest:
    """The parts of a scene that a page needs; fewer parts need fewer queries."""

    chapter: int
    private: bool = False  # the reader's own events, dossiers and receipt
    noons: bool = False
    main: Turn | None = None  # in games of moves: recent events, and who has handed in


def scene_to_edit(entry: access.Entry, view: View[Any, Any]) -> Scene:
    """The scene for reading a posted form: the reader's view and the seats, no events. No query; one when
    the seats are first used."""
    return Scene(
        view=view,
        people=cast(Mapping[PlayerId, Person], SimpleLazyObject(lambda: people_of(seats_of(entry.game)))),
        base=reverse("games:game", args=[entry.game.public_id]),
        zone=entry.game.zone,
        chapter=entry.game.chapter,
        latest=entry.game.latest,
    )


def scene_for(
    entry: access.Entry,
    players: list[Player],
    asked: SceneRequest,
    query: Mapping[str, str],
    view: View[Any, Any] | None = None,
) -> Scene:
    """Everything a page of a game shows to one reader. Two to six queries, one fewer if `view` was read
    before."""
    game, player = entry.game, entry.player
    told = events_for(game, player, asked)
    return Scene(
        view=view or view_of(game, player),
        people=people_of(players),
        base=reverse("games:game", args=[game.public_id]),
        zone=game.zone,
        chapter=asked.chapter,
        latest=game.latest,
        public_events=told.public,
        own_events=told.own,
        opened=opened_to(game, player, asked.chapter) if player and asked.private else (),
        receipt=receipt_for(game, player, asked.chapter) if player and asked.private else None,
        noons=noons_of(game) if asked.noons else {},
        query=query,
        finished=game.stage == Game.Stage.FINISHED,
        recent=told.recent,
        own_recent=told.own_recent,
        in_progress=chapter_in_progress(game),
        answered=answered(asked.main),
    )


def ledger_of(game: Game) -> list[LedgerEntry]:
    """Every ledger entry of a game, newest first. One query."""
    return list(game.ledger.select_related("author"))


def handed_in(game: Game) -> dict[int, int]:
    """The number of forms of each open turn, for game masters who do not play. One query."""
    found = (
        OrderForm.objects.filter(turn__game=game, turn__status=Turn.Status.OPEN, set_aside=False)
        .values("turn_id")
        .annotate(forms=Count("id"))
    )
    return {row["turn_id"]: row["forms"] for row in found}
