"""Pages where they are shared: their tags, the cards these name, and what programs ask for."""

from __future__ import annotations

import io
import json
import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image, ImageFont

from games import share_cards
from games.models import Game
from games.registry import skin_for
from games.selectors import view_of
from games.services.turns import turn_close
from games.share_cards import Bar, ShareCard, headline_of, svg_of
from games.skin import Tower, towers_of
from games.views.crawlers import SIDES
from tests.builder import GameFactory, make_user, open_turn, running_game, say
from tests.releases.play import go_on

pytestmark = pytest.mark.django_db
TITLES = ("cardline", "controle", "corporate", "machtspiele", "megacorps")


def tags(page: str) -> dict[str, str]:
    """The Open Graph tags of a page."""
    return dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))


def texts(card: ShareCard) -> list[str]:
    """The texts of a card, line by line."""
    root = ElementTree.fromstring(svg_of(card))
    return ["".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.fixture
def drawn(monkeypatch):
    """The SVG of each card that is asked for, instead of its picture."""
    found: list[str] = []
    monkeypatch.setattr("games.views.sharing.png_of", lambda svg: found.append(svg) or b"")
    return found


def finished(**settings: object) -> Game:
    game = running_game(**settings)
    while game.stage == Game.Stage.RUNNING:
        say(game, 1, 9)
        say(game, 2, 4)
        assert turn_close(turn_id=open_turn(game).pk, cause="master")
        game.refresh_from_db()
    return game


@pytest.mark.parametrize("path", ["/", "/how-noon-works/", "/rules/corporate/"])
def test_pages_about_the_site_say_what_they_are_and_name_a_card(client, settings, path):
    settings.SITE_URL = "https://noon.example"
    found = tags(client.get(path).content.decode())
    assert found["url"] == f"https://noon.example{path}"
    assert found["title"] and found["description"]
    picture = client.get(found["image"].removeprefix("https://noon.example"))
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(picture.content)).size == (1200, 630)


def test_tags_speak_the_language_of_the_page(client):
    client.cookies["django_language"] = "fr"
    found = tags(client.get("/").content.decode())
    assert (found["locale"], found["locale:alternate"]) == ("fr_FR", "en_GB")
    assert found["image"].endswith("/card/fr.png")


def test_pages_of_a_public_game_are_shared_with_its_own_card(client):
    game = running_game()
    found = tags(client.get(f"/g/{game.public_id}/news/").content.decode())
    assert found["title"].startswith("Fifth Avenue")
    assert f"/g/{game.public_id}/card/en.png" in found["image"]


def test_the_address_of_a_card_changes_with_the_game(client):
    game = running_game()
    before = tags(client.get(f"/g/{game.public_id}/news/").content.decode())["image"]
    say(game, 1)
    say(game, 2)
    assert turn_close(turn_id=open_turn(game).pk, cause="master")
    assert tags(client.get(f"/g/{game.public_id}/news/").content.decode())["image"] != before


def test_private_pages_and_private_games_have_neither_tags_nor_card(client):
    closed, public = running_game(is_public=False), running_game(["Chloé", "Dimitri"])
    ana = closed.players.get(number=1).user
    client.force_login(ana)
    assert not tags(client.get(f"/g/{closed.public_id}/news/").content.decode())
    assert client.get(f"/g/{closed.public_id}/card/en.png").status_code == 404
    client.force_login(public.players.get(number=1).user)
    assert not tags(client.get(f"/g/{public.public_id}/orders/").content.decode())


def test_the_card_of_a_game_that_waits_shows_who_has_joined(client, drawn):
    game = GameFactory(seats=["Ana"], name="Fifth Avenue")
    assert client.get(f"/g/{game.public_id}/card/en.png").status_code == 200
    assert "Ana" in drawn[0] and "3 free places" in drawn[0]


def test_the_card_of_a_finished_game_names_the_winner_and_measures_everybody(client, drawn):
    game = finished()
    client.get(f"/g/{game.public_id}/card/en.png")
    assert "Ana wins" in drawn[0] and "Bruno" in drawn[0]
    assert "27" in drawn[0] and "12" in drawn[0]
    client.get(f"/g/{game.public_id}/card/fr.png")
    assert "Victoire\u00a0: Ana" in drawn[1]


def test_a_card_is_the_same_for_a_player_and_a_visitor(client, drawn):
    game = running_game()
    say(game, 1)
    client.get(f"/g/{game.public_id}/card/en.png")
    client.force_login(game.players.get(number=1).user)
    client.get(f"/g/{game.public_id}/card/en.png")
    assert drawn[0] == drawn[1]


