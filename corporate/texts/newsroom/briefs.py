"""The briefs: every public event that is in no story, as bare facts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext as _

from ...rules.events.news import EffectNews
from .. import names
from .grammar import Corp, Count, Listing, Word
from .raids import run_key
from .stocks import causes, market, people, runs
from .story import Brief, Newsroom
from .writer import Later, Sentence

KINDS = ("sabotage", "extraction", "datasteal")


def briefs(room: Newsroom, covered: frozenset[str], crash_told: bool) -> list[Brief]:
    """The briefs of a day. `covered`: the keys of the runs that are in its stories."""
    found = [*_runs(room, covered), *_people(room), *_effects(room)]
    day = room.memory.today
    if day.crashes and not crash_told:
        lines = [
            room.writer.tell(market.CRASH_MORE, corp=Corp(one.corporation), assets=Count(one.assets))
            for one in day.crashes
        ]
        found.insert(0, Brief("crash", "crash", lines))
    return found


def title(kind: str, corporation: str = "") -> str:
    """The bold word in front of a brief, in the reader's language."""
    match kind:
        case "crash":
            return _("Crash.")
        case "shares":
            return _("Shares.")
        case "influence":
            return _("Influence.")
        case "citizenship":
            return _("Citizenship.")
        case "first":
            return _("First effect, {corporation}.").format(corporation=names.corp(corporation))
        case "last":
            return _("Last effect, {corporation}.").format(corporation=names.corp(corporation))
    run, _bar, outcome = kind.partition("/")
    if outcome == "lost":
        return _("{run}, failed.").format(run=names.run(run))
    return _("{run}.").format(run=names.run(run))


# ---- runs -----------------------------------------------------------------------------------------


def _runs(room: Newsroom, covered: frozenset[str]) -> Iterator[Brief]:
    memory = room.memory
    today = Counter((run.run, run.target, run.success) for run in memory.today.runs)
    for kind in KINDS:
        for success in (True, False):
            items: list[Word | str] = [
                Later(_item(room, kind, target, success, times))
                for (run, target, won), times in sorted(today.items())
                if run == kind and won is success and run_key(run, target, won) not in covered
            ]
            if items:
                outcome = "won" if success else "lost"
                stock = getattr(runs, f"BRIEF_{kind}_{outcome}".upper())
                line = room.writer.tell(stock, items=Listing(items, apart=True))
                yield Brief(f"{kind}/{outcome}", f"{kind}/{outcome}", [line])


def _item(room: Newsroom, run: str, target: str, success: bool, times: int) -> Sentence:
    nth = room.memory.told_runs[run, target, success]
    if times == 1:
        return room.writer.tell(causes.ITEM_ONCE, corp=Corp(target), nth=Count(nth))
    if times == nth:
        return room.writer.tell(causes.ITEM_AT_ONCE, corp=Corp(target), times=Count(times))
    return room.writer.tell(causes.ITEM_OFTEN, corp=Corp(target), times=Count(times), nth=Count(nth))


# ---- people ---------------------------------------------------------------------------------------


def _people(room: Newsroom) -> Iterator[Brief]:
    day, writer, memory = room.memory.today, room.writer, room.memory
    if day.shares:
        bought: dict[str, list[Word | str]] = defaultdict(list)
        for one in day.shares:
            bought[one.player].append(f"{names.corp(one.corporation)} ({one.owns})")
        yield Brief(
            "shares",
            "shares",
            [
                writer.tell(causes.SHARES_OF, player=room.person(player), list=Listing(items))
                for player, items in bought.items()
            ],
        )
    if day.influence:
        rises = day.influence
        if len(rises) == 1:
            line = writer.tell(people.INFLUENCE, player=room.person(rises[0].player), level=rises[0].level)
        else:
            items = [
                Later(writer.tell(people.INFLUENCE_RISE, player=room.person(one.player), level=one.level))
                for one in rises
            ]
            line = writer.tell(people.INFLUENCE_MANY, list=Listing(items))
        first = rises[0].level > memory.level_before and rises[0].level > 2
        more = writer.maybe(people.INFLUENCE_FIRST, level=rises[0].level) if first else None
        yield Brief("influence", "influence", [line, *([more] if more else [])])
    if day.citizens or day.stateless:
        yield Brief("citizenship", "citizenship", list(_citizens(room)))


def _citizens(room: Newsroom) -> Iterator[Sentence]:
    day, writer = room.memory.today, room.writer
    if len(day.citizens) == 1:
        one = day.citizens[0]
        yield writer.tell(people.CITIZEN, player=room.person(one.player), corp=Corp(one.corporation))
    elif day.citizens:
        listed = [f"{room.name(one.player)} ({names.corp(one.corporation)})" for one in day.citizens]
        yield writer.tell(people.CITIZENS, list=Listing(listed))
    lost: dict[str, list[Word | str]] = defaultdict(list)
    for gone in day.stateless:
        lost[gone.corporation].append(room.person(gone.player))
    for corporation, players in lost.items():
        yield writer.tell(people.STATELESS, list=Listing(players), corp=Corp(corporation))


# ---- effects --------------------------------------------------------------------------------------


def _effects(room: Newsroom) -> Iterator[Brief]:
    for effect in room.memory.today.effects:
        yield Brief(effect.which, effect.corporation, [_effect(room, effect)])


def _effect(room: Newsroom, effect: EffectNews) -> Sentence:
    corp = Corp(effect.corporation)
    hits: dict[int, list[Word | str]] = defaultdict(list)
    for delta in effect.deltas:
        if delta.delta:
            hits[delta.delta].append(Corp(delta.corporation))
    if not hits:
        return room.writer.tell(market.EFFECT_NONE, corp=corp)
    clauses: list[Word | str] = [
        Later(
            room.writer.tell(
                causes.EFFECT_UP if delta > 0 else causes.EFFECT_DOWN, corps=Listing(hit), n=Count(abs(delta))
            )
        )
        for delta, hit in sorted(hits.items(), reverse=True)
    ]
    # The ranking that decides is the one before the effects; the day may close in another order.
    if alive := room.memory.today.alive:
        stays = alive[0 if effect.which == "first" else -1].corporation == effect.corporation
    else:
        stays = False
    if effect.which == "first":
        stock = market.EFFECT_FIRST if stays else market.EFFECT_FIRST_THEN
    else:
        stock = market.EFFECT_LAST if stays else market.EFFECT_LAST_THEN
    return room.writer.tell(stock, corp=corp, clauses=Listing(clauses))
