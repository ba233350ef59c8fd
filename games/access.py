"""The only ways to a row that a user asks for. A row that is not theirs looks like one that does not exist:
both are 404."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from accounts.requests import AnyUser

from . import rows
from .models import Game, Mastership, Player, invitation_hash
from .reads import pages as reads


@dataclass(frozen=True, slots=True)
class Entry:
    """A game and the user's relation to it. `player`: the user's seat; without one the user may at most
    watch."""

    game: Game
    player: Player | None
    is_creator: bool
    is_master: bool


def game_for(user: AnyUser, public_id: str) -> Entry:
    """A game by its public id, with the user's seat. Raises Http404 for strangers to a game that is not
    public, whether or not it exists. One query."""
    found = rows.fetch(reads.game_and_seat(user.pk or 0, public_id))  # 0: a visitor, who has no seat
    if not found:
        raise Http404
    masters, *row = found[0]
    split = rows.width(Game)
    game = rows.build(Game, row[:split])
    player = rows.build(Player, row[split:]) if row[split] is not None else None
    if player is not None:
        player.game = game
    is_master = bool(masters) and user.is_staff
    is_creator = user.pk is not None and game.creator_id == user.pk
    if not (player or is_creator or is_master or game.is_public):
        raise Http404
    return Entry(game, player, is_creator, is_master)


def seat_for(user: AnyUser, public_id: str) -> Entry:
    """`game_for`, for acts that only a player may do. Raises Http404 without a seat."""
    entry = game_for(user, public_id)
    if entry.player is None:
        raise Http404
    return entry


def gathering_for_creator(user: AnyUser, public_id: str) -> Game:
    """A game that has not started, for acts of its creator. Raises Http404 for everybody else."""
    entry = game_for(user, public_id)
    if not entry.is_creator or entry.game.is_rehearsal:
        raise Http404
    return entry.game


def invited_game(token: str) -> Game | None:
    """The game an invitation leads to; None if it was revoked or the game has started."""
    if not token:
        return None
    return Game.objects.select_related("creator").filter(invitation=token, stage=Game.Stage.GATHERING).first()


def once_invited_game(token: str) -> Game | None:
    """The game an invitation led to before the game started or was cancelled; None if it was revoked,
    renewed, or never existed."""
    return Game.objects.filter(past_invitation=invitation_hash(token)).first()


def watchable(user: AnyUser) -> QuerySet[Game]:
    """All games that a user may look at: public ones, their own, and those they are game master of."""
    if not user.is_authenticated:
        return Game.objects.filter(is_public=True)
    seat = Player.objects.filter(game=OuterRef("pk"), user=user)
    games = Q(is_public=True) | Q(creator=user) | Q(Exists(seat))
    if user.is_staff:
        games |= Q(Exists(Mastership.objects.filter(game=OuterRef("pk"), user=user)))
    return Game.objects.filter(games)


def mastered(user: AnyUser) -> QuerySet[Game]:
    """The games a member of staff may run: all of them for superusers, otherwise those they are game master
    of."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return Game.objects.none()
    if user.is_superuser:
        return Game.objects.all()
    return Game.objects.filter(Exists(Mastership.objects.filter(game=OuterRef("pk"), user=user)))


def may_see_picture(user: AnyUser, picture_id: int, owner_id: int | None) -> bool:
    """Whether a user may see an uploaded avatar: its owner, and whoever may see a seat that shows it."""
    if user.is_authenticated and owner_id == user.pk:
        return True
    return watchable(user).filter(players__picture_id=picture_id).exists()
