"""What is publicly known of a game so far: its days, read from public events, and queries about them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

from games.contract import Event

from ...rules.events import read
from ...rules.events.news import (
    CitizenshipLostNews,
    CitizenshipNews,
    CrashNews,
    EffectNews,
    GameOver,
    InfluenceNews,
    MarketClosed,
    MarketOpened,
    MdcResult,
    OpeningRow,
    Row,
    RunNews,
    ShareNews,
)


class Day(Struct):
    """The public events of one chapter; runs by kind and name, without their sponsors."""

    turn: int
    opening: tuple[OpeningRow, ...] = ()
    rows: tuple[Row, ...] = ()
    council: MdcResult | None = None
    runs: list[RunNews] = field(default_factory=list)
    influence: list[InfluenceNews] = field(default_factory=list)
    citizens: list[CitizenshipNews] = field(default_factory=list)
    stateless: list[CitizenshipLostNews] = field(default_factory=list)
    shares: list[ShareNews] = field(default_factory=list)
    effects: list[EffectNews] = field(default_factory=list)
    crashes: list[CrashNews] = field(default_factory=list)
    over: GameOver | None = None

    @property
    def alive(self) -> Sequence[Row]:
        return [row for row in self.rows if not row.crashed]

    @property
    def listed(self) -> Sequence[Row | OpeningRow]:
        """The corporations of the ranking, best first."""
        return self.alive or self.opening


def day_of(turn: int, events: Iterable[Event]) -> Day:
    """The day made of a chapter's public events. Events of unknown kinds are left out."""
    day = Day(turn)
    for event in events:
        match read(event):
            case MarketOpened() as said:
                day.opening = said.rows
            case MarketClosed() as said:
                day.rows = said.rows
            case MdcResult() as said:
                day.council = said
            case RunNews() as said:
                day.runs.append(said)
            case InfluenceNews() as said:
                day.influence.append(said)
            case CitizenshipNews() as said:
                day.citizens.append(said)
            case CitizenshipLostNews() as said:
                day.stateless.append(said)
            case ShareNews() as said:
                day.shares.append(said)
            case EffectNews() as said:
                day.effects.append(said)
            case CrashNews() as said:
                day.crashes.append(said)
            case GameOver() as said:
                day.over = said
    day.runs.sort(key=lambda run: (run.run, run.target, run.success))
    day.influence.sort(key=lambda one: (-one.level, one.player))
    day.citizens.sort(key=lambda one: one.player)
    day.stateless.sort(key=lambda one: (one.corporation, one.player))
    day.shares.sort(key=lambda one: (one.player, one.corporation))
    day.effects.sort(key=lambda one: one.which)
    day.crashes.sort(key=lambda one: (-one.assets, one.corporation))
    return day


def days_of(past: Mapping[int, Iterable[Event]], until: int) -> list[Day]:
    """The days of a game up to a chapter, oldest first."""
    return [day_of(turn, past[turn]) for turn in sorted(past) if turn <= until]


