"""The end, told: why it came, and the difference between the first two."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controle.pages import scores
from games.skin import Scene

from .stage import GAMES, played


def with_public(scene: Scene, **changes: object) -> Scene:
    return replace(scene, view=replace(scene.view, public=replace(scene.view.public, **changes)))


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_tell_why_it_ended_and_what_parted_the_first_two(game: tuple[int, int, str]) -> None:
    scene = played(*game).scene("p1")
    first, second = scene.view.public.standings[:2]
    end, parted, *regions = scores.context(scene)["decided"]
    assert "stood at level V" in end
    assert scene.name(first.player) in parted
    assert scene.name(second.player) in parted
    gap = first.score - second.score
    assert f"finished {gap} point" in parted if gap else "Tokens left decide" in parted
    assert regions


def test_other_ends_are_told_as_what_they_are() -> None:
    scene = played(2, 1, "turns").scene("p1")
    regions = tuple(
        replace(region, influence=dict.fromkeys(region.influence, (0,) * 6))
        for region in scene.view.public.regions
    )
    flat = with_public(scene, regions=regions, discards={}, round=12)
    assert scores.context(flat)["decided"][0] == "Round 12 is the last in any game."
    flat = with_public(flat, round=5)
    assert scores.context(flat)["decided"][0] == "In round 5 everybody passed: that was the end."


def test_a_shared_victory_has_nobody_to_part() -> None:
    scene = played(2, 1, "turns").scene("p1")
    both = tuple(replace(row, rank=1) for row in scene.view.public.standings)
    assert len(scores.context(with_public(scene, standings=both))["decided"]) == 1


def test_nothing_is_told_of_a_game_that_was_ended_before_its_end() -> None:
    scene = with_public(played(2, 1, "turns").scene("p1"), standings=None)
    assert scores.context(scene)["decided"] == []
