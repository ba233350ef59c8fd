"""Pages whose address is a secret: no search engine, no cache, no Referer that contains it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
R = TypeVar("R", bound=HttpRequest)
View: TypeAlias = Callable[Concatenate[R, P], HttpResponse]


def discreet(view: View[R, P]) -> View[R, P]:
    """The same view, whose answers keep their address secret. Not `no-referrer`: browsers would then send
    `Origin: null` with a form, and CSRF protection would refuse it."""

    def answered(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = "strict-origin"
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Cache-Control"] = "private, no-store"
        return response

    return wraps(view)(answered)
