"""A minimal browser: one connection, its own cookies, forms of the current page."""

from __future__ import annotations

import http.client
import re
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlencode, urlsplit

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: the status, the redirect target ("" for none), the page as text."""

    status: int
    location: str
    text: str


@dataclass(slots=True)
class Browser:
    """One reader of the site at `url`. `cookies`: name -> value, a session among them."""

    url: str
    cookies: dict[str, str] = field(default_factory=dict)
    timeout: float = 60
    token: str = ""

    def get(self, path: str) -> Answer:
        """Read a page; the token of its form is stored for the next POST. Raises OSError.

        As browsers do, it repeats the request if the server closes the connection without an answer.
        """
        try:
            answer = self._ask("GET", path)
        except http.client.RemoteDisconnected:
            answer = self._ask("GET", path)
        if found := _TOKEN.search(answer.text):
            self.token = found[1]
        return answer

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form of the page read last. Raises OSError."""
        return self._ask("POST", path, urlencode({"csrfmiddlewaretoken": self.token, **fields}))

    def _ask(self, method: str, path: str, body: str = "") -> Answer:
        server = urlsplit(self.url)
        connection = http.client.HTTPConnection(server.hostname or "", server.port, timeout=self.timeout)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            for header in response.headers.get_all("Set-Cookie") or []:
                name, _, value = header.partition(";")[0].partition("=")
                self.cookies[name] = value
            text = response.read().decode()
            return Answer(response.status, response.headers.get("Location") or "", unescape(text))
        finally:
            connection.close()
