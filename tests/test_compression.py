"""Pages are compressed, except those that repeat something of the request."""

from __future__ import annotations

import gzip

import pytest

from tests.battery import site
from tests.doors import patterns, world
from tests.test_every_door import kinds_of
from web.compression import NEVER_REPEATED

pytestmark = pytest.mark.django_db
MARK = "guessed7"
ASKED = {
    "HTTP_ACCEPT_ENCODING": "gzip, br", "HTTP_REFERER": f"http://testserver/{MARK}", "HTTP_USER_AGENT": MARK,
}  # fmt: skip


@pytest.mark.parametrize("role", ["visitor", "player", "superuser"])
def test_nothing_of_the_request_stands_in_a_compressed_page(role):
    made = world()
    client, compressed = made.client(role, **ASKED), []
    known = "&".join(f"{name}={MARK}" for name in sorted(NEVER_REPEATED))
    others = (f"next=/{MARK}", f"q={MARK}", f"name={MARK}&title={MARK}")
    for pattern, _name in patterns():
        for nth, kind in enumerate(sorted(set(kinds_of(pattern)), reverse=True)):
            address = made.address(pattern, kind)
            for query in (
                (known, *others) if nth == 0 else (known,)
            ):  # whatever the game, the view is the same
                response = client.get(f"{address}?{query}")
                if response.get("Content-Encoding") == "gzip":
                    assert MARK not in gzip.decompress(response.content).decode(), (address, query)
                    compressed.append((address, query))
    assert len(compressed) > 5
    assert {query for _address, query in compressed} == {known}


def test_a_page_goes_compressed_to_who_takes_it_and_says_that_it_depends(client):
    plain = client.get("/")
    assert "Content-Encoding" not in plain and "Accept-Encoding" in plain["Vary"]
    packed = client.get("/", HTTP_ACCEPT_ENCODING="gzip, deflate, br")
    assert packed["Content-Encoding"] == "gzip" and "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert int(packed["Content-Length"]) == len(packed.content)
    assert "/games/" in gzip.decompress(packed.content).decode()


def test_the_length_of_the_same_page_differs_each_time(client):
    lengths = {len(client.get("/", HTTP_ACCEPT_ENCODING="gzip").content) for _ in range(20)}
    assert len(lengths) > 3


def test_what_was_typed_and_refused_comes_back_uncompressed():
    game = site.new_game("corporate", characters=False)
    player, stranger = site.client_of(site.seats(game)[0].user), site.client_of()
    posted = {"turn": site.main_turn(game).name, "revision": "0", "act": "add", "kind": "buy", "shares": MARK}
    for answer in (
        player.post(f"/g/{game.public_id}/orders/", posted, **ASKED),
        stranger.post("/account/login/", {"login": MARK, "password": "no"}, **ASKED),
    ):
        assert answer.status_code in (200, 422)
        assert "Content-Encoding" not in answer
