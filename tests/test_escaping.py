"""Whatever people write is shown as they wrote it, and is never markup: a marked text in every field."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from accounts.models import User
from corporate.rules import sample
from games.models import Game, Mastership, Player
from games.services import masters
from games.services.turns import turn_close
from tests.battery import site
from tests.games.helpers import make_user
from tests.pages import MARK, MARKED, Page

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(monkeypatch):
    """A game of the Corporate Game in which every name and every text is marked."""
    monkeypatch.setattr(sample, "TEXTS", tuple(MARKED + n for n in ("a", "b", "c")))
    with time_machine.travel(datetime(2026, 11, 21, 7, 48, tzinfo=UTC), tick=False) as clock:
        game = site.new_game("corporate", characters=True)
        User.objects.update(display_name=MARKED)
        for player in Player.objects.all():
            Player.objects.filter(pk=player.pk).update(name=f"{MARKED}{player.number}"[:40])
        Game.objects.update(name=MARKED)
        master = make_user("Jack", is_staff=True)
        Mastership.objects.create(game=game, user=master)
        for _ in range(3):
            turn = site.main_turn(game)
            for player in site.seats(game):
                site.hand_in(game, player, turn.name)
            clock.move_to(turn.deadline)
            assert turn_close(turn_id=turn.pk)
            game.refresh_from_db()
        masters.game_announce(game=game, author=master, text=MARKED)
        game.master = master
        yield game


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_marked_text_is_text_on_every_page(game, language):
    readers = {"visitor": None, "master": game.master, **{p.pid: p.user for p in site.seats(game)}}
    shown = 0
    for reader, user in readers.items():
        client = site.client_of(user, language)
        pages = site.pages(game, client)
        if user:
            pages["profile"] = client.get("/account/profile/").content.decode()
        if reader == "master":
            for address in ("", "act/announce/"):
                here = f"/admin/games/game/{game.pk}/{address or 'change/'}"
                pages[here] = client.get(here).content.decode()
        for address, page in pages.items():
            assert not (wrong := Page(page).wrong), (reader, address, wrong)
            shown += MARK in page
    assert shown > 40, "the marked texts are hardly shown: this test would find nothing"


def test_what_was_typed_and_refused_is_text_too(game):
    player = site.seats(game)[0]
    client = site.client_of(player.user)
    posts = {
        f"/g/{game.public_id}/orders/": {"turn": MARKED, "anything": MARKED, MARKED: MARKED},
        "/games/new/": {"name": MARKED * 9, "title": MARKED, "zone": MARKED, "hour": MARKED},
        "/account/profile/": {"display_name": MARKED * 9, "language": MARKED, "time_zone": MARKED},
        "/games/rehearsal/": {"asked": "1", "title": MARKED, "bots": MARKED},
    }
    for address, fields in posts.items():
        answer = client.post(address, fields)
        assert answer.status_code in (400, 409, 422), address
        page = answer.content.decode()
        assert MARK in page and not Page(page).wrong, (address, Page(page).wrong)
