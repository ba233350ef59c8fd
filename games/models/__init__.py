"""What the platform keeps: games, players, turns, order forms, resolutions, drawers, events.

Fields and constraints, no rules. What a title keeps stands in drawers and events as JSON text (see
`games.contract.codec`); there is no table per title.
"""

from .columns import ALPHABET, KeptText, every_day, invitation_hash, invitation_token, public_id
from .games import Game, Player, Sitting, Standing
from .house import Heartbeat, LedgerEntry, Mastership, Notice
from .record import Drawer, Event, Grant, Resolution
from .turns import LeftForm, OrderForm, Seed, Turn

__all__ = [
    "ALPHABET",
    "Drawer",
    "Event",
    "Game",
    "Grant",
    "Heartbeat",
    "KeptText",
    "LedgerEntry",
    "LeftForm",
    "Mastership",
    "Notice",
    "OrderForm",
    "Player",
    "Resolution",
    "Seed",
    "Sitting",
    "Standing",
    "Turn",
    "every_day",
    "invitation_hash",
    "invitation_token",
    "public_id",
]
