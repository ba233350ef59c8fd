"""Reads for the lobby: lists of games with what a card shows of each. The number of queries does not depend
on the number of games.

Written in SQL, as in `selectors.game`, and such that each list can be read from an index: the newest games
are found without reading the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from django.db import connection

from accounts.models import User
from accounts.requests import AnyUser

from ..models import Game, Notice, OrderForm, Turn
from .game import orders_of

# Notices about the course of a game: the lobby shows only the newest of each game.
COURSE = {
    Notice.Kind.STARTED,
    Notice.Kind.RESOLVED,
    Notice.Kind.ASKED,
    Notice.Kind.UNANSWERED,
    Notice.Kind.CHAPTER_OVER,
    Notice.Kind.FINISHED,
}
KEPT = timedelta(days=14)  # how long a cancelled game stays in its players' lists
# How many games the lobby shows in each list, and how many a page of one list shows.
LOBBY = {"mine": 12, "open": 6, "running": 3, "finished": 3}
PAGE = 24
PUBLIC = ("open", "running", "finished")

# Built from constants of this file only; whatever a reader sends is a parameter.
_CARD = """g.id, g.public_id, g.title, g.name, g.creator_id, g.stage, g.ended, g.is_public, g.is_rehearsal,
g.max_players, g.hour, g.zone, g.days, g.paused, g.headline"""
_MINE = """
SELECT {card} FROM games_game g
WHERE g.id IN (
    SELECT game_id FROM games_player WHERE user_id = %s UNION SELECT id FROM games_game WHERE creator_id = %s
) AND (g.stage <> 'cancelled' OR g.finished_at IS NULL OR g.finished_at >= %s)
ORDER BY CASE g.stage WHEN 'running' THEN 0 WHEN 'gathering' THEN 1 ELSE 2 END, (
    SELECT MIN(t.deadline) FROM games_turn t WHERE t.game_id = g.id AND t.status = 'open'
) NULLS LAST, g.created_at DESC, g.id DESC LIMIT %s OFFSET %s
"""
# The public games of a stage that are not the reader's, the newest first. Compared with TRUE and FALSE:
# with a bare `is_public` SQLite would not use the index.
_PUBLIC = """
SELECT {card} FROM games_game g
WHERE g.stage = '{stage}' AND g.is_public = TRUE AND g.is_rehearsal = FALSE AND {only}
AND (g.creator_id IS NULL OR g.creator_id <> %s)
AND NOT EXISTS (SELECT 1 FROM games_player p WHERE p.game_id = g.id AND p.user_id = %s)
ORDER BY g.{by} DESC, g.id DESC LIMIT %s OFFSET %s
"""
_FREE = "(SELECT COUNT(*) FROM games_player p WHERE p.game_id = g.id) < g.max_players"
_NAMED = "SELECT '{which}' AS which, {which}_games.* FROM ({sql}) {which}_games"
MINE = _MINE.format(card=_CARD)
LISTS = {
    "open": _PUBLIC.format(card=_CARD, stage="gathering", by="created_at", only=_FREE),
    "running": _PUBLIC.format(card=_CARD, stage="running", by="started_at", only="TRUE"),
    "finished": _PUBLIC.format(card=_CARD, stage="finished", by="finished_at", only="TRUE"),
}
_ALL_PUBLIC = " UNION ALL ".join(_NAMED.format(which=which, sql=sql) for which, sql in LISTS.items())
_SEATS = """
SELECT p.game_id, p.number, p.user_id, p.name, s.rank, s.score
FROM games_player p LEFT JOIN games_standing s ON s.player_id = p.id
WHERE p.game_id IN ({}) ORDER BY p.game_id, p.number
"""
_TURNS = "SELECT * FROM games_turn WHERE status IN ('open', 'stuck') AND game_id IN ({}) ORDER BY position"
_FORMS = """
SELECT f.* FROM games_orderform f JOIN games_player p ON p.id = f.player_id
WHERE p.user_id = %s AND f.author_id = p.user_id AND NOT f.set_aside AND f.turn_id IN ({})
"""
_GAMES = "SELECT * FROM games_game WHERE id IN ({})"
_TOLD = """
SELECT * FROM games_notice WHERE user_id = %s AND read_at IS NULL AND created_at <= %s
ORDER BY created_at DESC, id DESC LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat as a card shows it; `rank` and `score` of a finished game."""

    number: int
    user_id: int | None
    name: str
    rank: int | None
    score: int | None

    @property
    def pid(self) -> str:
        return f"p{self.number}"


@dataclass(frozen=True, slots=True)
class ListedForm:
    """A user's own form for an open turn, as on a card. `orders`: how many; `ready` as in `Desk`."""

    orders: int
    ready: bool


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game as on its card: its seats in order, and its open or stuck turns, the main one first."""

    game: Game
    seats: list[ListedSeat]
    open_turns: list[Turn]


@dataclass(frozen=True, slots=True)
class Lobby:
    """The games a user may see, each in one list only. `more`: the lists that have further games. `forms`:
    turn id -> the user's own form. `notices`: those not dismissed yet, newest first, and only the last
    one about the course of each game. `seats`: game id -> seats, of the games shown here and of those the
    notices are about."""

    lists: dict[str, list[ListedGame]]
    more: frozenset[str]
    forms: dict[int, ListedForm]
    notices: list[Notice]
    seats: Mapping[int, list[ListedSeat]] = field(default_factory=dict)


def oldest_rehearsal(user: User) -> Game | None:
    """The rehearsal that a user has not touched for longest. One query."""
    return Game.objects.filter(is_rehearsal=True, creator=user).order_by("touched_at", "pk").first()


def lobby_for(user: AnyUser, now: datetime) -> Lobby:
    """Everything the lobby shows. Six queries, one more with notices; three for visitors."""
    lists = {"mine": _mine(user, now, LOBBY["mine"] + 1, 0)}
    values = [value for which in PUBLIC for value in (*_reader(user), LOBBY[which] + 1, 0)]
    lists |= {which: [] for which in PUBLIC}
    for game in Game.objects.raw(_ALL_PUBLIC, values):
        lists[vars(game)["which"]].append(game)  # a column of the statement, not of the model
    more = frozenset(which for which, games in lists.items() if len(games) > LOBBY[which])
    lists = {which: games[: LOBBY[which]] for which, games in lists.items()}
    notices = _unread_notices(user, now)
    told = [notice.game for notice in notices if notice.game]
    seats, turns = _seats_and_turns([*chain.from_iterable(lists.values()), *told])
    listed = {
        which: [ListedGame(game, seats[game.pk], turns[game.pk]) for game in games]
        for which, games in lists.items()
    }
    return Lobby(listed, more, _forms_of(user, listed["mine"]), notices, seats)


def games_listed(user: AnyUser, which: str, page: int, now: datetime) -> Lobby:
    """One list of the lobby, a page at a time, from 1. Three queries, four for one's own games. Raises
    KeyError for an unknown list."""
    before = (page - 1) * PAGE
    if which == "mine":
        games = _mine(user, now, PAGE + 1, before)
    else:
        games = list(Game.objects.raw(LISTS[which], [*_reader(user), PAGE + 1, before]))
    seats, turns = _seats_and_turns(games[:PAGE])
    shown = [ListedGame(game, seats[game.pk], turns[game.pk]) for game in games[:PAGE]]
    forms = _forms_of(user, shown) if which == "mine" else {}
    return Lobby({which: shown}, frozenset([which] if len(games) > PAGE else []), forms, [])


def _reader(user: AnyUser) -> tuple[int, int]:
    """The user's id, twice; for visitors an id that no user has."""
    return (user.pk or 0, user.pk or 0)


