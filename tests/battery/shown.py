"""Everything that each reader is shown of a game: pages, headers, refusals, what every channel carries
(mails, posts to webhooks, push messages, calendars, feeds), and their queries.

Only the token against forged requests is masked, and the name of a game that a request has made.
Whatever a request changes is taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings
from msgspec import Struct
from msgspec.structs import replace

from accounts.calendars import Fetched, calendar_address, calendar_token
from accounts.models import User
from games.models import Game, Turn
from games.registry import skin_for
from games.services.deliveries import notices_send
from tests.battery.carried import carried
from tests.battery.random_game import Played
from tests.doors import patterns

# The token that every page carries anew, in its form and for its script; its cookie is masked below.
_TOKENS = re.compile(r'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}')
_UIDS = re.compile(r"UID:\S+")
_MADE = re.compile(r"/g/(\w+)/")  # where "again" leads
_PLACES = re.compile(r"<(?:\w+:)?(\w+)>")
_NOT_COUNTED = re.compile(r"^\s*(SAVEPOINT|RELEASE|ROLLBACK|BEGIN)", re.IGNORECASE)
# Pages of the site that say how all games do.
SHARED = ("/", "/status/", "/health", "/admin/", "/account/channels/")
# Forms of games to come: they speak of none that is.
TO_COME = ("/games/new/", "/games/rehearsal/", "/admin/games/game/add/")
SHUT_OUT = 5  # of so many addresses of a game, who may not see it is asked for one


class Undone(Exception):
    """Takes back what a block did."""


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever the block changes is undone at its end."""
    try:
        with transaction.atomic():
            yield
            raise Undone
    except Undone:
        pass


