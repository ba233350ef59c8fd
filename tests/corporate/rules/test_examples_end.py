"""The worked examples of section 9 about the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from corporate.rules.scoring import score
from corporate.rules.state import Tally

from .scene import Who, game

K = 1000

P = Who(
    shares={"ares": 3, "sony": 1},
    citizenship="ares",
    scoring_money=5_000 * K,
    influence=3,
    strategies={"big_boss": 6, "rentier": 4},
    tally=Tally(1, {"datasteal": 2}, {"extraction": 1}),
)
Q = Who(
    shares={"ares": 1, "sony": 4},
    citizenship="ares",
    claims=(5,),
    scoring_money=5_000 * K,
    influence=4,
    background="heir",
    strategies={"patriarch": 5, "matchmaker": 5},
    wins=5,
)
R = Who(
    shares={"horizon": 2, "renraku": 2, "neonet": 1},
    scoring_money=1_000 * K,
    influence=2,
    background="winning_ticket",
    points=2,
    tally=Tally(0, {"datasteal": 2, "sabotage": 1}),
)
S = Who(
    shares={"horizon": 2},
    citizenship="horizon",
    scoring_money=3_000 * K,
    influence=4,
    background="celebrity",
    strategies={"builder": 6},
    wins=4,
    tally=Tally(3, {"datasteal": 2}, {"datasteal": 2}),
)


def sums(lines: Any) -> dict[str, int]:
    parts = {
        "shares": "shares", "money": "money", "citizenship": "citizenship", "claim": "citizenship",
        "fellow_citizens": "citizenship", "title": "titles", "no_background": "background",
        "background": "background", "strategy": "strategies",
    }  # fmt: skip
    found = dict.fromkeys(parts.values(), 0)
    for line in lines:
        found[parts[line.code]] += line.amount
    return found


def test_e28_final_score() -> None:
    assets = {"ares": 14, "sony": 12, "horizon": 10, "renraku": 9, "neonet": 8, "spinrad": 7}
    standings = score(game(assets, P, Q, R, S, turn=8))
    found = {one.player: (one.rank, one.score, list(sums(one.breakdown).values())) for one in standings}
    assert found == {
        "p1": (1, 60, [18, 4, 6, 18, 4, 10]),
        "p2": (2, 50, [17, 4, 1, 22, 4, 2]),
        "p3": (3, 31, [2, 1, 0, 26, 2, 0]),
        "p4": (4, 24, [2, 2, 7, 14, 2, -3]),
    }
    assert [one.player for one in standings] == ["p1", "p2", "p3", "p4"]
    titles = {
        one.player: {line.params["title"]: line.amount for line in one.breakdown if line.code == "title"}
        for one in standings
    }
    assert titles == {
        "p1": {"big_boss": 12, "rentier": 2, "code_breaker": 1, "paranoid_extraction": 3},
        "p2": {"patriarch": 5, "builder": 10, "rentier": 2, "leader": 5},
        "p3": {"conqueror": 10, "opportunist": 10, "code_breaker": 1, "arsonist": 5},
        "p4": {"patriarch": 5, "wall_street_man": 5, "code_breaker": 1, "paranoid_datasteal": 3},
    }
    strategies = {
        one.player: [line.amount for line in one.breakdown if line.code == "strategy"] for one in standings
    }
    assert strategies == {"p1": [6, 4], "p2": [5, -3], "p3": [], "p4": [-3]}


@pytest.mark.parametrize(
    ("millions", "points"), [((9, 7, 7, 4, 2), [5, 4, 4, 2, 1]), ((1, 1, 1), [3, 3, 3]), ((0, 5), [1, 2])]
)
def test_e29_money_ties(millions: tuple[int, ...], points: list[int]) -> None:
    """D43: the same points, the places after them left out."""
    state = game({"ares": 10}, *(Who(scoring_money=1_000 * K * one) for one in millions), turn=8)
    standings = sorted(score(state), key=lambda one: one.player)
    found = [line.amount for one in standings for line in one.breakdown if line.code == "money"]
    assert found == points
