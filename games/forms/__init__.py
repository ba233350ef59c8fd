"""The forms for games that have not started: settings, a player's name, a rehearsal."""

from .game import GameForm, first_values, hours_text, values_of
from .places import JoinForm, OptionalNameField
from .titles import BOTS, RehearsalForm

__all__ = [
    "BOTS",
    "GameForm",
    "JoinForm",
    "OptionalNameField",
    "RehearsalForm",
    "first_values",
    "hours_text",
    "values_of",
]
