"""Five years of games by the calendar: people who come when they please, on the rules and the clock.

One game after another, in each mode, through every change of the hour and every absence; none lasts
longer than the rules' caps allow, and none sleeps that somebody visits. `NOON_YEARS` plays more years.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from cardline.rules import RULES
from cardline.rules.meta import META
from cardline.rules.state import DORMANT_AFTER, FORFEIT_AFTER, Public
from games.clock import Calendar, counts_as_opened, next_deadline
from games.contract import Closes, Dice, Order, Orders, PlayerId, State, Window

YEARS = int(os.environ.get("NOON_YEARS", "5"))
BEGIN = datetime(2026, 1, 1, 9, tzinfo=UTC)
END = BEGIN + timedelta(days=365 * YEARS + YEARS // 4)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago")
DEAD = timedelta(days=30)  # a game asleep in which nobody will ever look again is left alone after that
LOOKS = {"steady": 0.5, "twice": 1.2, "weekly": 7.0, "flaky": 2.5}  # days between two visits, about

Game = State[Public, Any, Any]


@dataclass
class Person:
    """Somebody's habits: how often he looks in, when he is gone for good, how soon he has had enough."""

    pid: PlayerId
    habit: str
    gone: datetime
    resigns: float
    looks: datetime = BEGIN

    def look_again(self, chance: random.Random, now: datetime) -> None:
        pause = (
            chance.expovariate(1 / LOOKS[self.habit]) if self.habit != "steady" else chance.uniform(0.2, 0.9)
        )
        self.looks = now + DAY * max(0.01, pause)
        if self.looks >= self.gone:
            self.looks = datetime.max.replace(tzinfo=UTC)


@dataclass
class SceneRequest:
    """A question as the platform keeps it."""

    window: Window
    opened: datetime
    deadline: datetime | None
    forms: dict[PlayerId, Orders] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return self.window.closes is Closes.TOGETHER and set(self.window.awaited) <= set(self.forms)


