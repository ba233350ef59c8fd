"""Carrying out actions A to G (7.1). Each was judged as a whole against the position before it (D44)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from games.contract import PlayerId

from . import orders as o
from .board import free, gives, within
from .content import C
from .events import (
    ConsultantBought,
    Counted,
    DepartmentsMoved,
    DevelopmentUsed,
    GeneralBought,
    InfluenceBought,
    LegalUsed,
    Merged,
    Moving,
    NewcomerOpened,
    NewDepartment,
    Opened,
    Passed,
    Recruited,
    Resigned,
    SharesBought,
)
from .judge import share_price
from .table import Table


def _counted(places: Iterable[o.At] | Iterable[o.Taken]) -> tuple[Counted, ...]:
    """The number for each office, in the order of first mention."""
    counts: Counter[str] = Counter()
    for each in places:
        counts[each.office if isinstance(each, o.At) else each.from_] += each.count
    return tuple(Counted(office, count) for office, count in counts.items())


def targets(table: Table, divisions: Iterable[str]) -> tuple[str, ...]:
    """The office for each part of an action: the first free ones, in the given order (5.1)."""
    named = tuple(divisions)
    left = {division: list(free(table.public, division)) for division in named}
    return tuple(left[division].pop(0) for division in named)


def _recruit(table: Table, player: PlayerId, action: o.Recruit) -> None:
    place = _counted(action.place)
    for each in place:
        table.put(each.office, each.count)
        table.supply(-each.count)
    table.tell(Recruited(player, place))


def _open_own(table: Table, player: PlayerId, action: o.OpenOwn) -> None:
    """Open a department: of two employees, one moves in, the other is exchanged for an executive."""
    offices = targets(table, (each.division for each in action.new))
    table.from_reserve(player, len(offices))
    for office, each in zip(offices, action.new, strict=True):
        for source in each.from_:
            table.put(source, -1)
        table.supply(1)
        table.open_office(office, player, 1)
    table.tell(
        Opened(
            player, tuple(NewDepartment(at, new.from_) for at, new in zip(offices, action.new, strict=True))
        )
    )
    table.close_if_empty(source for each in action.new for source in each.from_)


def _open_new(table: Table, player: PlayerId, action: o.OpenNew) -> None:
    (office,) = targets(table, [action.division])
    moved, newcomers = _counted(action.move), 1 + action.extra
    table.from_reserve(player)
    table.supply(-newcomers)
    for each in moved:
        table.put(each.office, -each.count)
    table.open_office(office, player, newcomers + sum(each.count for each in moved))
    table.tell(NewcomerOpened(player, office, newcomers, moved))
    table.close_if_empty(each.office for each in moved)


def _move(table: Table, player: PlayerId, action: o.Move) -> None:
    offices = targets(table, (each.division for each in action.moves))
    for office, each in zip(offices, action.moves, strict=True):
        table.move_office(each.from_, office)
    moves = zip(action.moves, offices, strict=True)
    table.tell(DepartmentsMoved(player, tuple(Moving(each.from_, office) for each, office in moves)))


def _merge(table: Table, player: PlayerId, action: o.Merge) -> None:
    """Merge two departments: both heads stay; two employees are dismissed; those beyond six move as ordered,
    or are dismissed, too."""
    to = targets(table, [action.to.division])[0] if isinstance(action.to, o.Into) else action.to
    together = sum(table.clear_office(office).employees for office in action.from_)
    left = together - C.actions.merge_dismissed
    inside = min(left, C.figures.most_employees)
    overflow = _counted(action.overflow)
    for each in overflow:
        table.put(each.office, each.count)
    dismissed = together - inside - sum(each.count for each in overflow)
    table.supply(dismissed)
    table.open_office(to, player, inside, general=True)
    table.tell(Merged(player, action.from_, to, inside, overflow, dismissed))


def _resign(table: Table, player: PlayerId, action: o.Resign) -> None:
    """Resign: first the director, then the heads of the player's departments from the top (D27)."""
    public, division = table.public, action.division
    own = tuple(at for at, each in within(public, division) if each.owner == player and not each.general)
    table.change(directors={each: who for each, who in public.directors.items() if each != division})
    dismissed = sum(table.clear_office(office).employees for office in own)
    table.supply(dismissed)
    pushed: list[PlayerId | None] = []
    if action.to == "board":
        pushed = [table.join_board(player) for _ in range(1 + len(own))]
    else:
        table.join_consultants(player, division)
        table.to_reserve(player, len(own))
    fallen = tuple(each for each in pushed if each is not None)
    table.tell(Resigned(player, division, action.to, own, dismissed, fallen))
    table.turn_down(division)


