"""The codes of all refusals of the rules, with the figures for their sentences."""

from __future__ import annotations

from typing import Final

CODES: Final[dict[str, tuple[str, ...]]] = {
    # the form as a whole
    "not_a_player": (),
    "window_closed": (),
    # the shape of an order
    "unknown_order": (),
    "malformed": (),
    "missing": (),
    "unknown_choice": (),
    "number_too_big": ("maximum",),
    "text_too_long": ("length", "maximum"),
    "text_unreadable": (),
    # any order of a turn
    "one_only": ("kind",),
    "not_in_play": ("corporation", "turn"),
    "same_corporation": ("corporation",),
    "not_enough_money": ("price", "left", "missing"),
    # shares and citizenship
    "share_quota": ("used", "of"),
    "first_share": ("corporation",),
    "already_citizen": ("corporation",),
    "no_share_to_claim": ("corporation",),
    # runs
    "too_few_steps": ("steps", "minimum"),
    "bonus_quota": ("used", "of"),
    "self_target": (),
    "forbidden_by_council": ("winner", "coalition"),
    # speculations
    "speculation_quota": ("used", "of"),
    "stake_too_low": ("stake", "minimum"),
    "stake_too_high": ("stake", "maximum"),
    "stake_step": ("stake", "step"),
    "derivative_gone": ("derivative",),
    "unknown_rank": ("rank", "of"),
    # characters
    "background_off": (),
    "strategies_off": (),
    "nobody_hides_another": (),
    "hidden_unused": (),
    "avenger_choice": ("choices",),
    "avenger_unused": (),
    "unknown_title": (),
    "strategy_points": ("title", "points", "minimum", "maximum"),
    "strategy_total": ("used", "of"),
    # wire transfers
    "transfer_quota": ("used", "of"),
    "amount_too_low": ("amount", "minimum"),
    "amount_step": ("amount", "step"),
}
"""The params of each code. No param holds anything typed by a player but numbers that can be kept."""
