"""No code, kind, line or option without its text, in either language."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.utils import translation

from corporate.orders.kind import OrderKind
from corporate.orders.kinds import GROUPS, KINDS, whole
from corporate.rules import RULES, content
from corporate.rules.events import KINDS as EVENT_KINDS
from corporate.rules.orders import SHAPES
from corporate.rules.problems import CODES
from corporate.rules.score_lines import CODES as LINE_CODES
from corporate.skin import SKIN
from corporate.texts import events, figures, general, names, score_lines, words
from games.contract import Event, Line, Order, Problem
from games.formkit.sentences import TYPING
from games.rulekit.events import EventData, ScoreLine

from ..stage import LANGUAGES, opening, played

FIGURES = {
    "corporation": "ares", "turn": 3, "price": 900_000, "left": 100_000, "missing": 800_000,
    "used": 4, "of": 3,
    "steps": 0, "minimum": 1_000, "maximum": 9_999, "winner": "transparency",
    "coalition": "targeted_controls",
    "stake": 500, "step": 1_000, "derivative": "nikkei", "rank": 12, "choices": ["ares", "sony"],
    "title": "leader",
    "points": 9, "amount": 1_500, "length": 2_345, "kind": "vote",
}  # fmt: skip


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


@pytest.mark.parametrize("code", [*CODES, *TYPING])
def test_every_refusal_is_a_sentence_with_its_figures(language, code):
    scene = opening().scene("p1")
    told = SKIN.problem_text(
        scene, Problem(code, 0, None, {key: FIGURES[key] for key in CODES.get(code, ())})
    )
    assert told.endswith((".", "?"))
    assert "{" not in told
    # Without any figure it is still a sentence: refusals are never a reason to fail.
    assert SKIN.problem_text(scene, Problem(code))


def test_an_unknown_refusal_is_told_all_the_same(language):
    assert SKIN.problem_text(opening().scene("p1"), Problem("of_tomorrow"))


def test_both_figures_of_a_refusal_are_named(language):
    scene = opening().scene("p1")
    told = SKIN.problem_text(scene, Problem("not_enough_money", 0, None, FIGURES))
    for key in ("price", "left", "missing"):
        assert figures.money(FIGURES[key]) in told
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


def test_every_event_of_a_whole_game_is_one_sentence(language):
    game = played(5, 3, transfers=True)
    kinds = set()
    for reader, chapters in game.told.items():
        scene = game.scene(None if reader == "public" else reader)
        for told in chapters.values():
            for event in told:
                kinds.add(event.kind)
                assert SKIN.event_text(scene, event).strip().endswith((".", ")")), event
    assert {"run_report", "dividend", "mdc_result", "wall_street", "game_over"} <= kinds
    assert kinds <= set(EVENT_KINDS)


RARE = {
    "shares_lost": {"corporation": "ares", "count": 2},
    "citizenship_lost": {"corporation": "ares"},
    "citizenship_lost_news": {"player": "p1", "corporation": "ares"},
    "crash_news": {"corporation": "ares", "assets": -2, "shares_lost": 3},
    "transfer_sent": {"player": "p2", "amount": 5_000},
    "transfer_received": {"player": "p2", "amount": 5_000},
    "order_dropped": {"order": "vote", "data": {"up": "ares"}, "problem": "missing", "params": {}},
    "no_character": {},
    "no_form": {},
}


@pytest.mark.parametrize("kind", RARE)
def test_rare_events_have_their_sentence(language, kind):
    assert SKIN.event_text(opening().scene("p1"), Event(kind, RARE[kind])).endswith(".")


def test_every_kind_of_event_has_its_sentence():
    assert len(EVENT_KINDS) > 20
    shapes = [shape for shapes in EVENT_KINDS.values() for shape in shapes]
    assert not [each for each in shapes if events.tell.dispatch(each) is events.tell.dispatch(EventData)]


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


def test_every_line_of_every_score_is_told(language):
    for seed in (1, 2, 3):
        for standing in played(4, seed).state.public.standings:
            for line in standing.breakdown:
                assert score_lines.text(line), line
    codes = {code for part in score_lines.PARTS.values() for code in part}
    assert codes == set(LINE_CODES)
    unknown = score_lines.tell.dispatch(ScoreLine)
    shapes = [shape for shapes in LINE_CODES.values() for shape in shapes]
    assert not [shape for shape in shapes if score_lines.tell.dispatch(shape) is unknown]


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


def test_every_option_has_a_label_and_a_hint(language):
    for option in RULES.meta.options:
        label, hint = SKIN.option_text(option.key)
        assert str(label)
        assert str(hint)


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
