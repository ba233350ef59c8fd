"""After an upgrade of a title's rules: the questions they ask now are compared with the open turns."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Subquery

from .. import vault
from ..models import Game, Resolution
from ..registry import all_skins
from . import openings
from .order_forms import lock_game


def games_resync(*, now: datetime) -> int:
    """Open, keep and close the turns of every running game that was last resolved under other rules,
    as a resolution would: same name, same deadline and forms. Returns how many games it touched."""
    count = 0
    for skin in all_skins():
        meta = skin.rules.meta
        last = Resolution.objects.filter(game=OuterRef("pk")).order_by("-number").values("rules_version")[:1]
        games = (
            Game.objects.filter(title=meta.key, stage=Game.Stage.RUNNING)
            .annotate(played=Subquery(last))
            .exclude(played=meta.rules_version)
            .values_list("pk", flat=True)
        )
        for pk in games:
            with transaction.atomic():
                game = lock_game(pk)
                windows = skin.rules.windows(vault.load(game, skin.rules).state.public)
                openings.sync_turns(game, windows, now)
                count += 1
    return count