class Life:
    """One game from its start to its end, or to its last sleep."""

    def __init__(self, mode: str, number: int, start: datetime) -> None:
        self.chance = random.Random(f"{mode}/{number}")
        self.name, self.start, self.now, self.count = f"{mode}/{number}", start, start, 0
        self.calendar = Calendar(time(self.chance.choice((12, 2, 20)), 30), self.chance.choice(ZONES))
        self.notice = self.chance.choice(META.notices)
        ids = [PlayerId(f"p{n + 1}") for n in range(self.chance.randint(2, 8))]
        options = {o.key: self.chance.choice(o.choices) for o in META.options}
        options |= {"mode": mode, "max_rounds": self.chance.choice(("5", "12", "60", "200"))}
        self.state: Game = RULES.setup(tuple(ids), options, Dice(self.name.encode())).state
        self.people = {pid: self.person(pid) for pid in ids}
        self.open: dict[str, SceneRequest] = {}
        self.paused: dict[str, SceneRequest] = {}
        self.told: Counter[str] = Counter()
        self.questions, self.slept = 0, timedelta()
        self.sync(start)

    def person(self, pid: PlayerId) -> Person:
        chance = self.chance
        gone = self.start + DAY * (chance.expovariate(1 / 15) if chance.random() < 0.25 else 10_000)
        person = Person(pid, chance.choice(tuple(LOOKS)), gone, chance.choice((0.0, 0.0, 0.02)))
        person.look_again(chance, self.start)
        return person

    @property
    def public(self) -> Public:
        return self.state.public

    # ---- the platform's part: which questions are open, and until when ---------------------------

    def sync(self, opened: datetime) -> None:
        """As the platform does: a name that is there keeps its deadline and forms; one that comes
        back goes on with its forms and a fresh deadline."""
        windows = {window.name: window for window in RULES.windows(self.public)}
        for name in [name for name in self.open if name not in windows]:
            self.paused[name] = self.open.pop(name)
        for name, window in windows.items():
            if name in self.open:
                self.open[name].window = window
                continue
            old = self.paused.pop(name, None)
            deadline = None if window.is_door else next_deadline(self.calendar, opened, self.notice)
            self.open[name] = SceneRequest(window, opened, deadline, old.forms if old else {})
            self.questions += not window.is_door and old is None
            if deadline:  # never later than the noon after the notice, an hour of the clock's change apart
                assert HOUR * (self.notice - 1) <= deadline - opened <= DAY + HOUR * (self.notice + 1)

    def resolve(self, asked: SceneRequest, handed: Mapping[PlayerId, Orders], opened: datetime) -> None:
        """One resolution. The card of somebody who has left meanwhile is not among the forms."""
        self.count += 1
        forms = {pid: orders for pid, orders in handed.items() if pid in asked.window.players}
        dice = Dice(f"{self.name}/{self.count}".encode())
        before = self.public
        outcome = RULES.resolve(self.state, asked.window, forms, dice)
        self.state = outcome.state
        self.told.update(event.kind for event in outcome.events)
        if not asked.window.is_door:
            del self.open[asked.window.name]
        self.check(before)
        self.sync(opened)

    # ---- what always holds --------------------------------------------------------------------------

    def check(self, before: Public) -> None:
        public = self.public
        assert public.round_no <= public.options.max_rounds
        assert self.count <= 4 * len(public.players) * public.options.max_rounds
        if before.asleep and public.asleep:  # nothing happens while everybody is away but resignations
            assert public.skips_in_a_row == before.skips_in_a_row
        # Who has missed so many is out at the end of a round; one more if all the others had, too (D29).
        assert all(public.skips_in_a_row[pid] <= FORFEIT_AFTER + 1 for pid in public.alive)

    # ---- people ------------------------------------------------------------------------------------

    def visit(self, person: Person) -> None:
        """He comes back, hands in, now and then leaves for good, or only looks."""
        chance, pid = self.chance, person.pid
        person.look_again(chance, self.now)
        mine = {name: asked for name, asked in self.open.items() if pid in asked.window.players}
        if "resign" in mine and chance.random() < person.resigns:
            self.act(mine["resign"], pid)
            return
        if "return" in mine and (self.public.asleep or chance.random() < 0.8):
            self.act(mine["return"], pid)
        for asked in list(self.open.values()):
            if pid not in asked.window.players or asked.window.is_door or chance.random() < 0.1:
                continue
            make = RULES.sample if chance.random() < 0.6 else RULES.advise
            orders = make(
                self.state.seen_by(pid), asked.window, Dice(f"{self.name}/{self.count}/{pid}".encode())
            )
            if orders and asked.window.closes is Closes.AT_ONCE:
                self.resolve(asked, {pid: orders}, self.now)
            elif orders:
                asked.forms[pid] = orders
        self.close_complete()

    def act(self, door: SceneRequest, pid: PlayerId) -> None:
        self.resolve(door, {pid: (Order(door.window.kind),)}, self.now)
        self.close_complete()

    def close_complete(self) -> None:
        for asked in list(self.open.values()):
            if not asked.window.is_door and asked.complete:
                self.resolve(asked, asked.forms, self.now)

    # ---- time -------------------------------------------------------------------------------------------

    def live(self) -> None:
        """On to the next thing that happens, until the game is over, or asleep for good."""
        while self.open:
            due = min((asked.deadline for asked in self.open.values() if asked.deadline), default=None)
            in_play = [self.people[pid] for pid in self.public.alive]
            looks = min((person.looks for person in in_play), default=datetime.max.replace(tzinfo=UTC))
            if self.public.asleep:
                if looks.year == datetime.max.year:
                    assert {asked.window.is_door for asked in self.open.values()} == {True}
                    self.now += DEAD
                    return
                self.slept += looks - self.now
            if due is not None and due <= looks:
                asked = next(asked for asked in self.open.values() if asked.deadline == due)
                self.now = due
                self.resolve(asked, asked.forms, counts_as_opened(due, due + timedelta(minutes=1)))
                self.close_complete()
            else:
                self.now = looks
                self.visit(next(person for person in in_play if person.looks == looks))

    def judge(self) -> None:
        """It ended within its caps; or it sleeps, and nobody who is still in it will ever come."""
        public = self.public
        rounds, players = public.options.max_rounds, len(public.players)
        assert self.questions <= rounds * (players if public.sequential else 1)
        longest = DAY + HOUR * (self.notice + 1)
        if public.outcome is None:
            assert public.asleep
            assert all(self.people[pid].looks.year == datetime.max.year for pid in public.alive)
            assert all(public.skips_in_a_row[pid] >= DORMANT_AFTER for pid in public.alive)
            return
        assert self.now - self.start - self.slept <= longest * self.questions
        assert {*public.left, *public.outcome.winners} == set(public.players)
        assert RULES.standings(public) is not None


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_years_of_games_end_within_the_caps(mode: str) -> None:
    told: Counter[str] = Counter()
    now, number, asleep = BEGIN, 0, 0
    while now < END:
        game = Life(mode, number, now)
        game.live()
        game.judge()
        told.update(game.told)
        asleep += game.public.outcome is None
        now, number = game.now, number + 1
    assert number > 10 * YEARS
    assert asleep < number / 10
    # The years had everything in them that stretches a game, and no form that the rules drop.
    stretching = {
        "skipped", "became_dormant", "returned", "forfeited", "resigned", "fell_asleep", "extra_round",
    }  # fmt: skip
    assert stretching <= set(told)
    assert "order_dropped" not in told
