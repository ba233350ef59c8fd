"""What happens to seats and games when an account is deleted."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import CharField, F, Q, Value
from django.db.models.functions import Cast, Concat

from accounts.models import User

from ..models import Game, LedgerEntry, Player
from .games import game_cancel
from .refusals import Refused

FORMER = Concat(Value("#"), Cast(F("number"), CharField()))  # a seat known by its number alone


def account_delete(*, user: User) -> None:
    """Delete a user: name, picture and address go; what was given to a game stays with it.

    His places in games that have not started are free again, and what he created and nobody else runs
    is cancelled: nobody could start it any more. Rehearsals go with him; elsewhere the seat stays,
    under its number.
    """
    with transaction.atomic():
        Game.objects.filter(is_rehearsal=True, creator=user).delete()
        _lock_games(user)
        for game in Game.objects.filter(creator=user, stage=Game.Stage.GATHERING, masterships=None):
            with suppress(Refused):  # its last place was taken meanwhile: it has started
                game_cancel(game=game, author=user)
        Player.objects.filter(user=user, game__stage=Game.Stage.GATHERING).delete()
        Player.objects.filter(user=user).update(name=FORMER, picture=None)
        # Not "": what nobody did, the house did.
        LedgerEntry.objects.filter(author=user).update(author_name="#")
        _forget_acts_upon(user)
        user.delete()


def _lock_games(user: User) -> None:
    """Hold the games he is in or gathers players for. A start or a noon that has read its seats already
    would go on with one that is gone."""
    mine = Game.objects.filter(Q(players__user=user) | Q(creator=user, stage=Game.Stage.GATHERING))
    # In one order, so that two who go at once do not wait for each other.
    list(Game.objects.select_for_update().filter(pk__in=mine.values("pk")).order_by("pk").values_list("pk"))


def _forget_acts_upon(user: User) -> None:
    """Take his name out of what was done to him, and off the seats he was taken from."""
    entries = list(LedgerEntry.objects.filter(data__about=user.pk))
    left = Q(pk__in=[])
    for entry in entries:
        left |= Q(game=entry.game_id, name=entry.data.get("name"))
        entry.data = {**entry.data, "name": "", "master": "", "about": None}
    Player.objects.filter(left, user=None).update(name=FORMER)
    LedgerEntry.objects.bulk_update(entries, ["data"])
