"""Pages for developers of the site: whole games, including everything hidden. Only while DEBUG is on.

In English only. Without DEBUG their addresses are not routed (`config/urls_dev.py`), and the views check it
again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ..models import Game, Resolution, Turn
from ..services.inspection import inspect, rerun
from ..services.turns import turn_close

View = Callable[..., HttpResponse]


def for_developers(view: View) -> View:
    """The view while DEBUG is on; raises Http404 otherwise."""

    @wraps(view)
    def wrapped(request: HttpRequest, **kwargs: str) -> HttpResponse:
        if not settings.DEBUG:
            raise Http404
        return view(request, **kwargs)

    return wrapped


@require_safe
@for_developers
def games(request: HttpRequest) -> HttpResponse:
    """Every game, the newest first."""
    return render(request, "developer/games.html", {"games": Game.objects.order_by("-pk")[:200]})


@require_http_methods(["GET", "POST"])
@for_developers
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """One game with all its drawers. POST `resolve` with a turn's id resolves that turn now; POST `rerun`
    runs every past turn again and shows what differs."""
    found = get_object_or_404(Game, public_id=public_id)
    lines: list[str] = []
    if request.POST.get("act") == "resolve":
        turn = get_object_or_404(Turn, game=found, pk=request.POST.get("turn", "0"))
        turn_close(turn_id=turn.pk, cause=Resolution.Cause.MASTER)
        return redirect("developer_game", public_id)
    if request.POST.get("act") == "rerun":
        lines = rerun(game=found)
    return render(request, "developer/game.html", {"seen": inspect(found), "lines": lines})
