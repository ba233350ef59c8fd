"""The title's `Meta`."""

from __future__ import annotations

from typing import Final

from games.contract import Meta, Option

from .bots.taste import TASTES
from .content import CONSTANTS

META: Final = Meta(
    key="corporate",
    name="Corporate Game",
    min_players=2,
    max_players=50,
    suggested_max=10,
    notice=24,
    schema_version=1,
    rules_version="1",
    stage="ready",
    chapters=CONSTANTS.total_turns,
    prologue="characters",
    tastes=tuple(TASTES),
    options=(Option("characters", True, at_first=False), Option("wire_transfers", False)),
)
