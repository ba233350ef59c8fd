"""The codes of all refusals of the rules, with the figures for their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.rulekit.readers import FAULTS

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    # the form as a whole; each stands alone
    "not_a_player": (),
    "game_over": (),
    "you_left": (),
    "not_asked": (),
    "one_order": ("orders",),
    # the shape of an order
    "unknown_order": (),
    **FAULTS,
    "negative_number": (),
    "unknown_player": (),
    # how many
    "too_many_actions": ("of",),
    "twice": (),
    # actions
    "seen_before": (),
    "not_for_sale": (),
    "never_for_sale": (),
    "already_refused": (),
    "not_enough_money": ("needed", "money"),
    "holds_paid": (),
    "payout_taken": (),
    "not_controlled": ("country",),
    "not_owned": (),
    "own_company": (),
    "no_mercenary": (),
    "own_country": (),
    "no_bid_there": ("company",),
    "bids_too_high": ("bids", "left"),
    # cards
    "card_not_held": ("card",),
    "reaction_only": (),
    "own_turn_only": (),
    "not_a_choice": (),
    "neutral_country": (),
    "wrong_government": ("government",),
    "no_controller": (),
    "wrong_state": ("state",),
    "wrong_trigger": (),
    # answers
    "not_all_six": (),
    "not_asked_about": (),
    "price_missing": (),
    "price_not_above": ("bid",),
    "counters_too_high": ("sum", "money"),
    "too_many_mercenaries": ("sum", "mercenaries"),
    "bid_too_high": ("amount", "money"),
    "has_left": ("player",),
    # trade
    "to_oneself": (),
    "nothing_given": (),
    "not_yours": ("what",),
    "not_theirs": ("what",),
    "locked": ("what", "free"),
    "too_few": ("what", "asked", "free"),
    "no_such_offer": (),
    "wrong_cards": (),
}
"""The params of each code. No param holds anything typed by a player but names and numbers of the game."""
