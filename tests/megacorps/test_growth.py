"""Pages do not grow with what was offered and filed: not at all for who may not see it, by a line for each
offer that is open for its two players, by nothing on the form of who files anew."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec import Struct

from games.contract import Orders
from games.models import Game
from games.services.order_forms import SavedForm, order_form_save
from tests.battery import site
from tests.builder import MORNING, seat

from .rules.scene import Played, act, programmed
from .test_bad_input import game_at, window_name

pytestmark = pytest.mark.django_db
AUTHOR, ADDRESSEE, OTHER = 1, 2, 3
SLUGS = ("orders", "board", "round")
MORE = 8  # offers and filings after the first
A_LINE = 25  # bytes, compressed, of an offer on the form or in the round's list of what one did


class Page(Struct, frozen=True):
    """A page without its token."""

    text: str
    queries: int

    @property
    def weight(self) -> int:
        return len(gzip.compress(self.text.encode()))


def pages(game: Game, number: int) -> dict[str, Page]:
    client, found = site.client_of(seat(game, number).user), {}
    for slug in SLUGS:
        address = f"/g/{game.public_id}/{slug}/"
        cache.clear()
        client.get(address)  # the first reading notes that the page was read
        with CaptureQueriesContext(connection) as captured:
            text = client.get(address).content.decode()
        found[slug] = Page(site.TOKEN.sub("", text), len(captured))
    return found


def do(game: Game, door: str, used: int, orders: Orders) -> None:
    """An act of the author's, `used` being how many came before it at this door."""
    done = order_form_save(
        player=seat(game, AUTHOR), turn_name=window_name(game, door), revision=used, orders=orders
    )
    assert isinstance(done, SavedForm), done


def an_offer(game: Game, used: int) -> None:
    give, want = {"money": 4 + used % 3}, {"mercenaries": 1}
    do(game, "trade", used, act("trade_offer", to=f"p{ADDRESSEE}", give=give, want=want))


def a_wish(game: Game, used: int) -> None:
    do(game, "file", used, act("company_wish_list", companies=[("oil.china", "oil.maghreb")[used % 2]]))


@time_machine.travel(MORNING, tick=False)
@pytest.mark.parametrize("once", [an_offer, a_wish])
def test_pages_do_not_grow_with_what_was_offered_and_filed(
    once: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_at(Played(programmed("mokia", "globbo", "nonintendo", "lenogo")), monkeypatch)
    others = pages(game, OTHER)
    once(game, 0)
    first = {number: pages(game, number) for number in (AUTHOR, ADDRESSEE)}
    for used in range(1, MORE + 1):
        once(game, used)
    assert pages(game, OTHER) == others
    for number, before in first.items():
        for slug, page in pages(game, number).items():
            listed = slug == "round" or (slug == "orders" and once is an_offer)
            grown = page.weight - before[slug].weight
            assert grown <= (MORE * A_LINE if listed else A_LINE), (number, slug, grown)
            assert page.queries == before[slug].queries, (number, slug)
