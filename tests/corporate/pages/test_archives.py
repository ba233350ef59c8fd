"""The archives as a page: what they tell in both languages, and what stays closed."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils import translation
from msgspec.structs import replace

from corporate.pages import archives
from corporate.rules.archives import Luck
from corporate.texts import archives as words
from corporate.texts import names
from games.contract import PlayerId

from ..stage import LANGUAGES, page_of, played, render_page


def bare(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_the_page_is_of_players_alone_once_the_game_is_over():
    page = page_of("archives")
    assert page.private and page.final
    assert page.archives


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_is_told_in_full(language):
    game = played(5, 3)
    for turn in range(1, game.latest + 1):
        scene = game.scene("p1", query={"turn": str(turn)})
        html = render_page("archives", scene, language)
        text = bare(html)
        with translation.override(language):
            context = archives.context(scene)
        assert context["shown"] == turn
        assert len(context["table"]) == game.latest
        assert len(context["corporation_rows"]) > 5
        for story in context["stories"]:
            assert " ".join(story.split()) in text
        assert "{" not in text
        assert html.count('aria-current="page"') >= 1
        assert f"?turn={turn}#turn" in html


def test_whoever_came_after_the_fifth_finds_their_own_place_as_well():
    game = played(7, 3)
    ranked = [standing.player for standing in game.state.public.standings]
    for reader, own in ((ranked[6], ranked[6:]), (ranked[0], [])):
        places = archives.context(game.scene(reader))["places"]
        assert [place.person.id for place in places] == [*ranked[:5], *own]


def test_an_unknown_turn_is_the_last_one():
    game = played(5, 3)
    for query in ({}, {"turn": "99"}, {"turn": "x"}, {"turn": "0"}):
        assert archives.context(game.scene("p1", query=query))["shown"] == game.latest


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_the_secrets_stay_closed(language):
    game = played(5, 1)
    texts = {drawer.secrets.split("\n")[0] for drawer in game.state.private.values()} - {""}
    assert texts
    for turn in range(1, game.latest + 1):
        page = render_page("archives", game.scene("p1", query={"turn": str(turn)}), language)
        assert not [text for text in texts if text in page]


def test_everybody_reads_the_same_but_for_whose_it_is():
    game = played(4, 2)
    told = []
    for reader in ("p1", "p3"):
        context = archives.context(game.scene(reader))
        told.append((context["stories"], context["corporation_rows"], [row.words for row in context["luck"]]))
    assert told[0] == told[1]


def test_causes_are_put_apart_as_each_language_does():
    game, told = played(5, 2), {}
    for language in LANGUAGES:
        with translation.override(language):
            rows = archives.context(game.scene("p1"))["corporation_rows"]
            told[language] = " ".join(row.causes for row in rows)
    assert "; " in told["en"]
    assert "\u202f; " in told["fr"]
    assert not re.search(r"[^\u202f];", told["fr"])


def test_a_large_table_is_told_turn_by_turn():
    game = played(8, 1)
    context = archives.context(game.scene("p1"))
    assert context["table"] == []
    assert len(context["player_rows"]) == 8
    assert any(row.cell.acts for row in context["player_rows"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_turns_of_other_rules_say_so_and_nothing_of_chance(language):
    game = played(4, 2)
    scene = game.scene("p1")
    scene = replace(scene, archives=tuple(replace(a, draws={}, same_rules=False) for a in scene.archives))
    with translation.override(language):
        context = archives.context(scene)
    assert context["other_rules"]
    assert context["duels"] == []
    notes = {act.note for row in context["table"] for cell in row.cells for act in cell.acts}
    assert notes == {""}
    assert all(row.all == "0.0%" for row in context["luck"])
    assert render_page("archives", scene, language)


def test_the_duels_show_the_draws_that_decided():
    found = [duel for seed in range(1, 6) for duel in archives.context(played(5, seed).scene("p1"))["duels"]]
    assert len(found) > 4
    for duel in found:
        assert duel.bars[0].name == "Success"
        assert all(1 <= bar.drawn <= 100 for bar in duel.bars)


def test_french_names_are_never_half_elided():
    game = played(5, 4)
    elided = "|".join(name for name in map(names.corp, names.SHORT) if name[0] in "AEIOUH")
    for turn in range(1, game.latest + 1):
        with translation.override("fr"):
            stories = archives.context(game.scene("p1", query={"turn": str(turn)}))["stories"]
        assert not re.findall(rf"\b(?:de|que) (?:{elided})", " ".join(stories))


@pytest.mark.parametrize(
    ("language", "expected", "gap", "told"),
    [
        ("en", 1.07, "−0.1", "1 of 3 runs succeeded, 1.1 expected. As the odds had it."),
        ("fr", 1.07, "−0,1", "Runs réussis\u00a0: 1 sur 3, contre 1,1 selon les chances."),
        ("en", 1.03, "0.0", "1 of 3 runs succeeded, 1.0 expected."),
    ],
)
def test_luck_is_rounded_and_nought_has_no_sign(language, expected, gap, told):
    one = Luck(PlayerId("p1"), 3, 1, expected, 0.8)
    with translation.override(language):
        assert words.gap(one) == gap
        assert words.luck(one).startswith(told)


def test_what_is_alike_is_told_once_with_how_often():
    with translation.override("en"):
        assert words.counted(["a", "b", "a"]) == ["a (× 2)", "b"]
    game = played(5, 3)
    for turn in range(1, game.latest + 1):
        context = archives.context(game.scene("p1", query={"turn": str(turn)}))
        for row in context["player_rows"]:
            bare_acts = [replace(act, times=1) for act in row.cell.acts]
            assert len(bare_acts) == len(set(bare_acts))
        deeds = sum(
            act.times for row in context["player_rows"] for act in row.cell.acts if act.won is not None
        )
        assert context["runs"].startswith(f"{deeds} run") or not deeds


def test_the_runs_without_a_story_are_counted_and_the_table_named(monkeypatch):
    game = played(5, 3)
    opened = {turn: archives.context(game.scene("p1", query={"turn": str(turn)})) for turn in range(1, 9)}
    turn = max(opened, key=lambda turn: len(opened[turn]["stories"]))
    told = len(opened[turn]["stories"])
    assert told > 2
    monkeypatch.setattr(archives, "STORIES", told - 2)
    scene = game.scene("p1", query={"turn": str(turn)})
    assert "more runs, which are in the table “Who did what to whom”." in render_page("archives", scene)
    assert words.untold(0, "") == ""
