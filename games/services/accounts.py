"""What happens to seats when an account is deleted."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from ..models import Game, LedgerEntry, Player


def account_delete(*, user: Any) -> None:
    """Delete a user: name, picture and address go; what was given to a game stays with it.

    His places in games that have not started are free again; rehearsals go with him; elsewhere the
    seat stays, under its number.
    """
    with transaction.atomic():
        Game.objects.filter(is_rehearsal=True, creator=user).delete()
        Player.objects.filter(user=user, game__stage=Game.Stage.GATHERING).delete()
        Player.objects.filter(user=user).update(
            name=Concat(Value("#"), Cast(F("number"), CharField())), picture=None
        )
        LedgerEntry.objects.filter(author=user).update(author_name="")
        user.delete()
