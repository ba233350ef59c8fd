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
    "draw_first": (),
    "answer_your_turn": (),
    # the shape of an order, and how many
    "unknown_order": (),
    **{code: figures for code, figures in FAULTS.items() if code not in NOT_HERE},
    "one_only": ("kind",),
    "too_many": ("kind", "of"),
    # the setup
    "not_home_or_beside": ("region", "home"),
    "wrong_draws": ("named", "needed"),
    "pile_exhausted": ("pile",),
    # the card and its targets
    "card_not_in_hand": ("card",),
    "card_returned": ("card",),
    "no_such_effect": ("effect",),
    "no_such_region": ("region", "regions"),
    "not_beside": ("region", "main"),
    "same_region": ("region",),
    "not_another_player": ("player",),
    "level_short": ("category", "needed", "level", "bought"),
    "level_in_vain": ("category", "needed", "level", "bought"),
    # its steps; `step` counts from 0
    "wrong_choices": ("step", "named", "needed"),
    "at_most": ("step", "named", "most"),
    "not_listed": ("step", "category"),
    "not_there": ("step", "category", "region", "named", "there"),
    "not_held": ("step", "category", "player"),
    "which_token": ("step", "player"),
    # tokens
    "wrong_price": ("use", "category"),
    "no_category": ("use",),
    "tokens_short": ("category", "needed", "held"),
    "used_too_often": ("use", "named", "most"),
    "nothing_to_sabotage": ("player", "category", "region"),
    "no_compensating": (),
    "icon_not_shown": ("category", "named", "shown"),
    "no_end_step": ("step",),
    "not_stuck": ("card", "effect"),
    # draws
    "no_relief": (),
    "wrong_return": ("named", "needed"),
}
"""The params of each code. No param holds anything typed by a player but names and numbers of the game."""
