"""Five years of games by the calendar: none lasts longer than the rules' caps allow, and none sleeps that
somebody visits."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardline.rules import RULES
from cardline.rules.state import DORMANT_AFTER, FORFEIT_AFTER, Public
from games.contract import PlayerId
from tests.years import YEARS, GameLife, lives

pytestmark = pytest.mark.slow


class CardlineLife(GameLife):
    """A game of Cardline, in its mode."""

    rules = RULES
    back, leave = "return", "resign"

    def ids(self) -> list[PlayerId]:
        return [PlayerId(f"p{n + 1}") for n in range(self.chance.randint(2, 8))]

    def options(self) -> dict[str, Any]:
        rounds = self.chance.choice(("5", "12", "60", "200"))
        return super().options() | {"mode": self.mode, "max_rounds": rounds}

    def check(self, before: Public) -> None:
        public = self.public
        assert public.round_no <= public.options.max_rounds
        assert self.count <= 4 * len(public.players) * public.options.max_rounds
        if before.asleep and public.asleep:  # nothing happens while everybody is away but resignations
            assert public.skips_in_a_row == before.skips_in_a_row
        # Who has missed so many is out at the end of a round; one more if all the others had, too (D29).
        assert all(public.skips_in_a_row[pid] <= FORFEIT_AFTER + 1 for pid in public.alive)

    def judge(self) -> None:
        """It ended within its caps; or it sleeps, and nobody who is still in it will ever come."""
        public = self.public
        rounds, players = public.options.max_rounds, len(public.players)
        assert self.questions <= rounds * (players if public.sequential else 1)
        if public.outcome is None:
            assert public.asleep and self.sleeps_for_good
            assert all(public.skips_in_a_row[pid] >= DORMANT_AFTER for pid in public.alive)
            return
        assert self.now - self.start - self.slept <= self.longest * self.questions
        assert {*public.left, *public.outcome.winners} == set(public.players)
        assert RULES.standings(public) is not None


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_years_of_games_end_within_the_caps(mode: str) -> None:
    told: Counter[str] = Counter()
    number = asleep = 0
    for game in lives(CardlineLife, mode):
        told.update(game.told)
        number, asleep = number + 1, asleep + (game.public.outcome is None)
    assert number > 10 * YEARS
    assert asleep < number / 10
    # The years had everything in them that stretches a game, and no form that the rules drop.
    stretching = {
        "skipped", "became_dormant", "returned", "forfeited", "resigned", "fell_asleep", "extra_round",
    }  # fmt: skip
    assert stretching <= set(told)
    assert "order_dropped" not in told
