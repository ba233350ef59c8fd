"""The invitation link that a logged-out visitor followed, kept in a cookie until they have logged in.

A signed cookie instead of a session, so that following links creates no rows. It holds the token, which the
browser has seen anyway. It is deleted when the place is taken, or expires after a day.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "noon_invitation"
AGE = timedelta(days=1)  # time enough to sign up and confirm an address by mail
SALT = "accounts.invited"


def keep(response: HttpResponse, token: str) -> HttpResponse:
    """The same response, with the cookie that keeps an invitation's token."""
    response.set_signed_cookie(
        COOKIE, token, salt=SALT, max_age=AGE, secure=settings.TLS, httponly=True, samesite="Lax"
    )
    return response


def kept(request: HttpRequest) -> str:
    """The token in the cookie; "" if there is none, or if it has expired or is not signed by this site."""
    return str(request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=AGE))


def forget(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The same response, which deletes the cookie if the browser has it."""
    if COOKIE in request.COOKIES:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response
