"""What the Corporate Game tells the battery of itself (`tests/battery/promises.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from corporate.texts import score_lines
from games.contract import Event, State

# Lines of a message that move money, and by how much, in nuyens.
MOVEMENTS: Final[Mapping[str, Callable[[Mapping[str, Any]], int]]] = {
    "share_bought": lambda data: -data["price"],
    "influence_bought": lambda data: -data["price"],
    "dividend": lambda data: data["amount"],
    "run_report": lambda data: data["refund"] - data["paid"],
    "protection_report": lambda data: -data["paid"],
    "derivative_result": lambda data: data["received"] - data["stake"],
    "rank_result": lambda data: data["received"] - data["stake"],
    "transfer_sent": lambda data: -data["amount"],
    "transfer_received": lambda data: data["amount"],
}

score_line_text = score_lines.text


def held(state: State[Any, Any, Any]) -> dict[str, int]:
    """Each player's money."""
    return {player: drawer.money for player, drawer in state.private.items()}


def moved(before: State[Any, Any, Any], events: tuple[Event, ...]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for event in events:
        if event.kind in MOVEMENTS:
            for reader in event.to:
                found[reader] += MOVEMENTS[event.kind](event.data)
    return found
