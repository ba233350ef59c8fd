"""Pages that ask for news of their game: what the page knows, and the answer if nothing is new.

Every page of a running game carries a *pulse*, hexadecimal digits of fixed length: the latest published
chapter (4), a hash of the turn and its state (8), of its deadline (8) and, on pages that show each move,
of all that their reader sees (16). `static/noon/arrive.js` asks the page's own address with `?seen=`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from .. import access
from ..access import Arrival
from ..contract import Closes, PlayerId, View, encode
from ..models import Game, Turn
from ..selectors import moves_of, window_of

_BRIEF, _FULL = 20, 36  # characters of a pulse without and with what its reader sees
# A page read without scripts loads itself again after its deadline, so often, then stops.
LOOKS = 8
FIRST_LOOK, LOOKS_GROW = 10, 1.5  # seconds, and the factor from one pause to the next
SOON = 3600  # seconds before a deadline within which such a page waits for it


class News(Struct, frozen=True):
    """How a page asks for news. `seen`: its pulse; `full`: whether that covers what the reader sees.
    `state`: "open", "due" (being resolved) or "waits" (paused, stuck). `early`: whether it can close
    before its deadline. `left`: seconds until the deadline, None without one."""

    seen: str
    state: str
    early: bool
    left: int | None

    @property
    def full(self) -> bool:
        return len(self.seen) == _FULL


def live_turn(turns: Sequence[Turn]) -> Turn | None:
    """The main open turn if something may happen at any time; None if it closes at noon."""
    return turns[0] if turns and window_of(turns[0]).closes is not Closes.AT_NOON else None


def news_of(game: Game, turns: Sequence[Turn], now: datetime) -> News | None:
    """How an ordinary page asks for news; None if nothing can happen without its reader's doing: before and
    after the game, and in a rehearsal whose turn is open. No query."""
    if game.stage != Game.Stage.RUNNING:
        return None
    state = _state(game, turns, now)
    if not game.has_clock and state == "open":
        return None
    deadline = min((turn.deadline for turn in turns if turn.deadline), default=None)
    left = max(0, int((deadline - now).total_seconds())) if deadline and state == "open" else None
    return News(
        _brief(game, turns, now), state, game.close_when_all_ready or live_turn(turns) is not None, left
    )


def full_news(
    game: Game, turns: Sequence[Turn], view: View[Any, Any], answers: frozenset[PlayerId]
) -> News | None:
    """The same for a page that shows each move, also in rehearsals. No query."""
    if game.stage != Game.Stage.RUNNING:
        return None
    now = timezone.now()
    seen = _brief(game, turns, now) + _view(turns, view, answers)
    return News(seen, _state(game, turns, now), early=True, left=None)


def arriving(
    request: HttpRequest, public_id: str, *, seated: bool = False, deputies: bool = False
) -> Arrival:
    """The game that a request asks for, with its turns, and with its moves if that is what a page asks news
    of. `seated`: for players only; `deputies`: also for deputies. Raises Http404 as `access.game_for` and
    `access.seat_for` do. One query."""
    find = access.seat_arrival if seated else access.arrival
    return find(request.user, public_id, moves=len(_asked(request)) == _FULL, deputies=deputies)


def _asked(request: HttpRequest) -> str:
    """The pulse of a page that asks for news; "" for every other request."""
    seen = request.GET.get("seen", "")
    asks = request.method == "GET" and request.headers.get("HX-Request")
    return seen if asks and re.fullmatch(f"[0-9a-f]{{{_BRIEF}}}|[0-9a-f]{{{_FULL}}}", seen) else ""


def unchanged(
    request: HttpRequest, arrival: Arrival, lead: str, *, form: bool = False
) -> HttpResponse | None:
    """The response to a page that asks for news: 204 if nothing has changed; a redirect to the outcome
    (`lead`, or the game's own address if it is finished) if its turn is over; None if the page must be
    drawn again. `form`: the page is an order form. No query."""
    if not (seen := _asked(request)):
        return None
    game, turns = arrival.entry.game, arrival.turns
    if game.stage != Game.Stage.RUNNING:
        return _over(request, reverse("games:game", args=[game.public_id]), form)
    now = timezone.now()
    if len(seen) == _FULL:
        if live_turn(turns) is None or not seen.startswith(_brief(game, turns, now)):
            return None
        return HttpResponse(status=204) if seen[_BRIEF:] == _view(turns, *moves_of(arrival)) else None
    if not seen.startswith(_chapter(game)):
        return _over(request, lead, form)
    return HttpResponse(status=204) if seen == _brief(game, turns, now) else None


def _over(request: HttpRequest, url: str, form: bool) -> HttpResponse:
    """The turn is over: where to go, and the sentence for a reader who must not be redirected."""
    response = render(request, "games/parts/over.html", {"url": url, "form": form})
    response["HX-Redirect"] = url
    return response


def _state(game: Game, turns: Sequence[Turn], now: datetime) -> str:
    if game.paused or any(turn.status == Turn.Status.STUCK for turn in turns):
        return "waits"
    return "due" if any(turn.is_due(now) for turn in turns) else "open"


def _chapter(game: Game) -> str:
    return f"{game.latest + 1:04x}"


def _brief(game: Game, turns: Sequence[Turn], now: datetime) -> str:
    """A digest of public facts that no act of a player changes before the turn is over."""
    turn = [game.stage, turns[0].name if turns else "", _state(game, turns, now)]
    clock = [str(turn.deadline) for turn in turns if turn.deadline]
    return _chapter(game) + _hash(turn, 8) + _hash(clock, 8)


def _view(turns: Sequence[Turn], view: View[Any, Any], answers: frozenset[PlayerId]) -> str:
    """A digest of what a page that shows each move displays: questions, who has answered, the reader's own
    view. It contains nothing that other players hide, and no number of a resolution."""
    asked = [[turn.name, turn.status, turn.window] for turn in turns]
    return _hash([asked, sorted(answers), view.public, view.private], 16)


def _hash(value: Any, length: int) -> str:
    return hashlib.sha256(encode(value).encode()).hexdigest()[:length]


# ---- without scripts --------------------------------------------------------------------------------


def refresh_of(request: HttpRequest, news: News | None) -> tuple[int, int] | None:
    """When a page without scripts reloads itself: after how many seconds, and which reload it is (its
    `?look=`). None if it does not: far from the deadline, while its moment is unknown, or after LOOKS
    reloads."""
    if news is None or news.state == "waits":
        return None
    if news.left is not None:
        return (news.left + FIRST_LOOK // 2, 1) if news.left <= SOON else None
    look = looks(request)
    return (int(FIRST_LOOK * LOOKS_GROW**look), look + 1) if look < LOOKS else None


def looks(request: HttpRequest) -> int:
    """How often a page without scripts has reloaded itself; 0 for a first visit."""
    text = request.GET.get("look", "")
    return int(text) if re.fullmatch("[0-9]", text) else 0
