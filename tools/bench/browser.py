"""Requests to the site without a network: the whole handler including the middleware."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Mapping
from typing import Any

from django.test import Client

from accounts.models import User

from .weight import Answer


class Browser:
    """A client with its own cookies that accepts compressed responses. `asks`: it requests like a page that
    asks for news of its game."""

    def __init__(self, handler: Callable[..., Any], cookie: str, *, asks: bool = False) -> None:
        self.handler, self.cookie = handler, cookie
        self.more = {"HTTP_HX_REQUEST": "true"} if asks else {}

    def environ(self, address: str) -> dict[str, Any]:
        where, _mark, query = address.partition("?")
        return {
            "REQUEST_METHOD": "GET", "PATH_INFO": where, "QUERY_STRING": query, "SCRIPT_NAME": "",
            "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000", "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "127.0.0.1:8000", "HTTP_COOKIE": self.cookie,
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd", "HTTP_ACCEPT_LANGUAGE": "en",
            "wsgi.input": io.BytesIO(), "wsgi.errors": io.StringIO(), "wsgi.url_scheme": "http",
            "wsgi.version": (1, 0), "wsgi.multithread": True, "wsgi.multiprocess": True,
            "wsgi.run_once": False, **self.more,
        }  # fmt: skip

    def fetch(self, environ: Mapping[str, Any]) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and body of one response, read completely as a server would."""
        seen: list[Any] = []
        response = self.handler(environ, lambda *values: seen.extend(values[:2]))
        try:
            body = b"".join(response)
        finally:
            response.close()
        return seen[0], seen[1], body

    def get(self, address: str) -> Answer:
        status, pairs, body = self.fetch(self.environ(address))
        headers = dict(pairs)
        plain = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
        return Answer(int(status.split()[0]), headers, body, plain)


def logged_in(handler: Callable[..., Any], user: User) -> Browser:
    """A reader of the site who is logged in, with the cookies of somebody who has opened a page before: the
    first one makes the secret that forms are posted with."""
    client = Client()
    client.force_login(user)
    first = Browser(handler, _sent(client.cookies))
    for name, value in first.fetch(first.environ("/games/"))[1]:
        if name == "Set-Cookie":
            client.cookies.load(value)
    return Browser(handler, _sent(client.cookies))


def _sent(cookies: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())
