"""The Newsfeeds: a front page that is the same for every reader, and a last one that looks back."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import translation
from msgspec.structs import replace

from corporate.pages import news, pictures, today, wallstreet
from corporate.texts import names
from games.contract import PlayerId, encode
from games.skin import Past, Person

from ..stage import LANGUAGES, played, render_page


@pytest.fixture(scope="module")
def game():
    return played(5, 4)


def stored(scene):
    """The scene with its events as the site reads them."""
    return replace(scene, past=Past({number: (encode(events),) for number, events in scene.past.items()}))


def values_of(scene):
    return news.values(news.asked(scene))


def texts(context) -> list[str]:
    return context["edition"].texts() + [text for column in context["columns"] for text in column.brief]


def test_the_same_edition_is_read_by_everybody_at_any_time(game):
    """By players and spectators, on the day and after the game, whatever they were told in private."""
    early = played(5, 4, 5)
    for chapter in range(game.latest + 1):
        scenes = [game.scene(reader, chapter) for reader in ("p1", "p3", None)]
        scenes.append(replace(scenes[0], own_events=()))
        first, *others = [texts(values_of(scene)) for scene in scenes]
        assert all(other == first for other in others)
        if chapter <= early.latest:
            assert texts(values_of(early.scene("p2", chapter))) == first


def test_names_of_players_and_the_order_of_events_choose_no_phrasing(game):
    people = {PlayerId(f"p{n}"): Person(PlayerId(f"p{n}"), f"Name {n}") for n in range(1, 6)}
    for chapter in (2, 3):
        scene = game.scene(None, chapter)
        backwards = {number: tuple(reversed(events)) for number, events in scene.past.items()}
        stocks = [
            [(story.head.stock, story.head.variant) for story in values_of(each)["edition"].every()]
            for each in (scene, replace(scene, people=people), replace(scene, past=backwards))
        ]
        assert stocks[0] == stocks[1] == stocks[2]


def test_an_edition_is_made_of_public_events_alone(game):
    """Those of the future and those of players do not reach it."""
    scene = game.scene("p1", 3)
    assert set(scene.past) == {0, 1, 2, 3}
    assert all("public" in event.to for events in scene.past.values() for event in events)
    later = replace(scene, past=game.scene("p1", game.latest).past)
    shown, again = values_of(scene), values_of(later)
    assert texts(again) == texts(shown)
    assert (again["board"], again["picture"]) == (shown["board"], shown["picture"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_edition_ranks_the_players_and_looks_back(game, language):
    with translation.override(language):
        last = values_of(game.scene("p1", game.latest))
        before = values_of(game.scene("p1", game.latest - 1))
    assert last["edition"].lead.kind == "over"
    assert [row.rank for row in last["final"]] == sorted(row.rank for row in last["final"])
    scene = game.scene("p1", game.latest)
    assert {row.name for row in last["final"]} == {scene.name(player) for player in game.state.public.players}
    assert [turn for turn, _text in last["back"]] == list(range(game.latest))
    assert not before["final"] and not before["back"] and not before["scores_url"]
    page = render_page("newsfeeds", game.scene("p1", game.latest), language)
    assert all(text in page for _turn, text in last["back"])


def test_the_table_of_the_day_has_every_corporation_and_the_reader_s_own_marked(game):
    latest = values_of(game.scene("p1", game.latest))
    held = game.state.public.seats[PlayerId("p1")].shares
    assert {row.name for row in latest["board"] if row.own} == {names.corp(slug) for slug in held}
    for chapter in range(game.latest):
        board = values_of(game.scene("p1", chapter))["board"]
        assert len(board) == len({row.name for row in board}) > 1
        assert not any(row.own for row in board)  # they are those of today


def test_the_newest_edition_says_who_would_win_today_by_public_points():
    """With the reader's own points, and on no older edition; never once the scores are out."""
    early = played(5, 4, 5)
    scene = early.scene("p2", early.latest)
    rivals = today.of(scene).rivals
    own = next(rival for rival in rivals if rival.own)
    with translation.override("en"):
        told, watched = values_of(scene)["in_front"], values_of(early.scene(None))["in_front"]
    assert f"{rivals[0].person.name} leads with {rivals[0].score} points." in watched
    assert f"Next: {rivals[1].person.name}" in watched
    assert ("you lead" in told) if own is rivals[0] else (f"You have {own.score}." in told)
    page = render_page("newsfeeds", scene)
    assert "If the game ended today" in page
    assert 'href="/g/abc/players/#today"' in page
    assert values_of(early.scene("p2", early.latest - 1))["in_front"] == ""
    over = played(5, 4)
    assert values_of(over.scene("p2", over.latest))["in_front"] == ""


def test_each_kind_of_lead_has_its_picture():
    kinds = set()
    for seed in range(1, 7):
        game = played(4, seed)
        for chapter in range(game.latest + 1):
            context = values_of(game.scene(None, chapter))
            kinds.add(context["picture"].kind)
            if context["picture"].kind == "skyline":
                lit = sum(tower.lit.count("M") for tower in context["picture"].towers)
                assert lit == sum(max(0, row.assets) for row in context["board"] if not row.crashed)
    assert {"skyline", "race"} <= kinds
    assert pictures.squares(3).count("M") == 3


def test_before_the_opening_the_presses_are_warm(game):
    scene = replace(game.scene("p1", 0), past={}, public_events=())
    assert "The presses are warm" in render_page("newsfeeds", scene)


@pytest.mark.parametrize(("page", "part"), [(news, "front"), (wallstreet, "market")])
def test_what_is_drawn_is_kept_for_those_who_would_be_shown_the_same(game, page, part):
    """By all it is made of, and by language: neither another's marks, nor another's final row."""

    def shown(each, chapter, fresh=False):
        found = []
        for reader, language in product(("p1", "p2", "p3", "p4", "p5", None), LANGUAGES):
            if fresh:
                page._drawn.cache_clear()
            with translation.override(language):
                found.append(page.context(stored(each.scene(reader, chapter)))[part])
        return found

    early = played(5, 4, 5)
    for each, chapter in ((early, early.latest), (game, game.latest), (game, 2)):
        first = shown(each, chapter)
        assert first == shown(each, chapter) == shown(each, chapter, fresh=True)
        assert len(set(first)) == len(LANGUAGES) if page is news and chapter == 2 else len(set(first)) > 2
