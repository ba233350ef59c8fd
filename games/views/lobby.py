"""The lobby, and the two ways to a new game: creating one, or a rehearsal against bots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def lobby(request: HttpRequest) -> HttpResponse:
    """All the games one may see, mine first."""
    return redirect("games:landing")


def create(request: HttpRequest) -> HttpResponse:
    """A new game."""
    return redirect("games:lobby")


def rehearsal(request: HttpRequest) -> HttpResponse:
    """A game against bots."""
    return redirect("games:lobby")


def notices_put_away(request: HttpRequest) -> HttpResponse:
    """The reader has read his notices."""
    return redirect("games:lobby")
