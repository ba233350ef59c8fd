"""No code, kind, line or option without its text, in either language; names and sums as written."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import translation

from games.contract import Closes, Event, Order, PlayerId, Problem, Window
from games.rulekit.events import EventData
from games.rulekit.shapes import OrderData
from machtspiele.rules import RULES, orders
from machtspiele.rules.content import (
    CARDS,
    COLOURS,
    COMPETENCES,
    DIVISIONS,
    EVENTS,
    NEMESIS_CARDS,
    OFFICES,
    ROW_CARDS,
    C,
)
from machtspiele.rules.defaults import default
from machtspiele.rules.events import KINDS
from machtspiele.rules.events.values import Counted
from machtspiele.rules.meta import META
from machtspiele.rules.orders import SHAPES
from machtspiele.rules.problems import CODES
from machtspiele.rules.score_lines import SCORE_LINES
from machtspiele.rules.windows import ORDERS
from machtspiele.skin import SKIN
from machtspiele.texts import amounts, company, effects, general, names, problems, receipts
from machtspiele.texts.telling import out_of, tell
from tests.battery.play import start

from ..rules.scene import Played, game, recruit
from ..rules.test_properties import Careless, all_steps
from ..stage import LANGUAGES, Told, whole_game

FIGURES = {"division": "legal", "office": "legal-2", "card": "boss", "kind": "replies"}
OTHERS = {"division": "personnel", "office": "controlling-1", "card": "legal", "kind": "events"}


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


@pytest.fixture(scope="module")
def told() -> Told:
    return Told(game())


def whole(text: str) -> bool:
    return bool(text) and text[-1] in ".!?" and "{" not in text


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_a_sentence_of_its_own(language, told, code):
    scene = told.scene("p1")
    params = {key: FIGURES.get(key, 7) for key in CODES[code]}
    said = SKIN.problem_text(scene, Problem(code, 0, None, params))
    assert whole(said)
    assert said != problems.text(scene, Problem("of_tomorrow"))
    assert whole(SKIN.problem_text(scene, Problem(code)))


@pytest.mark.parametrize("code", [code for code in CODES if CODES[code] and code != "one_order"])
def test_a_refusal_tells_its_figures(language, told, code):
    """But for how many answers were handed in where one is wanted, which helps nobody."""
    scene = told.scene("p1")
    first = {key: FIGURES.get(key, 7) for key in CODES[code]}
    for key in first:
        second = {**first, key: OTHERS.get(key, 5)}
        said = [problems.text(scene, Problem(code, params=params)) for params in (first, second)]
        assert said[0] != said[1], key


def test_every_kind_of_event_has_its_words():
    classes = [data for kinds in KINDS.values() for data in kinds]
    assert classes
    assert not [data.kind for data in classes if tell.dispatch(data) is tell.dispatch(EventData)]


def test_every_event_of_random_games_is_a_sentence(language):
    met = set()
    setup = start(Careless("rounds"), 1, 5)
    games = [(setup.state, setup.events)]
    games += [(step.before, step.outcome.events) for step in all_steps()]
    for state, events in games:
        told = Told(state)
        for event in events:
            reader = event.to[0] if event.to[0] != "public" else None
            text = SKIN.event_text(told.scene(reader), event)
            met.add(event.kind)
            assert whole(text), (event.kind, text)
            said = text.replace("None of your choices", "")
            assert not [part for part in ("_", "None", "p1", "p2", "#") if part in said], text
    assert set(KINDS) - met <= {"four_points", "boss_declined", "order_dropped"}


def test_what_chance_seldom_brings(language):
    scene = Told(game()).scene("p1")
    dropped = {"order": "", "data": {}, "problem": "not_enough_money", "params": {"needed": 1, "money": 0}}
    for event in (
        Event("order_dropped", dropped),
        Event("order_dropped", {**dropped, "order": "buy_shares"}),
        Event("boss_declined", {"player": "p1"}),
        Event("four_points", {"player": "p1", "nemesis": None, "card": None}),
        Event("four_points", {"player": "p1", "nemesis": "p2", "card": "n1"}),
        Event("four_points", {"player": "p1", "nemesis": "p1", "card": "n1"}),
        Event("bribe_refused", {"player": "p1", "target": "p2", "card": "legal", "office": None}),
        Event("privileges", {"holders": {"legal": None}, "marker": "p1"}),
        Event("influence", {"parts": []}),
        Event("motivation", {"was": 6, "now": 6}),
    ):
        assert whole(SKIN.event_text(scene, event)), event.kind


def test_every_kind_of_order_says_what_is_chosen():
    """All but three, whose names are all there is to say."""
    classes = [
        one
        for one in vars(orders).values()
        if isinstance(one, type) and issubclass(one, OrderData) and hasattr(one, "kind")
    ]
    assert {one.kind for one in classes} == set(SHAPES)
    unsaid = receipts.say.dispatch(OrderData)
    assert [one.kind for one in classes if receipts.say.dispatch(one) is unsaid] == [
        "pass",
        "leave",
        "return",
    ]


def test_every_form_of_random_games_has_its_receipt(language):
    seen = set()
    for step in list(all_steps())[::3]:
        scene = Told(step.before).scene("p1")
        for player, form in step.forms.items():
            quote = RULES.quote(step.before.seen_by(PlayerId(player)), step.window, form)
            for order, line in zip(form, SKIN.receipt(scene, step.window, form, quote).lines, strict=True):
                seen.add(order.kind)
                assert line.text
                assert not [part for part in ("{", "_", "None") if part in line.text], line.text
    assert seen == set(SHAPES)


def test_every_default_is_said_beforehand(language):
    seen = Counter()
    for step in all_steps():
        for window in RULES.windows(step.before.public):
            if window.is_door or seen[window.kind] > 100:
                continue
            for player in window.players:
                form = default(step.before.seen_by(player), window)
                text = receipts.default_text(Told(step.before).scene(player), form or ())
                assert text
                assert "_" not in text
                seen[window.kind] += 1
    assert set(seen) == {kind for kind in ORDERS if kind not in ("file", "leave", "return")}


def test_every_option_and_each_of_its_choices_has_its_label(language):
    for option in META.options:
        assert all(map(str, SKIN.option_text(option.key)))
        labels = {str(SKIN.option_text(f"{option.key}.{choice}")[0]) for choice in option.choices}
        assert len(labels) == len(option.choices)


def test_windows_chapters_and_results_are_named(language, told):
    people = told.scene(None).people
    titles = set()
    for kind in ORDERS:
        at = (3, 2, "p2", 1)
        titles.add(SKIN.turn_text(kind, at, people))
        assert "_" not in SKIN.turn_text(kind, at, people) + SKIN.turn_text(kind, (), people)
        assert names.window(kind) != kind
        for awaited in ((), (PlayerId("p1"),)):
            window = Window(kind, at, ORDERS[kind], Closes.AT_ONCE, awaited)
            assert SKIN.progress_text(window)
    assert len(titles) == len(ORDERS)
    assert "Bruno" in SKIN.turn_text("action", (3, 1, "p2"), people)
    assert len({SKIN.chapter_text(chapter) for chapter in (0, 1, 2)}) == 3
    assert SKIN.result_text(1, 4, 4) != SKIN.result_text(2, 4, 4)
    assert SKIN.result_text(2, 4, 4) != SKIN.result_text(2, 4, 3)


def test_every_line_of_the_score_is_told(language):
    met = set()
    for seed in range(8):
        for standing in whole_game(Careless("rounds"), seed, 3).state.public.standings:
            said = [general.score_line(line) for line in standing.breakdown]
            assert len(set(said)) == len(said)
            met |= {line.code for line in standing.breakdown}
    assert "tie_breaks" in met
    assert len({names.point(kind) for kind in SCORE_LINES}) == len(SCORE_LINES)


def test_the_line_of_the_lobby_holds_nothing_of_a_drawer(language):
    for state in (Played(game()).state, whole_game(Careless("rounds"), 3).state):
        data = SKIN.headline(state.public)
        assert whole(SKIN.headline_text(data))
        assert set(data) == {"turn", "round", "most", "winners"}
    assert whole(SKIN.headline_text({"turn": 0, "round": 0, "most": 0, "winners": 0}))
    assert SKIN.headline_text(None) == SKIN.headline_text({}) == ""


# ---- names and sums ------------------------------------------------------------------------------


def test_everything_of_the_tables_has_a_name_of_its_own(language):
    tables = {
        names.division: DIVISIONS,
        names.card: CARDS,
        names.colour: COLOURS,
        names.competence: COMPETENCES,
        names.office: OFFICES,
        names.event: ROW_CARDS,
        names.order: SHAPES,
        names.window: ORDERS,
        company.competences: NEMESIS_CARDS,
    }
    for name, slugs in tables.items():
        called = [name(slug) for slug in slugs]
        distinct = {
            card.split("#")[0] if name is names.event and "motivation" not in card else card for card in slugs
        }
        assert len(set(called)) == len(distinct), called
        assert not [slug for slug, text in zip(slugs, called, strict=True) if text == slug]


def test_what_a_card_does_is_made_from_its_figures(language):
    for card in ROW_CARDS:
        assert whole(effects.event(card))
    assert len({effects.event(card) for card in EVENTS}) == len(EVENTS)
    for slug in CARDS:
        sides = [effects.privilege(slug, corrupt, 3) for corrupt in (False, True)]
        assert all(map(whole, sides))
        assert sides[0] != sides[1]
    low, high = (effects.privilege("controlling", True, motivation) for motivation in (0, 6))
    assert (amounts.pinats(200_000) in low, amounts.pinats(100_000) in high) == (True, True)


def test_sums_are_written_as_the_language_does():
    with translation.override("en"):
        assert [amounts.pinats(600_000), amounts.signed(-50_000)] == ["600,000\u00a0P", "−50,000\u00a0P"]
    with translation.override("fr"):
        assert amounts.pinats(C.money.consultant) == "2\u202f000\u202f000\u00a0P"


def test_what_could_not_be_done_now_says_why(language):
    played = Played(game(mode="rounds", offices={"legal-1": ("p1", 6)}))
    form = recruit("legal-1")
    quote = RULES.quote(played.state.seen_by(PlayerId("p1")), played.main, form)
    (line,) = SKIN.receipt(Told(played.state).scene("p1"), played.main, form, quote).lines
    able = receipts.what(Told(played.state).scene("p1"), form[0])
    assert line.text.startswith(able)
    assert names.office("legal-1") in line.text.removeprefix(able)


def test_sentences_read_as_they_should(told):
    left = {"division": "legal", "to": "consultant", "closed": ["legal-1"], "dismissed": 2, "pushed": []}
    resigned = Event("resigned", {"player": "p1", **left})
    kept = {"player": "p1", "target": "p2", "card": "legal", "office": "legal-3"}
    bribed = Event("bribe_refused", kept)
    filed = Order("buy_shares", {"value": 4, "when": "2.3"})
    expected = {
        "en": [
            "Ana resigns from Legal & Patents, into consulting. Closed there: Legal & Patents\u00a01; "
            "employees dismissed: 2.",
            "Bruno refuses and keeps Legal & Patents, but loses an employee of Legal & Patents\u00a03.",
            "Turn 2, round 3: Buy shares: a certificate of 4",
        ],
        "fr": [
            "Ana démissionne\u00a0: Litiges et Brevets, vers le consulting. Fermés\u00a0: Litiges et "
            "Brevets\u00a01\u202f; employés licenciés\u00a0: 2.",
            "Bruno refuse et garde Litiges et Brevets, mais perd un employé de Litiges et Brevets\u00a03.",
            "Tour 2, manche 3\u00a0: Acheter des actions\u00a0: un certificat de 4",
        ],
    }
    for language, sentences in expected.items():
        with translation.override(language):
            said = [SKIN.event_text(told.scene("p1"), event) for event in (resigned, bribed)]
            assert [*said, receipts.what(told.scene("p1"), filed)] == sentences


def test_employees_of_an_office_that_is_named_twice_are_told_together():
    places = [Counted("legal-1", 1), Counted("personnel-2", 1), Counted("legal-1", 2)]
    office = names.office
    assert out_of(places) == f"3 employees of {office('legal-1')} and 1 employee of {office('personnel-2')}"


def test_an_event_card_says_its_figures_one_by_one() -> None:
    told = " ".join(effects.event("bonus_day").split())
    assert told.startswith(
        "Everybody receives 100,000 P for each certificate, 100,000 P for each department,"
    )
    assert told.endswith("300,000 P for each boss, and what Controlling adds.")
    assert "100,000 P to the bank for each board member." in " ".join(effects.event("summer_gala#1").split())


def test_what_a_name_says_is_not_said_again() -> None:
    for card in ROW_CARDS:
        assert effects.besides(card) == ("" if card in names.TITLES else effects.event(card))


def test_influence_is_told_with_its_parts() -> None:
    scored = company.told.InfluenceScored(
        (
            company.told.InfluencePart(PlayerId("p1"), 2, 2, 0),
            company.told.InfluencePart(PlayerId("p2"), 0, 0, 4),
        )
    )
    told = tell(scored, Told(game()).scene(None))
    assert told == "Influence: Ana +4 (board +2, boss +2) and Bruno +4 (fewer directors +4)."


def test_the_last_turn_is_that_of_the_data() -> None:
    place = company.told.Place(PlayerId("p1"), 1, (), 0)
    over = company.told.GameOver(True, (place,), {}, (), ())
    assert f"Turn {C.end.last_turn} was the last." in tell(over, Told(game()).scene(None))
