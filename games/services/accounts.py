"""Deleting an account: what happens to its seats and games."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import CharField, F, Q, Value
from django.db.models.functions import Cast, Concat

from accounts.models import User

from ..models import Game, LedgerEntry, Player
from .games import game_cancel
from .refusals import Refused

FORMER = Concat(Value("#"), Cast(F("number"), CharField()))  # a seat shown by its number only


def account_delete(*, user: User) -> None:
    """Delete a user with name, picture and address. Moves already made stay in their games.

    Seats in games that have not started become free; games that the user created and nobody else runs are
    cancelled, because nobody could start them. Rehearsals are deleted. In all other games the seat stays,
    under its number.
    """
    with transaction.atomic():
        Game.objects.filter(is_rehearsal=True, creator=user).delete()
        _lock_games(user)
        for game in Game.objects.filter(creator=user, stage=Game.Stage.GATHERING, masterships=None):
            with suppress(Refused):  # it has started meanwhile: its last place was taken
                game_cancel(game=game, author=user)
        Player.objects.filter(user=user, game__stage=Game.Stage.GATHERING).delete()
        Player.objects.filter(user=user).update(name=FORMER, picture=None)
        # "#" marks a deleted account; "" would attribute the act to the system.
        LedgerEntry.objects.filter(author=user).update(author_name="#")
        _forget_acts_upon(user)
        user.delete()


def _lock_games(user: User) -> None:
    """Lock the games the user plays in or gathers players for. A start or a resolution that has already read
    its seats would otherwise continue with one that no longer exists."""
    mine = Game.objects.filter(Q(players__user=user) | Q(creator=user, stage=Game.Stage.GATHERING))
    # Always in the same order, so that two deletions at the same moment cannot deadlock.
    list(Game.objects.select_for_update().filter(pk__in=mine.values("pk")).order_by("pk").values_list("pk"))


def _forget_acts_upon(user: User) -> None:
    """Remove the user's name from ledger entries about them and from the seats they lost."""
    entries = list(LedgerEntry.objects.filter(data__about=user.pk))
    left = Q(pk__in=[])
    for entry in entries:
        left |= Q(game=entry.game_id, name=entry.data.get("name"))
        entry.data = {**entry.data, "name": "", "master": "", "about": None}
    Player.objects.filter(left, user=None).update(name=FORMER)
    LedgerEntry.objects.bulk_update(entries, ["data"])
