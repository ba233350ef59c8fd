"""Middleware for headers of every response, and for request bodies that are too large."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

MAX_UPLOAD = 12_000_000  # bytes of a picture; phones make up to ten million
# Bytes of a request: a picture with its form. Every other request is a hundred times smaller.
MOST_SENT = 13_000_000
# A larger body is refused, but up to this many bytes it is still read and discarded: if the connection is
# closed while they send, proxies and many browsers report a broken site instead of showing our page.
MOST_DISCARDED = 30_000_000

# The same for every page, so it is written once.
POLICY = "; ".join(f"{name} {sources}" for name, sources in settings.CONTENT_SECURITY_POLICY.items())

# Features of browsers that no page here needs, even one into which somebody injected a script. Only names
# that browsers know: each unknown one is an error in the console of every page.
_REFUSED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "fullscreen", "geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment",
    "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS = ", ".join(f"{name}=()" for name in _REFUSED)


class HeadersMiddleware:
    """Switches off browser features for every page and forbids other sites to embed any response. Removes the
    body of a response to HEAD, because gunicorn would drop it and log a warning each time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.method == "HEAD" and not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))  # the length for GET
            response.content = b""
        return response


class PolicyMiddleware:
    """Tells browsers what each page may load and where it may post (`CONTENT_SECURITY_POLICY`). Static files
    are answered before it: a drawing may have styles of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Django's own pages about an error, which only developers see, have styles and scripts within them.
        if not (settings.DEBUG and response.status_code in (404, 500)):
            response["Content-Security-Policy"] = POLICY
        return response


class SizeMiddleware:
    """Refuses a body that is larger than anything this site asks for, before it is read: the CSRF check would
    otherwise first write it to disk, no matter who sent it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal():
            return render(request, "400.html", status=400)
        if int(length) > MOST_SENT:
            if int(length) <= MOST_DISCARDED:
                _discard(request)
            return render(request, "400.html", {"limit": MAX_UPLOAD // 1_000_000}, status=413)
        return self.get_response(request)


def _discard(request: HttpRequest) -> None:
    with suppress(OSError):  # the client has closed the connection
        while request.read(65_536):
            pass
