"""The way through past editions stands on every page that has them, whatever the title."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from games.contract import View
from games.registry import skin_for
from games.skin import Page, Scene
from games.tasks import close_due
from games.views.editions import MOST_IN_SIGHT, editions_of
from tests.builder import open_turn, running_game, seat

PAGE = Page("news", "News", "", lambda scene: {}, chaptered=True, first=1)


def made(chapter: int, latest: int, to_come: int | None = None, page: Page = PAGE, **scene):
    meta = SimpleNamespace(chapters=to_come)
    skin = SimpleNamespace(rules=SimpleNamespace(meta=meta), chapter_text=lambda n: f"Turn {n}")
    shown = Scene(View(None, None), {}, "/g/abc/", "UTC", chapter=chapter, latest=latest, **scene)
    return editions_of(page, skin, shown)


def test_the_neighbours_are_those_that_are_out():
    found = made(2, 3, to_come=5)
    assert [edition.url for edition in found.all] == [
        "/g/abc/news/1/", "/g/abc/news/2/", "/g/abc/news/3/", "", ""
    ]  # fmt: skip
    assert (found.before.name, found.after.name) == ("Turn 1", "Turn 3")
    assert made(3, 3, to_come=5).after is None
    assert made(1, 3, to_come=5).before is None


def test_nothing_is_to_come_once_the_game_is_over():
    assert len(made(2, 3, to_come=5, finished=True).all) == 3


def test_the_chapter_in_progress_has_an_edition():
    assert made(2, 2, in_progress=3).after.url == "/g/abc/news/3/"


def test_one_edition_is_no_way_to_anywhere():
    assert made(1, 1) is None
    assert made(1, 3, page=replace(PAGE, chaptered=False)) is None


def test_many_editions_are_folded_away():
    assert not made(1, MOST_IN_SIGHT).folded
    assert made(1, MOST_IN_SIGHT + 1).folded


@pytest.mark.django_db
def test_every_page_with_editions_leads_to_the_others(client, clock):
    game = running_game(("Ana", "Bruno"))
    client.force_login(seat(game, 1).user)
    for _ in range(3):
        clock.move_to(open_turn(game).deadline)
        close_due()
    for page in skin_for(game.title).pages:
        body = client.get(f"/g/{game.public_id}/{page.slug}/" + ("2/" if page.chaptered else ""))
        links = dict(re.findall(r'rel="(prev|next)"\s+href="([^"]*)"', body.content.decode()))
        base = f"/g/{game.public_id}/{page.slug}/"
        assert links == ({"prev": f"{base}1/", "next": f"{base}3/"} if page.chaptered else {})
