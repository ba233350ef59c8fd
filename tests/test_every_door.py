"""Every URL of the site, for every role: who may open it, and that GET changes nothing.

The table is `tests/doors.txt`. An address without a line fails; the failure prints the line that the
site would have now, to be read with care before it is taken.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.doors import ROLES, World, Writes, everything, patterns, world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TABLE = Path(__file__).with_name("doors.txt")
Rows = dict[str, list[Any]]
KINDS = ("gathering private", "gathering public", "running private", "running public")
# Mail programs post there without a cookie: its signed address is the proof (decision 0160).
ONE_CLICK = "/account/mails/<str:token>/"
# What is posted, where nothing would be refused before anybody asks who posts it.
_HOOK = {"act": "save", "url": "https://hooks.example.org/", "style": "signed", "language": "en"}
_TOMORROW = str(date.today() + timedelta(days=1))
POSTED = {
    "/account/channels/hook/": _HOOK,
    "/away/": {"first": _TOMORROW, "last": _TOMORROW, "where": "site", "plan": "pass"},
    "/g/<slug:public_id>/hook/": _HOOK,
    "/g/<slug:public_id>/orders/": {"turn": "{turn}", "revision": "0", "number": "3"},
    "/g/<slug:public_id>/ready/": {"turn": "{turn}", "ready": "1"},
    "/g/<slug:public_id>/withdraw/": {"turn": "{turn}", "revision": "1"},
    "/g/<slug:public_id>/undo/": {"turn": "{turn}", "revision": "1"},
    "/g/<slug:public_id>/resolve-now/": {"turn": "{turn}"},
    "/g/<slug:public_id>/talk/": {"to": "1", "text": "A word"},
    "/g/<slug:public_id>/talk/<slug:conversation>/": {"text": "A word"},
    "/g/<slug:public_id>/talk/<slug:conversation>/draft/": {"text": "A word"},
    "/g/<slug:public_id>/talk/<slug:conversation>/mute/": {"mute": "noon"},
    "/g/<slug:public_id>/talk/<slug:conversation>/report/": {"which": "1", "why": "insult"},
    "/g/<slug:public_id>/leave/": {"means": "for good"},
    "/g/<slug:public_id>/together/": {"act": "propose", "kind": "end"},
    "/g/<slug:public_id>/remove/": {"number": "3", "who": "Bruno"},
    "/g/<slug:public_id>/invitation/": {"act": "renew"},
    "/admin/games/game/<int:object_id>/act/<slug:slug>/": {"text": "A word", "reason": "A reason"},
}


def lines() -> dict[tuple[str, str, str], list[str]]:
    """(method, pattern, kind of game) -> the answer for each role."""
    table = {}
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            method, pattern, kind, *cells = line.split()
            table[method, pattern, kind.replace("-", " ").strip()] = cells
    return table


def kinds_of(pattern: str) -> tuple[str, ...]:
    """The kinds of games an address is tried with; one empty kind where it speaks of none."""
    if "/resolve-now/" in pattern or "/throw-away/" in pattern:
        return (*KINDS[2:], "rehearsal")
    if pattern.startswith(("/g/", "/i/", "/pictures/", "/admin/games/game/<")):
        return KINDS
    return ("",)


def answer(method: str, pattern: str, kind: str, role: str, made: World, before: Rows) -> str:
    """The status; "login" for the way to the log-in; with a "+" if a row has changed."""
    client, address, writes = made.client(role), made.address(pattern, kind), Writes()
    cache.clear()  # the limits on guesses have tests of their own
    changed = False
    try:
        with transaction.atomic():
            with connection.execute_wrapper(writes):
                if method == "POST":
                    response = client.post(address, made.posted(POSTED.get(pattern, {}), kind))
                else:
                    response = client.get(address)
            assert method == "POST" or not writes.found, f"GET {address} as {role}: {writes.found}"
            changed = bool(writes.found) and everything() != before
            raise _Undone
    except _Undone:
        pass
    where = response.get("Location", "") if response.status_code == 302 else ""
    status = "login" if where.startswith(("/account/login/", "/admin/login/")) else str(response.status_code)
    return status + ("+" if changed else "")


class _Undone(Exception):
    """Takes back what one request did, before the next one."""


def walk(method: str) -> list[str]:
    """Every difference between the table and the site."""
    made, table, wrong = world(), lines(), []
    before = everything()
    for pattern, _name in patterns():
        for kind in kinds_of(pattern):
            got = [answer(method, pattern, kind, role, made, before) for role in ROLES]
            if table.get((method, pattern, kind)) != got:
                wrong.append(f"{method:4} {pattern} {kind.replace(' ', '-') or '-'} " + " ".join(got))
    return wrong


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_answers_every_role_as_the_table_says(method):
    assert not (wrong := walk(method)), "\n" + "\n".join(wrong)


def test_every_address_has_its_lines_and_every_line_its_address():
    expected = {(m, p, k) for p, _ in patterns() for k in kinds_of(p) for m in ("GET", "POST")}
    assert set(lines()) == expected
    assert all(len(cells) == len(ROLES) for cells in lines().values())


def test_the_table_itself_keeps_strangers_out_of_private_games():
    """What must hold whatever the table says: a stranger to a private game never gets a page of it,
    and nobody but members changes anything."""
    outside = [ROLES.index(role) for role in ("visitor", "stranger", "elsewhere", "other_master")]
    assert not any(cell == "500" for cells in lines().values() for cell in cells)
    for (method, pattern, kind), cells in lines().items():
        if not kind.endswith("private") or pattern.startswith("/i/"):
            continue
        for n in outside:
            assert not cells[n].startswith("2"), f"{method} {pattern}: {ROLES[n]} is let in"
            assert "+" not in cells[n], f"{method} {pattern}: {ROLES[n]} changes something"


@pytest.mark.parametrize("role", ["visitor", "player", "superuser"])
def test_a_post_without_its_token_is_refused_everywhere(role):
    made = world()
    client = made.client(role, enforce_csrf_checks=True)
    taken = defaultdict(list)
    before = everything()
    for pattern, _name in patterns():
        for kind in kinds_of(pattern):
            if pattern == ONE_CLICK:
                continue
            response = client.post(made.address(pattern, kind), POSTED.get(pattern, {}))
            if response.status_code != 403:
                taken[response.status_code].append(pattern)
    assert not taken
    assert everything() == before
