"""The models of the platform: games, players, turns, order forms, resolutions, drawers, events.

Fields and constraints, no behaviour. The data of a title are JSON text in drawers and events (see
`games.contract.codec`); titles have no tables of their own.
"""

from .columns import ALPHABET, KeptText, every_day, invitation_hash, invitation_token, public_id
from .games import FinalStanding, Game, Player, Sitting
from .house import Heartbeat, LedgerEntry, Mastership, Notice
from .record import Drawer, ReaderEvents, ReadingRight, Resolution
from .turns import LeftForm, OrderForm, Seed, Turn

__all__ = [
    "ALPHABET",
    "Drawer",
    "FinalStanding",
    "Game",
    "Heartbeat",
    "KeptText",
    "LedgerEntry",
    "LeftForm",
    "Mastership",
    "Notice",
    "OrderForm",
    "Player",
    "ReaderEvents",
    "ReadingRight",
    "Resolution",
    "Seed",
    "Sitting",
    "Turn",
    "every_day",
    "invitation_hash",
    "invitation_token",
    "public_id",
]
