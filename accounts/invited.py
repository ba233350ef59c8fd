"""The link to a place that a logged-out visitor followed, kept in a cookie until they have logged in: an
invitation, or a place in a running game that somebody has left.

A signed cookie instead of a session, so that following links creates no rows. It holds the token, which the
browser has seen anyway. It is deleted when the place is taken, or expires after a day.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "noon_invitation"
PLACE = "noon_place"  # the cookie of a place to take over
AGE = timedelta(days=1)  # time enough to sign up and confirm an address by mail
SALT = "accounts.invited"


def keep(response: HttpResponse, token: str, cookie: str = COOKIE) -> HttpResponse:
    """The same response, with the cookie that keeps a link's token."""
    response.set_signed_cookie(
        cookie, token, salt=SALT, max_age=AGE, secure=settings.TLS, httponly=True, samesite="Lax"
    )
    return response


def kept(request: HttpRequest, cookie: str = COOKIE) -> str:
    """The token in the cookie; "" if there is none, or if it has expired or is not signed by this site."""
    return str(request.get_signed_cookie(cookie, "", salt=SALT, max_age=AGE))


def forget(request: HttpRequest, response: HttpResponse, cookie: str = COOKIE) -> HttpResponse:
    """The same response, which deletes the cookie if the browser has it."""
    if cookie in request.COOKIES:
        response.delete_cookie(cookie, samesite="Lax")
    return response
