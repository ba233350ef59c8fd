"""Nonsense at every door: odd methods, parameters, encodings and headers, by every role, and never our fault.

Seeds are fixed. `NOON_FUZZ=20000 pytest tests/test_fuzz.py` tries as many as are asked for; a failure prints
the requests that broke, to be made again by hand.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.builder import running_game
from tests.doors import ROLES, World, patterns, world
from tests.test_every_door import POSTED, kinds_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
REQUESTS = int(os.environ.get("NOON_FUZZ") or 250)
SEEDS = (1, 2)
TITLES = ("corporate", "cardline", "controle", "megacorps", "machtspiele")
METHODS = ("GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "BREW")
ODD: tuple[bytes, ...] = (
    b"", b" ", b"0", b"-1", b"1e999", b"NaN", b"999999999999999999999999", b"-9223372036854775809",
    b"2147483648", b"\0", b"a\0b", b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x8e\xb2", "９".encode(),
    "\u202eabc".encode(), b"../../../../etc/passwd", b"..%2f..%2fetc", b"%00", b"' OR 1=1 --",
    b"<script>alert(1)</script>", b"{{7*7}}{% debug %}", b"//evil.example", b"https://evil.example/",
    b"javascript:alert(1)", b"\r\nSet-Cookie: a=b", b"[]", b"{}", b"[" * 3000, b'{"a":' * 2000, b"null",
    b"true", b"x" * 20_000, b"2026-13-45", b"25:61", b"Europe/Nowhere", b"quarter/1", b"secret/2", b"p1",
    b"p99", b"-", b".", b"_", b"a,b;c=d&e", b"None",
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nonsense", "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "x" * 300, "application/json", "text/plain", "", "\u00e9",
)  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "HTTP_ACCEPT_LANGUAGE": ("fr", "xx-YY", "en;q=nan", "\0", ",;=", "a" * 3000),
    "HTTP_X_FORWARDED_FOR": ("nonsense", "1.2.3.4, 5.6.7.8", "::1%eth0", ",,", "999.1.1.1"),
    "HTTP_X_FORWARDED_PROTO": ("https", "gopher"),
    "HTTP_X_FORWARDED_HOST": ("evil.example",),
    "HTTP_X_HTTP_METHOD_OVERRIDE": ("DELETE",),
    "HTTP_HX_REQUEST": ("true", "maybe"),
    "HTTP_HX_BOOSTED": ("true",),
    "HTTP_HX_CURRENT_URL": ("https://evil.example/", "http://[", "%%%", "http://testserver/a?b"),
    "HTTP_HX_TARGET": ("\u00e9", "a" * 500),
    "HTTP_REFERER": ("https://evil.example/", "http://[::1", "\0"),
    "HTTP_ORIGIN": ("https://evil.example", "null"),
    "HTTP_IF_MODIFIED_SINCE": ("yesterday", "Sat, 99 Nov 2026 99:99:99 GMT"),
    "HTTP_IF_NONE_MATCH": ("nonsense", 'W/"', "*"),
    "HTTP_RANGE": ("bytes=9-1",),
    "HTTP_ACCEPT": ("application/json", "nonsense"),
    "CONTENT_LENGTH": ("-1", "nonsense", "999999999999"),
}
FIELD = re.compile(r'<(?:input|select|textarea|button)\b[^>]*?\bname="([^"]+)"')
PLACE = re.compile(r"<(?:\w+:)?(\w+)>")


class Strict:
    """PostgreSQL's refusals, which SQLite does not have: text with U+0000, lone surrogates."""

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        for value in params or ():
            if isinstance(value, str):
                if "\0" in value:
                    raise ValueError("A string literal cannot contain NUL (0x00) characters.")
                value.encode()
        return execute(sql, params, many, context)


def with_titles() -> World:
    """The world of the doors, and a running public game of each title for the same people."""
    made = world()
    for title in TITLES:
        seats = [made.users[role] for role in ("creator", "player", "plays")]
        made.games[title] = running_game(seats, title=title, name=f"A game of {title}", max_players=3)
        made.pictures[title] = "none"
    return made


def odd(chance: random.Random) -> bytes:
    return chance.choice(ODD)


def mangled(pattern: str, chance: random.Random) -> str:
    """The pattern with something odd in one of its places."""
    return PLACE.sub(
        lambda found: quote_from_bytes(odd(chance)[:200]) if chance.random() < 0.6 else "1", pattern
    )


