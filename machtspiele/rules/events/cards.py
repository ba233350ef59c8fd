"""Events of the event cards (8.1)."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.events import EventData

from .values import MoneyLine, Share


class EventRevealed(EventData, frozen=True):
    kind = "event"
    turn: int
    round: int
    card: str


class Income(EventData, frozen=True):
    kind = "income"
    player: PlayerId
    amount: int
    lines: tuple[MoneyLine, ...]


class Fined(EventData, frozen=True):
    """`due`: the fine; `amount`: what was paid."""

    kind = "fine"
    player: PlayerId
    amount: int
    due: int
    lines: tuple[MoneyLine, ...]


class FoolPaid(EventData, frozen=True):
    kind = "fool_paid"
    player: PlayerId
    shares: tuple[Share, ...]


class BossRemoved(EventData, frozen=True):
    """Removed by a Board Scandal, with this consolation."""

    kind = "boss_removed"
    player: PlayerId
    amount: int


class CardTurnedDown(EventData, frozen=True):
    kind = "card_face_down"
    card: str