def _mine(user: AnyUser, now: datetime, limit: int, before: int) -> list[Game]:
    """The games a user plays in or created: running ones, by their next noon; gathering; finished; cancelled
    ones for two weeks."""
    if not user.is_authenticated:
        return []
    return list(Game.objects.raw(MINE, [user.pk, user.pk, now - KEPT, limit, before]))


def _marks(values: Sequence[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _seats_and_turns(games: list[Game]) -> tuple[dict[int, list[ListedSeat]], dict[int, list[Turn]]]:
    """The seats and the open turns of games, by game id. Two queries, or none without games."""
    seats: dict[int, list[ListedSeat]] = defaultdict(list)
    turns: dict[int, list[Turn]] = defaultdict(list)
    ids = list({game.pk for game in games})
    if ids:
        with connection.cursor() as cursor:
            cursor.execute(_SEATS.format(_marks(ids)), ids)
            for game_id, *seat in cursor.fetchall():
                seats[game_id].append(ListedSeat(*seat))
        for turn in Turn.objects.raw(_TURNS.format(_marks(ids)), ids):
            turns[turn.game_id].append(turn)
    return seats, turns


def _forms_of(user: AnyUser, games: list[ListedGame]) -> dict[int, ListedForm]:
    turns = [turn.pk for game in games for turn in game.open_turns]
    if not turns:
        return {}
    forms = OrderForm.objects.raw(_FORMS.format(_marks(turns)), [user.pk, *turns])
    return {form.turn_id: ListedForm(len(orders_of(form)), form.ready) for form in forms}


def notices_shown(user_id: int, now: datetime, limit: int = 8) -> list[Notice]:
    """The notices that the lobby showed a user at a moment and that are not dismissed: newest first, only
    the last one about the course of each game. One query."""
    found: list[Notice] = []
    games: set[int | None] = set()
    for notice in Notice.objects.raw(_TOLD, [user_id, now, 8 * limit]):
        if notice.kind in COURSE:
            if notice.game_id in games:
                continue
            games.add(notice.game_id)
        found.append(notice)
    return found[:limit]


def _unread_notices(user: AnyUser, now: datetime) -> list[Notice]:
    if not user.is_authenticated:
        return []
    found = notices_shown(user.pk, now)
    # A notice about an account is about no game.
    if ids := list({notice.game_id for notice in found if notice.game_id is not None}):
        games = {game.pk: game for game in Game.objects.raw(_GAMES.format(_marks(ids)), ids)}
        for notice in found:
            notice.game = games.get(notice.game_id or 0)
    return found
