"""What happens to seats and games when an account is deleted."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from ..models import Game, LedgerEntry, Player
from .games import game_cancel
from .refusals import Refused

FORMER = Concat(Value("#"), Cast(F("number"), CharField()))  # a seat known by its number alone


def account_delete(*, user: Any) -> None:
    """Delete a user: name, picture and address go; what was given to a game stays with it.

    His places in games that have not started are free again, and what he created and nobody else runs
    is cancelled: nobody could start it any more. Rehearsals go with him; elsewhere the seat stays,
    under its number.
    """
    with transaction.atomic():
        Game.objects.filter(is_rehearsal=True, creator=user).delete()
        for game in Game.objects.filter(creator=user, stage=Game.Stage.GATHERING, masterships=None):
            with suppress(Refused):  # its last place was taken meanwhile: it has started
                game_cancel(game=game, author=user)
        Player.objects.filter(user=user, game__stage=Game.Stage.GATHERING).delete()
        Player.objects.filter(user=user).update(name=FORMER, picture=None)
        LedgerEntry.objects.filter(author=user).update(author_name="")
        for entry in LedgerEntry.objects.filter(data__about=user.pk):  # done to him, not by him
            left = Player.objects.filter(game=entry.game_id, user=None, name=entry.data.get("name"))
            left.update(name=FORMER)
            entry.data = {**entry.data, "name": "", "master": "", "about": None}
            entry.save(update_fields=["data"])
        user.delete()
