"""Reads for the lobby: lists of games with what a card shows of each. The number of queries does not depend
on the number of games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from itertools import chain

from msgspec import Struct, field

from accounts.models import User
from accounts.requests import AnyUser

from .. import rows
from ..models import Game, Notice, OrderForm, Turn
from ..reads import lobby as reads
from ..registry import installed
from ..rows import Statement
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
NOTICES = 8  # how many notices the lobby shows
_READ = 8 * NOTICES  # of which some may be about the same game


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
    notices are about. `places`: some of those offered in public games in which the user has none, by game."""

    lists: dict[str, list[ListedGame]]
    more: frozenset[str]
    forms: dict[int, ListedForm]
    notices: list[Notice]
    seats: Mapping[int, list[ListedSeat]] = field(default_factory=dict)
    places: list[OfferedPlace] = field(default_factory=list)


class OfferedPlace(Struct, frozen=True):
    """A place of a running public game that somebody may take over; `noon`: the next deadline."""

    game: Game
    name: str
    number: int
    token: str
    is_bot: bool
    noon: datetime | None
    is_held: bool = False


def _place(game: Game, turns: Iterable[Turn]) -> OfferedPlace:
    """The place of a row of `reads.places_offered`, in a game with these open turns."""
    noons = [turn.deadline for turn in turns if turn.deadline and turn.status == Turn.Status.OPEN]
    seat = vars(game)  # columns of the statement, not of the model
    name, number, token = seat["place_name"], seat["place_number"], seat["place_offer"]
    is_bot, is_held = bool(seat["place_is_bot"]), bool(seat["place_is_held"])
    return OfferedPlace(game, name, number, token, is_bot, min(noons, default=None), is_held)


def oldest_rehearsal(user: User) -> Game | None:
    """The rehearsal that a user has not touched for longest. One query."""
    return Game.objects.rehearsals().filter(creator=user).order_by("touched_at", "pk").first()


def rehearsal_names(user: User) -> frozenset[str]:
    """The names of a user's rehearsals. One query."""
    return frozenset(Game.objects.rehearsals().filter(creator=user).values_list("name", flat=True))


def lobby_for(user: AnyUser, now: datetime, places: int) -> Lobby:
    """Everything the lobby shows, with at most so many offered places. Eight queries at most, in three steps
    of which each needs what the one before has found; four for visitors."""
    reader, limits = _reader(user), {which: LOBBY[which] + 1 for which in reads.PUBLIC_LISTS}
    wanted = [reads.public_lists(reader, limits), reads.places_offered(reader, installed(), places)]
    if user.is_authenticated:
        wanted += [_own(user.pk, now, LOBBY["mine"] + 1, 0), reads.unread_notices(user.pk, now, _READ)]
    public, offered, *own = rows.fetch_together(*wanted)
    lists: dict[str, list[Game]] = {"mine": [], **{which: [] for which in reads.PUBLIC_LISTS}}
    notices: list[Notice] = []
    if own:
        lists["mine"], notices = own[0].made(Game), _shown(own[1].made(Notice))
    for game in public.made(Game):
        lists[vars(game)["which"]].append(game)  # a column of the statement, not of the model
    more = frozenset(which for which, games in lists.items() if len(games) > LOBBY[which])
    lists = {which: games[: LOBBY[which]] for which, games in lists.items()}
    vacant = offered.made(Game)
    seats, turns = _seats_and_turns(chain.from_iterable(lists.values()), notices, vacant)
    listed = {
        which: [ListedGame(game, seats[game.pk], turns[game.pk]) for game in games]
        for which, games in lists.items()
    }
    found = [_place(game, turns[game.pk]) for game in vacant]
    return Lobby(listed, more, _forms_of(user, listed["mine"]), notices, seats, found)


def games_listed(user: AnyUser, which: str, page: int, now: datetime) -> Lobby:
    """One list of the lobby, a page at a time, from 1. Three queries, four for one's own games. Raises
    KeyError for an unknown list."""
    before, reader = (page - 1) * PAGE, _reader(user)
    own = _own(reader, now, PAGE + 1, before) if which == "mine" else None
    games = rows.fetch_as(Game, own or reads.public_games(which, reader, PAGE + 1, before))
    seats, turns = _seats_and_turns(games[:PAGE])
    shown = [ListedGame(game, seats[game.pk], turns[game.pk]) for game in games[:PAGE]]
    forms = _forms_of(user, shown) if which == "mine" else {}
    return Lobby({which: shown}, frozenset([which] if len(games) > PAGE else []), forms, [])


def _reader(user: AnyUser) -> int:
    """The user's id, or for visitors an id that no user has."""
    return user.pk or 0


def _own(user_id: int, now: datetime, limit: int, before: int) -> Statement:
    """The games a user plays in or created: running ones, by their next noon; gathering; finished; cancelled
    ones for two weeks."""
    return reads.own_games(user_id, now - KEPT, limit, before)


def _seats_and_turns(
    games: Iterable[Game], notices: Iterable[Notice] = (), offered: Iterable[Game] = ()
) -> tuple[dict[int, list[ListedSeat]], dict[int, list[Turn]]]:
    """By game id, the seats of games and of those that notices are about, and the open turns of these and of
    games with an offered place. The notices get their games. At most three queries, in one step."""
    seats: dict[int, list[ListedSeat]] = defaultdict(list)
    turns: dict[int, list[Turn]] = defaultdict(list)
    # A notice about an account is about no game.
    told = {notice.game_id for notice in notices if notice.game_id is not None}
    shown = {game.pk for game in games} | told
    asked = shown | {game.pk for game in offered}
    if not asked:
        return seats, turns
    wanted = [reads.asked_turns(asked), reads.seats(shown), reads.games(told)]
    found = rows.fetch_together(*wanted[: 3 if told else 2])
    for turn in found[0].made(Turn):
        turns[turn.game_id].append(turn)
    for game_id, *seat in found[1].rows:
        seats[game_id].append(ListedSeat(*seat))
    about = {game.pk: game for game in found[2].made(Game)} if told else {}
    for notice in notices:
        notice.game = about.get(notice.game_id or 0)
    return seats, turns


def _forms_of(user: AnyUser, games: list[ListedGame]) -> dict[int, ListedForm]:
    turns = [turn.pk for game in games for turn in game.open_turns]
    if not turns:
        return {}
    forms = rows.fetch_as(OrderForm, reads.own_forms(_reader(user), turns))
    return {form.turn_id: ListedForm(len(orders_of(form)), form.ready) for form in forms}


def notices_shown(user_id: int, now: datetime) -> list[Notice]:
    """The notices that the lobby showed a user at a moment and that are not dismissed: newest first, only
    the last one about the course of each game, and about its messages. One query."""
    return _shown(rows.fetch_as(Notice, reads.unread_notices(user_id, now, _READ)))


def _shown(notices: Iterable[Notice]) -> list[Notice]:
    found: list[Notice] = []
    told: set[tuple[int | None, bool]] = set()
    for notice in notices:
        is_message = notice.kind == Notice.Kind.MESSAGE
        if is_message or notice.kind in COURSE:
            if (notice.game_id, is_message) in told:
                continue
            told.add((notice.game_id, is_message))
        found.append(notice)
    return found[:NOTICES]
