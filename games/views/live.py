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
from ..contract import Closes, PlayerId, View, encode
from ..models import Game, Turn
from ..selectors import answered, view_of, window_of


def live_turn(turns: Sequence[Turn]) -> Turn | None:
    """The main open turn if something may happen at any time; None if it waits for noon."""
    return turns[0] if turns and window_of(turns[0]).closes is not Closes.AT_NOON else None


def pulse(game: Game, turns: Sequence[Turn], view: View[Any, Any], answers: frozenset[PlayerId]) -> str:
    """A fingerprint of what a page may show of the game: questions, deadlines, who has answered, and
    the reader's own view. Nothing another hides is in it, nor any number of a resolution."""
    asked = [[turn.name, turn.status, turn.window, str(turn.deadline)] for turn in turns]
    seen = encode([game.stage, game.paused, asked, sorted(answers), view.public, view.private])
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def unchanged(request: HttpRequest, entry: Entry, turns: Sequence[Turn]) -> HttpResponse | None:
    """The empty answer to a page that shows all there is already; None if it has to be drawn. Two
    queries, and none for a reader who came by himself."""
    seen = request.GET.get("seen")
    if request.method != "GET" or not seen or not request.headers.get("HX-Request"):
        return None
    main = live_turn(turns)
    if main is None:
        return None
    now = timezone.now()
    if any(turn.stops_orders(now) for turn in turns):
        return None  # a page says so from now on
    same = seen == pulse(entry.game, turns, view_of(entry.game, entry.player), answered(main))
    return HttpResponse(status=204) if same else None
