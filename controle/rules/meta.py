"""What the platform must know of Contrôle Global before a game exists, and its option read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Meta, Option

from .content import MAX_PLAYERS, MIN_PLAYERS, C, Mode

META: Final = Meta(
    key="controle",
    name=C.title.name,
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    suggested_max=4,  # with more, a round takes long at one deadline a day (15.7)
    notice=24,
    notices=(6, 24),  # D26
    at_noon=False,
    recruiting_days=7,
    may_start_below_max=True,
    schema_version=1,
    rules_version="2",
    stage="beta",
    absence=True,
    leaves="leave",
    options=(Option("mode", Mode.TURNS.value, tuple(mode.value for mode in Mode)),),
)


def mode_of(options: Mapping[str, Any]) -> Mode:
    """The mode that was chosen; `turns` where none of the two was given."""
    wanted = options.get("mode")
    return Mode(wanted) if wanted in [mode.value for mode in Mode] else Mode.TURNS
