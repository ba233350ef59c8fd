"""Games from creation to start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, time
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from msgspec import Struct

from accounts.models import User
from accounts.names import alike

from ..contract import TASTE, Meta
from ..models import (
    Game,
    LedgerEntry,
    Mastership,
    Notice,
    OnMissed,
    Player,
    invitation_hash,
    invitation_token,
)
from ..models.columns import every_day
from ..policies import MOST_WAITS, kept_text
from ..registry import skin_for
from . import resolving
from .bots import bot_names
from .claims import lock_game
from .ledger import ledger_write
from .notices import tell, tell_changed, tell_table
from .refusals import Refused
from .sittings import sitting_begin, sitting_end

MAX_GATHERING = 10  # games for which one user may be gathering players at a time
MAX_ORGANIZED = 200  # the same for organizers, who open tables for a club or a league
MAX_GAMES = Game.bound.most  # unfinished games that a user who is not staff may have created or play in


GOING_ON = (Game.Stage.GATHERING, Game.Stage.RUNNING)


class GameSettings(Struct, frozen=True):
    """The settings a creator chooses. `options` has a value for each of the title's options;
    `close_when_all_ready` counts only if the title's turns close at noon; `notice`: hours, None for the
    title's default; `starts_on`: the day on whose noon the game starts with the players who have joined;
    `press`: who may talk, from the start on; `days`: those played, Monday 0; `dates_out`: dates left out
    besides; `on_missed`: what follows the first, second and third noon missed in a row; `bots_play`: whether
    a bot may hold a place; `waits`: how often the table waits a day for a player who asks."""

    title: str
    name: str
    min_players: int
    max_players: int
    is_public: bool
    hour: time
    zone: str
    options: Mapping[str, Any]
    close_when_all_ready: bool = False
    notice: int | None = None
    on_leave: str = Game.OnLeave.BOT
    starts_on: date | None = None
    press: str = Game.Press.NONE
    on_missed: Sequence[str] = ()
    bots_play: bool = True
    waits: int = 0
    days: Sequence[int] = tuple(every_day())
    dates_out: Sequence[date] = ()


def game_create(*, creator: User, plan: GameSettings, seat_name: str = "") -> Game:
    """Create a game and seat its creator (unless `seat_name` is ""), who is its game master if they are an
    organizer. Raises `Refused`: `too_many`, `too_many_games`, `game_name_taken`, `name_taken`."""
    with transaction.atomic():
        count_games(creator)
        gathering = Game.objects.with_table().filter(creator=creator, stage=Game.Stage.GATHERING)
        most = MAX_ORGANIZED if creator.is_organizer else MAX_GATHERING
        if gathering.count() >= most:
            raise Refused("too_many", most=most)
        _ensure_unique_name(creator, plan.name)
        game = game_write(creator, plan)
        if seat_name:
            seat_take_free(game, creator, seat_name)
    return game


def game_write(creator: User, plan: GameSettings) -> Game:
    """Write a game without seats, and make its creator its game master if they are an organizer. Checks
    nothing."""
    game = Game.objects.create(creator=creator, invitation=invitation_token(), **fields_of(plan))
    ledger_write(game=game, act=LedgerEntry.Act.CREATED, author=creator)
    if creator.is_organizer:
        master_creates(game, creator)
    return game


def master_creates(game: Game, creator: User, reason: str = "") -> None:
    """Make the creator of a game its game master, with an entry in the ledger. No-op if they are already."""
    if Mastership.objects.get_or_create(game=game, user=creator)[1]:
        data = {"master": str(creator), "about": creator.pk, "creates": True}
        ledger_write(game=game, act=LedgerEntry.Act.MASTER_NAMED, author=creator, reason=reason, data=data)


def count_games(user: User) -> None:
    """Check that a user may have one more game. The user's row is locked, so that two requests at the same
    moment are counted one after the other. Raises `Refused`: `too_many_games`."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    if user.is_staff:  # staff run games for others
        return
    mine = Q(creator=user) | Exists(Player.objects.filter(game=OuterRef("pk"), user=user))
    going_on = Game.objects.with_table().filter(mine, stage__in=GOING_ON)
    if going_on.count() >= MAX_GAMES:
        raise Refused("too_many_games", most=MAX_GAMES)


