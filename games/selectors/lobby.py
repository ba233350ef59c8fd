"""Reads for the lobby: lists of games with what a card shows of each. The number of queries does not depend
on the number of games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import chain

from msgspec import Struct, field

from accounts.models import User
from accounts.requests import AnyUser

from .. import rows
from ..models import Game, Notice, OrderForm, Turn
from ..reads import lobby as reads
from ..registry import installed
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


class ListedSeat(Struct, frozen=True):
    """A seat as a card shows it; `rank` and `score` of a finished game."""

    number: int
    user_id: int | None
    name: str
    rank: int | None
    score: int | None

    @property
    def pid(self) -> str:
        return f"p{self.number}"


class ListedForm(Struct, frozen=True):
    """A user's own form for an open turn, as on a card. `orders`: how many; `ready` as in `Desk`."""

    orders: int
    ready: bool


class ListedGame(Struct, frozen=True):
    """A game as on its card: its seats in order, and its open or stuck turns, the main one first."""

    game: Game
    seats: list[ListedSeat]
    open_turns: list[Turn]


class Lobby(Struct, frozen=True):
    """The games a user may see, each in one list only. `more`: the lists that have further games. `forms`:
    turn id -> the user's own form. `notices`: those not dismissed yet, newest first, and only the last
    one about the course of each game. `seats`: game id -> seats, of the games shown here and of those the
    notices are about."""

    lists: dict[str, list[ListedGame]]
    more: frozenset[str]
    forms: dict[int, ListedForm]
    notices: list[Notice]
    seats: Mapping[int, list[ListedSeat]] = field(default_factory=dict)


class OfferedPlace(Struct, frozen=True):
    """A place of a running public game that somebody may take over; `noon`: the next deadline."""

    game: Game
    name: str
    number: int
    token: str
    is_bot: bool
    noon: datetime | None
    is_held: bool = False


def places_offered(user: AnyUser, limit: int) -> list[OfferedPlace]:
    """Some of the places offered in public games in which this reader has no place, by game. Two queries, or
    one without places."""
    games = rows.fetch_as(Game, reads.places_offered(_reader(user), installed(), limit))
    noons: dict[int, datetime] = {}
    if games:
        for turn in rows.fetch_as(Turn, reads.asked_turns({game.pk for game in games})):
            if turn.deadline is not None and turn.status == Turn.Status.OPEN:
                noons[turn.game_id] = min(turn.deadline, noons.get(turn.game_id, turn.deadline))
    return [_place(game, noons.get(game.pk)) for game in games]


def _place(game: Game, noon: datetime | None) -> OfferedPlace:
    """The place of a row of `reads.places_offered`."""
    seat = vars(game)  # columns of the statement, not of the model
    name, number, token = seat["place_name"], seat["place_number"], seat["place_offer"]
    is_bot, is_held = bool(seat["place_is_bot"]), bool(seat["place_is_held"])
    return OfferedPlace(game, name, number, token, is_bot, noon, is_held)


def oldest_rehearsal(user: User) -> Game | None:
    """The rehearsal that a user has not touched for longest. One query."""
    return Game.objects.rehearsals().filter(creator=user).order_by("touched_at", "pk").first()


def rehearsal_names(user: User) -> frozenset[str]:
    """The names of a user's rehearsals. One query."""
    return frozenset(Game.objects.rehearsals().filter(creator=user).values_list("name", flat=True))


def lobby_for(user: AnyUser, now: datetime) -> Lobby:
    """Everything the lobby shows. Six queries, one more with notices; three for visitors."""
    lists = {"mine": _mine(user, now, LOBBY["mine"] + 1, 0)}
    lists |= {which: [] for which in reads.PUBLIC_LISTS}
    limits = {which: LOBBY[which] + 1 for which in reads.PUBLIC_LISTS}
    for game in rows.fetch_as(Game, reads.public_lists(_reader(user), limits)):
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
        games = rows.fetch_as(Game, reads.public_games(which, _reader(user), PAGE + 1, before))
    seats, turns = _seats_and_turns(games[:PAGE])
    shown = [ListedGame(game, seats[game.pk], turns[game.pk]) for game in games[:PAGE]]
    forms = _forms_of(user, shown) if which == "mine" else {}
    return Lobby({which: shown}, frozenset([which] if len(games) > PAGE else []), forms, [])


def _reader(user: AnyUser) -> int:
    """The user's id, or for visitors an id that no user has."""
    return user.pk or 0


def _mine(user: AnyUser, now: datetime, limit: int, before: int) -> list[Game]:
    """The games a user plays in or created: running ones, by their next noon; gathering; finished; cancelled
    ones for two weeks."""
    if not user.is_authenticated:
        return []
    return rows.fetch_as(Game, reads.own_games(user.pk, now - KEPT, limit, before))


def _seats_and_turns(games: list[Game]) -> tuple[dict[int, list[ListedSeat]], dict[int, list[Turn]]]:
    """The seats and the open turns of games, by game id. Two queries, or none without games."""
    seats: dict[int, list[ListedSeat]] = defaultdict(list)
    turns: dict[int, list[Turn]] = defaultdict(list)
    if ids := {game.pk for game in games}:
        for game_id, *seat in rows.fetch(reads.seats(ids)):
            seats[game_id].append(ListedSeat(*seat))
        for turn in rows.fetch_as(Turn, reads.asked_turns(ids)):
            turns[turn.game_id].append(turn)
    return seats, turns


def _forms_of(user: AnyUser, games: list[ListedGame]) -> dict[int, ListedForm]:
    turns = [turn.pk for game in games for turn in game.open_turns]
    if not turns:
        return {}
    forms = rows.fetch_as(OrderForm, reads.own_forms(_reader(user), turns))
    return {form.turn_id: ListedForm(len(orders_of(form)), form.ready) for form in forms}


def notices_shown(user_id: int, now: datetime, limit: int = 8) -> list[Notice]:
    """The notices that the lobby showed a user at a moment and that are not dismissed: newest first, only
    the last one about the course of each game, and about its messages. One query."""
    found: list[Notice] = []
    told: set[tuple[int | None, bool]] = set()
    for notice in rows.fetch_as(Notice, reads.unread_notices(user_id, now, 8 * limit)):
        is_message = notice.kind == Notice.Kind.MESSAGE
        if is_message or notice.kind in COURSE:
            if (notice.game_id, is_message) in told:
                continue
            told.add((notice.game_id, is_message))
        found.append(notice)
    return found[:limit]


def _unread_notices(user: AnyUser, now: datetime) -> list[Notice]:
    if not user.is_authenticated:
        return []
    found = notices_shown(user.pk, now)
    # A notice about an account is about no game.
    if ids := {notice.game_id for notice in found if notice.game_id is not None}:
        games = {game.pk: game for game in rows.fetch_as(Game, reads.games(ids))}
        for notice in found:
            notice.game = games.get(notice.game_id or 0)
    return found