def test_a_player_downloads_a_card_of_the_own_result(client, drawn):
    game = finished(is_public=False)
    client.force_login(game.players.get(number=2).user)
    page = client.get(f"/g/{game.public_id}/news/").content.decode()
    assert f"/g/{game.public_id}/result.png" in page
    response = client.get(f"/g/{game.public_id}/result.png")
    assert response["Content-Disposition"].startswith("attachment")
    assert "Bruno" in drawn[0]
    assert "Ana" not in drawn[0] and "Fifth Avenue" not in drawn[0]


def test_nobody_else_gets_a_result_and_nobody_before_the_end(client):
    over, running = finished(), running_game(["Chloé", "Dimitri"])
    client.force_login(running.players.get(number=1).user)
    assert client.get(f"/g/{over.public_id}/result.png").status_code == 404
    assert client.get(f"/g/{running.public_id}/result.png").status_code == 404


@pytest.mark.parametrize(
    "path", ["/card/de.png", "/rules/chess/card/en.png", "/icon-77.png", "/sitemap-x.xml"]
)
def test_what_does_not_exist_is_not_found(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("title", TITLES)
def test_every_title_draws_its_towers(title):
    skin = skin_for(title)
    game = running_game([f"Player {n}" for n in range(skin.rules.meta.min_players)], title=title)
    if title == "corporate":  # before characters are made there is no market
        assert skin.towers(view_of(game, None).public) == ()
        go_on(game)
    found = skin.towers(view_of(game, None).public)
    assert 1 <= len(found) <= 12
    assert all(0 < tower.height <= 100 for tower in found)


def test_towers_are_as_high_as_the_figures():
    assert towers_of([50, 100, -3]) == (Tower(50), Tower(100), Tower(12))
    assert towers_of([]) == ()
    assert towers_of([0, 0]) == (Tower(12), Tower(12))


def test_long_texts_stay_within_the_card_and_markup_in_names_is_text():
    long = "Internationale Gesellschaft " * 8
    card = ShareCard("k", long, long, towers_of([1]), (Bar(f"<b>{long}", "7", 70),), "Points")
    assert any(line.startswith("<b>Int") and line.endswith("…") for line in texts(card))
    size, lines = headline_of(long, 590)
    assert (size, len(lines)) == (42, 4)
    measure = ImageFont.truetype(share_cards.SERIF, size).getlength
    assert all(measure(line) <= 590 for line in lines)
    assert headline_of("Ana wins", 590) == (74, ("Ana wins",))


def test_the_ninth_player_is_counted():
    card = ShareCard("k", "h", "t", (), tuple(Bar(f"P{n}") for n in range(9)), "Players")
    assert "and 3 more" in texts(card)


# ---- programs ---------------------------------------------------------------------------------------


def test_robots_are_told_where_they_may_go(client, settings):
    settings.SITE_URL = "https://noon.example"
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /g/*/orders/" in text
    assert "Sitemap: https://noon.example/sitemap.xml" in text


def test_the_sitemap_lists_public_games_that_have_begun_and_no_other(client):
    public, closed = running_game(), running_game(["Chloé", "Dimitri"], is_public=False)
    waits = GameFactory(creator=make_user("Inès"))
    assert "sitemap-games.xml" in client.get("/sitemap.xml").content.decode()
    found = client.get("/sitemap-games.xml").content.decode()
    assert f"/g/{public.public_id}/" in found
    assert closed.public_id not in found and waits.public_id not in found
    assert "/rules/corporate/" in client.get("/sitemap-site.xml").content.decode()


def test_every_address_of_the_sitemap_answers_a_visitor(client):
    running_game()
    finished(seats=["Chloé", "Dimitri"])
    for section in ("site", "games"):
        found = re.findall(
            r"<loc>http://[^/]+(/[^<]*)</loc>", client.get(f"/sitemap-{section}.xml").content.decode()
        )
        assert len(found) >= 2
        assert [client.get(path).status_code for path in found] == [200] * len(found)


def test_the_sitemap_costs_the_same_for_ten_games(client, django_assert_num_queries):
    for n in range(10):
        GameFactory(seats=[make_user(f"A{n}"), make_user(f"B{n}")], running=True)
    with django_assert_num_queries(2):  # how many, and the first thousand
        client.get("/sitemap-games.xml")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_manifest_names_icons_that_exist(language):
    client = Client(headers={"accept-language": language})
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    found = json.loads(response.content)
    assert found["lang"] == language
    pictures = [icon for icon in found["icons"] if icon["type"] == "image/png"]
    assert len(pictures) == len(SIDES)
    for icon in pictures:
        drawn = Image.open(io.BytesIO(client.get(icon["src"]).content))
        assert f"{drawn.width}x{drawn.height}" == icon["sizes"]