def encoded(pairs: list[tuple[bytes, bytes]]) -> bytes:
    return "&".join(f"{quote_from_bytes(name)}={quote_from_bytes(value)}" for name, value in pairs).encode()


def bodies(chance: random.Random, names: list[str], kept: dict[str, str]) -> tuple[bytes, str]:
    """A body and its type: most often a form of the page's own fields with odd values."""
    kind = chance.choice(TYPES)
    pairs = [(name.encode(), value.encode()) for name, value in kept.items() if chance.random() < 0.8]
    for _ in range(chance.randrange(6)):
        name = chance.choice(names).encode() if names and chance.random() < 0.8 else odd(chance)[:50]
        pairs.append((name, odd(chance)))
    if chance.random() < 0.03:
        pairs = [(b"f%d" % n, b"1") for n in range(450)]  # more than are taken
    if chance.random() < 0.6:
        return encoded(pairs), TYPES[0]
    if kind.startswith("multipart") and "boundary=x" in kind:
        parts = [
            b'--x\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n\r\n%s\r\n'
            % (name, odd(chance), value)
            for name, value in [*pairs, (b"picture", odd(chance))]
        ]
        return b"".join(parts) + b"--x--\r\n", "multipart/form-data; boundary=x"
    return encoded(pairs) + odd(chance), kind


def requests(made: World, chance: random.Random, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """(role, arguments of `Client.generic`), each pattern in its turn."""
    doors = [
        (pattern, kind) for pattern, _name in patterns() for kind in (*kinds_of(pattern), *more(pattern))
    ]
    chance.shuffle(doors)
    fields: dict[tuple[str, str], list[str]] = {}
    for nth in range(count):
        pattern, kind = doors[nth % len(doors)]
        role = chance.choice(ROLES)
        address = made.address(pattern, kind)
        if (address, role) not in fields:
            page = made.client(role).get(address, follow=True).content.decode(errors="replace")
            fields[address, role] = sorted(set(FIELD.findall(page)))
        if chance.random() < 0.2:
            address = mangled(pattern.replace("^", "").replace("$", ""), chance)
        data, kind_of_body = bodies(
            chance, fields.get((address, role), []), made.posted(POSTED.get(pattern, {}), kind)
        )
        method = chance.choice(METHODS)
        extra: dict[str, Any] = {}
        for name in chance.sample(sorted(HEADERS), chance.choice((0, 0, 1, 2))):
            extra[name] = chance.choice(HEADERS[name])
        if chance.random() < 0.4:
            names = [
                "next",
                "page",
                "q",
                "o",
                "p",
                "turn",
                "id__exact",
                "user__password__startswith",
                "_popup",
                "e",
                "all",
            ]
            asked = [(chance.choice(names).encode(), odd(chance)) for _ in range(2)]
            extra["QUERY_STRING"] = encoded(asked).decode()
        if chance.random() < 0.05:
            extra["QUERY_STRING"] = "%ff=%00&%=&&=&a[b]=1&" + "x" * 100
        body = b"" if method in {"GET", "HEAD", "TRACE"} else data
        yield role, {"method": method, "path": address, "data": body, "content_type": kind_of_body, **extra}


def more(pattern: str) -> tuple[str, ...]:
    return TITLES if pattern.startswith("/g/") else ()


class _Undone(Exception):
    """Takes back what one request did, before the next one."""


@pytest.mark.parametrize("seed", SEEDS)
def test_no_request_is_ever_our_fault(seed, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1  # as behind a proxy: the address of a visitor comes in a header
    made, chance, broken, seen = with_titles(), random.Random(seed), [], set()
    for role, asked in requests(made, chance, REQUESTS):
        cache.clear()
        try:
            with transaction.atomic(), connection.execute_wrapper(Strict()):
                response = made.client(role).generic(**asked)
                seen.add(response.status_code)
                ours = response.status_code >= 500 and not asked["path"].startswith(
                    "/health"
                )  # no worker: 503
                if ours or "unsafe" in response.get("Content-Security-Policy", "unsafe"):
                    told = getattr(response, "exc_info", None)
                    broken.append((role, response.status_code, told and repr(told[1])[:200], asked))
                raise _Undone
        except _Undone:
            pass
    assert not broken, "\n".join(str(one)[:900] for one in broken)
    assert {200, 302, 400, 403, 404, 405} <= seen
