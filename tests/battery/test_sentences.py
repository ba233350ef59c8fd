"""A sentence in both languages for all that the rules of a title can say, found in games and in their source.

What no random game says is made from its type (`examples.py`), with values that stood elsewhere.
"""

from __future__ import annotations

import re
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.utils import translation

from games.contract import Event, Line, Option, Order, PlayerId, Problem, View, Window
from games.registry import skin_for
from games.rulekit.events import event, line
from games.rulekit.shapes import order
from games.skin import Person, Scene
from tests.battery.examples import examples
from tests.battery.promises import promises
from tests.battery.vocabulary import vocabulary
from tests.battery.walks import damaged, games, legal_forms, scenes, steps, told, words

pytestmark = pytest.mark.slow
LANGUAGES = ("en", "fr")
OF_EACH = 40  # of what random games say: so many of each kind are told
A_CODE = re.compile(r"\b[a-z]+_[a-z_]+\b|[{}]|%\(")  # what no sentence holds
PEOPLE = {
    PlayerId(f"p{number}"): Person(PlayerId(f"p{number}"), name)
    for number, name in enumerate(("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Jack", "Shiro"), 1)
}


@pytest.fixture
def skin(title):
    return skin_for(title)


@pytest.fixture
def rules(skin):
    return skin.rules


def scene_of(state: Any, reader: str | None = "p1", window: Window | None = None) -> Scene:
    view = state.seen_by(PlayerId(reader)) if reader else View(None, state.public, None)
    chapter = window.chapter if window else 0
    return Scene(view, PEOPLE, "/g/abc/", "Europe/Paris", chapter=chapter, latest=chapter - 1)


def scene(rules: Any) -> Scene:
    """What p1 sees somewhere in a game."""
    state, window = scenes(rules)[-1]
    return scene_of(state, "p1", window)


def in_both(tell: Callable[[], Any], what: object = "") -> tuple[str, str]:
    """What is told of `what` in English and in French. A failure says of what, and where the skin broke."""
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            try:
                said.append(str(tell()))
            except (LookupError, AttributeError, TypeError, ValueError) as broken:
                place = traceback.extract_tb(broken.__traceback__)[-1]
                pytest.fail(
                    f"the skin has no words for {what} ({place.filename}:{place.lineno} in {place.name}: "
                    f"{broken!r}). Write its sentence there, and let what is missing or of a later release "
                    "be told in a sentence without it."
                )
    return said[0], said[1]


def assert_sentences(tell: Callable[[], Any], what: object) -> None:
    """It is a sentence in each of the two languages, and not the same."""
    english, french = in_both(tell, what)
    for text in (english, french):
        assert re.search(r"[.?!…)]$", text.strip()), f"{what}: {text!r} is no sentence"
        assert not A_CODE.search(text), f"{what}: {text!r}"
    assert english != french, f"{what}: told in one language only: {english}"


def some_of_each(values: Iterable[Any], key: Callable[[Any], object]) -> list[Any]:
    """Up to so many different ones of each kind."""
    found: dict[object, dict[str, Any]] = defaultdict(dict)
    for each in values:
        if len(found[key(each)]) < OF_EACH:
            found[key(each)].setdefault(repr(each), each)
    return [each for kind in found.values() for each in kind.values()]


# ---- refusals ---------------------------------------------------------------------------------------


def problems(rules: Any) -> list[Problem]:
    """Some of each code, as damaged forms met them; of each, one with figures from elsewhere."""
    met = some_of_each((p for each in damaged(rules) for p in each.problems), lambda p: (p.code, p.input))
    made = [
        Problem(code, 0, None, {key: words(rules).get(key, 3) for key in params})
        for code, params in vocabulary(rules).codes.items()
    ]
    return met + made


def test_every_refusal_is_a_sentence(skin, rules):
    for problem in problems(rules):
        assert_sentences(lambda p=problem: skin.problem_text(scene(rules), p), problem)


def test_a_refusal_without_its_figures_or_of_a_later_release_is_told_all_the_same(skin, rules):
    for code in (*vocabulary(rules).codes, "of_tomorrow"):
        assert_sentences(lambda c=code: skin.problem_text(scene(rules), Problem(c)), code)


def test_every_refusal_has_a_sentence_that_is_not_that_of_an_unknown_one(skin, rules):
    """But for the one that says of any order that it is damaged."""
    told = {
        c: in_both(lambda c=c: skin.problem_text(scene(rules), Problem(c)), c)[0]
        for c in vocabulary(rules).codes
    }
    unknown = in_both(lambda: skin.problem_text(scene(rules), Problem("of_tomorrow")), "of_tomorrow")[0]
    same = [code for code, text in told.items() if text == unknown]
    assert len(same) <= 1, (
        f"told in the words of an unknown refusal, and need a sentence of their own: {same}"
    )


# ---- events -----------------------------------------------------------------------------------------


