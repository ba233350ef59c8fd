"""Five years of games by the calendar, in both modes, with both notices: every game ends by its twelfth
round, or sleeps because nobody will ever come; nobody is shown as absent who has answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Any

import pytest
from msgspec import structs

from controle.rules import RULES
from controle.rules.content import C
from controle.rules.state import Public
from games.clock import Calendar, next_deadline
from games.contract import Dice, Orders, PlayerId, View, Window
from tests.years import DAY, YEARS, GameLife, Question, lives

from .scene import modestly

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


LIMITS = {2: 25, 3: 37, 4: 49, 5: 61, 6: 73}
"""Days of a game of twelve rounds in mode `turns`, the start included (15.7); 13 in mode `rounds`."""


def without_draws(view: View[Any, Any], window: Window) -> Orders:
    """A modest form whose draws are asked separately."""
    return tuple(
        structs.replace(order, data={**order.data, "draws": ()}) if order.kind == "play" else order
        for order in modestly(view, window)
    )


def days_by_post(players: int, mode: str, notice: int) -> tuple[float, int]:
    """The days of a game whose players keep columns low and answer just before each noon, an own draw
    together with the turn; and its questions that are a turn, the start or a round."""
    calendar, number = Calendar(time(12), "Europe/Paris"), 0
    ids = tuple(PlayerId(f"p{place}") for place in range(1, players + 1))
    state = RULES.setup(ids, {"mode": mode}, Dice(b"by post")).state
    now = start = datetime(2026, 1, 10, 11, tzinfo=UTC)
    due: dict[str, datetime] = {}
    counted = set()
    while not state.public.over:
        windows = {window.name: window for window in RULES.windows(state.public) if window.awaited}
        due = {name: due.get(name) or next_deadline(calendar, now, notice) for name in windows}
        name = min(due, key=lambda name: due[name])
        now, window, number = due.pop(name), windows[name], number + 1
        if window.kind in ("start", "play", "forced", "round"):
            counted.add(window.at)
        forms = {player: without_draws(state.seen_by(player), window) for player in window.awaited}
        state = RULES.resolve(state, window, forms, Dice(b"by post%d" % number)).state
    assert state.public.round == C.figures.rounds
    return (now - start) / DAY, len(counted)


@pytest.mark.parametrize("notice", RULES.meta.notices)
@pytest.mark.parametrize("players", LIMITS)
def test_a_game_of_twelve_rounds_takes_the_days_of_the_limit(players: int, notice: int) -> None:
    """15.7: one deadline a day, whatever the notice; a draw adds no day."""
    assert days_by_post(players, "turns", notice) == (LIMITS[players], LIMITS[players])
    assert days_by_post(players, "rounds", notice) == (13, 13)
