"""Requests that no browser sends break nothing: huge numbers, characters that cannot be stored.

An answer of 500 is a mail to the operators; anybody could send them as many places to look at as he likes.
PostgreSQL refuses more than SQLite does: `tests/processes` runs this on it.
"""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.doors import patterns, world
from tests.test_every_door import POSTED, kinds_of

pytestmark = pytest.mark.django_db
HUGE, NUL = "9" * 30, "a\x00b"
NAMES = (
    "turn",
    "number",
    "name",
    "email",
    "login",
    "reason",
    "until",
    "seat",
    "user",
    "zone",
    "title",
    "text",
)


class _Undone(Exception):
    """Takes back what one request did."""


@pytest.mark.parametrize("role", ["visitor", "player", "superuser"])
def test_odd_figures_and_signs_are_refused_and_break_nothing(role):
    made, broken = world(), []
    client = made.client(role)
    for pattern, _name in patterns():
        kinds = {kinds_of(pattern)[-1], "rehearsal" if pattern.startswith("/g/") else kinds_of(pattern)[-1]}
        for kind in kinds:
            there = made.address(pattern, kind)
            beyond = made.address(re.sub(r"<(int|path):\w+>", HUGE, pattern), kind)
            posted = {**POSTED.get(pattern, {}), **dict.fromkeys(NAMES, NUL)}
            asked = [
                ("GET", beyond, {}),
                ("GET", there, {**dict.fromkeys(NAMES, NUL), "q": NUL, "o": HUGE, "p": HUGE, "seen": NUL}),
                ("POST", there, {**posted, "revision": HUGE}),
                ("POST", beyond, {**dict.fromkeys(NAMES, HUGE), "revision": "-1"}),
            ]
            for method, address, data in asked:
                cache.clear()
                try:
                    with transaction.atomic():
                        send = client.get if method == "GET" else client.post
                        status = send(address, data).status_code
                        raise _Undone
                except _Undone:
                    pass
                if status >= 500 and not address.startswith("/health"):
                    broken.append(f"{method} {address} {sorted(data)}")
    assert not broken, "\n".join(broken)
