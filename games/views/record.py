"""What anybody may check about a game: the ledger of its masters' acts, and its draws."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from .. import access, selectors


@require_safe
def ledger(request: HttpRequest, public_id: str) -> HttpResponse:
    """Every act upon a game, by whom and why, for everybody who may see the game."""
    entry = access.game_for(request.user, public_id)
    return render(request, "games/ledger.html", {"game": entry.game, "entries": selectors.ledger_of(entry.game)})


@require_safe
def draws(request: HttpRequest, public_id: str, chapter: int | None = None) -> HttpResponse:
    """The commitments of a game's turns; once it has ended, for its players, what they committed to."""
    entry = access.game_for(request.user, public_id)
    return render(request, "games/draws.html", {"game": entry.game, "chapter": chapter})
