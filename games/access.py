"""The only doors to a row asked for by a user. "Not yours" looks like "not there": both are 404."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.requests import AnyUser

from .models import Game, Mastership, Player, invitation_hash

# Written out, as in `selectors`: every page of a game begins with these, and making the statements
# took several times as long as answering them.
_GAME = "SELECT * FROM games_game WHERE public_id = %s"
_SEAT = """
SELECT p.*, EXISTS (
    SELECT 1 FROM games_mastership m WHERE m.game_id = p.game_id AND m.user_id = p.user_id
) AS is_master FROM games_player p WHERE p.game_id = %s AND p.user_id = %s
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game as a user may have it. `player` is his seat; without one he may watch, at most."""

    game: Game
    player: Player | None
    is_creator: bool
    is_master: bool


def game_for(user: AnyUser, public_id: str) -> Entry:
    """A game by its public id, and who the user is in it. Raises Http404 for strangers to a game
    that is not public, whether or not it exists. Two queries, three for a user without a seat, one for
    visitors."""
    game = next(iter(Game.objects.raw(_GAME, [public_id])), None)
    if game is None:
        raise Http404
    if not user.is_authenticated:
        if not game.is_public:
            raise Http404
        return Entry(game, None, False, False)
    player = next(iter(Player.objects.raw(_SEAT, [game.pk, user.pk])), None)
    if player is not None:
        is_master = bool(vars(player)["is_master"])  # a column of the statement that is none of the model
    else:
        is_master = Mastership.objects.filter(game=game, user=user).exists()
    is_master = is_master and user.is_staff
    is_creator = game.creator_id == user.pk
    if not (player or is_creator or is_master or game.is_public):
        raise Http404
    return Entry(game, player, is_creator, is_master)


def seat_for(user: AnyUser, public_id: str) -> Entry:
    """The same, for acts that only a player may do. Raises Http404 without a seat."""
    entry = game_for(user, public_id)
    if entry.player is None:
        raise Http404
    return entry


def gathering_for_creator(user: AnyUser, public_id: str) -> Game:
    """A game that has not started yet, for what only its creator may do with it. Raises Http404."""
    entry = game_for(user, public_id)
    if not entry.is_creator or entry.game.is_rehearsal:
        raise Http404
    return entry.game


def invited_game(token: str) -> Game | None:
    """The game an invitation leads to; None when it was revoked, or the game has started."""
    if not token:
        return None
    return Game.objects.select_related("creator").filter(invitation=token, stage=Game.Stage.GATHERING).first()


def once_invited_game(token: str) -> Game | None:
    """The game a dead invitation led to when it started or was cancelled; None for one that was
    revoked, renewed, or never was."""
    return Game.objects.filter(past_invitation=invitation_hash(token)).first()


def watchable(user: AnyUser) -> QuerySet[Game]:
    """All games a user may look at: the public ones, his own, and those he masters."""
    if not user.is_authenticated:
        return Game.objects.filter(is_public=True)
    seat = Player.objects.filter(game=OuterRef("pk"), user=user)
    games = Q(is_public=True) | Q(creator=user) | Q(Exists(seat))
    if user.is_staff:
        games |= Q(Exists(Mastership.objects.filter(game=OuterRef("pk"), user=user)))
    return Game.objects.filter(games)


def mastered(user: AnyUser) -> QuerySet[Game]:
    """The games a member of staff may run: a superuser all of them, a master those he masters."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return Game.objects.none()
    if user.is_superuser:
        return Game.objects.all()
    return Game.objects.filter(Exists(Mastership.objects.filter(game=OuterRef("pk"), user=user)))


def may_see_picture(user: AnyUser, picture_id: int, owner_id: int | None) -> bool:
    """Whether an uploaded avatar may be shown: to its owner, and wherever one of its seats is seen."""
    if user.is_authenticated and owner_id == user.pk:
        return True
    return watchable(user).filter(players__picture_id=picture_id).exists()
