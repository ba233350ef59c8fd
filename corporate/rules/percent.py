"""Percentages of runs, the timing malus, and the odds of speculations (section 6)."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from .content import CONSTANTS, CORPORATIONS, RUNS
from .council import InForce
from .market import Market
from .orders import RankSpeculation, Run, Speculation


def base_percent(kind: str, defence: str | None = None) -> int:
    """The base percentage of a kind of run, in points; for a Protection, that for the kind of run it
    counters."""
    base = RUNS[kind].base_percent
    return base if isinstance(base, int) else base[str(defence)]


def council_modifier(force: InForce, sponsor: str, run: Run) -> int:
    """The MDC's modifier in 6.1, in points: that of the sponsor, and that of the target corporation."""
    modifier = force.sponsored.get((sponsor, run.kind), 0)
    return modifier + force.targeting.get((str(run.target), run.kind), 0)


def raw_percent(force: InForce, sponsor: str, run: Run) -> int:
    """`raw` of 6.1, in points and not capped; for a Protection the sum of 6.3 before its cap."""
    bonus = CONSTANTS.run_influence_bonus_percent if run.influence_bonus else 0
    effort = CONSTANTS.run_step_percent * run.steps + bonus
    return base_percent(run.kind, run.defence) + effort + council_modifier(force, sponsor, run)


def unaimed_percent(force: InForce, sponsor: str, kind: str, steps: int, defence: str | None = None) -> int:
    """The same, in points, of a run without an influence bonus whose target is not chosen yet."""
    effort = CONSTANTS.run_step_percent * steps
    return base_percent(kind, defence) + effort + force.sponsored.get((sponsor, kind), 0)


def capped(kind: str, percent: int) -> int:
    """A percentage between 0 and the cap of its kind of run."""
    return min(RUNS[kind].max_percent, max(0, percent))


def competitors(runs: Sequence[tuple[str, str | None, int]]) -> list[int]:
    """For each run (kind, target, raw) of a turn, how many others compete with it (6.2): same kind,
    same target, at least the same raw percentage."""
    raws: dict[tuple[str, str | None], list[int]] = defaultdict(list)
    for kind, target, raw in runs:
        raws[kind, target].append(raw)
    for group in raws.values():
        group.sort()
    return [len(raws[kind, target]) - bisect_left(raws[kind, target], raw) - 1 for kind, target, raw in runs]


def percents(force: InForce, placed: Sequence[tuple[str, Run]]) -> list[tuple[int, int]]:
    """For each run of a turn, by sponsor and order: the percentage told to its sponsor, and the final one,
    lowered by the timing malus of competing runs (6.1, 6.2)."""
    raws = [raw_percent(force, sponsor, run) for sponsor, run in placed]
    rivals = competitors([(run.kind, run.target, raw) for (_, run), raw in zip(placed, raws, strict=True)])
    return [
        (capped(run.kind, raw), capped(run.kind, raw + CONSTANTS.timing_malus_percent * others))
        for (_, run), raw, others in zip(placed, raws, rivals, strict=True)
    ]


def defending(market: Market, run: Run) -> str | None:
    """The corporation whose Defence a run meets (5.6): its target, or for an Information run the one the
    target player was a citizen of when the turn opened. None: no Defence, and no Protection either."""
    if RUNS[run.kind].target == "corporation":
        return run.target
    return market.citizenships.get(str(run.target))


def defence(corporation: str | None, kind: str) -> int:
    """The public Defence of a corporation against a kind of run, in percent; 0 without a corporation."""
    against = RUNS[kind].defence
    return CORPORATIONS[corporation].defence[against] if corporation and against else 0


def past_defence(percent: int, against: int) -> int:
    """The chance, in whole percent, that a run succeeds and a Defence of `against` does not counter it.
    Protections and the timing malus, which only the resolution knows, may lower it."""
    return (percent * (100 - against) + 50) // 100


def odds(force: InForce, speculator: str, order: Speculation, size: int) -> int:
    """X of "1 for X" (6.4): the factor that a won stake returns, itself included. `size`: the number of
    ranks."""
    if not isinstance(order, RankSpeculation):
        profit = CONSTANTS.speculation_profit_derivative
    elif order.rank in (1, size):
        profit = CONSTANTS.speculation_profit_first_or_last
    else:
        profit = CONSTANTS.speculation_profit_other_rank
    return 1 + profit + force.profit_bonus.get(speculator, 0)


def refund(run: Run, paid: int) -> int:
    """Nuyens given back for a run that failed or was countered (2.5)."""
    if not RUNS[run.kind].refund_on_failure:
        return 0
    return paid * CONSTANTS.run_refund_numerator // CONSTANTS.run_refund_denominator
