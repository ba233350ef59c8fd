"""Reads for the pages of one game: the public drawer and one private drawer, never the whole state.

Each function states its number of queries; none needs more for more players, orders or chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol, cast

from django.db.models import Count
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts.models import User
from config.addresses import address

from .. import access, rows
from ..contract import Closes, Orders, PlayerId, View, Window, decode
from ..models import (
    GUIDE,
    Drawer,
    Game,
    LedgerEntry,
    OrderForm,
    Player,
    Resolution,
    Turn,
)
from ..reads import pages as reads
from ..registry import skin_for
from ..schema import read_drawer
from ..skin import Desk, Person, Scene
from .archives import archives_of
from .told import SceneRequest, events_for, opened_to, receipt_for


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
        picture = address("games:picture", key) if key else ""
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


def course_of(game: Game, player: Player, chapter: int) -> dict[int, View[Any, Any]]:
    """What a player saw of the state at the end of each chapter up to one, by chapter. Two queries."""
    rules = skin_for(game.title).rules
    resolved = Resolution.objects.filter(game=game, chapter__lte=chapter).order_by("number")
    chapters = dict(resolved.values_list("number", "chapter"))
    kept = Drawer.objects.filter(
        game=game, owner__in=["public", player.pid], number__lte=max(chapters, default=-1)
    )
    written: dict[int, list[Drawer]] = {}
    for drawer in kept:
        written.setdefault(drawer.number, []).append(drawer)
    newest: dict[str, Any] = {}
    found: dict[int, View[Any, Any]] = {}
    for number in sorted(chapters.keys() | written.keys()):
        newest |= {drawer.owner: read_drawer(rules, drawer) for drawer in written.get(number, ())}
        if number in chapters and len(newest) == 2:
            found[chapters[number]] = View(PlayerId(player.pid), newest["public"], newest[player.pid])
    return found


def moves_of(arrival: access.Arrival) -> tuple[View[Any, Any], frozenset[PlayerId]]:
    """What a page that shows each move displays to its reader: the view, and who has handed in. No query if
    they were read on arrival; else two."""
    game, player, stored = arrival.entry.game, arrival.entry.player, arrival.moves
    main = arrival.turns[0] if arrival.turns else None
    if stored is None:
        return view_of(game, player), answered(main)
    rules = skin_for(game.title).rules
    public = read_drawer(rules, Drawer(owner="public", content=stored.public, schema=stored.public_schema))
    private = None
    if player is not None and stored.own is not None:
        drawer = Drawer(owner=player.pid, content=stored.own, schema=stored.own_schema)
        private = read_drawer(rules, drawer)
    viewer = PlayerId(player.pid) if player is not None and private is not None else None
    return View(viewer, public, private), _seats_in(main, stored)


def _seats_in(main: Turn | None, stored: access.StoredMoves) -> frozenset[PlayerId]:
    """`answered`, from what was read on arrival."""
    if main is None or (window := window_of(main)).closes is not Closes.TOGETHER:
        return frozenset()
    seats = (stored.complete if window.in_parts else stored.handed_in) or 0
    found = (PlayerId(f"p{number}") for number in range(seats.bit_length()) if seats >> number & 1)
    return frozenset(found) - main.seats_away


def open_turns(game: Game) -> list[Turn]:
    """The open turns of a game, the main one first. One query."""
    return rows.fetch_as(Turn, reads.asked_turns(game.pk))


def window_of(turn: Turn) -> Window:
    return decode(turn.window, Window)


def orders_of(form: OrderForm) -> Orders:
    return decode(form.orders, Orders)


def desks_of(player: Player, turns: Iterable[Turn], *, stored: bool = False) -> list[Desk]:
    """A player's desks: each open or stuck turn that asks the player, with the form saved for it, but never
    with the form of an earlier holder of the seat. `stored`: the reader is a deputy, whose forms are stored
    even where a player's form would be resolved at once. One query; none if everything asked is resolved at
    once, because then no form is stored."""
    mine = [(turn, window_of(turn)) for turn in turns]
    mine = [(turn, window) for turn, window in mine if PlayerId(player.pid) in window.players]
    forms: dict[int, OrderForm] = {}
    if stored or any(window.closes is not Closes.AT_ONCE for _turn, window in mine):
        saved = reads.own_forms(player.pk, player.user_id, player.game_id)
        forms = {form.turn_id: form for form in rows.fetch_as(OrderForm, saved)}
    desks = []
    for turn, window in mine:
        form = forms.get(turn.pk)
        shared: dict[str, Any] = {"deadline": turn.deadline, "seal": turn.commitment}
        if window.closes is Closes.AT_ONCE and not stored:  # only bots and plans have stored forms there
            desks.append(Desk(window, revision=turn.acts.get(player.pid, 0), **shared))
        elif form is None:
            desks.append(Desk(window, **shared))
        elif not form.fingerprint:
            shared |= {"withdrawn": True, "undoable": form.previous is not None}
            kept = decode(form.previous, Orders) if form.previous else ()
            desks.append(Desk(window, revision=form.revision, withdrawn_orders=kept, **shared))
        else:
            desks.append(
                Desk(
                    window, orders_of(form), form.revision, form.saved_at, form.fingerprint, form.salt,
                    form.ready, form.set_aside, undoable=form.previous is not None, by=form.by, **shared,
                )
            )  # fmt: skip
    return desks


def noons_of(game: Game) -> dict[int, datetime]:
    """When each chapter was published, by chapter. One query."""
    resolved = reads.resolved_chapters(game.pk, game.latest)
    return {row.chapter: row.at for row in rows.fetch_as(Resolution, resolved)}


def answered(turn: Turn | None) -> frozenset[PlayerId]:
    """The players who have handed in for an open turn that shows who has; empty for any other turn. Forms
    saved in parts count once they are complete; those of players who are away do not count, because they
    would reveal the plan. At most one query."""
    if turn is None or (window := window_of(turn)).closes is not Closes.TOGETHER:
        return frozenset()
    seats = rows.fetch(reads.answered(turn.pk, complete=window.in_parts))
    return frozenset(PlayerId(f"p{number}") for (number,) in seats) - turn.seats_away


def chapter_in_progress(game: Game) -> int | None:
    """The chapter being played, if its pages can be read while they grow: in games of moves only. Where
    turns close at noon, a chapter is published as a whole. No query."""
    if game.number < 0 or skin_for(game.title).rules.meta.at_noon:
        return None
    return game.chapter if game.chapter > game.latest else None


def scene_to_edit(entry: access.Entry, view: View[Any, Any]) -> Scene:
    """The scene for reading a posted form: the reader's view and the seats, no events. No query; one when
    the seats are first used."""
    return Scene(
        view=view,
        people=cast(Mapping[PlayerId, Person], SimpleLazyObject(lambda: people_of(seats_of(entry.game)))),
        base=address("games:game", entry.game.public_id),
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
    before; three more for the archives."""
    game, player = entry.game, entry.player
    told = events_for(game, player, asked)
    return Scene(
        view=view or view_of(game, player),
        people=people_of(players),
        base=address("games:game", game.public_id),
        zone=game.zone,
        chapter=asked.chapter,
        latest=game.latest,
        public_events=told.public,
        own_events=told.own,
        opened=opened_to(game, player, asked.chapter) if player and asked.private else (),
        receipt=receipt_for(game, player, asked.chapter) if player and asked.private else None,
        noons=noons_of(game) if asked.noons else {},
        query=query,
        finished=game.has_final_places,
        recent=told.recent,
        own_recent=told.own_recent,
        past=told.past,
        course=course_of(game, player, asked.chapter) if player and asked.course else {},
        archives=archives_of(game) if player and asked.archives else (),
        in_progress=chapter_in_progress(game),
        answered=answered(asked.main),
        rehearses=game.is_rehearsal,
    )


def guide_is_dismissed(player: Player) -> bool:
    """Whether the holder of this seat has dismissed the guide of a first turn, in this game or another one.
    One query; none if in this game."""
    if GUIDE in player.seen or player.user_id is None:
        return True
    return bool(rows.fetch(reads.guide_dismissed(player.user_id)))


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


def put_out_by(game: Game, user: User) -> LedgerEntry | None:
    """The newest entry of the ledger by which a user lost the place they had; None if there is none, as for
    places given back before the start. One query."""
    acts = (LedgerEntry.Act.UNSEATED, LedgerEntry.Act.BOT, LedgerEntry.Act.LEFT, LedgerEntry.Act.CLOSED)
    return game.ledger.filter(act__in=acts, data__about=user.pk).first()
