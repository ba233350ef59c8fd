"""Games that the rules alone have played, in the rows of the site: the site runs each resolution of them
again and finds the same, and plays them to their end."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Resolution, Turn
from games.registry import skin_for
from games.services.audit import opened_chapter, verify_turn
from games.services.turns import turn_close
from tests.battery import site
from tests.battery.conftest import NOW
from tests.battery.on_site import play_by_the_rules
from tests.battery.shown import taken_back

pytestmark = pytest.mark.django_db
GAMES = 3
MOST_PER_CHAPTER = 6  # seeds, turns, resolutions, states in two, and the events that put draws into words


def test_the_site_runs_what_the_rules_have_played_again_and_finds_the_same(title, clock):
    chance, resolutions, chapters = random.Random(title), 0, set[int]()
    for _ in range(GAMES):
        with taken_back():
            game = site.new_game(title)
            play_by_the_rules(game, chance)
            for turn in Turn.objects.filter(game=game):
                assert verify_turn(turn).differences == (), turn.name
            resolutions += Resolution.objects.filter(game=game).count()
            chapters.add(game.chapter)
            assert Game.objects.get(pk=game.pk).number == game.number
            assert site.main_turn(game).chapter == game.chapter
        clock.move_to(NOW)
    assert resolutions > GAMES
    assert len(chapters) > 1, "every game stands where it began"


def test_the_draws_of_a_chapter_cost_the_same_however_many_turns_it_had(title, clock):
    """Once each turn was run again: their forms, what their authors saw, and the verdicts that are kept."""
    turns: set[int] = set()
    for seed in range(GAMES):
        with taken_back():
            game = site.new_game(title)
            play_by_the_rules(game, random.Random(f"{title}/{seed}"))
            Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
            game.refresh_from_db()
            for chapter in range(game.chapter + 1):
                shown = opened_chapter(game, chapter)
                turns.add(len(shown))
                with CaptureQueriesContext(connection) as captured:
                    again = opened_chapter(game, chapter)
                assert [turn.verdict for turn in again] == [turn.verdict for turn in shown]
                assert len(captured) <= MOST_PER_CHAPTER, captured.captured_queries
        clock.move_to(NOW)
    assert max(turns) > 1 or skin_for(title).rules.meta.at_noon


def test_the_site_plays_on_from_there(title, clock):
    game = site.new_game(title)
    play_by_the_rules(game, random.Random(title))
    number, windows = game.number, skin_for(title).rules.windows
    clock.move_to(site.main_turn(game).deadline)
    assert turn_close(turn_id=site.main_turn(game).pk)
    game.refresh_from_db()
    assert game.number == number + 1
    assert windows(site.view_of(game, None).public) or game.stage == Game.Stage.FINISHED
