"""Error pages. They show what was typed, so that nothing is lost."""

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

# Raised when the database is gone, locked, full or read-only: not the user's fault.
DATABASE_UNAVAILABLE = (OperationalError, InterfaceError, InternalError)

# Fields never shown again: secrets, and what the page itself had put into the form.
_NOT_TYPED = {
    *("csrfmiddlewaretoken", "code"),
    *("turn", "revision", "line_version", "act", "place", "next", "kind", "ready", "at"),
    *("remember", "door", "look", "without"),
}
_SET_BY_THE_PAGE = ("open-", "was-", "revision:")
# Labels of fields that are not named after them.
_CALLED = {"login": "E-mail", "email": "E-mail", "display_name": "Name"}


def typed_lines(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed into the form, as (label, value), without passwords; [] if the body cannot be read."""
    try:
        posted = list(request.POST.lists())
    except Exception:  # invalid or truncated bytes: the error page itself must not fail
        return []
    return [
        (_label(key), value)
        for key, values in posted
        for value in values
        if key not in _NOT_TYPED and not key.startswith(_SET_BY_THE_PAGE)
        if "password" not in key and value.strip()
    ]


def _label(key: str) -> str:
    """The label of a field in the reader's language, if the catalogue has it."""
    name = key.rpartition("-")[2]  # without the prefix of one question among several
    words = _CALLED.get(key) or name.replace("_", " ").strip().capitalize()
    return gettext(words) if words else ""  # gettext("") returns the catalogue's header


def rejected_post(
    request: HttpRequest, sentence: str, *, status: int = 409, url: str = "", typed: bool = True
) -> HttpResponse:
    """The page for a POST that was refused: `sentence` says why; with `typed`, what was typed; a link back
    to `url`, or to the address posted to."""
    context = {
        "sentence": sentence,
        "typed": typed_lines(request) if typed else [],
        "retry_url": url or request.path,
    }
    return render(request, "web/rejected_post.html", context, status=status)


def logged_out(request: HttpRequest) -> HttpResponse:
    """The page for a POST by somebody whose session has ended meanwhile."""
    url = reverse(settings.LOGIN_URL) + "?" + urlencode({"next": request.path})
    sentence = _(
        "Nothing was saved: you are logged out. What you typed is below; log in, then hand it in again."
    )
    return rejected_post(request, sentence, status=403, url=url)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a wrong CSRF token: usually a log-in or log-out in another tab has changed it."""
    # A post from another site was not typed by its reader: that site's words must not appear on our page.
    here = not reason.startswith(REASON_BAD_ORIGIN.partition("%s")[0])
    sentence = _(
        "Nothing was saved: you logged in or out in another tab since this page was opened. What you "
        "typed is below; open the page again and hand it in."
    )
    return rejected_post(request, sentence, status=403, typed=here)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", {"typed": typed_lines(request)}, status=403)


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The page for allauth's rates; posts beyond our own are answered in `web.limits`."""
    return render(request, "429.html", {"typed": typed_lines(request)}, status=429)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", {"typed": typed_lines(request)}, status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """The page for an error of ours (500) or a database that is out of reach (503), with what was typed. It
    is rendered without the request, because what failed may fail again in the base template."""
    away = isinstance(sys.exc_info()[1], DATABASE_UNAVAILABLE)
    status = 503 if away else 500
    page = render_to_string("500.html", {"status": status, "typed": typed_lines(request)})
    # Set here as well, because the middleware that sets it elsewhere may be what failed.
    headers = {"Cache-Control": "private, no-store"} | ({"Retry-After": "60"} if away else {})
    return HttpResponse(page, status=status, headers=headers)
