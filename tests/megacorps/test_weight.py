"""What an order form weighs, with six players of long names: as it is sent, and as a browser reads it."""

from __future__ import annotations

import gzip

import pytest
from django.utils import translation

from tests.battery.play import play

from .pages.stage import LANGUAGES
from .pages.test_pages import LONG, full_game
from .stage import SKIN, Played, draw

PROGRAMME = 14_000  # bytes, compressed
UNPACKED = 102_000  # of which three lines of a programme are four fifths


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_programme_stays_small_where_nothing_is_owned_yet(language):
    """Uncompressed, as a browser has to read it: then each list of companies is at its longest."""
    step = next(one for one in play(SKIN.rules, 1, 6, 0) if one.window.kind == "program")
    game = Played(step.before)
    main, doors = game.desks("p1")
    with translation.override(language):
        html = draw(SKIN.form(game.scene("p1"), main, doors), desk=main, doors=doors)
    assert len(html.encode()) < UNPACKED


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_programme_of_six_with_long_names_and_sixty_companies_stays_light(language):
    game = full_game()
    assert game.names == LONG
    scene = game.scene("p1")
    main, doors = Played(game.state).desks("p1")
    assert main is not None and main.window.kind == "program"
    with translation.override(language):
        html = draw(SKIN.form(scene, main, doors), desk=main, doors=doors)
    assert len(gzip.compress(html.encode())) < PROGRAMME
    assert len(html.encode()) < UNPACKED
