"""What Cardline tells the battery of itself (`tests/battery/promises.py`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardline.pages import scores
from games.contract import Event, State

score_line_text = scores.line_text


def held(state: State[Any, Any, Any]) -> Counter[str]:
    """Each card, by how many places it lies in: one."""
    public = state.public
    hands = [card for hand in public.hands.values() for card in hand]
    return Counter([*public.line, *hands, *(boxed.card for boxed in public.box), *state.hidden.deck])


def moved(before: State[Any, Any, Any], events: tuple[Event, ...]) -> dict[str, int]:
    """No card comes, and none goes."""
    return {}