class Memory:
    """Queries about the game up to and including the last day added."""

    def __init__(self) -> None:
        self.days: list[Day] = []
        self.assets: dict[str, dict[int, int]] = defaultdict(dict)
        self.ranks: dict[str, dict[int, int]] = defaultdict(dict)
        self.leaders: dict[int, str] = {}
        self.blows: dict[str, list[int]] = defaultdict(list)  # turns of runs that succeeded, by target
        self.told_runs: Counter[tuple[str, str, bool]] = Counter()
        self.owned: dict[str, dict[str, int]] = defaultdict(dict)  # by corporation and player
        self.first_bought: dict[tuple[str, str], int] = {}
        self.highest_level = 1
        self.owned_before: dict[str, dict[str, int]] = {}
        self.level_before = 1

    def add(self, day: Day) -> None:
        """Add a day, which becomes today."""
        self.days.append(day)
        for row in day.listed:
            self.assets[row.corporation][day.turn] = row.assets
            self.ranks[row.corporation][day.turn] = row.rank
        if day.listed:
            self.leaders[day.turn] = day.listed[0].corporation
        for run in day.runs:
            self.told_runs[run.run, run.target, run.success] += 1
            if run.success:
                self.blows[run.target].append(day.turn)
        self.owned_before = {slug: dict(rows) for slug, rows in self.owned.items()}
        for bought in day.shares:
            self.owned[bought.corporation][bought.player] = bought.owns
            self.first_bought.setdefault((bought.player, bought.corporation), day.turn)
        for crash in day.crashes:
            self.owned.pop(crash.corporation, None)
        self.level_before = self.highest_level
        self.highest_level = max([self.highest_level, *(rise.level for rise in day.influence)])

    @property
    def today(self) -> Day:
        return self.days[-1]

    @property
    def last(self) -> bool:
        """Whether no turn follows today."""
        return self.today.over is not None

    @property
    def key(self) -> str:
        """A public value that differs between games: the ranking at the beginning."""
        return "/".join(row.corporation for row in self.days[0].opening) if self.days else ""

    # ---- the first place --------------------------------------------------------------------------

    def reign(self, slug: str, until: int) -> int:
        """For how many consecutive days up to turn `until` a corporation had led."""
        days = 0
        while self.leaders.get(until - days) == slug:
            days += 1
        return days

    def led(self, slug: str, before: int) -> int | None:
        """The last turn before `before` on which it led."""
        turns = [turn for turn, leader in self.leaders.items() if leader == slug and turn < before]
        return max(turns, default=None)

    def streak(self, slug: str) -> int:
        """The number of consecutive days of rises (positive) or falls (negative), up to today."""
        known = self.assets[slug]
        turn, days = self.today.turn, 0
        sign = 0
        while turn in known and turn - 1 in known:
            change = known[turn] - known[turn - 1]
            if not change or (sign and (change > 0) != (sign > 0)):
                break
            sign = 1 if change > 0 else -1
            days += sign
            turn -= 1
        return days

    def worst(self, slug: str) -> tuple[int, int]:
        """The worst rank so far and the last turn on which the corporation had it."""
        ranks = self.ranks[slug]
        rank = max(ranks.values())
        return rank, max(turn for turn, place in ranks.items() if place == rank)

    def peak(self, slug: str) -> tuple[int, int]:
        """The most assets so far and the first turn on which the corporation had them."""
        known = self.assets[slug]
        most = max(known.values())
        return most, min(turn for turn, assets in known.items() if assets == most)

    # ---- runs -------------------------------------------------------------------------------------

    def hit_days(self, slug: str) -> int:
        """For how many consecutive days, up to today, a run against it succeeded and became known."""
        turns, days = set(self.blows[slug]), 0
        while self.today.turn - days in turns:
            days += 1
        return days

    # ---- the council ------------------------------------------------------------------------------

    def winner(self, ago: int = 0) -> str | None:
        """The coalition that won the council so many days ago."""
        found = self.days[-1 - ago] if len(self.days) > ago else None
        return found.council.winner if found and found.council else None

    def council_row(self) -> int:
        """How many consecutive councils today's winner has won."""
        times = 0
        while times < len(self.days) and self.winner(times) == self.winner() is not None:
            times += 1
        return times

    def won_before(self, coalition: str) -> int | None:
        """The last turn before today on which a coalition won."""
        turns = [day.turn for day in self.days[:-1] if day.council and day.council.winner == coalition]
        return max(turns, default=None)

    def sides(self, ago: int = 0) -> dict[str, str]:
        """The coalition of each player who joined one so many days ago."""
        found = self.days[-1 - ago] if len(self.days) > ago else None
        rows = found.council.coalitions if found and found.council else ()
        return {player: row.coalition for row in rows for player in row.players}

    # ---- shares -----------------------------------------------------------------------------------

    def holder(self, slug: str) -> tuple[str, int] | None:
        """The only player with the most shares of a corporation, and how many; None if several have as many,
        or nobody has any."""
        return _most(self.owned.get(slug, {}))

    def holder_before(self, slug: str) -> tuple[str, int] | None:
        return _most(self.owned_before.get(slug, {}))


def _most(rows: Mapping[str, int]) -> tuple[str, int] | None:
    best = max(rows.values(), default=0)
    players = [player for player, owns in rows.items() if owns == best]
    return (players[0], best) if best and len(players) == 1 else None
