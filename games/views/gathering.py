"""A game before its start: who is in, the invitation, and what its creator may change."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from .. import access


def waiting_room(request: HttpRequest, entry: access.Entry) -> HttpResponse:
    """The page of a game that is gathering players."""
    return redirect("games:lobby")


def invitation(request: HttpRequest, token: str) -> HttpResponse:
    return redirect("games:lobby")


def join(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)


def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)


def start(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)


def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)


def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)


def cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)


def invitation_change(request: HttpRequest, public_id: str) -> HttpResponse:
    return redirect("games:game", public_id)
