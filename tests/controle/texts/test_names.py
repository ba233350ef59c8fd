"""Everything of the data has a name of its own in both languages, and figures have their units."""

from __future__ import annotations

import pytest
from django.utils import translation

from controle.rules.content import CARDS, COLOURS, ORGANIZATIONS, PILES, REGIONS
from controle.rules.notation import CATEGORIES
from controle.rules.orders import SHAPES
from controle.rules.windows import ORDERS
from controle.texts import amounts, names, people
from games.contract import PlayerId, View
from games.skin import Person, Scene

from ..rules.scene import game

LANGUAGES = ("en", "fr")
TABLES = (
    (names.category, CATEGORIES),
    (names.resource, CATEGORIES),
    (names.card, tuple(CARDS)),
    (names.region, tuple(REGIONS)),
    (names.in_region, tuple(REGIONS)),
    (names.the_region, tuple(REGIONS)),
    (names.organization, tuple(ORGANIZATIONS)),
    (names.pile, PILES),
    (names.use, ("level", "boost", "sabotage", "develop")),
    (names.order, tuple(SHAPES)),
    (names.window, tuple(ORDERS)),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "slugs"), TABLES)
def test_everything_has_a_name_of_its_own(language, name, slugs):
    with translation.override(language):
        called = [name(slug) for slug in slugs]
        assert len(set(called)) == len(slugs), called
        assert not set(called) & set(slugs)
        assert name("of_tomorrow") == "of_tomorrow"


@pytest.mark.parametrize("name", [name for name, _ in TABLES if name is not names.category])
def test_the_languages_differ(name):
    slugs = dict(TABLES)[name]
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            said.append([name(slug) for slug in slugs])
    assert said[0] != said[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_region_in_a_sentence_has_its_article(language):
    articles = {"en": ("in the ", "on the ", "at the "), "fr": ("dans l", "sur l", "au ")}[language]
    with translation.override(language):
        assert all(names.in_region(slug).startswith(articles) for slug in REGIONS)
        for slug in REGIONS:
            assert names.the_region(slug).split()[0] in ("the", "le", "la", "les")
            assert names.the_region(slug).endswith(names.region(slug).split()[-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_three_effects_of_a_card_have_names(language):
    with translation.override(language):
        for card in CARDS:
            assert len({names.effect(card, rank) for rank in (1, 2, 3)}) == 3
            assert names.effect(card, 4) == "4"


def test_figures_have_their_units():
    with translation.override("en"):
        assert (amounts.points(5), amounts.cards(1), amounts.cards(4)) == ("5\u00a0VP", "1 card", "4 cards")
        assert amounts.kinds((1, 0, 0, 2, 0, 0)) == "1\u00a0Networks, 2\u00a0Capital"
        assert amounts.paid(("com", "pol", "com")) == "2\u00a0Capital, 1\u00a0Networks"
        assert (amounts.token("mil"), amounts.token(3, 2)) == ("1 Weapons token", "2 Capital tokens")
        assert amounts.in_category(-2, "pol") == "−2\u00a0Politics"
        assert names.required(CARDS["pol1_03_quiet_lobbying"].effects[2].requires) == (
            "Politics\u00a0III and Commerce\u00a0I"
        )
    with translation.override("fr"):
        assert (amounts.points(5), amounts.kinds((0,) * 6)) == ("5\u00a0PV", "aucun")
        assert (amounts.token("mil"), amounts.development(1)) == ("1 jeton Armes", "développement +1")


def test_a_player_is_seen_with_a_colour_and_letters():
    public = game(players=3).public
    people_of = {
        seat: Person(seat, name) for seat, name in zip(public.players, ("Ana", "Alix"), strict=False)
    }
    scene = Scene(View(PlayerId("p2"), public, None), people_of, "/g/abc/", "Europe/Paris")
    with translation.override("fr"):
        seen = people.seen(scene)
        assert [each.colour for each in seen.values()] == list(COLOURS)[:3]
        assert [each.colour_name for each in seen.values()] == ["Jaune", "Vert", "Violet"]
        assert [each.letters for each in seen.values()] == ["An", "Al", "P"]
        assert [each.own for each in seen.values()] == [False, True, False]
        assert seen[PlayerId("p2")].named == (
            '<span class="who"><b class="mk c-green own" aria-hidden="true">Al</b><b>Alix</b></span>'
        )
        assert names.colour(public, PlayerId("p9")) == "p9"
