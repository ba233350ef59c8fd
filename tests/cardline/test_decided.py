"""The end, told: the cards of the last round, and who came nearest."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cardline.pages import scores
from cardline.rules.events import PlacedCorrectly, PlacedWrongly, read
from cardline.rules.state import Exit, Left, Reason, Result
from cardline.texts import names

from .stage import whole_game

SEEDS = range(1, 9)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_cards_are_told_right_and_wrong(seed: int) -> None:
    over = whole_game(seed, absence=0)
    scene, public = over.scene("p1"), over.state.public
    told = scores.context(scene)["decided"]
    placed = [data for event in over.told[public.round_no] if (data := read(event))]
    for data in placed:
        if isinstance(data, PlacedWrongly):
            line = f"{scene.name(data.player)} missed with {names.country(data.card)}: not "
            assert sum(text.startswith(line) for text in told) == 1
        elif isinstance(data, PlacedCorrectly) and data.player in public.outcome.winners:
            line = f"{scene.name(data.player)} closed with {names.country(data.card)}, "
            assert sum(text.startswith(line) for text in told) == 1
    if public.outcome.reason is Reason.ALONE:
        assert told


def test_who_came_nearest_is_who_held_the_fewest_cards() -> None:
    over = whole_game(1, absence=0)
    scene, left = over.scene(None), over.state.public.left
    fewest = min(one.cards for one in left.values())
    nearest = [scene.name(player) for player, one in left.items() if one.cards == fewest]
    last = scores.context(scene)["decided"][-1]
    assert all(name in last for name in nearest)
    assert "came nearest" in last


def test_whoever_was_out_before_an_extra_round_was_not_nearest() -> None:
    """Also if the player beaten in that round had drawn as many cards."""
    scene = whole_game(1, absence=0).scene(None)
    public = scene.view.public
    _winner, beaten, out = public.players[:3]
    left = {out: Left(Exit.ELIMINATED, 1, 5, 1), beaten: Left(Exit.BEATEN, 2, 6, 1)}
    scene = replace(scene, view=replace(scene.view, public=replace(public, left=left)))
    assert scores.context(scene)["decided"][-1] == f"{scene.name(beaten)} came nearest, with 1 card left."


def test_nobody_was_nearest_where_the_others_gave_up() -> None:
    """In an extra round of two, one resigns; the third was out before."""
    scene = whole_game(1, absence=0).scene(None)
    public = scene.view.public
    winner, gone, out = public.players[:3]
    left = {out: Left(Exit.ELIMINATED, 1, 5, 1), gone: Left(Exit.RESIGNED, 2, 6, 1)}
    public = replace(public, left=left, outcome=Result((winner,), Reason.LAST_STANDING))
    scene = replace(scene, view=replace(scene.view, public=public))
    assert not any("came nearest" in text for text in scores.context(scene)["decided"])
