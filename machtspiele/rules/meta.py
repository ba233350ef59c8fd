"""The title's `Meta`, and reading its option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Meta, Option

from .content import Mode

META: Final = Meta(
    key="machtspiele",
    name="Macht$piele",
    min_players=3,
    max_players=5,
    suggested_max=5,
    notice=24,
    notices=(6, 24),  # D53
    at_noon=False,
    recruiting_days=7,  # 13.1
    may_start_below_max=True,
    schema_version=1,
    rules_version="1",
    stage="beta",
    absence=True,
    leaves="leave",
    options=(Option("mode", Mode.ROUNDS.value, tuple(mode.value for mode in Mode)),),
)


def mode_of(options: Mapping[str, Any]) -> Mode:
    """The chosen mode; `rounds` if neither was given."""
    wanted = options.get("mode")
    return Mode(wanted) if wanted in [mode.value for mode in Mode] else Mode.ROUNDS