def addresses(game: Game, everything: bool = True) -> list[str]:
    """Every address of the site that speaks of this game, of every page, some that lead nowhere; and,
    if `everything`, of every chapter, and those that speak of no game."""
    slugs = [page.slug for page in skin_for(game.title).pages]
    known = range(game.latest + 1) if everything else {game.latest // 2, max(0, game.latest)}
    ahead = (1, 2) if everything else (1,)  # being played, never there
    chapters = [str(n) for n in (*known, *(game.latest + more for more in ahead))]
    filled = {
        "public_id": [game.public_id], "token": ["none"], "key": ["none"], "title": [game.title],
        "slug": [*slugs, "nowhere"], "chapter": chapters, "object_id": [str(game.pk)],
        "content_type_id": ["1"], "which": ["mine", "open", "running", "finished"], "page": ["1"],
        "conversation": ["table", "p1", "1-2"], "vacation": ["1"],
        "language": ["en"], "side": ["180"], "section": ["site", "games"],
    }  # fmt: skip
    found: list[str] = []
    for pattern, _name in patterns():
        of_a_game = pattern.startswith(("/g/", "/games/", "/admin/games/")) and pattern not in TO_COME
        about = of_a_game or pattern in SHARED
        if "(?P" in pattern or not (about or everything):
            continue
        values = {**filled, "slug": ["announce", "unseat", "pause"]} if "/act/" in pattern else filled
        found += _filled(pattern, values)
    return [*found, f"/g/{game.public_id}", "/g/nowhere/", f"/g/{game.public_id}/orders/?seen=none"]


def _filled(pattern: str, values: dict[str, list[str]]) -> list[str]:
    found = _PLACES.search(pattern)
    if not found:
        return [pattern]
    return [
        address
        for value in values[found[1]]
        for address in _filled(pattern[: found.start()] + value + pattern[found.end() :], values)
    ]


class Answer(Struct, frozen=True):
    """What came back for one request, and how many queries it took."""

    status: int
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[str, ...]
    body: str
    queries: int

    def differs_from(self, other: Answer) -> str:
        """What is not the same, in a few words; "" if everything is."""
        for name in ("status", "cookies", "queries"):
            if getattr(self, name) != getattr(other, name):
                return f"{name}: {getattr(self, name)} / {getattr(other, name)}"
        for before, after in zip(self.body.splitlines(), other.body.splitlines(), strict=False):
            if before != after:
                return f"{before[:200]} / {after[:200]}"
        odd = set(self.headers) ^ set(other.headers)
        return f"headers: {sorted(odd)}" if odd or self.body != other.body else ""


def fetch(client: Client, method: str, address: str, data: dict[str, str] | None = None) -> Answer:
    """One request; whatever it changes is taken back. A card is compared as it is drawn, not as a picture."""
    count = _Count()
    drawn = mock.patch("games.views.sharing.png_of", str.encode)
    with taken_back(), connection.execute_wrapper(count), drawn:
        response = client.generic(method, address) if data is None else client.post(address, data)
    cookies = []
    for name, morsel in sorted(response.cookies.items()):
        shown = morsel.output()
        cookies.append(shown.replace(morsel.value, "…") if name in ("csrftoken", "sessionid") else shown)
    body = _TOKENS.sub(r"\1…", response.getvalue().decode(errors="replace"))  # cards are pictures
    assert response.status_code < 500 or address.startswith("/health"), f"{method} {address} broke"
    headers = tuple(sorted((name, _masked(value, address)) for name, value in response.headers.items()))
    return Answer(response.status_code, headers, tuple(cookies), body, count.found)


def _masked(value: str, address: str) -> str:
    """A header without the name that a game made by this very request was given by chance."""
    made = _MADE.fullmatch(value)
    return value if not made or made[1] in address else "/g/…/"


class _Count:
    def __init__(self) -> None:
        self.found = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.found += not _NOT_COUNTED.match(sql)
        return execute(sql, params, many, context)


Key = tuple[str, str, str]
Shown = dict[Key, Answer]


def everything_shown(played: Played, everything: bool = False) -> Shown:
    """Every answer that every reader gets: pages, refusals of methods and of posts, mails. `everything`:
    also the addresses that speak of no game."""
    return dict(shown_one_by_one(played, everything))


def shown_one_by_one(played: Played, everything: bool = False) -> Iterator[tuple[Key, Answer]]:
    """The same, for a caller that may stop early."""
    cache.clear()
    game = played.game
    turn = game.turns.filter(status=Turn.Status.OPEN).order_by("position").first()
    for reader in played.readers:
        client = played.client(reader)
        # Who keeps the accounts sees them change.
        known = addresses(game, everything and reader != "superuser")
        if not everything and fetch(client, "GET", f"/g/{game.public_id}/").status == 404:
            # Shut out of the game: tests/test_every_door.py asks for each of its addresses.
            known = [at for nth, at in enumerate(known) if nth % SHUT_OUT == 0 or game.public_id not in at]
        for address in known:
            yield (reader, "GET", address), fetch(client, "GET", address)
        for post in _posts(game, turn):
            yield (reader, "POST", post[0] + str(post[1])), fetch(client, "POST", *post)
        yield (reader, "PUT", "a page"), fetch(client, "PUT", f"/g/{game.public_id}/ledger/")
    yield from _mails(played).items()
    yield from _posted(played).items()
    yield from _calendars(played).items()


def _posts(game: Game, turn: Turn | None) -> list[tuple[str, dict[str, str]]]:
    """Posts that are refused, whoever sends them."""
    base = f"/g/{game.public_id}"
    asked = {"turn": turn.name if turn else "none", "revision": "99"}
    return [
        (f"{base}/orders/", {"turn": "none", "text": "typed"}),
        (f"{base}/orders/", asked),
        (f"{base}/ready/", {**asked, "ready": "1"}),
        (f"{base}/resolve-now/", asked),
        (f"{base}/join/", {"name": "Ana"}),
        (f"{base}/start/", {}),
        (f"{base}/again/", {}),
        (f"{base}/news/", {}),
        (f"/admin/games/game/{game.pk}/act/noon/", {}),
    ]


def _mails(played: Played) -> Shown:
    """What the outbox would send now to everybody but who hides."""
    backend = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    with taken_back(), override_settings(MAIL_CONFIGURED=True, EMAIL_BACKEND=backend):
        notices_send()
    owner = played.hider.user.email if played.hider.user else ""
    sent = sorted(
        f"{m.to} {m.subject} {m.body} {m.alternatives} {m.extra_headers}"
        for m in mail.outbox
        if owner not in m.to
    )
    return {("nobody", "MAIL", ""): Answer(0, (), (), "\n".join(sent), len(sent))}


def _posted(played: Played) -> Shown:
    """What would be posted now to the game's room, and to the hook and the device of every reader, as
    somebody who reads there sees it."""
    readers = {name: user for name, user in played.readers.items() if user is not None}
    found = carried(played.game, readers)
    return {(name, way.upper(), ""): Answer(0, (), (), text, 0) for (name, way), text in found.items()}


def _calendars(played: Played) -> Shown:
    """What calendar programs and readers of feeds fetch for every reader. Turns are counted on by some
    databases, so their names are masked."""
    shown: Shown = {}
    for seat in played.game.players.select_related("user"):
        if seat.user and seat.pid in played.readers:
            with taken_back():
                seat.user.calendar_key = f"the key of {seat.pid}"
                seat.user.save()
                found = {what: _fetched(seat.user, what) for what in Fetched}
            shown |= {(seat.pid, "GET", what.value): answer for what, answer in found.items()}
    return shown


def _fetched(user: User, what: Fetched) -> Answer:
    """What a program fetches by an address of this user's, but for the address itself."""
    answer = fetch(Client(), "GET", urlsplit(calendar_address(user, what)).path)
    assert answer.status == 200
    kept = tuple(header for header in answer.headers if header[0] != "ETag")
    body = _UIDS.sub("UID:…", answer.body).replace(calendar_token(user, what), "…")
    return replace(answer, headers=kept, body=body)


def differences(before: Shown, after: Shown) -> list[str]:
    """Where two walks differ: who, what, how."""
    assert before.keys() == after.keys()
    return [
        f"{' '.join(key)}: {how}"
        for key, answer in before.items()
        if (how := answer.differs_from(after[key]))
    ]
