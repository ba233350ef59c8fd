"""A region shared step by step: examples E13 to E17."""

from __future__ import annotations

import pytest

from controle.pages.sharing import steps
from controle.rules.events import RegionShare, Shared
from controle.rules.world import share_out
from games.contract import PlayerId


def told(development: int, **influence: int) -> list[str]:
    """What is said of a region in which players, most influence first, have so much."""
    got = share_out(development, list(influence.values()))
    shares = tuple(
        RegionShare(PlayerId(name), mine, points)
        for (name, mine), points in zip(influence.items(), got, strict=True)
    )
    return steps(Shared(0, development, shares, development - sum(got)), list(influence.items()))


@pytest.mark.parametrize(
    ("development", "influence", "said"),
    [
        (
            8,
            {"Blue": 4, "Yellow": 3},
            ["Enough for all: 7 influences for 8. Each brings a point.", "1 point goes to nobody."],
        ),
        (
            6,
            {"Yellow": 4, "Purple": 3, "Grey": 1},
            [
                "Yellow, alone at the top, takes 1: 5 left.",
                "Level: Yellow and Purple take 2 each: 1 left.",
                "1 point for 3 who are level (Yellow, Purple and Grey): it is lost, and sharing stops.",
            ],
        ),
        (
            5,
            {"Red": 3, "Green": 3, "Grey": 3},
            [
                "Level: Red, Green and Grey take 1 each: 2 left.",
                "2 points for 3 who are level (Red, Green and Grey): they are lost, and sharing stops.",
            ],
        ),
        (
            1,
            {"Red": 2, "Green": 2},
            ["1 point for 2 who are level (Red and Green): it is lost, and sharing stops."],
        ),
        (
            4,
            {"Yellow": 4, "Purple": 3},
            [
                "Yellow, alone at the top, takes 1: 3 left.",
                "Level: Yellow and Purple take 1 each: 1 left.",
                "1 point for 2 who are level (Yellow and Purple): it is lost, and sharing stops.",
            ],
        ),
        (3, {}, ["Nobody is there: nothing is shared."]),
        (3, {"Red": 5}, ["Red, alone at the top, takes 3: 0 left."]),
    ],
    ids=["E13", "E14", "E15", "E16", "E17", "nobody", "one"],
)
def test_the_steps_are_those_of_the_rules(
    development: int, influence: dict[str, int], said: list[str]
) -> None:
    assert told(development, **influence) == said
