"""The invitation that somebody without a log-in followed: kept in his browser until he is in.

A signed cookie and no session, so that following links leaves no rows. It holds the token, which its
browser knows anyway; it goes when the place is taken, or after a day.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "noon_invitation"
AGE = timedelta(days=1)  # an address may have to be confirmed by mail meanwhile
SALT = "accounts.invited"


def keep(response: HttpResponse, token: str) -> HttpResponse:
    """The response, which has the browser keep an invitation's token."""
    response.set_signed_cookie(
        COOKIE, token, salt=SALT, max_age=AGE, secure=settings.TLS, httponly=True, samesite="Lax"
    )
    return response


def kept(request: HttpRequest) -> str:
    """The token the browser keeps; "" for none, one that is too old, or one we did not sign."""
    return str(request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=AGE))


def forget(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response, which has the browser forget the token if it keeps one."""
    if COOKIE in request.COOKIES:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
