"""Who may act on a game. Services, pages and buttons all ask here.

Users who play in a game, ever had a seat in it, or were deputy for one may change neither its clock nor its
seats, not even as a superuser: see docs/decisions/0072-who-may-act-on-a-game.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from accounts.models import User

from .models import Deputy, Game, Mastership, Player, Sitting


class GameAct(StrEnum):
    """The acts of game masters, by their names in the admin's addresses."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    NOON = "noon"
    RETRY = "retry"
    SEAT = "seat"
    UNSEAT = "unseat"
    BOT = "bot"
    ANNOUNCE = "announce"
    NAME_MASTER = "name"
    DISMISS_MASTER = "dismiss"
    SEAT_BOTS = "bots"
    START_WITH_BOTS = "fill"
    TAKE_GAME_NAME = "retitle"
    TAKE_NAME = "rename"
    TAKE_PICTURE = "picture"
    SETTINGS = "settings"
    CANCEL = "cancel"


class Why(StrEnum):
    """Why an act is refused: codes of refusals."""

    NOT_MASTER = "not_master"
    NOT_SUPERUSER = "not_superuser"
    MASTER_PLAYS = "master_plays"


CLOCK = frozenset(
    {
        *(GameAct.START, GameAct.START_WITH_BOTS, GameAct.PAUSE, GameAct.RESUME, GameAct.EXTEND),
        *(GameAct.NOON, GameAct.RETRY),
    }
)
SEATS = frozenset({GameAct.SEAT, GameAct.UNSEAT, GameAct.BOT, GameAct.SEAT_BOTS})
# Before the start: invitation, settings, cancelling.
TABLE = frozenset({GameAct.SETTINGS, GameAct.CANCEL})
OF_SUPERUSERS = frozenset(
    {
        *(GameAct.NAME_MASTER, GameAct.DISMISS_MASTER),
        *(GameAct.TAKE_GAME_NAME, GameAct.TAKE_NAME, GameAct.TAKE_PICTURE),
    }
)


class Actor(Struct, frozen=True):
    """A user's relation to a game. `runs_it`: is its game master or a superuser; `played`: had a seat once
    and has none now."""

    runs_it: bool
    is_superuser: bool
    plays: bool
    played: bool

    @property
    def has_an_interest(self) -> bool:
        """Whether the user has or had a seat, and could gain by running the game."""
        return self.plays or self.played


def actor_in(game: Game, user: User) -> Actor:
    """The relation of `user` to `game`. Three queries."""
    stood_in = Deputy.objects.filter(game=game, user=user, accepted_at__isnull=False)
    sat = Sitting.objects.filter(game=game, user=user).values_list("user_id", flat=True)
    return actor_among(
        game, user,
        masters=Mastership.objects.filter(game=game, user=user).values_list("user_id", flat=True),
        seated=Player.objects.filter(game=game, user=user).values_list("user_id", flat=True),
        sat=[found for found in sat.union(stood_in.values_list("user_id", flat=True)) if found is not None],
    )  # fmt: skip


def actor_among(
    game: Game, user: User, *, masters: Iterable[int], seated: Iterable[int | None], sat: Iterable[int]
) -> Actor:
    """The same, from ids that were read before: of the game's masters, of its players, and of everybody who
    ever had a seat in it or was deputy for one. No query."""
    superuser = bool(user.is_active and user.is_superuser)
    staff = bool(user.is_active and user.is_staff and game.has_masters)
    plays = user.pk in seated
    return Actor(
        runs_it=staff and (user.pk in masters or superuser),
        is_superuser=superuser,
        plays=plays,
        played=user.pk in sat and not plays,
    )


def refusal(act: str, actor: Actor, *, noon_passed: bool = False) -> Why | None:
    """Why the act is refused; None if it is allowed. `noon_passed`: players who run the game may retry a
    stuck turn whose deadline has passed, or that has none, because they cannot influence its outcome."""
    if act in OF_SUPERUSERS:
        return None if actor.is_superuser else Why.NOT_SUPERUSER
    if not actor.runs_it:
        return Why.NOT_MASTER
    harmless = act == GameAct.RETRY and noon_passed
    if act in CLOCK | SEATS | TABLE and actor.has_an_interest and not harmless:
        return Why.MASTER_PLAYS
    return None
