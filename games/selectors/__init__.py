"""Reads for pages: the public drawer and one private drawer, never the whole state.

Each function states its number of queries; none needs more for more players, orders or chapters.
"""

from .game import (
    answered,
    chapter_in_progress,
    desks_of,
    handed_in,
    ledger_of,
    noons_of,
    open_turns,
    orders_of,
    people_of,
    scene_for,
    scene_to_edit,
    seat_name,
    seats_of,
    view_of,
    window_of,
)
from .lobby import (
    COURSE,
    ListedForm,
    ListedGame,
    ListedSeat,
    Lobby,
    games_listed,
    lobby_for,
    notices_shown,
    oldest_rehearsal,
)
from .missed import turns_missed
from .told import (
    ChapterEvents,
    ResolvedAct,
    SceneRequest,
    events_for,
    last_act,
    opened_to,
    receipt_for,
)

__all__ = [
    "COURSE",
    "ChapterEvents",
    "ListedForm",
    "ListedGame",
    "ListedSeat",
    "Lobby",
    "ResolvedAct",
    "SceneRequest",
    "answered",
    "chapter_in_progress",
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
