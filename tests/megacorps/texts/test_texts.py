"""No code, kind, line or option without its text, in either language; names and sums as written."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.contract import Closes, Event, Line, Order, PlayerId, Problem, Quote, Window
from games.rulekit.events import EventData
from games.rulekit.quotes import quote_line
from games.rulekit.shapes import OrderData
from megacorps.rules import RULES, orders
from megacorps.rules.check import NowFigures
from megacorps.rules.content import COMPANIES, CONTENT, MEGACORPS, CompanyState, Government
from megacorps.rules.events import KINDS
from megacorps.rules.meta import META
from megacorps.rules.orders import SHAPES
from megacorps.rules.problems import CODES
from megacorps.rules.windows import ORDERS
from megacorps.skin import SKIN
from megacorps.texts import amounts, general, names, problems, receipts
from megacorps.texts.telling import tell
from tests.battery.play import play

from ..stage import LANGUAGES, Played, whole_game

FIGURES = {
    "player": "p2", "country": "china", "company": "oil.china", "card": "elections", "what": "money",
    "government": "democracy", "state": "owned",
}  # fmt: skip


@pytest.fixture(params=LANGUAGES)
def language(request):
    with translation.override(request.param):
        yield request.param


@pytest.fixture(scope="module")
def game() -> Played:
    return whole_game(1, chapters=2)


def whole(text: str) -> bool:
    return bool(text) and text[-1] in ".!?" and "{" not in text


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_a_sentence_of_its_own(language, game, code):
    scene = game.scene("p1")
    params = {key: FIGURES.get(key, 7) for key in CODES[code]}
    told = SKIN.problem_text(scene, Problem(code, 0, None, params))
    assert whole(told)
    assert told != problems.text(scene, Problem("of_tomorrow"))
    assert whole(SKIN.problem_text(scene, Problem(code)))


@pytest.mark.parametrize("code", [code for code in CODES if CODES[code] and code != "one_order"])
def test_a_refusal_tells_its_figures(language, game, code):
    """But for how many answers were handed in where one is wanted, which helps nobody."""
    scene = game.scene("p1")
    others = {
        "player": "p3", "country": "japan", "company": "oil.maghreb", "card": "l5", "what": "cards",
        "government": "kleptocracy", "state": "unowned",
    }  # fmt: skip
    first = {key: FIGURES.get(key, 7) for key in CODES[code]}
    for key in first:
        second = {**first, key: others.get(key, 5)}
        told = [problems.text(scene, Problem(code, params=params)) for params in (first, second)]
        assert told[0] != told[1], key


def test_what_is_locked_or_not_owned_is_named(language, game):
    scene = game.scene("p1")
    for what in ("companies", "countries", "mercenaries", "oil.china", "china"):
        for code in ("locked", "too_few", "not_yours", "not_theirs"):
            told = problems.text(scene, Problem(code, params={"what": what, "asked": 3, "free": 0}))
            assert whole(told)
            assert "_" not in told


def test_every_kind_of_event_has_its_words():
    told = [data for classes in KINDS.values() for data in classes]
    assert told
    assert not [data.kind for data in told if tell.dispatch(data) is tell.dispatch(EventData)]


@pytest.mark.parametrize("seed", range(8))
def test_every_event_of_random_games_is_a_sentence(language, seed):
    played = whole_game(seed, 3 + seed % 4, absence=0.3)
    scene = played.scene(None)
    for events in played.told.values():
        for event in events:
            text = SKIN.event_text(scene, event)
            assert whole(text), (event.kind, text)
            assert not [part for part in ("_", "None", "p1", "p2") if part in text], text


def test_every_kind_of_order_says_what_is_chosen():
    """All but two, whose names are all there is to say."""
    classes = [
        one
        for one in vars(orders).values()
        if isinstance(one, type) and issubclass(one, OrderData) and hasattr(one, "kind")
    ]
    assert {one.kind for one in classes} == set(SHAPES)
    unsaid = receipts.say.dispatch(OrderData)
    assert [one.kind for one in classes if receipts.say.dispatch(one) is unsaid] == ["pass", "trade_withdraw"]


@pytest.mark.parametrize("seed", range(6))
def test_every_form_of_random_games_has_its_receipt(language, seed):
    seen = set()
    for step in play(RULES, seed, 3 + seed % 4, 0.1):
        scene = Played(step.before).scene("p1")
        for player, form in step.forms.items():
            view = step.before.seen_by(PlayerId(player))
            quote = RULES.quote(view, step.window, form)
            for order, line in zip(form, SKIN.receipt(scene, step.window, form, quote).lines, strict=True):
                seen.add(order.kind)
                assert line.text
                assert not [part for part in ("{", "_", "None") if part in line.text], line.text
    assert len(seen) > 5


def test_every_option_and_each_of_its_choices_has_its_label(language):
    for option in META.options:
        assert all(map(str, SKIN.option_text(option.key)))
        labels = {str(SKIN.option_text(f"{option.key}.{choice}")[0]) for choice in option.choices}
        assert len(labels) == len(option.choices)


def test_windows_chapters_and_results_are_named(language, game):
    people = game.scene(None).people
    for kind in ORDERS:
        at = (3, "p2", 1) if kind == "turn" else (3, 1)
        assert "_" not in SKIN.turn_text(kind, at, people)
        assert names.window(kind) != kind
        for closes in (Closes.AT_ONCE, Closes.TOGETHER):
            window = Window(kind, at, ORDERS[kind], closes, (PlayerId("p1"),))
            assert SKIN.progress_text(window)
    assert "Bruno" in SKIN.turn_text("turn", (3, "p2", 0), people)
    assert len({SKIN.chapter_text(chapter) for chapter in (0, 1, 2)}) == 3
    assert SKIN.result_text(1, 4, 60) != SKIN.result_text(2, 4, 60)
    assert SKIN.result_text(2, 4, 60) != SKIN.result_text(2, 4, 61)


def test_every_line_of_the_score_is_told(language):
    played = whole_game(3, 4)
    for standing in played.state.public.standings:
        told = [general.score_line(line) for line in standing.breakdown]
        assert len(set(told)) == len(told)
    for left in (0, 4):
        assert general.score_line(Line("left_game", 0, {"round": left}))


def test_the_line_of_the_lobby_holds_nothing_of_a_hand(language):
    for played in (whole_game(3, chapters=2), whole_game(3)):
        data = SKIN.headline(played.state.public)
        assert whole(SKIN.headline_text(data))
        assert set(data) == {"round", "rounds", "most", "winners"}
    assert SKIN.headline_text(None) == SKIN.headline_text({}) == ""


# ---- names and sums ------------------------------------------------------------------------------


def test_everything_of_the_tables_has_a_name_of_its_own(language):
    tables = {
        names.industry: CONTENT.industries,
        names.country: CONTENT.countries,
        names.company: COMPANIES,
        names.card: CONTENT.cards,
        names.card_text: CONTENT.cards,
        names.megacorp: MEGACORPS,
        names.government: [one.value for one in Government],
        names.intervention: [one.value for one in Government],
        names.order: SHAPES,
    }
    for name, slugs in tables.items():
        called = [name(slug) for slug in slugs]
        assert len(set(called)) == len(called)
        assert not [slug for slug, text in zip(slugs, called, strict=True) if text == slug]
    assert len({names.state(one.value) for one in CompanyState}) == len(CompanyState)


def test_sums_are_written_as_the_language_does():
    with translation.override("en"):
        assert [amounts.euros(4), amounts.euros(-1_500), amounts.signed(4)] == ["€4", "−€1,500", "+€4"]
    with translation.override("fr"):
        assert amounts.euros(4) == "4\u00a0€"
        assert amounts.euros(-1_500) == "−1\u202f500\u00a0€"


def test_what_could_not_be_done_now_says_why(language, game):
    window = Window("program", (2,), ORDERS["program"], Closes.TOGETHER, (PlayerId("p1"),))
    order = Order("buy_company", {"company": "oil.china"})
    able = Quote((quote_line("buy_company", 4, NowFigures()),))
    short = NowFigures("not_enough_money", {"needed": 4, "money": 1})
    unable = Quote((quote_line("buy_company", 4, short),))
    told = [SKIN.receipt(game.scene("p1"), window, (order,), quote).lines[0] for quote in (able, unable)]
    assert told[1].text.startswith(told[0].text)
    assert amounts.euros(1) in told[1].text
    assert told[0].amount == amounts.euros(4)


def test_sentences_read_as_they_should(game):
    bought = Event("company_bought", {"player": "p1", "company": "robotics.japan", "price": 4})
    war = Event(
        "war_fought",
        {"player": "p1", "country": "china", "defender": "p2", "attack": 8, "defence": 7, "attackers": 5,
         "defenders": 2, "attackers_lost": 2, "defenders_lost": 2, "won": True},
    )  # fmt: skip
    expected = {
        "en": [
            "Windoze buys Robotics (Japan) for €4.",
            "Windoze wins the war on China: attack 8, defence 7. "
            "Mercenaries lost: 2 of the attackers, 2 of the defenders.",
        ],
        "fr": [
            "Windoze achète Robotique (Japon) pour 4\u00a0€.",
            "Guerre gagnée par Windoze, Chine\u00a0: attaque 8, défense 7. "
            "Mercenaires perdus\u00a0: 2 à l’attaque, 2 à la défense.",
        ],
    }
    for language, sentences in expected.items():
        with translation.override(language):
            assert [SKIN.event_text(game.scene("p1"), event) for event in (bought, war)] == sentences
