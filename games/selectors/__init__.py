"""Reads for pages. A page is made of the public drawer and one private drawer, never of the truth.

Each function says what it costs in queries; none costs more for more players, orders or chapters.
"""

from .game import (
    Act,
    Asked,
    Told,
    answered,
    desks_of,
    events_for,
    handed_in,
    last_act,
    ledger_of,
    noons_of,
    open_turns,
    opened_to,
    orders_of,
    people_of,
    receipt_for,
    scene_for,
    scene_to_edit,
    seat_name,
    seats_of,
    view_of,
    window_of,
)
from .lobby import COURSE, ListedGame, Lobby, Seat, games_listed, lobby_for, notices_shown, oldest_rehearsal
from .missed import turns_missed

__all__ = [
    "COURSE",
    "Act",
    "Asked",
    "ListedGame",
    "Lobby",
    "Seat",
    "Told",
    "answered",
    "desks_of",
    "events_for",
    "games_listed",
    "handed_in",
    "last_act",
    "ledger_of",
    "lobby_for",
    "noons_of",
    "notices_shown",
    "oldest_rehearsal",
    "open_turns",
    "opened_to",
    "orders_of",
    "people_of",
    "receipt_for",
    "scene_for",
    "scene_to_edit",
    "seat_name",
    "seats_of",
    "turns_missed",
    "view_of",
    "window_of",
]
