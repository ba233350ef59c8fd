"""Headers that every answer has, whoever made it, and what is too large to be read at all."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

MAX_UPLOAD = 12_000_000  # bytes, as sent: a telephone makes pictures of up to ten
# A picture with its form; everything else is a hundred times smaller.
MOST_SENT = 13_000_000  # bytes
# What is larger is refused. Up to here it is sent to its end all the same, and forgotten as it comes: a proxy
# whose connection is closed while it sends tells of a broken site, and many a browser, too.
MOST_SWALLOWED = 30_000_000  # bytes

# What a page of games never needs, ours or one that somebody managed to put there. Only names that browsers
# know: each of the others is an error in the console of every page.
_REFUSED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media",
    "fullscreen", "geolocation", "gyroscope", "magnetometer", "microphone", "midi", "payment",
    "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS = ", ".join(f"{name}=()" for name in _REFUSED)


class HeadersMiddleware:
    """Refuses the browser's powers to every page, and other sites the embedding of any answer. An answer to
    HEAD goes out without its body: gunicorn would drop it, and log a warning for each."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        if request.method == "HEAD" and not response.streaming:
            response.headers.setdefault("Content-Length", str(len(response.content)))  # GET's
            response.content = b""
        return response


class SizeMiddleware:
    """Refuses a body that is larger than anything this site asks for before it is kept anywhere: looking for
    the form's token would write it to the disk first, whoever sent it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal():
            return render(request, "400.html", status=400)
        if int(length) > MOST_SENT:
            if int(length) <= MOST_SWALLOWED:
                _swallow(request)
            return render(request, "400.html", {"limit": MAX_UPLOAD // 1_000_000}, status=413)
        return self.get_response(request)


def _swallow(request: HttpRequest) -> None:
    with suppress(OSError):  # whoever sent it has gone
        while request.read(65_536):
            pass