def events(rules: Any) -> list[Event]:
    """Some of each kind as games told them, and one of each of its shapes, made from its type."""
    known = vocabulary(rules).events
    assert {each.kind for each in told(rules)} <= known.keys()
    made = [
        event(one) for shapes in known.values() for shape in shapes for one in examples(shape, words(rules))
    ]
    return some_of_each(told(rules), lambda each: each.kind) + made


def test_every_event_is_a_sentence(skin, rules):
    met = set()
    for each in events(rules):
        met.add(each.kind)
        assert_sentences(lambda e=each: skin.event_text(scene(rules), e), each)
    assert met == vocabulary(rules).events.keys()


def test_every_kind_of_event_happens_or_has_a_type(rules):
    happened = {each.kind for each in told(rules)}
    untyped = {kind for kind, shapes in vocabulary(rules).events.items() if not shapes}
    assert happened
    assert untyped <= happened


# ---- orders and questions ---------------------------------------------------------------------------


def orders(rules: Any) -> dict[str, list[Order]]:
    """Some orders of each kind, as bots and random players hand them in, and one made from its type."""
    legal = (each for forms in legal_forms(rules).values() for form in forms for each in form)
    found: dict[str, list[Order]] = defaultdict(list)
    for each in some_of_each(legal, lambda one: one.kind):
        found[each.kind].append(each)
    for kind, shapes in vocabulary(rules).orders.items():
        found[kind] += [order(next(examples(shape, words(rules)))) for shape in shapes]
    return found


def test_every_order_has_its_line_on_a_receipt(skin, rules):
    made, met = orders(rules), set()
    for state, window in scenes(rules):
        reader = window.players[0]
        for kind in window.orders:
            met.add(kind)
            for each in made[kind]:
                quote = rules.quote(state.seen_by(reader), window, (each,))
                for language in LANGUAGES:
                    with translation.override(language):
                        lines = skin.receipt(scene_of(state, reader, window), window, (each,), quote).lines
                    assert lines, each
                    assert lines[0].text
                    assert not A_CODE.search(lines[0].text), lines
    assert met == made.keys()
    assert all(made[kind] for kind in met)


def test_every_window_chapter_and_line_of_the_lobby_is_named(skin, rules):
    people, named = PEOPLE, set()
    for step in steps(rules):
        for window in rules.windows(step.before.public):
            named.add((window.kind, window.at))
            for text in in_both(lambda w=window: skin.turn_text(w.kind, w.at, people)):
                assert text
                assert not A_CODE.search(text)
            assert all(in_both(lambda w=window: skin.progress_text(w)))
            assert all(in_both(lambda w=window: skin.chapter_text(w.chapter)))
        line = in_both(lambda s=step: skin.headline_text(skin.headline(s.outcome.state.public)))
        assert all(text and not A_CODE.search(text) for text in line)
    assert named
    assert skin.headline_text(None) == skin.headline_text({}) == ""


def test_every_option_and_each_of_its_choices_has_its_label(skin, rules):
    tastes = [Option("taste", "", rules.meta.tastes)] if rules.meta.tastes else []
    for option in (*rules.meta.options, *tastes):
        for key in (option.key, *(f"{option.key}.{choice}" for choice in option.choices)):
            for language in LANGUAGES:
                with translation.override(language):
                    label, hint = skin.option_text(key)
                    assert str(label) not in ("", key)
                    assert str(hint) or key != option.key
                    assert key.endswith(f".{label}") <= str(label).isdigit(), key


# ---- the end ----------------------------------------------------------------------------------------


def score_lines(rules: Any) -> list[Line]:
    """Some of each code as games ended, and one of each of its shapes, made from its type."""
    ended = [
        line
        for game in games(rules)
        for standing in rules.standings(game[-1].outcome.state.public) or ()
        for line in standing.breakdown
    ]
    known = vocabulary(rules).lines
    assert {each.code for each in ended} <= known.keys()
    words_of = {key: value for each in ended for key, value in each.params.items() if value is not None}
    pool = {**words(rules), **words_of}
    made = [line(one) for shapes in known.values() for shape in shapes for one in examples(shape, pool)]
    return some_of_each(ended, lambda each: each.code) + made


def test_every_line_of_the_score_and_every_result_is_told(title, skin, rules):
    tell = promises(title).score_line_text
    for each in score_lines(rules):
        english, french = in_both(lambda one=each: tell(one))
        assert english
        assert english != french, f"told in one language only: {english}"
        assert not A_CODE.search(english + french), each
    results = [in_both(lambda r=rank: skin.result_text(r, 4, 44)) for rank in (1, 2)]
    assert all(text for pair in results for text in pair)
    assert results[0] != results[1]


# ---- that it would be seen --------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "Not a sentence", "buy_share fails.", "{player} wins.", "Done."])
def test_what_is_no_sentence_in_two_languages_is_refused(text):
    with pytest.raises(AssertionError):
        assert_sentences(lambda: text, "nothing")
