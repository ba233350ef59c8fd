"""Five years of games by the calendar, in both modes, with both notices: every game ends by its twelfth
round, or sleeps because nobody will ever come; nobody is shown as absent who has answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest

from controle.rules import RULES
from controle.rules.content import C
from controle.rules.state import Public
from games.contract import Dice, Orders, PlayerId
from tests.years import DAY, YEARS, GameLife, Question, lives

pytestmark = pytest.mark.slow
BOTS = 0.03  # of the forms, a few hundred in five years: one of them takes as long as thirty others


class ControleLife(GameLife):
    """A game in its mode; people file plans when they look in, leave, and come back."""

    rules = RULES
    back, leave = "return", "leave"
    doors = ("file",)

    def __init__(self, mode: str, number: int, start: datetime) -> None:
        super().__init__(mode, number, start)
        if number % 4 == 0:
            for person in self.people.values():
                person.gone = start + DAY * self.chance.uniform(2, 30)

    def options(self) -> dict[str, Any]:
        return {"mode": self.mode}

    def form(self, asked: Question, pid: PlayerId) -> Orders | None:
        """By chance, and now and then as a bot would, which takes longer."""
        make = RULES.advise if self.chance.random() < BOTS else RULES.sample
        return make(self.state.seen_by(pid), asked.window, Dice(f"{self.name}/{self.count}/{pid}".encode()))

    def resolve(self, asked: Question, handed: Mapping[PlayerId, Orders], opened: datetime) -> None:
        here = set(handed) & set(asked.window.players)
        super().resolve(asked, handed, opened)
        if asked.window.is_door:
            return
        for pid in here:
            seat = self.public.seats[pid]
            assert seat.missed == 0, (asked.window.name, pid)
            assert pid not in self.public.absent or seat.left

    def check(self, before: Public) -> None:
        public: Public = self.public
        for window in RULES.windows(public):
            assert not set(window.awaited) & set(public.absent) or not public.round
        if before.asleep and public.asleep:
            assert (public.turn, public.round, public.regions) == (before.turn, before.round, before.regions)

    def judge(self) -> None:
        public: Public = self.public
        assert public.round <= C.figures.rounds
        if not public.over:
            assert public.asleep
            assert self.sleeps_for_good
            return
        assert self.now - self.start - self.slept <= self.longest * self.questions


@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_years_of_games_end_or_sleep(mode: str) -> None:
    told: Counter[str] = Counter()
    sizes: Counter[tuple[int, int]] = Counter()
    asleep = 0
    for game in lives(ControleLife, mode):
        told.update(game.told)
        sizes[len(game.people), game.notice] += 1
        asleep += not game.public.over
    assert {players for players, _ in sizes} == {2, 3, 4, 5, 6} or YEARS < 5
    assert 0 < asleep < sizes.total()
    assert told.keys() >= {"missed", "absent", "returned", "fell_asleep", "left", "defaulted", "plans_tried"}
    assert "order_dropped" not in told
