"""Every refusal of the rules: its code and the figures its sentence needs."""

from __future__ import annotations

from typing import Any, Final

from games.contract import Problem

CODES: Final[dict[str, tuple[str, ...]]] = {
    # the form as a whole; each stands alone
    "not_a_player": (),
    "game_over": (),
    "not_alive": (),
    "not_dormant": (),
    "not_your_turn": (),
    "one_order": ("orders",),
    # the placement
    "malformed": (),
    "card_not_in_hand": ("chosen",),
    "gap_out_of_range": ("chosen", "last"),
    "stale_line": (),
}
"""The params of each code. No param holds anything typed by a player."""


def problem(code: str, place: int | None = None, at: str | None = None, **params: Any) -> Problem:
    """A refusal of the order at `place` on the form (None: of the whole form), at the input `at`."""
    return Problem(code, place, at, params)