def _ensure_unique_name(creator: User, name: str, but: Game | None = None) -> None:
    """Check that no unfinished game of this user has the same or a similar-looking name: lobby and mails
    identify games by it. Raises `Refused`: `game_name_taken`."""
    mine = Q(creator=creator) | Exists(Player.objects.filter(game=OuterRef("pk"), user=creator))
    games = Game.objects.with_table().filter(mine, stage__in=GOING_ON)
    if but is not None:
        games = games.exclude(pk=but.pk)
    for other in games.values_list("name", flat=True):
        if alike(name, other):
            raise Refused("game_name_taken", name=other)


def fields_of(plan: GameSettings) -> dict[str, Any]:
    """The columns of `Game` for these settings, with the numbers of players limited to what the title
    allows."""
    meta = skin_for(plan.title).rules.meta
    return {
        "title": plan.title,
        "name": plan.name,
        "min_players": max(plan.min_players, meta.min_players),
        "max_players": min(plan.max_players, meta.max_players),
        "is_public": plan.is_public,
        "hour": plan.hour,
        "zone": plan.zone,
        "options": _options(meta, plan.options),
        "close_when_all_ready": plan.close_when_all_ready and meta.at_noon,
        "notice": plan.notice if plan.notice in meta.notices else meta.notice,
        "on_leave": plan.on_leave if plan.bots_play else Game.OnLeave.EMPTY,
        "starts_on": plan.starts_on,
        "press": plan.press,
        "on_missed": kept_text(tuple(_without_bots(plan))),
        "bots_play": plan.bots_play,
        "waits": min(max(plan.waits, 0), MOST_WAITS),
        "days": sorted(plan.days),
        "dates_out": sorted(day.isoformat() for day in plan.dates_out),
    }


def _without_bots(plan: GameSettings) -> list[str]:
    """What follows noons missed in a row; a place that no bot may hold is only offered."""
    if plan.bots_play:
        return list(plan.on_missed)
    return [OnMissed.OFFERED if each == OnMissed.BOT else each for each in plan.on_missed]


