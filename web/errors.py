"""Pages for what went wrong. Nothing typed is ever lost: it is shown again, to keep."""

from __future__ import annotations

import sys

from django.conf import settings
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext as _

# What is raised when the database is gone, locked, full or read only: no fault of who asked.
DATABASE_UNAVAILABLE = (OperationalError, InterfaceError, InternalError)

# Never shown again: secrets, and what the page itself had put into the form.
_NOT_TYPED = {
    *("csrfmiddlewaretoken", "code"),
    *("turn", "revision", "line_version", "act", "place", "next", "kind", "ready", "at"),
    *("remember", "door", "look", "without"),
}
_SET_BY_THE_PAGE = ("open-", "was-", "revision:")
# What fields are called whose names say it otherwise.
_CALLED = {"login": "E-mail", "email": "E-mail", "display_name": "Name"}


def typed_lines(request: HttpRequest) -> list[tuple[str, str]]:
    """What somebody typed, as label and value, passwords left out; nothing of a body that cannot be read."""
    try:
        posted = list(request.POST.lists())
    except Exception:  # bytes that are no text, a body cut off: the page that tells of it must not break, too
        return []
    return [
        (_label(key), value)
        for key, values in posted
        for value in values
        if key not in _NOT_TYPED and not key.startswith(_SET_BY_THE_PAGE)
        if "password" not in key and value.strip()
    ]


def _label(key: str) -> str:
    """What the form calls this field in the reader's language, where the catalogue has its name."""
    name = key.rpartition("-")[2]  # of a field of one question among several
    words = _CALLED.get(key) or name.replace("_", " ").strip().capitalize()
    return gettext(words) if words else ""  # of no words, a catalogue tells about itself


def rejected_post(
    request: HttpRequest, sentence: str, *, status: int = 409, url: str = "", typed: bool = True
) -> HttpResponse:
    """A POST that was not taken: why, what was typed (unless it was `typed` nowhere here), the way back
    (`url`, else the address posted to)."""
    context = {
        "sentence": sentence,
        "typed": typed_lines(request) if typed else [],
        "retry_url": url or request.path,
    }
    return render(request, "web/rejected_post.html", context, status=status)


def logged_out(request: HttpRequest) -> HttpResponse:
    """A POST by somebody whose log-in has ended meanwhile."""
    url = reverse(settings.LOGIN_URL) + "?" + urlencode({"next": request.path})
    sentence = _(
        "Nothing was taken: you are logged out. What you typed is below; log in, then hand it in again."
    )
    return rejected_post(request, sentence, status=403, url=url)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page was opened before a log-in or log-out in another tab: its token has changed."""
    # What another site posts its reader has not typed: it would have its own words read as ours.
    here = not reason.startswith(REASON_BAD_ORIGIN.partition("%s")[0])
    sentence = _(
        "Nothing was taken: you logged in or out in another tab since this page was opened. What you "
        "typed is below; open the page again and hand it in."
    )
    return rejected_post(request, sentence, status=403, typed=here)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", {"typed": typed_lines(request)}, status=403)


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Too many log-ins and the like; what `limits` counts is answered there."""
    return render(request, "429.html", {"typed": typed_lines(request)}, status=429)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", {"typed": typed_lines(request)}, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Our fault, or the database is away: 500 or 503, and what was typed. The page is plain, and made
    without the request: whatever broke may break the ordinary frame, too."""
    away = isinstance(sys.exc_info()[1], DATABASE_UNAVAILABLE)
    status = 503 if away else 500
    page = render_to_string("500.html", {"status": status, "typed": typed_lines(request)})
    # Said here as well: what broke may be what says it of every other page.
    headers = {"Cache-Control": "private, no-store"} | ({"Retry-After": "60"} if away else {})
    return HttpResponse(page, status=status, headers=headers)
