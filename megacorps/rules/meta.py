"""The title's `Meta`, and reading its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Meta, Option

from .content import CONSTANTS, Mode

META: Final = Meta(
    key="megacorps",
    name="MegaCorps",
    min_players=3,
    max_players=6,
    suggested_max=6,
    notice=24,
    notices=(6, 24),  # D73
    at_noon=False,
    recruiting_days=7,
    may_start_below_max=True,
    schema_version=2,
    rules_version="1",
    stage="beta",
    absence=True,
    options=(Option("round_mode", "default", ("default", *(mode.value for mode in Mode))),),
)


def mode_for(players: int, options: Mapping[str, Any]) -> Mode:
    """The chosen mode; by default that for this number of players (D59)."""
    wanted = options.get("round_mode")
    if wanted in [mode.value for mode in Mode]:
        return Mode(wanted)
    return CONSTANTS.modes[str(players)]
