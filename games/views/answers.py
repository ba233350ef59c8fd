"""Shared by posts of a game's players: who may act, and where the response leads. Also pages that are sent
only to readers who do not have them yet."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.http import require_http_methods

from web.errors import logged_out

from .. import access
from ..access import Entry


class SeeOther(HttpResponseRedirect):
    """After a POST: redirect to a page that is read by GET."""

    status_code = 303


def leave_for(request: HttpRequest, url: str) -> HttpResponse:
    """After a POST: redirect to another page. A script that swaps parts of the page opens it as well."""
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": url})
    return SeeOther(url)


def unless_known(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    """A page with an ETag of its content; without the body (304) if the reader has it already."""
    set_response_etag(page)
    answer = get_conditional_response(request, etag=page["ETag"], response=page)
    assert isinstance(answer, HttpResponse)
    return answer


def acting(view: Callable[[HttpRequest, Entry], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that players of the game post to. A GET redirects to the game; a reader who was logged out
    meanwhile sees that. Raises Http404 without a seat."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("games:game", public_id)
        if not request.user.is_authenticated:
            return logged_out(request)
        return view(request, access.seat_for(request.user, public_id))

    return wrapped
