"""The Newsfeeds' stock of phrasings: headline and body, several for each kind of event and outcome.

Which one is used hangs on the public facts of the event alone, never on who did it or in which order.
"""

from __future__ import annotations

from .council import AHEAD, COUNCIL, COUNCIL_CLOSE, COUNCIL_EMPTY, COUNCIL_NONE
from .kinds import Phrase
from .market import CRASH, CRASH_SHARES, FALL, LEADER, OPENING, QUIET, RISE, TIE
from .people import CITIZENSHIP, CITIZENSHIP_LOST, GAME_OVER, GAME_OVER_SHARED, INFLUENCE, INFLUENCE_MANY
from .runs import RUNS

__all__ = [
    "AHEAD",
    "CITIZENSHIP",
    "CITIZENSHIP_LOST",
    "COUNCIL",
    "COUNCIL_CLOSE",
    "COUNCIL_EMPTY",
    "COUNCIL_NONE",
    "CRASH",
    "CRASH_SHARES",
    "FALL",
    "GAME_OVER",
    "GAME_OVER_SHARED",
    "INFLUENCE",
    "INFLUENCE_MANY",
    "LEADER",
    "OPENING",
    "QUIET",
    "RISE",
    "RUNS",
    "TIE",
    "Phrase",
]
