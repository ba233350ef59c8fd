"""Years of games of any title by the calendar: people who come when they please, on the rules and the clock.

A title derives its own `GameLife`: how a game of it begins, what always holds, and what is said of its end.
`NOON_YEARS` plays more years.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from games.clock import Calendar, counts_as_opened, next_deadline, noon_on
from games.contract import Closes, Dice, Order, Orders, PlayerId, Rules, State, Window

YEARS = int(os.environ.get("NOON_YEARS", "5"))
BEGIN = datetime(2026, 1, 1, 9, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NEVER = datetime.max.replace(tzinfo=UTC)
ZONES = ("Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago")
DEAD = timedelta(days=30)  # a game asleep in which nobody will ever look again is left alone after that
LOOKS = {"steady": 0.5, "twice": 1.2, "weekly": 7.0, "flaky": 2.5}  # days between two visits, about
FORGETS = 0.1  # visits in which a question is not answered
THINKS_AGAIN = 0.25  # visits in which a form that lies there is replaced by another one


class Person(Struct):
    """Somebody's habits: how often he looks in, when he is gone for good, how soon he has had enough;
    `holiday`: from when, and until when, he does not look in at all."""

    pid: PlayerId
    habit: str
    gone: datetime
    resigns: float
    holiday: tuple[datetime, datetime] = (NEVER, NEVER)
    looks: datetime = BEGIN

    def look_again(self, chance: random.Random, now: datetime) -> None:
        pause = (
            chance.expovariate(1 / LOOKS[self.habit]) if self.habit != "steady" else chance.uniform(0.2, 0.9)
        )
        self.looks = now + DAY * max(0.01, pause)
        if self.holiday[0] <= self.looks < self.holiday[1]:
            self.looks = self.holiday[1]
        if self.looks >= self.gone:
            self.looks = NEVER


class Question(Struct):
    """A question as the platform keeps it."""

    window: Window
    opened: datetime
    deadline: datetime | None
    forms: dict[PlayerId, Orders] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        return self.window.closes is Closes.TOGETHER and set(self.window.awaited) <= set(self.forms)


class GameLife:
    """One game from its start to its end, or to its last sleep."""

    rules: ClassVar[Rules[Any, Any, Any]]
    back: ClassVar[str]  # the door by which one comes back
    leave: ClassVar[str]  # the one by which one leaves for good
    doors: ClassVar[tuple[str, ...]] = ()  # others that people use when they look in
    stopping = 0.25  # how many stop for good, without a word

    def __init__(self, mode: str, number: int, start: datetime) -> None:
        self.chance = random.Random(f"{mode}/{number}")
        self.mode, self.name, self.start, self.now, self.count = mode, f"{mode}/{number}", start, start, 0
        self.calendar = Calendar(time(self.chance.choice((12, 2, 20)), 30), self.chance.choice(ZONES))
        self.notice = self.chance.choice(self.rules.meta.notices)
        ids = self.ids()
        setup = self.rules.setup(tuple(ids), self.options(), Dice(self.name.encode()))
        self.state: State[Any, Any, Any] = setup.state
        self.people = {pid: self.person(pid) for pid in ids}
        self.open: dict[str, Question] = {}
        self.paused: dict[str, Question] = {}
        self.made: dict[PlayerId, tuple[State[Any, Any, Any], Orders]] = {}
        self.told: Counter[str] = Counter()
        self.questions, self.slept = 0, timedelta()
        self.sync(start)

    # ---- the title's part ---------------------------------------------------------------------------

    def ids(self) -> list[PlayerId]:
        most = self.rules.meta.max_players
        count = self.chance.randint(self.rules.meta.min_players, most)
        return [PlayerId(f"p{n + 1}") for n in range(count)]

    def options(self) -> dict[str, Any]:
        return {o.key: self.chance.choice(o.choices) for o in self.rules.meta.options}

    def check(self, before: Any) -> None:
        """What holds after every resolution; `before`: the public drawer before it."""

    def judge(self) -> None:
        """What is said of the whole game."""

    def person(self, pid: PlayerId) -> Person:
        chance = self.chance
        gone = self.start + DAY * (chance.expovariate(1 / 15) if chance.random() < self.stopping else 10_000)
        person = Person(pid, chance.choice(tuple(LOOKS)), gone, chance.choice((0.0, 0.0, 0.02)))
        if chance.random() < 0.3:
            leaves = self.start + DAY * chance.uniform(0, 30)
            person.holiday = (leaves, leaves + DAY * chance.uniform(5, 21))
        person.look_again(chance, self.start)
        return person

    # ---- what can be seen of any game ---------------------------------------------------------------

    @property
    def public(self) -> Any:
        return self.state.public

    @property
    def asleep(self) -> bool:
        """Whether doors alone are open."""
        return all(asked.window.is_door for asked in self.open.values())

    @property
    def in_play(self) -> list[Person]:
        """Those who may still do something, if only at a door."""
        here = {pid for asked in self.open.values() for pid in asked.window.players}
        return [person for pid, person in self.people.items() if pid in here]

    # ---- the platform's part: which questions are open, and until when ---------------------------

    def sync(self, opened: datetime) -> None:
        """As the platform does: a name that is there keeps its deadline and forms; one that comes
        back goes on with its forms and a fresh deadline."""
        windows = {window.name: window for window in self.rules.windows(self.public)}
        for name in [name for name in self.open if name not in windows]:
            self.paused[name] = self.open.pop(name)
        for name, window in windows.items():
            if name in self.open:
                self.open[name].window = window
                continue
            old = self.paused.pop(name, None)
            deadline = None if window.is_door else next_deadline(self.calendar, opened, self.notice)
            self.open[name] = Question(window, opened, deadline, old.forms if old else {})
            self.questions += not window.is_door and old is None
            if deadline:  # never later than the noon after the notice, an hour of the clock's change apart
                assert HOUR * (self.notice - 1) <= deadline - opened <= DAY + HOUR * (self.notice + 1)
                assert deadline == noon_on(self.calendar, deadline.astimezone(self._zone).date())
        self.open = {name: self.open[name] for name in windows}

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.calendar.zone)

    def resolve(self, asked: Question, handed: Mapping[PlayerId, Orders], opened: datetime) -> None:
        """One resolution. The form of somebody who has left meanwhile is not among the forms, nor one that
        an act of somebody else has set aside."""
        self.count += 1
        forms = {
            pid: orders
            for pid, orders in handed.items()
            if pid in asked.window.players and self._stands(asked, pid, orders)
        }
        before = self.public
        dice = Dice(f"{self.name}/{self.count}".encode())
        outcome = self.rules.resolve(self.state, asked.window, forms, dice)
        self.state = outcome.state
        self.told.update(event.kind for event in outcome.events)
        if not asked.window.is_door:
            del self.open[asked.window.name]
        self.check(before)
        self.sync(opened)

    def _stands(self, asked: Question, pid: PlayerId, orders: Orders) -> bool:
        """Whether a form may be kept as things are. One made for this very state is not judged twice: what
        `resolve` would drop of it is told, and no title's years may tell that."""
        made_for, made = self.made.get(pid, (None, None))
        if made_for is self.state and made is orders:
            return True
        return not self.rules.check(self.state.seen_by(pid), asked.window, orders)

    # ---- people ------------------------------------------------------------------------------------

    def make(self, asked: Question, pid: PlayerId) -> Orders | None:
        """A form, and for which state it was made."""
        orders = self.form(asked, pid)
        if orders is not None:
            self.made[pid] = self.state, orders
        return orders

    def visit(self, person: Person) -> None:
        """He comes back, hands in, now and then leaves for good, or only looks."""
        chance, pid = self.chance, person.pid
        person.look_again(chance, self.now)
        mine = {asked.window.kind: asked for asked in self.open.values() if pid in asked.window.players}
        if self.leave in mine and chance.random() < person.resigns:
            self.act(mine[self.leave], pid)
            return
        if self.back in mine and (self.asleep or chance.random() < 0.8):
            self.act(mine[self.back], pid)
        for door in self.doors:
            self.use(door, pid)
        for asked in list(self.open.values()):
            if pid not in asked.window.players or asked.window.is_door or chance.random() < FORGETS:
                continue
            if self.open.get(asked.window.name) is not asked:
                continue  # an answer to another question has closed it
            if pid in asked.forms and chance.random() >= THINKS_AGAIN:
                continue
            orders = self.make(asked, pid)
            if orders is not None and asked.window.closes is Closes.AT_ONCE:
                self.resolve(asked, {pid: orders}, self.now)
            elif orders is not None:
                asked.forms[pid] = orders
        self.close_complete()

    def form(self, asked: Question, pid: PlayerId) -> Orders | None:
        make = self.rules.sample if self.chance.random() < 0.6 else self.rules.advise
        dice = Dice(f"{self.name}/{self.count}/{pid}".encode())
        return make(self.state.seen_by(pid), asked.window, dice)

    def use(self, door: str, pid: PlayerId) -> None:
        """Something done at a door by the way."""
        asked = next((one for one in self.open.values() if one.window.kind == door), None)
        if asked is not None and pid in asked.window.players:
            orders = self.make(asked, pid)
            if orders is not None:
                self.resolve(asked, {pid: orders}, self.now)
                self.close_complete()

    def act(self, door: Question, pid: PlayerId) -> None:
        self.resolve(door, {pid: (Order(door.window.kind),)}, self.now)
        self.close_complete()

    def close_complete(self) -> None:
        while asked := next((one for one in self.open.values() if self._closes(one)), None):
            self.resolve(asked, asked.forms, self.now)

    @staticmethod
    def _closes(asked: Question) -> bool:
        return not asked.window.is_door and asked.complete

    # ---- time -------------------------------------------------------------------------------------------

    def live(self) -> None:
        """On to the next thing that happens, until the game is over, or asleep for good."""
        while self.open:
            due = min((asked.deadline for asked in self.open.values() if asked.deadline), default=None)
            looks = min((person.looks for person in self.in_play), default=NEVER)
            if self.asleep:
                if looks == NEVER:
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
                self.visit(next(person for person in self.in_play if person.looks == looks))

    @property
    def sleeps_for_good(self) -> bool:
        """Whether nobody who is still in will ever come."""
        return self.asleep and all(person.looks == NEVER for person in self.in_play)

    @property
    def longest(self) -> timedelta:
        """What a question may wait."""
        return DAY + HOUR * (self.notice + 1)


def lives(kind: type[GameLife], mode: str, years: float = YEARS) -> Iterator[GameLife]:
    """One game after another, through every change of the hour and every absence."""
    now, number = BEGIN, 0
    while now < BEGIN + DAY * 365.25 * years:
        game = kind(mode, number, now)
        game.live()
        game.judge()
        yield game
        now, number = game.now, number + 1
