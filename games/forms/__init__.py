"""The forms for games that have not started: settings, a player's name, a rehearsal."""

from .game import GameForm, first_values, hours_text, values_of
from .places import JoinForm
from .titles import BOTS, RehearsalForm

__all__ = [
    "BOTS",
    "GameForm",
    "JoinForm",
    "RehearsalForm",
    "first_values",
    "hours_text",
    "values_of",
]
