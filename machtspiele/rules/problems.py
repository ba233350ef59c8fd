"""The codes of all refusals of the rules, with the figures for their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rulekit.readers import FAULTS

NOT_HERE: Final = ("text_too_long", "text_unreadable")
"""Faults of texts: no order of this title holds any."""

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    # the form as a whole; each stands alone
    "not_a_player": (),
    "game_over": (),
    "not_asked": (),
    "one_order": ("orders",),
    "empty_form": (),
    # the shape of an order
    "unknown_order": (),
    **{code: figures for code, figures in FAULTS.items() if code not in NOT_HERE},
    "too_small": ("minimum",),
    "no_multiple": ("step",),
    "not_a_choice": (),
    # how many
    "one_only": ("kind",),
    "too_many_actions": ("of",),
    "too_many_filed": ("of",),
    "twice": ("division",),
    # offices, employees, executives, money
    "division_full": ("division",),
    "not_your_office": ("office",),
    "too_few_employees": ("office", "needed", "employees"),
    "no_room": ("office", "needed", "room"),
    "supply_short": ("needed", "supply"),
    "no_executives": ("needed", "reserve"),
    "not_enough_money": ("needed", "money"),
    # A to G
    "too_many_employees": ("count", "most"),
    "two_sources": ("of",),
    "too_many_inside": ("count", "most"),
    "too_many_extra": ("count", "most"),
    "same_division": ("office",),
    "general_alone": ("office",),
    "two_departments": (),
    "not_one_of_both": (),
    "merged_office": (),
    "not_a_department": ("office",),
    "too_much_overflow": ("count", "most"),
    "not_director": ("division",),
    "no_holder": ("card",),
    "own_card": ("card",),
    "not_so_many": ("needed", "count"),
    "sold_out": ("value",),
    "card_not_usable": ("card",),
    "too_many_uses": ("count", "most"),
    "not_an_opponents": ("office",),
    # the other questions
    "not_asked_about": ("division",),
    "not_yours_to_order": (),
    "not_the_drawn": (),
    "bonus_after_meeting": (),
    "meeting_too_early": ("place", "earliest"),
    "no_boss_card": (),
    "division_or_decline": (),
    "no_extra_action": (),
    "limits_crossed": ("accept_from", "refuse_below"),
}
"""The params of each code. No param holds anything typed by a player but names and numbers of the game."""
