"""Compresses pages, except those in which text of the request could appear beside a secret.

The length of a compressed page reveals something (BREACH): an attacker who can make a reader's browser
request a URL, and sees how long the encrypted response is, finds a secret on the page letter by letter if
part of the URL appears on it as well. So a page is compressed only if it contains nothing from the request:
GET, status 200, and no query parameters except those below, whose values pages compare but never repeat
(`tests/test_compression.py`). In addition, CSRF tokens get a new mask in each page, and up to 100 random
bytes are added to the length.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from zlib_ng import gzip_ng

NEVER_REPEATED = frozenset({"add", "edit", "saved", "seen"})
LEAST = 600  # bytes; compressing less saves nothing
MOST_PADDING = 100
LEVEL = 4  # of zlib-ng's: as small as zlib's 4, in half the time
_HAS_NAME = 8  # the flag of a gzip file with a name
_HEAD = 10  # bytes that a gzip file begins with


class CompressionMiddleware:
    """Compresses pages with gzip; static files are compressed once, by `collectstatic`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if is_safe(request, response) and "gzip" in request.headers.get("Accept-Encoding", ""):
            response.content = compressed(response.content)
            response["Content-Length"] = str(len(response.content))
            response["Content-Encoding"] = "gzip"
        return response


def is_safe(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether a page may be compressed: it contains nothing from the request and is long enough."""
    return (
        request.method == "GET"
        and response.status_code == 200
        and not response.has_header("Content-Encoding")
        and len(response.content) >= LEAST
        and NEVER_REPEATED.issuperset(request.GET)
    )


def compressed(content: bytes) -> bytes:
    """The bytes as a gzip file with a name of random length."""
    made: bytes = gzip_ng.compress(content, LEVEL, mtime=0)  # type: ignore[no-untyped-call]  # has no types
    head = bytearray(made[:_HEAD])
    head[3] = _HAS_NAME
    return bytes(head) + b"a" * secrets.randbelow(MOST_PADDING) + b"\0" + made[_HEAD:]
