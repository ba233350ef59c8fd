"""Simulated players: each reads pages, waits, and saves orders, with its own session, CSRF token and
persistent connection."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from html import unescape
from http.client import HTTPResponse
from urllib.parse import urlencode, urlsplit

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
REVISION = re.compile(r'name="revision" value="(\d+)"')
FINGERPRINT = re.compile(r'class="fingerprint">([0-9A-Fa-f\s]+)<')
CORPORATIONS = ("ares", "aztechnology", "horizon", "neonet", "prometheus", "renraku", "shiawase", "sony")
PAGES = (("order form", "orders/", 4), ("Wall Street", "wall-street/", 2), ("Newsfeeds", "newsfeeds/", 2))
LOBBY = 2  # its weight relative to those of PAGES
SAVING = 0.6  # one of so many order forms read is saved


@dataclass(frozen=True, slots=True)
class Done:
    """One request: its kind, its beginning (seconds since 1970), its duration, and its status."""

    what: str
    began: float
    seconds: float
    status: int
    wrong: str = ""


@dataclass(slots=True)
class Person:
    """One player at a browser. `saved`: the vote of the last form with a receipt, and its fingerprint if a
    page still showed it; `refused`: the number of refused forms."""

    url: str
    game: str
    pid: str
    turn: str
    session: str
    chance: random.Random
    think: tuple[float, float]
    cookies: dict[str, str] = field(default_factory=dict)
    connection: http.client.HTTPConnection | None = None
    done: list[Done] = field(default_factory=list)
    saved: tuple[str, str] | None = None
    fingerprint: str = ""
    receipts: int = 0
    refused: int = 0

    def play(self, until: float) -> None:
        """Play until a moment; errors are recorded."""
        self.cookies["sessionid"] = self.session
        time.sleep(self.chance.uniform(0, self.think[1]))
        while time.time() < until:
            self.look()
            time.sleep(self.chance.uniform(*self.think))

    def look(self) -> None:
        """Read one page; hand in some of the order forms."""
        weights = [*(weight for _name, _path, weight in PAGES), LOBBY]
        names = [*((name, f"/g/{self.game}/{path}") for name, path, _weight in PAGES), ("lobby", "/games/")]
        what, path = self.chance.choices(names, weights)[0]
        status, text, _to = self.ask(what, "GET", path)
        if what == "order form" and status == 200 and self.chance.random() < SAVING:
            self.save(path, text)

    def save(self, path: str, page: str) -> None:
        """Vote, or change the vote. The response must be a receipt, or a refusal that shows what was
        typed."""
        token, revision = TOKEN.search(page), REVISION.search(page)
        if not token or not revision or f'value="{self.turn}"' not in page:
            return  # noon has passed: the page says so, or asks the next question
        time.sleep(self.chance.uniform(0.2, self.think[0]))  # choosing takes time; noon may pass meanwhile
        vote = tuple(self.chance.sample(CORPORATIONS, 2))
        key, verb = ("o0", "replace") if self.saved else ("vote", "add")
        posted = {
            "csrfmiddlewaretoken": token[1], "turn": self.turn, "revision": revision[1],
            "act": f"{verb}-{key}", f"{key}-up": vote[0], f"{key}-down": vote[1],
        }  # fmt: skip
        status, text, to = self.ask("saving", "POST", path, posted, expected=(303, 409))
        if status == 303:
            self.saved, self.fingerprint = (vote[0], vote[1]), ""
            self.receipts += 1
            _status, text, _to = self.ask("receipt", "GET", to.partition("#")[0])
            if f'value="{self.turn}"' in text and (shown := FINGERPRINT.search(text)):
                self.fingerprint = re.sub(r"\s", "", shown[1]).lower()
        elif status == 409:
            self.refused += 1
            if not all(name in text for name in vote):
                self.wrong("a refusal without the text")

    def wrong(self, what: str) -> None:
        last = self.done[-1]
        self.done[-1] = Done(last.what, last.began, last.seconds, last.status, what)

    def ask(
        self, what: str, method: str, path: str, form: Mapping[str, str] | None = None,
        expected: tuple[int, ...] = (200,),
    ) -> tuple[int, str, str]:  # fmt: skip
        """One request: returns status (0 without a response), text, and redirect target."""
        began, started = time.time(), time.perf_counter()
        try:
            status, body, headers = self._answer(method, path, urlencode(form) if form else None)
        except (OSError, http.client.HTTPException) as problem:
            self.connection = None
            self.done.append(Done(what, began, time.perf_counter() - started, 0, type(problem).__name__))
            return 0, "", ""
        wrong = "" if status in expected else f"{status}"
        self.done.append(Done(what, began, time.perf_counter() - started, status, wrong))
        text = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
        return status, unescape(text.decode(errors="replace")), headers.get("Location") or ""

    def _answer(self, method: str, path: str, body: str | None) -> tuple[int, bytes, Message]:
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Accept-Encoding": "gzip", "Accept-Language": "en",
        }  # fmt: skip
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Referer": self.url + path}
        response = self._sent(method, path, body, headers)
        for header in response.headers.get_all("Set-Cookie") or []:
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, response.read(), response.headers

    def _sent(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> HTTPResponse:
        """Send a request; returns the head of the response. If a persistent connection was closed meanwhile,
        the request is sent again on a new one, as browsers do."""
        if self.connection:
            with contextlib.suppress(
                http.client.RemoteDisconnected, ConnectionError, http.client.CannotSendRequest
            ):
                self.connection.request(method, path, body, headers)
                return self.connection.getresponse()
        server = urlsplit(self.url)
        self.connection = http.client.HTTPConnection(server.hostname or "", server.port, timeout=60)
        self.connection.request(method, path, body, headers)
        return self.connection.getresponse()
