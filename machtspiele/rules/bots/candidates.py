"""The candidates for an action: of each kind the variants that can make a difference."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from games.contract import Order, PlayerId

from ..board import directors, division_of, free, gives, heads, own
from ..content import CARDS, DIVISIONS, VALUES, C
from ..state import Public
from . import worth
from .survey import survey

Data = dict[str, Any]


def actions(public: Public, player: PlayerId) -> Iterator[Order]:
    """All candidates except bribes; some may be illegal."""
    mine = own(public, player)
    plain = [office for office in mine if not public.offices[office].general]
    open_to = [division for division in DIVISIONS if free(public, division)]
    yield from _recruits(public, player, mine)
    yield from _openings(public, player, mine, open_to)
    yield from _moves(public, player, mine, open_to)
    for first, second in list(combinations(sorted(plain, key=lambda o: public.offices[o].employees), 2))[:12]:
        for to in (first, second) if division_of(first) != division_of(second) else (first,):
            yield Order("merge", {"from": [first, second], "to": to})
    for division in directors(public, player):
        for way in ("board", "consultant"):
            yield Order("resign", {"division": division, "to": way})
    yield from _dismissals(public, player, mine)
    yield from _purchases(public, player, open_to)
    yield from _developments(public, player, mine)
    yield Order("pass", {})


def _moves(public: Public, player: PlayerId, mine: tuple[str, ...], open_to: list[str]) -> Iterator[Order]:
    """Moving an office to a division where its owner would at least draw level with the leader; of each
    division the smallest office."""
    from_division = {division_of(o): o for o in sorted(mine, key=lambda o: -public.offices[o].employees)}
    leaders = survey(public).leaders
    for division in open_to:
        leader = leaders.get(division)
        if leader == player:
            continue
        needed = heads(public, division, leader) if leader else 0
        for source, office in from_division.items():
            brings = public.offices[office].heads
            if source != division and heads(public, division, player) + brings >= needed:
                yield Order("move", {"moves": [{"from": office, "division": division}]})


def _recruits(public: Public, player: PlayerId, mine: tuple[str, ...]) -> Iterator[Order]:
    """Recruiting as many as possible: into the smallest offices, or into the fullest with room."""
    most = min(C.actions.recruits + gives(public, player, "personnel"), public.supply)
    for fullest in (False, True):
        inside = {office: public.offices[office].employees for office in mine}
        added: dict[str, int] = {}
        for _ in range(most):
            open_ones = [office for office in inside if inside[office] < C.figures.most_employees]
            if not open_ones:
                break
            pick = max if fullest else min
            office = pick(open_ones, key=lambda each: inside[each])
            inside[office] += 1
            added[office] = added.get(office, 0) + 1
        if added:
            place = [{"office": office, "count": count} for office, count in added.items()]
            yield Order("recruit", {"place": place})


def _openings(public: Public, player: PlayerId, mine: tuple[str, ...], open_to: list[str]) -> Iterator[Order]:
    extra = gives(public, player, "personnel")
    for division in open_to:
        yield Order("open_new", {"division": division, "extra": extra})
    sources = _spare(public, mine, C.actions.sources * C.actions.opened)
    first, second = sources[: C.actions.sources], sources[C.actions.sources :]
    if len(first) == C.actions.sources:
        for division in open_to:
            yield Order("open_own", {"new": [{"division": division, "from": first}]})
    if len(second) == C.actions.sources:
        for one, other in combinations(open_to, 2):
            new = [{"division": one, "from": first}, {"division": other, "from": second}]
            yield Order("open_own", {"new": new})


def _spare(public: Public, mine: tuple[str, ...], count: int) -> list[str]:
    """The offices from which to take employees: one after the other from the fullest; none is emptied."""
    inside = {
        office: public.offices[office].employees + (1 if public.offices[office].general else 0)
        for office in mine
    }
    taken: list[str] = []
    for _ in range(count):
        office = max(inside, key=lambda each: inside[each], default=None)
        if office is None or inside[office] < 2:
            break
        inside[office] -= 1
        taken.append(office)
    return taken


def counted(offices: list[str]) -> list[Data]:
    """The same as the `places` of an order."""
    return [{"office": office, "count": offices.count(office)} for office in dict.fromkeys(offices)]


def _dismissals(public: Public, player: PlayerId, mine: tuple[str, ...]) -> Iterator[Order]:
    spare = _spare(public, mine, C.actions.influence_dismissed)
    if len(spare) == C.actions.influence_dismissed:
        yield Order("buy_influence", {"dismiss": counted(spare)})
    for count in range(1, gives(public, player, "legal") + 1):
        if len(spare) >= count:
            yield Order("use_legal", {"dismiss": counted(spare[:count])})


def _purchases(public: Public, player: PlayerId, open_to: list[str]) -> Iterator[Order]:
    for division in open_to:
        yield Order("buy_general", {"division": division})
    box = worth.new_box(public, player)
    if box is not None:
        yield Order("buy_consultant", {"division": box})
    for value in VALUES:
        yield Order("buy_shares", {"value": value})


def _developments(public: Public, player: PlayerId, mine: tuple[str, ...]) -> Iterator[Order]:
    """Taking employees from the smallest office of an opponent, so that it closes, or else from the
    supply."""
    most = gives(public, player, "development")
    targets = [o for o in mine for _ in range(C.figures.most_employees - public.offices[o].employees)]
    others = sorted(
        (office for office in public.offices if public.offices[office].owner != player),
        key=lambda office: public.offices[office].employees or C.figures.most_employees,
    )
    sources = [office for office in others for _ in range(public.offices[office].employees)]
    for taken in (sources[:most], ["supply"] * most):
        pairs = zip(taken, targets, strict=False)
        take = [{"from": source, "to": target} for source, target in pairs]
        if take:
            yield Order("use_development", {"take": take})


def bribable(public: Public, player: PlayerId) -> list[str]:
    """The cards of others, face up or down."""
    return [card for card in CARDS if public.cards[card].holder not in (None, player)]
