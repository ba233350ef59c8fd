"""The end, told: who led and since when, what the final payouts did, which industry mattered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.skin import Scene
from megacorps.pages import scores
from megacorps.texts import amounts
from megacorps.texts.parties import party

from .stage import played


@pytest.mark.parametrize(("count", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_the_scores_tell_what_parted_the_first_two(count: int, seed: int) -> None:
    scene = played(count, seed, absence=0).scene("p1")
    first, second = scene.view.public.standings[:2]
    lead, payouts, *industry = scores.context(scene)["decided"]
    assert party(scene, first.player) in lead
    for row in (first, second):
        assert party(scene, row.player) in payouts
        assert amounts.euros(row.breakdown[0].amount) in payouts
        assert amounts.euros(row.score - row.breakdown[0].amount) in payouts
    assert f"That left {amounts.euros(first.score - second.score)}" in payouts
    assert len(industry) == 1


def with_histories(scene: Scene, *histories: tuple[int, ...]) -> Scene:
    """The same end, with other money after each round, before the final payouts; the winner's first."""
    public, seats, standings = scene.view.public, {}, []
    for row, history in zip(public.standings, histories, strict=True):
        seats[row.player] = replace(public.seats[row.player], history=(*history, row.score))
        before = replace(row.breakdown[0], amount=history[-1])
        standings.append(replace(row, breakdown=(before, *row.breakdown[1:])))
    public = replace(public, seats={**public.seats, **seats}, standings=tuple(standings))
    return replace(scene, view=replace(scene.view, public=public))


@pytest.mark.parametrize(
    ("mine", "others", "said"),
    [
        ((10, 12, 15, 20), (10, 11, 15, 19), "From the first round to the last"),
        ((10, 12, 13, 20), (10, 11, 15, 19), "From round 3 on"),
        ((10, 12, 13, 18), (10, 11, 15, 19), "last had the most money after round 1"),
        ((10, 10, 13, 18), (10, 11, 15, 19), "the most money after no round"),
    ],
)
def test_how_long_the_winner_had_led(mine: tuple[int, ...], others: tuple[int, ...], said: str) -> None:
    scene = with_histories(played(3, 1, absence=0).scene("p1"), mine, others, (10, 1, 1, 1))
    assert said in scores.context(scene)["decided"][0]


@pytest.mark.parametrize("seed", range(7, 10))
def test_what_is_said_of_the_lead_agrees_with_the_money_before_the_final_payouts(seed: int) -> None:
    """In the games 7 and 8 the final payouts turn it round."""
    scene = played(3 + seed % 3, seed, absence=0).scene("p1")
    lead, payouts, *_industry = scores.context(scene)["decided"]
    turned = payouts.startswith("The final payouts turned it round")
    assert turned == (seed < 9)
    assert ("nobody had more money" in lead) == (not turned)


def test_a_payout_that_turned_it_round_is_told_as_one() -> None:
    scene = played(3, 1, absence=0).scene("p1")
    public = scene.view.public
    first, second, third = public.standings
    before = replace(first.breakdown[0], amount=second.breakdown[0].amount - 1)
    turned = replace(first, breakdown=(before, *first.breakdown[1:]))
    public = replace(public, standings=(turned, second, third))
    scene = replace(scene, view=replace(scene.view, public=public))
    assert scores.context(scene)["decided"][1].startswith("The final payouts turned it round")
