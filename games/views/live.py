"""Pages that ask for themselves again: what has not changed costs few queries and no byte.

A page of a game that does not wait for noon carries its `pulse`, a fingerprint of what its reader
sees. Asked again with `?seen=` and the same pulse, by the page's own script, the answer is empty.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse

from ..contract import Closes, encode
from ..models import Game, Turn
from ..selectors import window_of
from ..skin import Scene


def is_live(turns: Iterable[Turn]) -> bool:
    """Whether something may happen at any time: the main question does not wait for noon."""
    main = next(iter(turns), None)
    return main is not None and window_of(main).closes is not Closes.AT_NOON


def pulse(game: Game, turns: Iterable[Turn], scene: Scene) -> str:
    """A fingerprint of what a page may show of the game: questions, deadlines and the reader's own
    view. Nothing another hides is in it, nor any number of a resolution."""
    asked = [[turn.name, turn.status, turn.window, str(turn.deadline)] for turn in turns]
    seen = encode([game.stage, game.paused, asked, scene.view.public, scene.view.private])
    return hashlib.sha256(seen.encode()).hexdigest()[:16]


def unchanged(request: HttpRequest, now: str) -> HttpResponse | None:
    """The empty answer to a page that shows this already; None if it has to be drawn."""
    if request.method == "GET" and request.headers.get("HX-Request") and request.GET.get("seen") == now:
        return HttpResponse(status=204)
    return None