def _options(meta: Meta, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The value of each option of the title, and how bots play if that was chosen."""
    options = {o.key: chosen.get(o.key, o.default) for o in meta.options}
    return options | {TASTE: chosen[TASTE]} if chosen.get(TASTE) in meta.tastes else options


def game_edit(*, game: Game, author: User, plan: GameSettings) -> list[str]:
    """Change the settings of a game that has not started, except its title, and notify everybody who joined
    of the changes. Returns the columns that changed. Raises `Refused`: `started`, `fewer_than_joined`,
    `game_name_taken`."""
    with transaction.atomic():
        game = _gathering(game.pk)
        joined = list(game.players.values_list("user_id", flat=True))
        if plan.max_players < len(joined):
            raise Refused("fewer_than_joined", joined=len(joined))
        _ensure_unique_name(game.creator or author, plan.name, game)
        fields = {key: value for key, value in fields_of(plan).items() if key != "title"}
        changed = [key for key, value in fields.items() if getattr(game, key) != value]
        if not changed:
            return []
        for key in changed:
            setattr(game, key, fields[key])
        game.save(update_fields=changed)
        others = [user for user in joined if user != author.pk]
        tell_changed(game=game, users=others, changed=changed)
    return changed


def game_join(*, game: Game, user: User, name: str) -> Player:
    """Take a free place; the last one starts the game, unless it waits for its day. Raises `Refused`:
    `started`, `full`, `already_in`, `too_many_games`, `name_taken`."""
    with transaction.atomic():
        game = _gathering(game.pk)
        if game.players.filter(user=user).exists():
            raise Refused("already_in")
        if game.players.count() >= game.max_players:
            raise Refused("full")
        if game.creator_id != user.pk:  # the creator has been counted already
            count_games(user)
        player = seat_take_free(game, user, name)
        if game.players.count() == game.max_players and game.starts_on is None:
            game_begin(game, None)
    return player


def seat_take_free(game: Game, user: User | None, name: str, *, is_bot: bool = False) -> Player:
    """Take the next seat of a game that has not started. The game's row is locked, or new. Raises `Refused`:
    `name_taken`, also for similar-looking names and for names that begin with "#"."""
    if name.startswith("#"):  # marks a seat whose account was deleted
        raise Refused("name_taken", name=name)
    seats = dict(game.players.values_list("number", "name"))
    names_tell_apart(name, seats.values())
    number = max(seats, default=0) + 1
    picture = user.picture if user is not None else None
    try:
        with transaction.atomic():
            player = Player.objects.create(
                game=game, number=number, user=user, name=name, picture=picture, is_bot=is_bot
            )
    except IntegrityError:
        raise Refused("name_taken", name=name) from None
    if user is not None:
        sitting_begin(player)
    return player


def names_tell_apart(name: str, others: Iterable[str]) -> None:
    """Check that a name does not look like one of `others`, so that nobody can pass for another player.
    Raises `Refused`: `name_taken`."""
    if any(alike(name, other) for other in others):
        raise Refused("name_taken", name=name)


def game_leave(*, player: Player) -> None:
    """Give a place back before the start. Raises `Refused`: `started`."""
    with transaction.atomic():
        _gathering(player.game_id)
        sitting_end(player)
        player.delete()


def player_remove(*, game: Game, number: int, name: str, author: User) -> None:
    """Remove a player before the start, on behalf of the creator; the player is notified. Raises `Refused`:
    `started`, `no_such_player`."""
    with transaction.atomic():
        game = _gathering(game.pk)
        player = game.players.filter(number=number).exclude(user=author).first()
        # Compared in Python: the posted name may hold characters that databases refuse.
        if player is None or player.name != name:
            raise Refused("no_such_player")
        user, key = player.user_id, f"removed/{player.pk}"  # the place may belong to somebody else tomorrow
        sitting_end(player)
        player.delete()
        tell(game=game, users=[user], kind=Notice.Kind.REMOVED, key=key, data={})


def game_cancel(*, game: Game, author: User) -> None:
    """Cancel a game before its start, on behalf of the creator; everybody who joined is notified."""
    with transaction.atomic():
        game = _gathering(game.pk)
        game_close(game, Game.Ended.BY_CREATOR, Notice.Kind.CANCELLED, author)


def game_close(game: Game, ended: str, kind: str, author: User | None = None, reason: str = "") -> None:
    """End a game that has not started, and notify everybody who joined but `author`. Its row is locked."""
    _invitation_dies(game)
    game.stage, game.ended, game.finished_at = Game.Stage.CANCELLED, ended, timezone.now()
    game.save(update_fields=["stage", "ended", "invitation", "past_invitation", "finished_at"])
    users = game.players.values_list("user_id", flat=True)
    others = [u for u in users if author is None or u != author.pk]
    tell(game=game, users=others, kind=kind, key=kind, data={"reason": reason} if reason else {})
    if author is None:
        tell_table(game=game, kind=kind, key=kind)
    data = {"why": ended}
    ledger_write(game=game, act=LedgerEntry.Act.CANCELLED, author=author, reason=reason, data=data)


def _invitation_dies(game: Game) -> None:
    """Store the hash of the link, so that the page can say why it no longer works to somebody who follows it
    later."""
    if game.invitation:
        game.past_invitation = invitation_hash(game.invitation)
    game.invitation = None


def invitation_renew(*, game: Game) -> str:
    """Create a new invitation; the old link stops working. Raises `Refused`: `started`."""
    with transaction.atomic():
        game = _gathering(game.pk)
        game.invitation = invitation_token()
        game.save(update_fields=["invitation"])
    return game.invitation


def invitation_revoke(*, game: Game) -> None:
    """Remove the invitation. Raises `Refused`: `started`."""
    with transaction.atomic():
        game = _gathering(game.pk)
        game.invitation = None
        game.save(update_fields=["invitation"])


def game_start(*, game: Game, author: User) -> None:
    """Start with the players who have joined. Raises `Refused`: `started`, `too_few` (with the number of
    players and the title's minimum)."""
    with transaction.atomic():
        game = _gathering(game.pk)
        joined = game.players.count()
        if joined < game.min_players:
            least = skin_for(game.title).rules.meta.min_players
            raise Refused("too_few", joined=joined, needed=game.min_players, least=least)
        game_begin(game, author)


def game_seat_bots(*, game: Game, count: int) -> int:
    """Seat bots in free places of a game that has not started; the last place taken starts it. Returns how
    many. Raises `Refused`: `started`, `full`, `no_bots`, `no_person` (nobody but bots would be in the
    game)."""
    with transaction.atomic():
        game = _gathering(game.pk)
        if not game.bots_play:
            raise Refused("no_bots")
        taken = list(game.players.values_list("name", "user_id"))
        free = min(count, game.max_players - len(taken))
        names = bot_names(name for name, _user in taken)[: max(0, free)]
        if not names:
            raise Refused("full")
        full = len(taken) + len(names) == game.max_players
        if full and not any(user for _name, user in taken):
            raise Refused("no_person")
        for name in names:
            seat_take_free(game, None, name, is_bot=True)
        if full and game.starts_on is None:
            game_begin(game, None)
    return len(names)


def game_start_with_bots(*, game: Game, author: User, reason: str = "") -> None:
    """Start with the players who have joined, and bots in the free places, as far as there are names for
    them. `reason`: that of a game master, for the ledger. Raises `Refused`: `started`, `no_person`,
    `no_bots`, and what `game_start` raises."""
    with transaction.atomic():
        game = _gathering(game.pk)
        if not game.players.exclude(user=None).exists():
            raise Refused("no_person")
        if not game.bots_play:
            raise Refused("no_bots")
        free = game.max_players - game.players.count()
        if free > 0:
            count = game_seat_bots(game=game, count=free)
            act, data = LedgerEntry.Act.BOTS, {"count": count}
            ledger_write(game=game, act=act, author=author, reason=reason, data=data)
        game.refresh_from_db(fields=["stage"])
        if game.stage == Game.Stage.GATHERING:  # every place was taken already, or more than there are names
            game_start(game=game, author=author)


def game_begin(game: Game, author: User | None, why: str = "itself") -> None:
    """Set the stage and the seats' final numbers, and write resolution 0. The game's row is locked."""
    now = timezone.now()
    players = list(game.players.order_by("number"))
    for number, player in enumerate(players, start=1):
        if player.number != number:  # somebody may have left; in ascending order no number is used twice
            player.number = number
            player.save(update_fields=["number"])
    _invitation_dies(game)
    game.stage, game.started_at, game.number = Game.Stage.RUNNING, now, 0
    game.save(update_fields=["stage", "started_at", "invitation", "past_invitation", "number"])
    resolving.set_up(game, players, now)
    if game.has_masters:
        tell_table(game=game, kind=Notice.Kind.STARTED, key="started/setup", data={"turn": "setup"})
    data = {} if author is not None else {why: True}
    ledger_write(game=game, act=LedgerEntry.Act.STARTED, author=author, data=data)


def _gathering(game_id: int) -> Game:
    game = lock_game(game_id)
    if game.stage != Game.Stage.GATHERING:
        raise Refused("started")
    return game
