"""No code, kind, line or option without its text, in either language."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.utils import translation

from corporate.orders.kind import OrderKind
from corporate.orders.kinds import GROUPS, KINDS, whole
from corporate.rules import content
from corporate.rules.orders import SHAPES
from corporate.rules.score_lines import CODES as LINE_CODES
from corporate.skin import SKIN
from corporate.texts import figures, general, names, score_lines, words
from games.contract import Event, Line, Order, Problem

from ..stage import LANGUAGES, opening, played

FIGURES = {"price": 900_000, "left": 100_000, "missing": 800_000}


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


def test_both_figures_of_a_refusal_are_named(language):
    scene = opening().scene("p1")
    told = SKIN.problem_text(scene, Problem("not_enough_money", 0, None, FIGURES))
    for amount in FIGURES.values():
        assert figures.money(amount) in told
    step = SKIN.problem_text(scene, Problem("stake_step", 0, "stake", {"stake": 1_500, "step": 1_000}))
    assert figures.money(1_000) in step
    assert figures.money(2_000) in step


def test_one_module_speaks_for_each_kind_of_order_that_the_rules_know():
    assert set(KINDS) == set(SHAPES)
    assert {kind for group in GROUPS.values() for kind in group} == set(SHAPES) - {"character", "transfer"}


@pytest.mark.parametrize("kind", SHAPES)
def test_every_kind_of_order_has_a_name_and_a_refusal(language, kind):
    assert names.kind(kind) != kind
    assert KINDS[kind].refused() != OrderKind(kind).refused()
    assert whole(opening().scene("p1"), Order(kind, {}))


def test_a_dropped_order_is_named_whatever_it_held(language):
    scene = opening().scene("p1")
    for data in (
        {"order": "", "data": {}, "problem": "unknown_order", "params": {}},
        {
            "order": "rank_speculation",
            "data": {"rank": "x", "corporation": 3},
            "problem": "malformed",
            "params": {},
        },
        {"order": "sabotage", "data": {}, "problem": "no_such_code", "params": {}},
    ):
        assert SKIN.event_text(scene, Event("order_dropped", data))


def test_every_line_of_the_score_is_in_one_part_of_the_bar():
    codes = [code for part in score_lines.PARTS.values() for code in part]
    assert sorted(codes) == sorted(LINE_CODES)


BACKGROUND_FIGURES = {
    "young_wolf": {"shares": 3}, "heir": {"influence": 4}, "social_parasite": {"players": 2},
    "man_of_honour": {"corporation": None, "shares": 0}, "celebrity": {"money_points": 4},
    "avenger": {"corporation": "ares", "rank": None}, "nobody": {},
}  # fmt: skip


@pytest.mark.parametrize("slug", content.BACKGROUNDS)
def test_every_background_is_described_and_scored_in_words(language, slug):
    assert words.background(slug)
    params = {"background": slug, **BACKGROUND_FIGURES.get(slug, {"points": 3})}
    assert names.background(slug) in score_lines.text(Line("background", 3, params))


def test_every_title_corporation_and_coalition_is_described(language):
    assert all(words.measure(slug) != slug for slug in content.TITLES)
    assert all(words.presentation(slug) for slug in content.CORPORATIONS)
    assert all(words.effect(slug, "first") and words.effect(slug, "last") for slug in content.CORPORATIONS)
    assert all(len(words.coalition_effects(slug)) == 2 for slug in content.COALITIONS)
    assert len({words.coalition_pitch(slug) for slug in content.COALITIONS}) == len(content.COALITIONS)


def test_turns_and_their_progress(language):
    game = played(3, 1, until=2)
    assert "2" in SKIN.turn_text(game.window.kind, game.window.at, game.people())
    assert "8" in SKIN.progress_text(game.window)
    assert SKIN.turn_text("characters", (0,), {})
    assert SKIN.chapter_text(0) != SKIN.chapter_text(1)


def test_the_lobby_is_told_of_every_stage(language):
    stages = [opening(), played(3, 1, until=1), played(3, 1, until=4), played(3, 1)]
    told = [SKIN.headline_text(SKIN.headline(game.state.public)) for game in stages]
    assert all(told)
    assert all(a != b for a, b in pairwise(told))
    assert SKIN.headline_text(None) == ""
    assert SKIN.headline_text({}) == ""


def test_a_result_is_told_without_guessing_a_gender(language):
    assert "44" in SKIN.result_text(2, 6, 44)
    assert general.result_text(1, 6, 60) != general.result_text(2, 6, 60)


def test_short_names_are_distinct():
    assert len(set(names.SHORT.values())) == len(content.CORPORATIONS)
    assert names.corp("ares") == "Ares"
