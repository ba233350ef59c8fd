"""Every row that a user asks for is read here. A row that the user may not see looks like one that does not
exist: both are 404."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from accounts.models import User
from accounts.requests import AnyUser

from . import permissions, rows
from .models import (
    Conversation,
    ConversationSeat,
    Deputy,
    Game,
    GameQuerySet,
    Mastership,
    Message,
    MessageReport,
    Player,
    Turn,
    invitation_hash,
)
from .reads import pages as reads


class PutOut(Http404):
    """Raised if a user asks for a page of players, had a place in this game, and has none now."""

    def __init__(self, game: Game) -> None:
        self.game = game


def _no_place(user: AnyUser, public_id: str, *, sees_it: bool = False) -> Http404:
    """The exception for a page that this user may not see. `sees_it`: the user may read the game's other
    pages; `PutOut` then tells only of a place lost since the start. One query, the same whether or not the
    game exists; none for visitors."""
    if user.pk is None:
        return Http404()
    found = rows.fetch(reads.game_of_lost_seat(user.pk, public_id, since_the_start=sees_it))
    game = rows.build(Game, found[0]) if found else None
    return PutOut(game) if game is not None and game.has_table else Http404()


class Deputising(NamedTuple):
    """What the holder of a seat allows a deputy: whether to read its conversations, and until the end of
    which day."""

    reads_talk: bool
    until: date


class Entry(Struct, frozen=True):
    """A game and the user's relation to it. `player`: the user's seat; without one the user may at most
    watch. `deputy`: set if the seat belongs to somebody for whom the user is deputy, otherwise None."""

    game: Game
    player: Player | None
    is_creator: bool
    is_master: bool
    deputy: Deputising | None = None


class StoredMoves(NamedTuple):
    """What a page that shows each move displays to its reader, as it is stored: the drawers (`own`: None
    without one), and sums of `1 << number` over the seats with a form for the main turn, None without any."""

    public: str
    public_schema: int
    own: str | None
    own_schema: int
    handed_in: int | None
    complete: int | None


class Arrival(Struct, frozen=True):
    """An entry with the open turns of its game, the main one first. `moves`: None if they were not asked
    for, and where no turn is open."""

    entry: Entry
    turns: list[Turn]
    moves: StoredMoves | None = None


def game_for(user: AnyUser, public_id: str, *, deputies: bool = False) -> Entry:
    """A game by its public id, with the user's seat. `deputies`: whether a deputy gets the seat of the player
    they stand in for; used for the pages of that seat and its form only. Raises Http404 if the game is not
    public and the user has nothing to do with it, or if there is none, and `PutOut` for users who lost their
    place. One query."""
    at = timezone.now() if deputies else None
    return _entry(user, public_id, rows.fetch(reads.game_and_seat(user.pk or 0, public_id, at)))  # 0: no seat


def arrival(user: AnyUser, public_id: str, *, moves: bool = False, deputies: bool = False) -> Arrival:
    """`game_for`, with the open turns, and with what a page that shows each move displays if `moves` is
    asked for. Raises Http404 as `game_for` does. One query."""
    statement = reads.game_turns_and_moves if moves else reads.game_seat_and_turns
    found = rows.fetch(statement(user.pk or 0, public_id, timezone.now() if deputies else None))
    entry = _entry(user, public_id, found)
    start = 3 + rows.width(Game) + rows.width(Player)
    end = start + rows.width(Turn)
    turns = [rows.build(Turn, row[start:end]) for row in found if row[start] is not None]
    stored = found[0][end:]
    return Arrival(entry, turns, StoredMoves(*stored) if moves and stored[0] is not None else None)


def _entry(user: AnyUser, public_id: str, found: Sequence[rows.Row]) -> Entry:
    """The entry that the first row of a statement begins with. Raises Http404."""
    if not found:
        raise _no_place(user, public_id)
    masters, reads_talk, until, *row = found[0]
    split, end = rows.width(Game), rows.width(Game) + rows.width(Player)
    game = rows.build(Game, row[:split])
    player = rows.build(Player, row[split:end]) if row[split] is not None else None
    deputy = None
    if player is not None:
        player.game = game
        if until is not None:
            deputy = Deputising(bool(reads_talk), date.fromisoformat(str(until)))
    is_master = bool(masters) and user.is_staff
    is_creator = user.pk is not None and game.creator_id == user.pk
    if not (player or is_creator or is_master or game.is_public):
        raise _no_place(user, public_id)
    return Entry(game, player, is_creator, is_master, deputy)


def seat_for(user: AnyUser, public_id: str, *, deputies: bool = False) -> Entry:
    """`game_for`, for acts that only a player may do. Raises Http404 without a seat."""
    entry = game_for(user, public_id, deputies=deputies)
    if entry.player is None:
        raise _no_place(user, public_id, sees_it=True)
    return entry


def seat_arrival(user: AnyUser, public_id: str, *, moves: bool = False, deputies: bool = False) -> Arrival:
    """`arrival`, for pages that only a player may see. Raises Http404 without a seat."""
    found = arrival(user, public_id, moves=moves, deputies=deputies)
    if found.entry.player is None:
        raise _no_place(user, public_id, sees_it=True)
    return found


def gathering_for_creator(user: AnyUser, public_id: str) -> Game:
    """A game that has not started, for acts of its creator. Raises Http404 for everybody else."""
    entry = game_for(user, public_id)
    if not (entry.is_creator and entry.game.has_table):
        raise Http404
    return entry.game


def gathering_for_host(user: AnyUser, public_id: str) -> Game:
    """A game that has not started, for what its creator may do and also its game masters who do not play in
    it. Raises Http404 for everybody else. Four queries for masters."""
    entry = game_for(user, public_id)
    if not (entry.game.has_table and (entry.is_creator or runs(user, entry))):
        raise Http404
    return entry.game


def game_of_host(user: AnyUser, public_id: str) -> Game:
    """A game, for reading what its creator and its game masters may read, whether they play or not; acts on
    the game need `gathering_for_host` or `permissions`. Raises Http404 for everybody else, and for
    rehearsals. One query."""
    entry = game_for(user, public_id)
    if not (entry.game.has_table and (entry.is_creator or entry.is_master)):
        raise Http404
    return entry.game


def runs(user: AnyUser, entry: Entry) -> bool:
    """Whether a user is game master of this game and neither has nor had a seat in it. Three queries for
    masters, none for anybody else."""
    if not (entry.is_master and user.is_authenticated) or entry.player is not None:
        return False
    return not permissions.refusal(permissions.GameAct.SETTINGS, permissions.actor_in(entry.game, user))


def invited_game(token: str) -> Game | None:
    """The game an invitation leads to; None if it was revoked or the game has started."""
    if not token:
        return None
    return Game.objects.select_related("creator").filter(invitation=token, stage=Game.Stage.GATHERING).first()


def once_invited_game(token: str) -> Game | None:
    """The game an invitation led to before the game started or was cancelled; None if it was revoked,
    renewed, or never existed."""
    return Game.objects.filter(past_invitation=invitation_hash(token)).first()


def games_to_be_away_from(user: User) -> list[Game]:
    """The games with a clock that a user plays in, gathering or running, by name, each with the user's
    `seat_name` there. One query."""
    stages = (Game.Stage.GATHERING, Game.Stage.RUNNING)
    mine = Game.objects.with_clock().filter(players__user=user, stage__in=stages)
    return list(mine.annotate(seat_name=F("players__name")).order_by("name", "pk"))


def requests_to(user: User) -> QuerySet[Deputy]:
    """The requests to this user to be a deputy, with games, seats, vacations and outcome, except those that
    ended more than two months ago."""
    mine = Deputy.objects.filter(user=user, vacation__isnull=False)
    return mine.select_related("game", "player", "vacation").order_by("asked_at", "pk")


def watchable(user: AnyUser) -> QuerySet[Game]:
    """All games that a user may look at: public ones, their own, and those they are game master of."""
    if not user.is_authenticated:
        return Game.objects.filter(is_public=True)
    seat = Player.objects.filter(game=OuterRef("pk"), user=user)
    games = Q(is_public=True) | Q(creator=user) | Q(Exists(seat))
    if user.is_staff:
        games |= Q(Exists(Mastership.objects.filter(game=OuterRef("pk"), user=user)))
    return Game.objects.filter(games)


def mastered(user: AnyUser) -> GameQuerySet:
    """The games a member of staff may run: all of them for superusers, otherwise those they are game master
    of."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return Game.objects.none()
    if user.is_superuser:
        return Game.objects.all()
    return Game.objects.filter(Exists(Mastership.objects.filter(game=OuterRef("pk"), user=user)))


