"""Pages that ask for themselves again: what has not changed costs few queries and no byte.

A page of a game that does not wait for noon carries its `pulse`, a fingerprint of what its reader
sees. Asked again with `?seen=` and the same pulse, by the page's own script, the answer is empty.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ..access import Entry
from ..contract import Closes, View, encode
from ..models import Game, Turn
from ..selectors import view_of, window_of


def is_live(turns: Sequence[Turn]) -> bool:
    """Whether something may happen at any time: the main question does not wait for noon."""
    return bool(turns) and window_of(turns[0]).closes is not Closes.AT_NOON


def pulse(game: Game, turns: Sequence[Turn], view: View[Any, Any]) -> str:
    """A fingerprint of what a page may show of the game: questions, deadlines and the reader's own
    view. Nothing another hides is in it, nor any number of a resolution."""
    asked = [[turn.name, turn.status, turn.window, str(turn.deadline)] for turn in turns]
    seen = encode([game.stage, game.paused, asked, view.public, view.private])
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def unchanged(request: HttpRequest, entry: Entry, turns: Sequence[Turn]) -> HttpResponse | None:
    """The empty answer to a page that shows all there is already; None if it has to be drawn. One
    query, and none for a reader who came by himself."""
    seen = request.GET.get("seen")
    if request.method != "GET" or not seen or not request.headers.get("HX-Request") or not is_live(turns):
        return None
    now = timezone.now()
    if any(turn.deadline and turn.deadline <= now for turn in turns):
        return None  # a page says so from now on
    same = seen == pulse(entry.game, turns, view_of(entry.game, entry.player))
    return HttpResponse(status=204) if same else None
