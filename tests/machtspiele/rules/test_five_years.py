"""Five years of games by the calendar, in both modes, with both notices: every game ends by its tenth
turn, or sleeps because nobody will ever come; no round passes without a question."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from games.contract import Dice, Orders, PlayerId
from machtspiele.rules import RULES
from machtspiele.rules.content import C
from machtspiele.rules.state import Public
from tests.years import DAY, YEARS, GameLife, Question, lives

pytestmark = pytest.mark.slow


class MachtspieleLife(GameLife):
    """A game of Macht$piele in its mode; people file when they look in, leave, and come back."""

    rules = RULES
    back, leave = "return", "leave"
    doors = ("file",)

    def options(self) -> dict[str, Any]:
        return {"mode": self.mode}

    def __init__(self, mode: str, number: int, start: datetime) -> None:
        self.rounds: set[tuple[int, int]] = set()
        self.asked: set[tuple[int, int]] = set()
        super().__init__(mode, number, start)
        if number % 4 == 0:
            for person in self.people.values():
                person.gone = start + DAY * self.chance.uniform(2, 60)

    def form(self, asked: Question, pid: PlayerId) -> Orders | None:
        """By chance, and now and then as a bot would, which takes longer."""
        make = RULES.advise if self.chance.random() < 0.05 else RULES.sample
        return make(self.state.seen_by(pid), asked.window, Dice(f"{self.name}/{self.count}/{pid}".encode()))

    def check(self, before: Public) -> None:
        public: Public = self.public
        for window in RULES.windows(public):
            if not window.is_door:
                here = set(public.question.asked) - set(public.away) if public.question else set()
                assert not set(window.awaited) & set(public.away) or not here
        if before.asleep and public.asleep:
            assert (public.turn, public.round, public.offices) == (before.turn, before.round, before.offices)
        if public.round and public.revealed[-1:] != ("board_meeting",):
            self.rounds.add((public.turn, public.round))
        question = public.question
        if question and question.open and question.kind in ("action", "bribe_reply", "round"):
            self.asked.add((public.turn, public.round))

    def judge(self) -> None:
        public: Public = self.public
        assert public.turn <= C.end.last_turn
        if not public.over:
            assert public.asleep and self.sleeps_for_good
            return
        assert self.rounds <= self.asked
        assert self.now - self.start - self.slept <= self.longest * self.questions


@pytest.mark.parametrize("mode", ["classic", "rounds"])
def test_years_of_games_end_or_sleep_and_ask_in_every_round(mode: str) -> None:
    told: Counter[str] = Counter()
    sizes: Counter[tuple[int, int]] = Counter()
    asleep = 0
    for game in lives(MachtspieleLife, mode):
        told.update(game.told)
        sizes[len(game.people), game.notice] += 1
        asleep += not game.public.over
    every = {(players, notice) for players in (3, 4, 5) for notice in RULES.meta.notices}
    assert set(sizes) == every or YEARS < 5
    assert 0 < asleep < sizes.total()
    assert told.keys() >= {"missed", "away", "returned", "fell_asleep", "left", "filed", "defaulted"}
    assert "order_dropped" not in told