def may_see_picture(user: AnyUser, picture_id: int, owner_id: int | None) -> bool:
    """Whether a user may see an uploaded avatar: its owner, and users who may see a seat that shows it."""
    if user.is_authenticated and owner_id == user.pk:
        return True
    if watchable(user).filter(players__picture_id=picture_id).exists():
        return True
    if not user.is_authenticated:
        return False
    now = timezone.now()
    mine = Q(over_at=None, accepted_at__isnull=False, vacation__ended_at=None)
    mine &= Q(vacation__begins_at__lte=now, vacation__ends_at__gt=now, game__stage=Game.Stage.RUNNING)
    return Deputy.objects.filter(mine, user=user, game__players__picture_id=picture_id).exists()


# ---- what is said within a game ---------------------------------------------------------------------


class Talking(Struct, frozen=True):
    """A game whose conversations a user opens. `runs`: the user is a game master or superuser without an
    interest in the game. Without a seat and without `runs`, only public messages are read. `only_reads`: the
    user is a deputy whom the holder of the seat allows to read; nothing is written, marked or counted as
    read."""

    entry: Entry
    turns: list[Turn]
    user_id: int
    runs: bool
    only_reads: bool = False

    @property
    def game(self) -> Game:
        return self.entry.game

    @property
    def player(self) -> Player | None:
        return self.entry.player


