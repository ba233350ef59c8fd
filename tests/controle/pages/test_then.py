"""Past rounds rebuilt from what was told: events undone one by one lead from each world to the one before."""

from __future__ import annotations

from itertools import chain

import pytest

from controle.pages import then
from controle.pages.common import facts
from controle.rules.events import RoundBegan, WorldDrawn
from controle.rules.world import World

from .stage import GAMES, played


@pytest.mark.parametrize("game", GAMES)
def test_a_game_runs_backwards_to_the_world_that_was_drawn(game: tuple[int, int, str]) -> None:
    over = played(*game)
    scenes = [over.scene(None, chapter) for chapter in range(over.latest + 1)]
    # draws that came late are told with their round, and change no map
    told = list(chain.from_iterable(facts(scene.public_events) for scene in scenes))
    moment = then.after(scenes[-1], facts(scenes[-1].public_events))
    assert moment is not None
    for data in reversed(told):
        if isinstance(data, RoundBegan):
            assert moment.played == data.played
            assert [(each.development, each.influence) for each in moment.regions] == [
                (each.development, each.influence) for each in data.regions
            ]
        moment = then.before(moment, data)
    drawn = next(each for each in told if isinstance(each, WorldDrawn))
    assert [each.development for each in moment.regions] == [tile.development for tile in drawn.regions]
    groups = World.of(moment.public(over.state.public)).everywhere
    assert all(sum(mine) == 3 for mine in groups)  # before the free influence


@pytest.mark.parametrize("game", GAMES)
def test_the_world_after_a_round_is_known_for_every_round(game: tuple[int, int, str]) -> None:
    over = played(*game)
    for chapter in range(over.latest + 1):
        scene = over.scene(None, chapter)
        found = then.after(scene, facts(scene.public_events))
        assert found is not None
        if chapter == over.latest:
            assert found.regions == over.state.public.regions
