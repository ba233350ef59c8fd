"""The codes of all refusals of the rules, with the figures for their sentences."""

from __future__ import annotations

from typing import Final

CODES: Final[dict[str, tuple[str, ...]]] = {
    # the form as a whole; each stands alone
    "not_a_player": (),
    "game_over": (),
    "not_alive": (),
    "not_dormant": (),
    "not_your_turn": (),
    "one_order": ("orders",),
    # the shape of the order
    "unknown_order": (),
    "malformed": (),
    "missing": (),
    "number_too_big": ("maximum",),
    # the placement
    "card_not_in_hand": (),
    "gap_out_of_range": ("last",),
    "stale_line": (),
}
"""The params of each code. No param holds anything typed by a player."""
