"""The Newsfeeds: what leads, and that a phrasing hangs on public facts alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from corporate.pages import news, stories
from corporate.pages.common import wall_street
from corporate.rules.events.news import CoalitionWeight, MdcResult
from corporate.texts import phrases
from games.contract import PlayerId
from games.skin import Person

from ..stage import LANGUAGES, played


def all_stocks():
    for name in phrases.__all__:
        stock = getattr(phrases, name)
        if isinstance(stock, dict):
            yield from stock.items()
        elif isinstance(stock, tuple):
            yield name, stock


@pytest.mark.parametrize(("name", "stock"), [pytest.param(*pair, id=str(pair[0])) for pair in all_stocks()])
def test_each_kind_of_event_and_outcome_has_four_phrasings_or_more(name, stock):
    assert len(stock) >= 4
    assert len(set(stock)) == len(stock)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrasing_can_be_told(language):
    values = {
        "corporation": "Ares", "loss": 2, "coalition": "T", "rival": "D", "weight": 4, "second": 3,
        "player": "Ana",
        "level": 3, "list": "Ana (3)", "assets": "-2", "shares": "3", "former": "Sony",
        "change": "+2", "last": "B",
        "least": "7", "winners": "Ana", "score": 60,
    }  # fmt: skip
    with translation.override(language):
        for _name, stock in all_stocks():
            for phrase in stock:
                for text in [phrase] if isinstance(phrase, str) else phrase:
                    assert stories._(text).format(**values)


def test_the_same_facts_are_told_the_same_way_whoever_is_asked():
    game = played(4, 2)
    for chapter in range(1, 9):
        first = news.context(game.scene("p1", chapter))
        other = news.context(game.scene("p3", chapter))
        nobody = news.context(game.scene(None, chapter))
        assert first["lead"] == other["lead"] == nobody["lead"]
        assert first["columns"] == other["columns"] == nobody["columns"]


def test_no_story_is_printed_twice_in_an_edition():
    """What leads is not told again in its column; the weights of the coalitions stand there all the same."""
    led = set()
    for seed in range(1, 9):
        game = played(4, seed)
        for chapter in range(1, game.latest + 1):
            told = news.context(game.scene(None, chapter))
            column = next(one for one in told["columns"] if one.slug == "mdc")
            headlines = [story.headline for one in told["columns"] for story in one.stories]
            assert told["lead"].headline not in headlines
            led.add((bool(column.stories), bool(column.weights)))
    assert {(False, True), (True, True)} <= led


def test_private_facts_and_names_do_not_choose_the_phrasing():
    game = played(4, 2)
    scene = game.scene("p1", 3)
    renamed = replace(
        scene,
        people={PlayerId(f"p{n}"): Person(PlayerId(f"p{n}"), f"Name {n}") for n in range(1, 5)},
        own_events=(),
    )
    before, after = news.context(scene), news.context(renamed)
    assert before["lead"].headline == after["lead"].headline
    for column, other in zip(before["columns"][:2], after["columns"][:2], strict=True):
        assert [story.headline for story in column.stories] == [story.headline for story in other.stories]


def test_equal_events_are_told_alike_in_whatever_order_they_stand():
    told = played(4, 2)
    scene = told.scene(None, 3)
    backwards = replace(scene, public_events=tuple(reversed(scene.public_events)))
    first = {story.headline for story in news.context(scene)["columns"][1].stories}
    again = {story.headline for story in news.context(backwards)["columns"][1].stories}
    lead = {news.context(scene)["lead"].headline, news.context(backwards)["lead"].headline}
    assert first | lead == again | lead


def test_a_crash_leads_before_everything_but_the_end():
    for seed in range(1, 12):
        game = played(4, seed)
        for chapter in range(1, game.latest):
            scene = game.scene(None, chapter)
            if any(event.kind == "crash_news" for event in scene.public_events):
                slug = next(
                    event.data["corporation"] for event in scene.public_events if event.kind == "crash_news"
                )
                lead, taken = stories.lead_story(scene, wall_street(scene))
                assert taken == ("crash", None)
                assert stories.names.corp(slug) in f"{lead.headline} {lead.body}"
                return
    pytest.fail("none of these games had a crash")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_edition_announces_no_tomorrow(language):
    """Whatever the council's weights: one of the phrasings of a draw speaks of tomorrow."""
    told: dict[bool, set[str]] = {True: set(), False: set()}
    game = played(4, 2)
    for chapter in (game.latest - 1, game.latest):
        scene = game.scene(None, chapter)
        for weight in range(1, 40):
            drawn = MdcResult(None, (CoalitionWeight("transparency", weight, (), ()),))
            with translation.override(language):
                story = stories.council_story(scene, drawn)
            told[chapter == game.latest].add(f"{story.headline} {story.body}".lower())
    ahead = {"en": "tomorrow", "fr": "demain"}[language]
    assert [text for text in told[False] if ahead in text]
    assert not [text for text in told[True] if ahead in text]


def test_a_run_in_the_news_names_nobody():
    game = played(5, 4)
    people = {person.name for person in game.people().values()}
    seen = 0
    for chapter in range(1, game.latest + 1):
        for column in news.context(game.scene("p1", chapter))["columns"]:
            if column.slug == "matrix":
                for story in column.stories:
                    seen += 1
                    assert not any(name in f"{story.headline} {story.body}" for name in people)
    assert seen


def test_every_public_event_is_somewhere_on_the_page():
    game = played(5, 4)
    for chapter in range(1, game.latest + 1):
        scene = game.scene(None, chapter)
        context = news.context(scene)
        economy = next(column for column in context["columns"] if column.slug == "economy")
        buzz = next(column for column in context["columns"] if column.slug == "matrix")
        kinds = [event.kind for event in scene.public_events]
        assert len([title for title, _text in economy.brief if "effect" in title]) == kinds.count(
            "effect_news"
        )
        bought = [event.data for event in scene.public_events if event.kind == "share_news"]
        assert [player for player, _shares in economy.bought] == [
            scene.name(player) for player in dict.fromkeys(data["player"] for data in bought)
        ]
        assert sum(shares.count("(") for _player, shares in economy.bought) == len(bought)
        runs = {str(event.data) for event in scene.public_events if event.kind == "run_news"}
        led = context["lead"].headline in {story.headline for story in buzz.stories}
        assert len(runs) - len(buzz.stories) in ((0, 1) if not led else (0,))
