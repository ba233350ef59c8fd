"""Five years of games by the calendar, in both modes and with both notices: every game ends within its
rounds, or sleeps because nobody who is in it will ever come."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from megacorps.rules import RULES
from megacorps.rules.content import CONSTANTS
from megacorps.rules.state import Public
from tests.years import DAY, YEARS, GameLife, lives

pytestmark = pytest.mark.slow

STOP = 3  # players who stop for good, in every third game


class MegacorpsLife(GameLife):
    """A game of MegaCorps, in its mode; its players give and file while they are there."""

    rules = RULES
    back, leave = "come_back", "leave"
    doors = ("file", "trade", "cards")

    def options(self) -> dict[str, Any]:
        return {"round_mode": self.mode}

    def __init__(self, mode: str, number: int, start: datetime) -> None:
        super().__init__(mode, number, start)
        if number % 3 == 0:
            for pid in self.chance.sample(sorted(self.people), STOP):
                self.people[pid].gone = start + DAY * self.chance.uniform(2, 40)

    def check(self, before: Public) -> None:
        public: Public = self.public
        left = set(public.players) - set(public.present)
        for window in RULES.windows(public):
            assert not left & set(window.players)
            if not window.is_door and not (public.question and public.question.everybody):
                assert window.awaited and not set(window.awaited) & set(public.absent)
        if before.asleep and public.asleep:
            assert (public.round, public.turn, public.deck) == (before.round, before.turn, before.deck)

    def judge(self) -> None:
        public: Public = self.public
        assert public.round <= CONSTANTS.deck[str(len(public.players))]
        if not public.over:
            assert public.asleep and self.sleeps_for_good
            return
        assert public.round == CONSTANTS.deck[str(len(public.players))] or len(public.present) == 1
        assert self.now - self.start - self.slept <= self.longest * self.questions


@pytest.mark.parametrize("mode", ["sequential", "programmed"])
def test_years_of_games_end_within_their_rounds_or_sleep(mode: str) -> None:
    told: Counter[str] = Counter()
    sizes: Counter[tuple[int, int]] = Counter()
    asleep = 0
    for game in lives(MegacorpsLife, mode):
        told.update(game.told)
        sizes[len(game.people), game.notice] += 1
        asleep += not game.public.over
    assert len(sizes) == 8 or YEARS < 5  # 3 to 6 players, both notices
    assert 0 < asleep < sizes.total() / 2
    assert told.keys() >= {
        "no_answer", "became_absent", "came_back", "fell_asleep", "player_left", "given", "card_played",
        "standing_orders_filed",
    }  # fmt: skip
    assert "order_dropped" not in told