def _buy_influence(table: Table, player: PlayerId, action: o.BuyInfluence) -> None:
    dismissed = _counted(action.dismiss)
    table.dismiss(dismissed)
    table.score(player, "influence", 1)
    table.tell(InfluenceBought(player, dismissed))
    table.close_if_empty(each.office for each in dismissed)


def _buy_general(table: Table, player: PlayerId, action: o.BuyGeneral) -> None:
    (office,) = targets(table, [action.division])
    table.pay(player, -C.money.general_department)
    table.from_reserve(player, 2)
    table.open_office(office, player, 0, general=True)
    table.tell(GeneralBought(player, office, C.money.general_department))


def _buy_consultant(table: Table, player: PlayerId, action: o.BuyConsultant) -> None:
    table.pay(player, -C.money.consultant)
    table.from_reserve(player)
    table.join_consultants(player, action.division)
    table.tell(ConsultantBought(player, action.division, C.money.consultant))


def _buy_shares(table: Table, player: PlayerId, action: o.BuyShares) -> None:
    value = action.value
    cost, bonus = share_price(table.public, player, value), gives(table.public, player, "accounting")
    table.pay(player, -cost)
    market = table.public.market
    table.change(market=(*market[: value - 1], market[value - 1] - 1, *market[value:]))
    table.set_seat(player, certificates=(*table.seat(player).certificates, value))
    table.score(player, "shares", value)
    table.tell(SharesBought(player, value, cost, min(bonus, value - 1)))


def _use_development(table: Table, player: PlayerId, action: o.UseDevelopment) -> None:
    takes = tuple(Moving(each.from_, each.to) for each in action.take)
    for each in takes:
        if each.was == o.SUPPLY:
            table.supply(-1)
        else:
            table.put(each.was, -1)
        table.put(each.now, 1)
    table.tell(DevelopmentUsed(player, takes))
    table.close_if_empty(each.was for each in takes)


def _use_legal(table: Table, player: PlayerId, action: o.UseLegal) -> None:
    dismissed = _counted(action.dismiss)
    table.dismiss(dismissed)
    table.score(player, "influence", sum(each.count for each in dismissed))
    table.tell(LegalUsed(player, dismissed))
    table.close_if_empty(each.office for each in dismissed)


def _pass(table: Table, player: PlayerId, action: o.Pass) -> None:
    table.tell(Passed(player))


_PERFORM: Final[Mapping[type[o.Action], Callable[[Table, PlayerId, Any], None]]] = {
    o.Recruit: _recruit,
    o.OpenOwn: _open_own,
    o.OpenNew: _open_new,
    o.Move: _move,
    o.Merge: _merge,
    o.Resign: _resign,
    o.BuyInfluence: _buy_influence,
    o.BuyGeneral: _buy_general,
    o.BuyConsultant: _buy_consultant,
    o.BuyShares: _buy_shares,
    o.UseDevelopment: _use_development,
    o.UseLegal: _use_legal,
    o.Pass: _pass,
}
"""All but the bribe, which may have to be asked."""


def perform(table: Table, player: PlayerId, action: o.Action) -> None:
    """Carry out a legal action other than a bribe."""
    _PERFORM[type(action)](table, player, action)
