"""Refusals of games as pages: a post that was not taken, and games whose title is not installed."""

from __future__ import annotations

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from web.errors import rejected_post

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
