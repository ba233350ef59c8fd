"""The models of the platform: games, players, turns, order forms, resolutions, drawers, events.

Fields and constraints, no behaviour. The data of a title are JSON text in drawers and events (see
`games.contract.codec`); titles have no tables of their own.
"""

from .agreements import Proposal, Vote
from .channels import PushDevice, RoomNews, Webhook, hook_secret
from .columns import ALPHABET, KeptText, every_day, invitation_hash, invitation_token, public_id
from .games import (
    ABANDONED_AFTER,
    GUIDE,
    FinalStanding,
    Game,
    GameQuerySet,
    OnMissed,
    Player,
    Sitting,
    with_clock,
)
from .house import Delivery, Heartbeat, LedgerEntry, Mastership, Notice
from .record import Drawer, ReaderEvents, ReadingRight, Resolution
from .talk import Conversation, ConversationReader, ConversationSeat, Message, MessageReport
from .turns import By, Excuse, LeftForm, OrderForm, Seed, Turn
from .vacations import Deputy, Vacation

__all__ = [
    "ABANDONED_AFTER",
    "ALPHABET",
    "GUIDE",
    "By",
    "Conversation",
    "ConversationReader",
    "ConversationSeat",
    "Delivery",
    "Deputy",
    "Drawer",
    "Excuse",
    "FinalStanding",
    "Game",
    "GameQuerySet",
    "Heartbeat",
    "KeptText",
    "LedgerEntry",
    "LeftForm",
    "Mastership",
    "Message",
    "MessageReport",
    "Notice",
    "OnMissed",
    "OrderForm",
    "Player",
    "Proposal",
    "PushDevice",
    "ReaderEvents",
    "ReadingRight",
    "Resolution",
    "RoomNews",
    "Seed",
    "Sitting",
    "Turn",
    "Vacation",
    "Vote",
    "Webhook",
    "every_day",
    "hook_secret",
    "invitation_hash",
    "invitation_token",
    "public_id",
    "with_clock",
]
