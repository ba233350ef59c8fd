"""No code, kind, line or option without its text, in either language; names and figures as written."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from babel import Locale
from django.utils import translation
from msgspec.structs import replace

from cardline.orders import place
from cardline.orders.kinds import TEXTS
from cardline.pages import board, scale, scores
from cardline.pages.scale import bounds
from cardline.rules.content import CHARACTERISTICS, CONTINENTS, TABLES
from cardline.rules.orders import SHAPES
from cardline.rules.state import Exit
from cardline.skin import SKIN
from cardline.texts import amounts, general, names, problems
from games.contract import Line, Problem

from ..stage import LANGUAGES, whole_game


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


@pytest.fixture(scope="module")
def game():
    return whole_game(1)


def test_nothing_chosen_and_something_wrong_are_two_refusals(language):
    for code, at in (("card_not_in_hand", "card"), ("gap_out_of_range", "gap")):
        others = [problems.text(Problem(other, 0, at)) for other in (code, "malformed")]
        assert problems.text(Problem("missing", 0, at)) not in others


def test_one_module_speaks_for_each_kind_of_order_that_the_rules_know():
    assert set(TEXTS) == set(SHAPES)


@pytest.mark.parametrize("how", ["won", *(exit.value for exit in Exit)])
def test_every_line_of_the_score_says_how_one_left(language, how):
    told = scores.line_text(Line("cards", 2, {"how": how, "round": 4}))
    assert board.exit_text(how)
    assert "4" in told
    assert "2" in told


def test_the_line_of_the_lobby_holds_nothing_of_a_hand(language):
    for played in (whole_game(3, chapters=2), whole_game(3)):
        data = SKIN.headline(played.state.public)
        assert "{" not in SKIN.headline_text(data)
        assert set(data) == {"characteristic", "line", "round", "fewest", "winners"}
    assert SKIN.headline_text(None) == SKIN.headline_text({}) == ""


# ---- names and figures ------------------------------------------------------------------------


def test_countries_are_called_as_the_language_calls_them():
    called = {
        "en": {"DEU": "Germany", "CIV": "Côte d’Ivoire", "TUR": "Turkey",
               "COD": "Democratic Republic of the Congo"},
        "fr": {"DEU": "Allemagne", "TUR": "Turquie", "COD": "République démocratique du Congo"},
    }  # fmt: skip
    for language, expected in called.items():
        with translation.override(language):
            assert {card: names.country(card) for card in expected} == expected
            everybody = [names.country(card) for card in TABLES[1]]
            assert len(set(everybody)) == len(TABLES[1])
            assert all(len(names.iso2(card)) == 2 for card in TABLES[1])
            assert len({names.flag(names.iso2(card)) for card in TABLES[1]}) == len(TABLES[1])
    assert names.country("nowhere") == "nowhere"


def test_figures_are_grouped_and_marked_as_the_language_does():
    with translation.override("en"):
        assert amounts.bare("area", 549_087) == "549,087\u00a0km²"
        assert amounts.bare("co2", 441) == "4.41\u00a0t"
        assert amounts.bare("co2", 4) == "0.04\u00a0t"
        assert amounts.full("gdp", 13_009) == "13,009 million US dollars"
    with translation.override("fr"):
        assert amounts.bare("area", 549_087) == "549\u202f087\u00a0km²"
        assert amounts.bare("co2", 441) == "4,41\u00a0t"


def test_characteristics_and_continents_are_named(language):
    for key in CHARACTERISTICS:
        assert names.characteristic(key) != key
        assert names.unit(key) != key
        # What changes from year to year says of which year it is.
        assert re.search(r"\b20\d\d\b", names.unit(key)) or key == "area"
    for key in CONTINENTS:
        assert names.continent(key) != key


def test_the_form_is_called_by_what_it_asks(language):
    with translation.override(language):
        assert str(SKIN.form_label) == {"en": "Your card", "fr": "Votre carte"}[language]


@pytest.mark.parametrize(
    ("most", "end", "step"),
    [
        (1, 1, 1),
        (1_788, 2_000, 500),
        (399, 400, 100),
        (196_710, 200_000, 100_000),
        (17_098_250, 20_000_000, 10_000_000),
        (0, 1, 1),
    ],
)
def test_the_axis_ends_at_a_round_figure(most, end, step):
    assert bounds(most) == (end, step)


def test_gaps_are_named_by_their_neighbours(language):
    told = {names.gap(*pair) for pair in ((None, "PER"), ("PER", None), ("PER", "MAR"), (None, None))}
    assert len(told) == 4
    assert general.lower("Before") == "before"
    assert place.read({"gap": "7"}).data["gap"] == 7


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", {"PER": "Peru", "NLD": "the Netherlands", "???": "???"}),
        ("fr", {"PER": "le Pérou", "EGY": "l’Égypte", "FRA": "la France", "KOR": "la Corée du Sud"}),
        ("fr", {"MEX": "le Mexique", "USA": "les États-Unis", "CUB": "Cuba", "HUN": "la Hongrie"}),
    ],
)
def test_a_country_in_a_sentence_has_its_article(code, told):
    with translation.override(code):
        assert {card: names.with_article(card) for card in told} == told
        if code == "fr":
            assert names.gap("UKR", "KOR") == "Entre l’Ukraine et la Corée du Sud"


def test_the_names_of_cldr_agree_with_the_rules_table_but_for_what_is_our_own():
    """The rules name their table's countries as CLDR does, but for three names, which are the rules'."""
    with (Path(__file__).parents[3] / "docs/rules/cardline-countries.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert {row["iso3"] for row in rows} == set(TABLES[1])
    for language, column in (("en", "name_en"), ("fr", "name_fr")):
        with translation.override(language):
            called = {row["iso3"]: names.country(row["iso3"]).replace("’", "'") for row in rows}
        assert called == {row["iso3"]: row[column] for row in rows}
        theirs = Locale(language).territories
        differ = {row["iso3"] for row in rows if theirs[row["iso2"]].replace("’", "'") != row[column]}
        assert differ == set(names.OWN[language])


def test_a_line_that_would_crowd_is_drawn_by_ratios():
    assert not scale.crowds((100, 200))  # two cards
    assert not scale.crowds((100, 500, 900))
    assert not scale.crowds((0, 5, 900))  # no logarithm of zero
    assert scale.crowds((100, 200, 9_000))
    assert scale.decades((120, 45_000)) == (100, 100_000)
    assert scale.decades((100, 1_000)) == (100, 1_000)
    assert scale.decade_ticks((100, 100_000)) == [100, 1_000, 100_000]
    assert scale.decade_ticks((1, 1_000)) == [1, 10, 100, 1_000]


@pytest.mark.parametrize("key", CHARACTERISTICS)
def test_every_card_has_its_place_on_the_scale_in_the_order_of_the_line(key):
    for seed in range(20):
        public = whole_game(seed).state.public
        public = replace(public, options=replace(public.options, characteristic=key))
        drawn = scale.scale(replace(public, line=_in_order(public.line, key)))
        places = [float(dot.rstrip("%")) for dot in drawn.dots]
        assert places == sorted(places)
        assert all(0 <= place <= 100 for place in places)
        ticks = [float(tick.at.rstrip("%")) for tick in drawn.ticks]
        assert (ticks[0], ticks[-1]) == (0, 100)


def _in_order(line, key):
    return tuple(sorted(line, key=lambda card: TABLES[1][card].figures[key]))
