"""Where Backgrounds and Strategies are switched off, no page of the game speaks of them."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from games.contract import Event

from ..stage import LANGUAGES, opening, played, render_form, render_page

WORDS = {
    "en": re.compile(r"Strateg|Avenger|Background|\bbets?\b"),
    "fr": re.compile(r"[Ss]tratégie|[Vv]engeur|[Bb]ackground|\bparis?\b"),
}


def words_of(page: str, language: str) -> list[str]:
    return WORDS[language].findall(page.split("<main", 1)[1].split("</main>", 1)[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_character_stage(language):
    """The same page speaks of them where they are played with: the words looked for are those used."""
    game = opening(3, characters=False)
    page = render_form(game.scene("p1"), game.desk("p1"), language=language)
    assert 'name="secrets"' in page
    assert not words_of(page, language)
    with_them = opening(3)
    assert words_of(render_form(with_them.scene("p1"), with_them.desk("p1"), language=language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_players_before_the_market_opens(language):
    assert not words_of(render_page("players", opening(3, characters=False).scene("p1"), language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_with_a_dossier_and_points_in_progress(language):
    game = played(4, 2, until=3, characters=False)
    dossier = {
        "player": "p2", "secrets": "", "background": None, "avenger": None, "strategies": {}, "chapters": [],
    }  # fmt: skip
    scene = game.scene("p1", 2)
    own = replace(scene.view.private, claims=(1,))
    scene = replace(scene, view=replace(scene.view, private=own), own_events=(Event("dossier", dossier),))
    page = render_page("message", scene, language)
    assert "dossier-p2" in page
    assert not words_of(page, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["scores", "archives"])
def test_the_end(slug, language):
    scene = played(4, 2, characters=False).scene("p1")
    bets = ("bet", "bets", "pari", "paris")  # speculations are bets, too
    assert not [word for word in words_of(render_page(slug, scene, language), language) if word not in bets]
    assert words_of(render_page(slug, played(4, 2, characters=True).scene("p1"), language), language)
