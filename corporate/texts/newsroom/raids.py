"""Stories of runs that became public: one for each corporation, so that no two of them disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...rules import content
from .grammar import Corp, Count, Listing, Word
from .stocks import runs
from .stocks.kinds import Stock
from .story import Candidate, Newsroom, Story

MOST = 6  # runs beyond which a night does not matter more
WEIGHT = {"sabotage": 30, "extraction": 20, "datasteal": 10}


class Deeds(Word):
    """Runs by kind, as a list: "two sabotages and an extraction"."""

    def __init__(self, kinds: Counter[str]) -> None:
        self.kinds = kinds

    @property
    def many(self) -> bool:  # type: ignore[override]  # of the runs
        return self.kinds.total() > 1

    def said(self, form: str) -> str:
        kinds = sorted(self.kinds, key=lambda kind: -WEIGHT[kind])
        return Listing([format(Count(self.kinds[kind]), kind) for kind in kinds]).said(form)


def candidates(room: Newsroom) -> Iterator[Candidate]:
    """One story for each corporation that was publicly a target today."""
    day = room.memory.today
    shrunk = {row.corporation: row.change < 0 for row in day.rows}
    for target in sorted({run.target for run in day.runs}):
        won = Counter(run.run for run in day.runs if run.target == target and run.success)
        lost = Counter(run.run for run in day.runs if run.target == target and not run.success)
        blows, parried = won.total(), lost.total()
        if not blows and shrunk.get(target, True):
            continue  # an article on what was prevented would deny what happened
        heaviest = max(won or lost, key=lambda kind: WEIGHT[kind])
        if blows > 1 and room.writer.has(runs.SPREE):
            kind, score = "spree", 520 + 40 * min(blows, MOST)
        elif blows and parried and won.keys().isdisjoint(lost) and room.writer.has(runs.MIXED):
            kind, score = "mixed", 430 + WEIGHT[heaviest]
        elif blows == 1:
            kind, score = "run", 400 + WEIGHT[heaviest]
        elif parried > 1 and not blows and room.writer.has(runs.HELD):
            kind, score = "held", 320 + 10 * min(parried, MOST)
        elif parried == 1 and not blows:
            kind, score = "foiled", 230 + WEIGHT[heaviest]
        else:
            continue
        if kind in ("run", "foiled") and not room.writer.has(_stock(heaviest, kind == "run")):
            continue
        yield Candidate(
            score,
            kind,
            "matrix",
            target,
            lambda target=target, kind=kind, won=won, lost=lost: _story(room, target, kind, won, lost),  # type: ignore[misc]  # of the loop
        )


def _stock(run: str, success: bool) -> Stock:
    stock: Stock = getattr(runs, f"{run}_{'won' if success else 'lost'}".upper())
    return stock


def _story(room: Newsroom, target: str, kind: str, won: Counter[str], lost: Counter[str]) -> Story:
    corp, writer, memory = Corp(target), room.writer, room.memory
    blows = won.total()
    match kind:
        case "spree":
            head = writer.tell(runs.SPREE, corp=corp, blows=Count(blows), deeds=Deeds(won))
        case "mixed":
            head = writer.tell(runs.MIXED, corp=corp, done=Deeds(won), foiled=Deeds(lost))
        case "held":
            head = writer.tell(runs.HELD, corp=corp, times=Count(lost.total()))
        case _:
            run = next(iter(won or lost))
            loss = -content.RUNS[run].assets.get("target", 0)
            head = writer.tell(_stock(run, bool(won)), corp=corp, loss=Count(loss))
    covers = frozenset(_keys(target, won, True)) | (
        frozenset() if kind in ("spree", "run") else frozenset(_keys(target, lost, False))
    )
    story = Story(kind, "matrix", target, head, covers=covers)
    if not blows:
        return story
    known, days = memory.blows[target], memory.hit_days(target)
    if len(known) == blows:
        story.angle = "spared" if kind != "spree" else "siege"
        return room.keep(story, writer.maybe(runs.RUN_FIRST, corp=corp) if kind in ("run", "mixed") else None)
    story.angle = "siege" if kind == "spree" else "again"
    again = (
        writer.maybe(runs.RUN_AGAIN, corp=corp, nth=Count(len(known)), since=known[0]) if blows == 1 else None
    )
    streak = writer.maybe(runs.RUN_STREAK, corp=corp, days=Count(days)) if days > 1 else None
    return room.keep(story, again, streak)


def _keys(target: str, kinds: Counter[str], success: bool) -> list[str]:
    return [run_key(kind, target, success) for kind in kinds]


def run_key(run: str, target: str, success: bool) -> str:
    return f"{run}/{target}/{'won' if success else 'lost'}"
