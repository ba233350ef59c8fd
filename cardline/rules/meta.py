"""The title's `Meta`, and reading its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Meta, Option

from .content import CHARACTERISTICS
from .knowledge import DEFAULT_KNOWLEDGE, KNOWLEDGE
from .state import Mode

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 8

META: Final = Meta(
    key="cardline",
    name="Cardline",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    suggested_max=MAX_PLAYERS,
    notice=24,
    notices=(6, 24),  # D30
    at_noon=False,
    recruiting_days=7,  # P5
    may_start_below_max=True,
    schema_version=1,
    rules_version="1",
    stage="beta",
    absence=True,
    leaves="resign",
    options=(
        Option("characteristic", "random", ("random", *CHARACTERISTICS)),
        Option("mode", "default", ("default", *(mode.value for mode in Mode))),
        Option("hand_size", "4", tuple(str(size) for size in range(1, 11))),
        Option("first_player", "random", ("random", *(str(seat) for seat in range(MAX_PLAYERS)))),
        Option("max_rounds", "60", tuple(str(rounds) for rounds in range(5, 201))),
        Option("bots", DEFAULT_KNOWLEDGE, tuple(KNOWLEDGE)),
    ),
)

OPTIONS: Final = {option.key: option for option in META.options}


def chosen(options: Mapping[str, Any], key: str) -> str:
    """The value of an option; its default if the given value is not among its choices."""
    value = str(options.get(key, ""))
    return value if value in OPTIONS[key].choices else str(OPTIONS[key].default)
