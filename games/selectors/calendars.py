"""Reads for a user's calendar and feed: the noons and the published turns of that user's games. No form is
read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Count, F, Max, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from msgspec import Struct

from accounts.models import User

from ..contract import PlayerId, Window, decode
from ..models import Game, LedgerEntry, Resolution, Turn, with_clock
from ..registry import installed

PAST = timedelta(days=7)  # how long a past noon stays in the calendar
MOST = 200  # noons in one calendar
MINUTE = timedelta(minutes=1)
# The acts that move or remove a noon.
_MOVES = (
    LedgerEntry.Act.PAUSED, LedgerEntry.Act.RESUMED, LedgerEntry.Act.EXTENDED, LedgerEntry.Act.OUTAGE,
    LedgerEntry.Act.CANCELLED, LedgerEntry.Act.GAME_RENAMED,
)  # fmt: skip


class CalendarNoon(Struct, frozen=True):
    """A noon of a game. `comes`: whether it will take place, or did. `sequence`: greater after each change of
    this noon."""

    game: Game
    turn_id: int
    chapter: int
    at: datetime
    opened_at: datetime
    comes: bool
    sequence: int


def calendar_noons(user: User, now: datetime) -> list[CalendarNoon]:
    """The noons of a user's games, earliest first: of each turn that asks the user, and of the main turn of
    each game. One query."""
    moves = LedgerEntry.objects.filter(game=OuterRef("game_id"), act__in=_MOVES).order_by()
    turns = (
        Turn.objects.filter(
            with_clock("game__"), game__players__user=user, game__title__in=installed(),
            deadline__gt=now - PAST,
        )
        # A paused turn may be reopened later, with a deadline that is not known yet.
        .exclude(Q(status=Turn.Status.PAUSED) & Q(game__stage=Game.Stage.RUNNING))
        .select_related("game")
        .annotate(
            number=F("game__players__number"),
            moves=Coalesce(Subquery(moves.values("game").annotate(n=Count("pk")).values("n")), 0),
        )
        .order_by("deadline", "game_id", "position", "pk")[:MOST]
    )  # fmt: skip
    return [_noon(turn) for turn in turns if _concerns(turn)]


def next_deadlines(games: Iterable[Game]) -> dict[int, datetime]:
    """The next deadline of each of these games that has one and whose clock goes, by the game's id. One
    query."""
    going = [game.pk for game in games if game.stage == Game.Stage.RUNNING and not game.paused]
    turns = Turn.objects.filter(game__in=going, status=Turn.Status.OPEN, deadline__isnull=False)
    return dict(turns.order_by().values("game").annotate(noon=Min("deadline")).values_list("game", "noon"))


class PublishedChapter(Struct, frozen=True):
    """A published chapter of a game, and when it was published."""

    game: Game
    chapter: int
    at: datetime


def published_chapters(user: User, most: int) -> list[PublishedChapter]:
    """The chapters published in the games that a user plays in, newest first. Two queries."""
    rows = (
        Resolution.objects.filter(
            with_clock("game__"), game__players__user=user, game__title__in=installed(),
            chapter__gt=0, chapter__lte=F("game__latest"),
        )
        .exclude(turn__status=Turn.Status.UNDONE)
        .values("game_id", "chapter")
        .annotate(published=Max("at"))
        .order_by("-published", "-game_id", "-chapter")[:most]
    )  # fmt: skip
    found = list(rows)
    games = Game.objects.in_bulk({row["game_id"] for row in found})
    return [
        PublishedChapter(games[row["game_id"]], row["chapter"], row["published"])
        for row in found
        if row["game_id"] in games
    ]


def _concerns(turn: Turn) -> bool:
    """Whether a turn asks the reader, whose seat number is annotated, or is the main one."""
    number = vars(turn)["number"]
    return turn.position == 0 or PlayerId(f"p{number}") in decode(turn.window, Window).players


def _noon(turn: Turn) -> CalendarNoon:
    deadline, game = turn.deadline, turn.game
    assert deadline is not None
    if turn.status in Turn.ASKED:
        comes = game.stage == Game.Stage.RUNNING and not game.paused
    else:  # the noon of a turn that closed early never came
        resolved = turn.resolved_at
        comes = turn.status == Turn.Status.RESOLVED and resolved is not None and resolved >= deadline
    # Computed, not stored: it grows because acts only become more, deadlines moved by the rules only later,
    # and a past noon stays past. A million minutes are two years.
    minutes = min(max((deadline - turn.opened_at) // MINUTE, 0), 499_999)
    sequence = vars(turn)["moves"] * 1_000_000 + 2 * minutes + (not comes)
    return CalendarNoon(game, turn.pk, turn.chapter, deadline, turn.opened_at, comes, sequence)
