"""Compresses pages, but none in which what the asker wrote could stand beside a secret.

Length tells: whoever can make a reader's browser ask for an address, and sees how long the encrypted
answer is, finds a secret of the page letter by letter, if a part of the address stands in it as well
(BREACH). So a page is compressed only if nothing of the request comes back in it: asked by GET, found,
without a query but for the names below, whose values pages compare and never repeat
(`tests/test_compression.py`). CSRF tokens are masked anew each time besides, and Django adds up to 100
random bytes to the length.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

NEVER_REPEATED = frozenset({"add", "edit", "saved", "seen"})
LEAST = 600  # bytes: below, the head of a compressed answer takes what it saves
MOST_PADDING = 100


class CompressionMiddleware:
    """gzip for the pages of the site; its files are compressed once, by `collectstatic`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if is_safe(request, response) and "gzip" in request.headers.get("Accept-Encoding", ""):
            response.content = compress_string(response.content, max_random_bytes=MOST_PADDING)
            response["Content-Length"] = str(len(response.content))
            response["Content-Encoding"] = "gzip"
        return response


def is_safe(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether a page may be compressed: nothing of the request stands in it, and it is worth it."""
    return (
        request.method == "GET"
        and response.status_code == 200
        and not response.has_header("Content-Encoding")
        and len(response.content) >= LEAST
        and NEVER_REPEATED.issuperset(request.GET)
    )
