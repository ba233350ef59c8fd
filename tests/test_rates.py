"""Every address that takes posts has a rate: the addresses are found by walking them, none is listed here."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import resolve
from msgspec.structs import replace

from config.rates import OTHER, RATES, action_of
from tests.doors import World, patterns, world
from tests.test_every_door import POSTED, kinds_of

pytestmark = pytest.mark.django_db
WHO = ("visitor", "player", "creator", "master", "superuser")


class _Undone(Exception):
    pass


def posted(made: World, pattern: str, kind: str, role: str) -> int:
    """The status of a post to an address, which is undone afterwards; 0 where the log-in is in the way."""
    cache.clear()
    try:
        with transaction.atomic():
            fields = made.posted(POSTED.get(pattern, {}), kind)
            answer = made.client(role).post(made.address(pattern, kind), fields)
            raise _Undone
    except _Undone:
        asks = answer.get("Location", "").startswith(("/account/login/", "/admin/login/"))
        return 0 if asks else answer.status_code


def taking(made: World) -> dict[str, tuple[str, str, str]]:
    """The names of the addresses that answer some post otherwise than by 404, 405 and the log-in, each
    with a pattern, a kind of game and a role for which it does."""
    found = {}
    for pattern, _name in patterns():
        for kind in kinds_of(pattern):
            name = resolve(made.address(pattern, kind)).view_name
            for role in WHO:
                if name not in found and posted(made, pattern, kind, role) not in (0, 404, 405):
                    found[name] = (pattern, kind, role)
    return found


def test_every_address_that_takes_posts_has_a_rate_and_is_refused_beyond_it(monkeypatch):
    made = world()
    found = taking(made)
    # What proves that the walk sees something: one address of each part of the site.
    assert {"games:orders", "games:edit", "accounts:picture", "account_login", "admin:games_game_act"} <= set(
        found
    )
    assert not [name for name in found if action_of(name) == OTHER]
    for action, rate in list(RATES.items()):
        monkeypatch.setitem(RATES, action, replace(rate, most=0))
    loose = {
        name: status
        for name, (pattern, kind, _role) in found.items()
        if (status := posted(made, pattern, kind, "superuser")) != 429
    }
    assert not loose


def test_the_list_names_no_address_that_is_not_there():
    made = world()
    names = {
        resolve(made.address(pattern, kind)).view_name
        for pattern, _ in patterns()
        for kind in kinds_of(pattern)
    }
    namespaces = {name.rpartition(":")[0] + ":" for name in names}
    listed = {name for rate in RATES.values() for name in rate.addresses}
    assert not listed - names - namespaces


def test_an_address_that_no_rate_names_is_limited_all_the_same():
    assert action_of("games:an_address_of_tomorrow") == OTHER
    assert RATES[OTHER].visitors


def test_visitors_are_counted_where_they_can_write(monkeypatch):
    """Without a log-in an account, a session and a mail can still be made."""
    made = world()
    for action, rate in list(RATES.items()):
        monkeypatch.setitem(RATES, action, replace(rate, most=0))
    for address in (
        "/account/signup/",
        "/account/login/",
        "/account/password/reset/",
        "/account/preferences/",
    ):
        assert posted(made, address, "", "visitor") == 429, address
