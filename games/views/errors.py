"""Pages for refusals: a post that a service refused, a game whose title is not installed, a place that was
lost."""

from __future__ import annotations

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from web.errors import rejected_post, typed_lines

from .. import selectors
from ..access import PutOut
from ..ledgertexts import ledger_text
from ..refusaltexts import refusal_text
from ..registry import TitleMissing

log = logging.getLogger(__name__)


def refused_post(
    request: HttpRequest, code: str, params: dict[str, Any] | None = None, status: int = 409, url: str = ""
) -> HttpResponse:
    """A POST that a service refused: the sentence of its code, what was typed, the way back."""
    return rejected_post(request, refusal_text(code, params or {}), status=status, url=url)


class TitleMissingMiddleware(MiddlewareMixin):
    """Responds for games whose title is not installed, on any of their pages. The view has called
    `games.access` by then, so strangers get the usual 404."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, TitleMissing):
            return None
        log.error("title not installed title=%s", problem.args[0])
        if request.method == "POST":
            return refused_post(request, "title_missing", status=503)
        return render(request, "games/title_missing.html", status=503)


class PutOutMiddleware(MiddlewareMixin):
    """Responds to a user who had a place in a game and has none now, with the reason from the ledger."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, PutOut) or not request.user.is_authenticated:
            return None
        game = problem.game
        entry = selectors.put_out_by(game, request.user)
        context = {
            "game": game, "title_key": game.title, "nav": "games", "typed": typed_lines(request),
            "entry": entry, "text": ledger_text(entry) if entry else "",
        }  # fmt: skip
        return render(request, "games/put_out.html", context, status=403)
