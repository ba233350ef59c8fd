"""After an upgrade of a title's rules: compare the questions they ask now with the open turns."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Subquery

from .. import vault
from ..models import Game, Resolution
from ..registry import all_skins, installed
from ..skin import Skin
from . import openings
from .bots import Bots, bot_seats
from .claims import lock_game
from .operators import operators_tell

log = logging.getLogger(__name__)


def games_resync(*, now: datetime) -> int:
    """Open, keep and close the turns of every running game that was last resolved under other rules, as a
    resolution would: turns of the same name keep deadline and forms. Returns how many games it changed.

    A game whose state the new rules cannot read is left as it was and reported to the operators, so that the
    site starts and all other games continue.
    """
    count, failed = 0, []
    missing = Game.objects.filter(stage=Game.Stage.RUNNING).exclude(title__in=installed())
    for title in missing.order_by("title").values_list("title", flat=True).distinct():
        log.error("running games wait for a title that is not installed title=%s", title)
    for skin in all_skins():
        for pk, public_id in _of_other_rules(skin):
            try:
                _game_resync(pk, skin, now)
            except Exception as problem:
                line = f"game={public_id} {type(problem).__name__}"
                log.error("turns not compared with the new rules %s", line)
                failed.append(line)
            else:
                count += 1
    if failed:
        body = "\n".join(["Their open turns are as they were; every other game goes on.", "", *failed])
        operators_tell(subject="Games the new rules cannot read", body=body)
    return count


def _of_other_rules(skin: Skin) -> list[tuple[int, str]]:
    """Key and public id of the running games of a title that were last resolved under other rules."""
    meta = skin.rules.meta
    last = Resolution.objects.filter(game=OuterRef("pk")).order_by("-number").values("rules_version")[:1]
    games = Game.objects.filter(title=meta.key, stage=Game.Stage.RUNNING).annotate(played=Subquery(last))
    return list(games.exclude(played=meta.rules_version).order_by("pk").values_list("pk", "public_id"))


def _game_resync(pk: int, skin: Skin, now: datetime) -> None:
    with transaction.atomic():
        game = lock_game(pk)
        state = vault.load(game, skin.rules).state
        bots = bot_seats(game)
        windows = skin.rules.windows(state.public)
        if not windows:  # keeps its turn, whose deadline will end the game
            raise LookupError("a running game of which nothing is asked")
        asked = openings.sync_turns(game, windows, now, bots)
        Bots(game, bots, state, now).hand_in(asked)
