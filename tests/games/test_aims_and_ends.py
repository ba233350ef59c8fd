"""The first minute and the last one, in every title: what wins, and what decided the game."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation
from msgspec.structs import replace

from games.models import Game
from games.registry import skin_for
from games.selectors import view_of, window_of
from tests.battery.site import client_of, main_turn
from tests.builder import make_user, running_game
from tests.releases.play import GAMES, go_on

pytestmark = pytest.mark.django_db
MOST = 200  # letters of a line of three


def form_of(game: Game, client: Client) -> str:
    return client.get(f"/g/{game.public_id}/orders/").content.decode()


@pytest.mark.parametrize(("title", "options"), GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_wins_stands_above_the_form_until_the_first_chapter_is_over(title, options, language):
    ana = make_user("Ana")
    game = running_game([ana, "Bruno", "Chloé"], title=title, options=options)
    client = client_of(ana, language)
    with translation.override(language):
        aim = skin_for(title).aim(view_of(game, None).public)
    assert len(aim) == 3
    assert all(0 < len(line) < MOST for line in aim), aim
    page = form_of(game, client)
    assert [line in page for line in aim] == [True] * 3
    for _ in range(60):
        if game.stage != Game.Stage.RUNNING or window_of(main_turn(game)).chapter > 1:
            break
        go_on(game)
        game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING
    assert '<ol class="aim' not in form_of(game, client)


def test_nothing_stands_between_what_somebody_did_and_the_reply(monkeypatch):
    ana = make_user("Ana")
    game = running_game([ana, "Bruno"])
    skin = skin_for(game.title)
    drawn = skin.form
    assert '<ol class="aim' in form_of(game, client_of(ana))
    monkeypatch.setattr(type(skin), "form", lambda self, *asked: replace(drawn(*asked), reply=True))
    assert '<ol class="aim' not in form_of(game, client_of(ana))


@pytest.mark.parametrize(
    ("title", "options"), [(title, options) for title, options in GAMES if title == "cardline"]
)
def test_the_page_with_the_scores_has_what_decided_the_game(title, options):
    ana = make_user("Ana")
    game = running_game([ana, "Bruno", "Chloé"], title=title, options=options)
    for _ in range(400):
        if game.stage != Game.Stage.RUNNING:
            break
        go_on(game)
        game.refresh_from_db()
    page = client_of(ana).get(f"/g/{game.public_id}/scores/").content.decode()
    assert "What decided it" in page
    assert "came nearest" in page
