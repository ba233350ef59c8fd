"""No code, kind, line or option without its text, in either language."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from django.utils import translation

from controle.rules import RULES
from controle.rules.defaults import default
from controle.rules.events import KINDS
from controle.rules.meta import META
from controle.rules.orders import SHAPES
from controle.rules.problems import CODES
from controle.rules.windows import ORDERS
from controle.texts import events, general, names, problems, receipts
from controle.texts.telling import tell
from games.contract import Closes, Dice, Event, PlayerId, Problem, View, Window
from games.rulekit.events import EventData
from games.skin import Person, Scene
from tests.battery.play import play_on

from ..rules.scene import DULL, EASY, game

LANGUAGES = ("en", "fr")
NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Émile")
FIGURES = {
    "category": "pol",
    "region": 1,
    "home": 2,
    "main": 2,
    "player": "p2",
    "card": "pol1_01_identity_ideology",
    "pile": "med2",
    "use": "boost",
    "kind": "plan",
    "step": 1,
}
OTHERS = {
    "category": "med",
    "region": 0,
    "home": 3,
    "main": 3,
    "player": "p3",
    "card": "com1_04_free_port",
    "pile": "pol1",
    "use": "sabotage",
    "kind": "relief",
    "step": 2,
}


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


def scene_of(state, reader="p1"):
    public = state.public
    view = state.seen_by(PlayerId(reader)) if reader else View(None, public, None)
    people = {seat: Person(seat, name) for seat, name in zip(public.players, NAMES, strict=False)}
    return Scene(view, people, "/g/abc/", "Europe/Paris", chapter=public.round)


@cache
def random_games():
    """First states with their events, and the steps of a few whole games of both modes."""
    found = []
    for count, seed, mode in ((2, 1, "turns"), (4, 2, "turns"), (3, 3, "rounds"), (6, 4, "rounds")):
        ids = tuple(PlayerId(f"p{number + 1}") for number in range(count))
        opening = RULES.setup(ids, {"mode": mode}, Dice(b"texts%d" % seed))
        found.append((opening, tuple(play_on(RULES, opening.state, seed, 0.15, doors=0.12))))
    return tuple(found)


def all_steps():
    return [step for _, steps in random_games() for step in steps]


def whole(text):
    return bool(text) and text[-1] in ".!?" and "{" not in text


@pytest.fixture(scope="module")
def drawn():
    """A world of four players as it was drawn."""
    return random_games()[1][0].state


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_a_sentence_of_its_own(language, drawn, code):
    scene = scene_of(drawn)
    said = problems.text(scene, Problem(code, params={key: FIGURES.get(key, 3) for key in CODES[code]}))
    assert whole(said)
    assert "_" not in said
    assert said != problems.text(scene, Problem("of_tomorrow"))
    for where in (scene, None):
        assert whole(problems.text(where, Problem(code)))


@pytest.mark.parametrize("code", [code for code in CODES if CODES[code]])
def test_a_refusal_tells_its_figures(language, drawn, code):
    """But for what stands at the field anyway: the number typed where there is no such region, and the
    category of a price that has none."""
    first = {key: FIGURES.get(key, 3) for key in CODES[code]}
    for key in first:
        if (code, key) in (("no_such_region", "region"),):
            continue
        second = {**first, key: OTHERS.get(key, 5)}
        said = [problems.text(scene_of(drawn), Problem(code, params=params)) for params in (first, second)]
        assert said[0] != said[1], key


def test_every_kind_of_event_has_its_words():
    classes = [data for kinds in KINDS.values() for data in kinds]
    assert classes
    assert not [data.kind for data in classes if tell.dispatch(data) is tell.dispatch(EventData)]


def test_every_event_of_random_games_is_a_sentence(language):
    met = set()
    told = [(opening.state, opening.events) for opening, _ in random_games()]
    told += [(step.outcome.state, step.outcome.events) for step in all_steps()]
    for state, happened in told:
        for event in happened:
            reader = event.to[0] if event.to[0] != "public" else None
            text = events.text(scene_of(state, reader), event)
            met.add(event.kind)
            assert whole(text), (event.kind, text)
            assert not [part for part in ("_", "p1", "p2", "  ", "..") if part in text], text
    assert set(KINDS) - met <= {"fell_asleep", "passed", "order_dropped", "refilled", "left"}


def test_what_chance_seldom_brings(language, drawn):
    dropped = {"order": "", "data": {}, "problem": "draw_first", "params": {}}
    over = {"reason": "passes", "categories": [], "regions": [], "places": []}
    struck = {"card": "med1_01_neighbourhood_radio", "category": "med", "level": 1, "region": 0}
    for event in (
        Event("order_dropped", dropped),
        Event("order_dropped", {**dropped, "order": "play"}),
        Event("passed", {"player": "p1"}),
        Event("fell_asleep", {}),
        Event("left", {"player": "p1"}),
        Event("refilled", {"pile": "pol1", "cards": 2}),
        Event("game_over", over),
        Event("game_over", {**over, "reason": "rounds"}),
        Event("game_over", {**over, "reason": "level", "categories": ["med", "pol"]}),
        Event("civil_society", {**struck, "developed": 0, "losses": []}),
        Event("crossed", {"player": "p1", "category": "med", "was": 0, "now": 2, "pile": None}),
        Event("forced", {"player": "p1", "hand": [], "card": "med1_01_neighbourhood_radio", "pile": "med1"}),
        Event("plans_tried", {"taken": None, "refused": []}),
        Event("plans_filed", {"cards": [], "effects": []}),
    ):
        assert whole(events.text(scene_of(drawn), event)), event.kind
    assert events.text(scene_of(drawn), Event("of_tomorrow", {})) == ""


def test_every_form_of_random_games_has_its_receipt(language):
    seen = set()
    for step in all_steps():
        for player, form in step.forms.items():
            scene = scene_of(step.before, player)
            quote = RULES.quote(step.before.seen_by(PlayerId(player)), step.window, form)
            for order, line in zip(form, quote.orders, strict=True):
                seen.add(order.kind)
                text = receipts.text(scene, order, line)
                assert text
                assert not [part for part in ("{", "_", "None") if part in text], text
                assert "{" not in receipts.cost(line)
    assert seen >= set(SHAPES) - {"stuck", "leave", "forced"}


def test_every_default_is_said_beforehand(language):
    seen = Counter()
    for step in all_steps():
        for window in RULES.windows(step.before.public):
            if window.is_door or window.kind == "round" or seen[window.kind] > 60:
                continue
            for player in window.players:
                text = receipts.default_text(
                    scene_of(step.before, player), default(step.before.seen_by(player), window)
                )
                assert text
                assert "_" not in text
                seen[window.kind] += 1
    assert {"start", "play", "draw"} <= set(seen)


def test_a_forced_turn_names_its_card(language):
    """The card drawn, which the order itself does not name; without one, the name of the order."""
    state = game(hands={"p1": DULL})
    assert state.public.forced is not None
    window = next(each for each in RULES.windows(state.public) if each.kind == "forced")
    (order,) = default(state.seen_by(PlayerId("p1")), window)
    text = receipts.what(scene_of(state), order)
    assert text.startswith(names.card(state.public.forced.card))
    assert receipts.what(scene_of(game(hands={"p1": EASY}, influence={0: {"p1": "pol3"}})), order) == (
        names.order("forced")
    )


def test_every_option_and_each_of_its_choices_has_its_label(language):
    for option in META.options:
        assert all(map(str, general.option_text(option.key)))
        labels = {str(general.option_text(f"{option.key}.{choice}")[0]) for choice in option.choices}
        assert len(labels) == len(option.choices)


def test_windows_chapters_and_results_are_named(language, drawn):
    people = scene_of(drawn).people
    titles = set()
    for kind in ORDERS:
        titles.add(general.turn_text(kind, (3, "p2"), people))
        assert "_" not in general.turn_text(kind, (3, "p2"), people) + general.turn_text(kind, (), people)
        assert general.progress_text(Window(kind, (3, "p2"), ORDERS[kind], Closes.AT_ONCE, (PlayerId("p1"),)))
    assert len(titles) == len(ORDERS)
    assert "Bruno" in general.turn_text("play", (3, "p2"), people)
    own, later = (general.turn_text("draw", at, people) for at in ((3, "p2", "own"), (3, "p2")))
    assert own != later
    assert len({general.chapter_text(chapter) for chapter in (0, 1, 2)}) == 3
    assert general.result_text(1, 4, 4) != general.result_text(2, 4, 4)


def test_every_line_of_the_score_is_told(language):
    met = set()
    for _, steps in random_games():
        for standing in RULES.standings(steps[-1].outcome.state.public) or ():
            said = [general.score_line(line) for line in standing.breakdown]
            assert len(set(said)) == len(said)
            met |= {line.code for line in standing.breakdown}
    assert met == {"region", "tokens"}


def test_a_tower_for_each_region(drawn):
    heights = [tower.height for tower in general.towers(drawn.public)]
    assert len(heights) == len(drawn.public.regions)
    assert max(heights) == 100


def test_the_line_of_the_lobby_holds_nothing_of_a_drawer(language, drawn):
    for state in (drawn, game(), random_games()[0][1][-1].outcome.state):
        data = general.headline(state.public)
        assert whole(general.headline_text(data))
        assert set(data) == {"round", "category", "level", "most", "winners"}
    assert general.headline_text(None) == general.headline_text({}) == ""
