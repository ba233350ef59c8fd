"""The timing malus by groups is the malus pair by pair; raw percentages are never capped before."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from corporate.rules.percent import capped, competitors

run = st.tuples(
    st.sampled_from(["sabotage", "datasteal"]), st.sampled_from(["ares", "sony"]), st.integers(-2, 9)
)


def pair_by_pair(runs: list[tuple[str, str, int]]) -> list[int]:
    return [
        sum(
            other != place and run[:2] == runs[other][:2] and runs[other][2] >= run[2]
            for other in range(len(runs))
        )
        for place, run in enumerate(runs)
    ]


@given(st.lists(run, max_size=30))
def test_groups_are_pairs(runs: list[tuple[str, str, int]]) -> None:
    assert competitors(runs) == pair_by_pair(runs)


def test_caps() -> None:
    assert [capped("sabotage", percent) for percent in (-20, 0, 55, 90, 120)] == [0, 0, 55, 90, 90]
    assert capped("protection", 70) == 50
