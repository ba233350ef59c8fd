"""Five years of games by the calendar, in both modes, with both notices: every game ends by its tenth
turn, or sleeps because nobody will ever come; no round passes without a question; nobody is away who has just
answered; windows and days are those of 13.7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.contract import Dice, Orders, PlayerId
from machtspiele.rules import RULES
from machtspiele.rules.content import C
from machtspiele.rules.state import Public
from tests.years import DAY, YEARS, GameLife, Question, lives

pytestmark = pytest.mark.slow
EIGHT_MONTHS = DAY * 245
LONGEST = {3: 145, 4: 193, 5: 249}
"""The most windows of mode `classic` that 13.7 has measured, by players; nobody asks those who are away, so
that ten turns of people who miss take no more. Mode `rounds` asks once a round, however many are there."""


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
        self.answered = 0
        super().__init__(mode, number, start)
        if number % 4 == 0:
            for person in self.people.values():
                person.gone = start + DAY * self.chance.uniform(2, 60)

    def form(self, asked: Question, pid: PlayerId) -> Orders | None:
        """By chance, and now and then as a bot would, which takes longer."""
        make = RULES.advise if self.chance.random() < 0.05 else RULES.sample
        return make(self.state.seen_by(pid), asked.window, Dice(f"{self.name}/{self.count}/{pid}".encode()))

    def resolve(self, asked: Question, handed: Mapping[PlayerId, Orders], opened: datetime) -> None:
        """Who has answered, or has used a door but that by which one leaves, is here."""
        here = set(handed) & set(asked.window.players) if asked.window.kind != self.leave else set()
        super().resolve(asked, handed, opened)
        assert not here & set(self.public.away), f"away though they answered {asked.window.name}"
        self.answered += len(here)

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
        assert self.questions <= self.most_windows()
        if not public.over:
            assert public.asleep and self.sleeps_for_good
            return
        assert self.rounds <= self.asked
        assert self.now - self.start - self.slept <= self.longest * self.questions
        assert self.now - self.start - self.slept <= EIGHT_MONTHS

    def most_windows(self) -> int:
        """13.2, 13.6: three for the placement; in a turn one for each round, and the Board Meeting. In mode
        `classic` each player by himself, with two offers to an action; phase I may ask twice, and the event
        of the Board Meeting twice, with two offers."""
        players, turns, rounds = len(self.people), self.public.turn, len(self.rounds | self.asked)
        if self.mode == "rounds":
            return C.figures.placements + rounds + turns
        return players * C.figures.placements + 3 * players * rounds + (2 + 2 + 2) * turns


@pytest.mark.parametrize("mode", ["classic", "rounds"])
def test_years_of_games_end_or_sleep_and_ask_in_every_round(mode: str) -> None:
    told: Counter[str] = Counter()
    sizes: Counter[tuple[int, int]] = Counter()
    asleep = answered = windows = 0
    played = timedelta()
    for game in lives(MachtspieleLife, mode):
        answered += game.answered
        windows += game.questions
        played += game.now - game.start - game.slept
        assert mode == "rounds" or game.questions <= LONGEST[len(game.people)]
        told.update(game.told)
        sizes[len(game.people), game.notice] += 1
        asleep += not game.public.over
    every = {(players, notice) for players in (3, 4, 5) for notice in RULES.meta.notices}
    assert set(sizes) == every or YEARS < 5
    assert 0 < asleep < sizes.total()
    assert told.keys() >= {"missed", "away", "returned", "fell_asleep", "left", "filed", "defaulted"}
    assert "order_dropped" not in told
    assert answered > windows
    assert played <= DAY * windows  # 13.7: a window is one day