class Spot(Struct, frozen=True):
    """A conversation by its name in addresses. It may have no row yet, if nobody has written in it.
    `players`: the seats in it, empty for that of the table. `writes`: whether its reader may write."""

    kind: Conversation.Kind
    key: str
    players: tuple[int, ...] = ()
    conversation: Conversation | None = None
    writes: bool = False


def talking(user: AnyUser, public_id: str) -> Talking:
    """A game with conversations, by its public id. Raises Http404 as `game_for` does, for rehearsals, and
    for games that have not started. One query, three more for game masters."""
    superuser = user.is_authenticated and user.is_active and user.is_superuser
    try:
        found = arrival(user, public_id, deputies=True)
        if found.entry.deputy is not None and not found.entry.deputy.reads_talk:
            found = arrival(user, public_id)
        entry, turns = found.entry, found.turns
    except Http404:
        game = Game.objects.filter(public_id=public_id).first() if superuser else None
        if game is None:
            raise
        entry, turns = Entry(game, None, is_creator=False, is_master=True), []
    if not entry.game.has_talk:
        raise Http404
    if superuser and entry.player is None:
        entry = replace(entry, is_master=True)
    return Talking(entry, turns, user.pk or 0, runs(user, entry), entry.deputy is not None)


def conversations_for(talking: Talking) -> QuerySet[Conversation]:
    """The conversations that a reader may open."""
    game, open_to = talking.game, Q(published_at__isnull=False)
    if game.press != Game.Press.NONE:
        open_to |= Q(kind=Conversation.Kind.TABLE)
    if talking.player is not None:
        own = ConversationSeat.objects.filter(conversation=OuterRef("pk"), player=talking.player)
        open_to |= Q(Exists(own))
    elif talking.runs:
        open_to |= Q(kind=Conversation.Kind.MASTERS)
    return Conversation.objects.filter(open_to, game=game)


def messages_for(talking: Talking) -> QuerySet[Message]:
    """The messages that a reader may read, of all the conversations of `conversations_for`. Users who neither
    play nor run the game read messages of the table from the noon after they were sent."""
    found = Message.objects.filter(conversation__in=conversations_for(talking))
    if talking.player is not None or talking.runs:
        return found
    struck = Q(turn=None) | ~Q(turn__status__in=(*Turn.ASKED, Turn.Status.PAUSED))
    past = Q(struck, opens_at__lte=timezone.now())
    return found.filter(past | Q(conversation__published_at__isnull=False))


def spot_for(talking: Talking, name: str, seats: Iterable[Player]) -> Spot:
    """A conversation by its name in addresses: "table"; "masters", for players; "p3", a letter to seat 3;
    otherwise its key. `seats`: those of the game. Raises Http404 for what the reader may not open. At most
    two queries."""
    kind, game, me = Conversation.Kind, talking.game, talking.player
    numbers = {seat.number: seat.pk for seat in seats}
    spot: Spot | None = None
    if name == "table" and game.press != Game.Press.NONE:
        spot = Spot(kind.TABLE, "table", writes=me is not None)
    elif me is not None and name == "masters":
        spot = Spot(kind.MASTERS, f"masters-{me.number}", (me.pk,), writes=True)
    elif talking.runs and (asked := re.fullmatch("masters-([0-9]{1,4})", name)):
        spot = _with(Spot(kind.MASTERS, name, writes=True), numbers, int(asked[1]))
    elif me is not None and game.press == Game.Press.ALL and (asked := re.fullmatch("p([0-9]{1,4})", name)):
        pair = sorted((me.number, int(asked[1])))
        spot = _with(Spot(kind.LETTER, f"{pair[0]}-{pair[1]}", writes=True), numbers, *pair)
    found = conversations_for(talking).filter(key=spot.key if spot else name).first()
    if spot is not None:
        writes = spot.writes and not talking.only_reads and not (found and found.published_at)
        return replace(spot, conversation=found, writes=writes)
    # Letters and the masters are asked for by seat: if their keys worked here, an answer would tell that
    # somebody has written.
    if found is None or (found.kind != kind.GROUP and found.published_at is None):
        raise Http404
    players = tuple(found.seats.order_by("player__number").values_list("player_id", flat=True))
    inside = me is not None and me.pk in players
    writes = inside and not talking.only_reads and found.published_at is None
    return Spot(kind(found.kind), found.key, players, found, writes=writes)


def _with(spot: Spot, numbers: dict[int, int], *asked: int) -> Spot:
    """A conversation between these seats. Raises Http404 if a number is unknown or occurs twice."""
    if len(set(asked)) < len(asked) or not set(asked) <= numbers.keys():
        raise Http404
    return replace(spot, players=tuple(numbers[number] for number in asked))


def reports_for(talking: Talking) -> QuerySet[MessageReport]:
    """The reports of a game that wait for a decision. Raises Http404 unless the reader runs the game."""
    if not talking.runs:
        raise Http404
    return MessageReport.objects.filter(message__conversation__game=talking.game, decision="")
