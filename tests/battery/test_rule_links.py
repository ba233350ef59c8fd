"""Whatever an order form tells of the rules is there: each link to the rule book ends at a place of it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.battery import site
from tests.battery.pressing import games, opened, page_of
from tests.battery.rule_links import ids, places

pytestmark = pytest.mark.django_db
LINKING = ("corporate", "machtspiele", "megacorps")  # titles whose forms lead to places of the rule book


def test_every_link_to_the_rule_book_ends_at_a_place_of_it(title, clock):
    answer = Client().get(f"/rules/{title}/")
    assert answer.status_code == 200
    looked_at, found = 0, set()
    for game, player in games(title):
        client = site.client_of(player.user)
        found |= places(title, opened(client, game, page_of(client, game)).text)
        looked_at += 1
    assert looked_at
    assert bool(found) == (title in LINKING), f"{title}: {sorted(found)}"
    assert found <= ids(answer.content.decode())
