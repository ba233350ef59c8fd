"""The tastes of bots: what each prefers to do, and how well it plays. A taste is data that the other modules
read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

RUNS_OF_A_ROUND: Final = {"protect": 45, "sabotage": 35, "extract": 30, "steal": 25, "inform": 10}
"""The chance of each run in a round of runs, in percent; `protect` only for a corporation worth it."""


class Taste(Struct, frozen=True):
    """A way of playing. Without arguments: a little of everything, without attacks on the leader. `titles`:
    those it plays for in addition to its Strategies. `noise`: by how many 100,000 ny it may misjudge a share;
    `influence`: the chance that it buys influence while that pays; `most_shares`: a turn. `round`: the chance
    of each run; `most_rounds`: the maximum of runs in a turn, one more for every `round_money` nuyens;
    `kept`: it keeps 1/`kept` of its money for later, 1/`kept_last` on the last turn. `goals`: the percentages
    it aims at. `bets`: the chance of each speculation. Chances are in percent. `hunts`: whether it attacks
    corporations that yield more to others than to itself. `counts`: whether it computes what a share adds to
    its score.
    """

    titles: frozenset[str] = frozenset()
    noise: int = 2
    influence: int = 90
    most_shares: int = 99
    round: Mapping[str, int] = field(default_factory=lambda: RUNS_OF_A_ROUND)
    most_rounds: int = 3
    round_money: int = 3_000_000
    kept: int = 2
    kept_last: int = 4
    goals: tuple[int, ...] = (60, 70, 80, 90)
    bets: int = 50
    hunts: bool = False
    counts: bool = False


PLAIN: Final = Taste()

ANY: Final = Taste(hunts=True)
"""How bots play that nobody chose: everything a little."""

TASTES: Final[Mapping[str, Taste]] = {
    "gentle": Taste(
        noise=28, influence=10, most_shares=1, most_rounds=1, bets=8, hunts=True,
        round={"protect": 25, "sabotage": 0, "extract": 0, "steal": 5, "inform": 0},
    ),
    "greedy": Taste(
        noise=28, influence=10, most_shares=1, most_rounds=1, bets=25, hunts=True,
        round={"protect": 5, "sabotage": 0, "extract": 3, "steal": 10, "inform": 0},
    ),
    "crooked": Taste(
        noise=28, influence=10, most_shares=1, most_rounds=1, bets=8, hunts=True,
        round={"protect": 3, "sabotage": 11, "extract": 5, "steal": 3, "inform": 3},
    ),
    "gentle_strong": Taste(
        titles=frozenset({"paranoid_sabotage", "patriarch"}), most_rounds=5, round_money=400_000, bets=100,
        kept_last=100, goals=(80, 90), hunts=True, counts=True,
        round={"protect": 60, "sabotage": 0, "extract": 0, "steal": 100, "inform": 50},
    ),
    "greedy_strong": Taste(
        titles=frozenset({"wall_street_man", "builder"}), most_rounds=3, round_money=500_000, bets=100,
        kept_last=100, goals=(80, 90), hunts=True, counts=True,
        round={"protect": 20, "sabotage": 20, "extract": 60, "steal": 90, "inform": 0},
    ),
    "crooked_strong": Taste(
        titles=frozenset({"arsonist", "matchmaker"}), most_rounds=3, round_money=600_000, bets=20,
        kept_last=100, goals=(80, 90), hunts=True, counts=True,
        round={"protect": 20, "sabotage": 80, "extract": 50, "steal": 30, "inform": 20},
    ),
}  # fmt: skip
"""Three mild tastes, against which a beginner has a chance, then the same three at full strength. With each
of them, bots that gain less than others by the growth of a corporation attack it."""

LIKES: Final = (("gentle", "greedy", "crooked"), ("gentle_strong", "greedy_strong", "crooked_strong"))
"""The tastes of equal strength."""
