"""Whether an action can be carried out, and why not (7.1): now, or at all.

One judge serves three moments: an action filed in advance is judged by its shape only, a sealed one by what
can no longer become possible (D54), and one that is carried out now by everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

from msgspec import Struct

from games.contract import Json, PlayerId
from games.rulekit.judging import Refusals

from . import orders as o
from .board import boss_offices, could_give, division_of, free, gives, usable
from .content import C
from .state import Office, Public


class Level(IntEnum):
    """How much of an action is judged."""

    FORM = 0
    SEALED = 1
    NOW = 2


class Case(Struct):
    """One action of a player, against the position before it. `cash` in Pinats; `boss_first`: the player's
    Boss card may be used just before, in the same sealed form."""

    public: Public
    player: PlayerId
    cash: int
    level: Level
    refuse: Refusals
    boss_first: bool = False

    # ---- problems, by the level from which they count ----------------------------------------------

    def settled(self, code: str, at: str | None = None, **params: Json) -> None:
        """Add a problem that nothing can change before a sealed window is resolved."""
        if self.level >= Level.SEALED:
            self.refuse(code, at, **params)

    def now(self, code: str, at: str | None = None, **params: Json) -> None:
        """Add a problem of the present position, which others may change."""
        if self.level >= Level.NOW:
            self.refuse(code, at, **params)

    # ---- offices and employees -----------------------------------------------------------------------

    def own(self, office: str, at: str) -> Office | None:
        """An office of the player; adds a problem if it is somebody else's."""
        found = self.public.offices.get(office)
        if found is not None and found.owner == self.player:
            return found
        if self.boss_first and self.level < Level.NOW:
            opened = boss_offices(self.public, self.player).get(office)
            if opened is not None:
                return opened
        self.settled("not_your_office", at, office=office)
        return None

    def take(self, wanted: Mapping[str, int], at: str) -> None:
        """Take employees out of the player's own offices."""
        for office, count in wanted.items():
            found = self.own(office, at)
            if found is not None and found.employees < count:
                self.settled("too_few_employees", at, office=office, needed=count, employees=found.employees)

    def put(self, wanted: Mapping[str, int], at: str) -> None:
        """Put employees into the player's own offices."""
        for office, count in wanted.items():
            found = self.own(office, at)
            left = C.figures.most_employees - found.employees if found else count
            if left < count:
                self.now("no_room", at, office=office, needed=count, room=left)

    def supply(self, needed: int, at: str) -> None:
        if self.public.supply < needed:
            self.now("supply_short", at, needed=needed, supply=self.public.supply)

    def targets(self, divisions: Iterable[str], at: str) -> None:
        """Check for a free office in each of these divisions, for as many as are named."""
        for division, count in Counter(divisions).items():
            if len(free(self.public, division)) < count:
                self.now("division_full", at, division=division)

    def executives(self, needed: int) -> None:
        reserve = self.public.seats[self.player].reserve
        if reserve < needed:
            self.now("no_executives", needed=needed, reserve=reserve)

    def money(self, needed: int, at: str | None = None) -> None:
        if self.cash < needed:
            self.now("not_enough_money", at, needed=needed, money=self.cash)

    # ---- cards -----------------------------------------------------------------------------------------

    def gives(self, slug: str) -> int:
        """What a card gives now, or the most it can give while the action waits."""
        give = gives if self.level is Level.NOW else could_give
        return give(self.public, self.player, slug)

    def uses(self, slug: str, count: int, at: str) -> None:
        """Check the number of uses of one of the two cards of action G."""
        if usable(self.public, self.player, slug) is None:
            self.settled("card_not_usable", card=slug)
        elif count > (most := self.gives(slug)):
            self.settled("too_many_uses", at, count=count, most=most)


def _counts(places: Iterable[o.At]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for each in places:
        counts[each.office] += each.count
    return counts


def _recruit(case: Case, action: o.Recruit) -> None:
    counts = _counts(action.place)
    if not counts:
        case.refuse("missing", "place")
    most = C.actions.recruits + case.gives("personnel")
    if counts.total() > most:
        case.settled("too_many_employees", "place", count=counts.total(), most=most)
    case.put(counts, "place")
    case.supply(counts.total(), "place")


def _open_own(case: Case, action: o.OpenOwn) -> None:
    if not action.new:
        case.refuse("missing", "new")
    if any(len(each.from_) != C.actions.sources for each in action.new):
        case.refuse("two_sources", "new", of=C.actions.sources)
    case.take(Counter(office for each in action.new for office in each.from_), "new")
    case.targets((each.division for each in action.new), "new")
    case.executives(len(action.new))


def _open_new(case: Case, action: o.OpenNew) -> None:
    moved: Counter[str] = Counter()
    for each in action.move:
        moved[each.from_] += each.count
    inside = 1 + action.extra + moved.total()
    if inside > C.figures.most_employees:
        case.refuse("too_many_inside", "move", count=inside, most=C.figures.most_employees)
    most = case.gives("personnel")
    if action.extra > most:
        case.settled("too_many_extra", "extra", count=action.extra, most=most)
    case.take(moved, "move")
    case.targets([action.division], "division")
    case.executives(1)
    case.supply(1 + action.extra, "extra")


def _move(case: Case, action: o.Move) -> None:
    if not action.moves:
        case.refuse("missing", "moves")
    if len({each.from_ for each in action.moves}) < len(action.moves):
        case.refuse("named_twice", "moves")
    for each in action.moves:
        if division_of(each.from_) == each.division:
            case.refuse("same_division", "moves", office=each.from_)
        found = case.own(each.from_, "moves")
        if found is not None and found.general and len(action.moves) > 1:
            case.settled("general_alone", "moves", office=each.from_)
    case.targets((each.division for each in action.moves), "moves")


def _merge(case: Case, action: o.Merge) -> None:
    if len(action.from_) != 2:
        case.refuse("two_departments", "from")
    if isinstance(action.to, o.Into):
        case.targets([action.to.division], "to")
    elif action.to not in action.from_:
        case.refuse("not_one_of_both", "to")
    overflow = _counts(action.overflow)
    if set(overflow) & set(action.from_):
        case.refuse("merged_office", "overflow")
    both = [case.own(office, "from") for office in action.from_]
    for office, found in zip(action.from_, both, strict=True):
        if found is not None and found.general:
            case.settled("not_a_department", "from", office=office)
    together = sum(found.employees for found in both if found)
    surplus = max(0, together - C.actions.merge_dismissed - C.figures.most_employees)
    if overflow.total() > surplus:
        case.settled("too_much_overflow", "overflow", count=overflow.total(), most=surplus)
    case.put(overflow, "overflow")


def _resign(case: Case, action: o.Resign) -> None:
    if case.public.directors.get(action.division) != case.player:
        case.settled("not_director", "division", division=action.division)


def _bribe(case: Case, action: o.BribeOrder) -> None:
    if not action.offers:
        case.refuse("missing", "offers")
    for each in action.offers:
        holder = case.public.cards[each.card].holder
        if holder is None:
            case.settled("no_holder", "offers", card=each.card)
        elif holder == case.player:
            case.now("own_card", "offers", card=each.card)
        case.money(each.amount, "offers")


def _buy_influence(case: Case, action: o.BuyInfluence) -> None:
    counts = _counts(action.dismiss)
    needed = C.actions.influence_dismissed
    if counts.total() != needed:
        case.refuse("not_so_many", "dismiss", needed=needed, count=counts.total())
    case.take(counts, "dismiss")


def _buy_general(case: Case, action: o.BuyGeneral) -> None:
    case.money(C.money.general_department)
    case.executives(2)
    case.targets([action.division], "division")


def _buy_consultant(case: Case, action: o.BuyConsultant) -> None:
    case.money(C.money.consultant)
    case.executives(1)


def _buy_shares(case: Case, action: o.BuyShares) -> None:
    if not case.public.market[action.value - 1]:
        case.settled("sold_out", "value", value=action.value)
    case.money(share_price(case.public, case.player, action.value))


def share_price(public: Public, player: PlayerId, value: int) -> int:
    """The price of a certificate of this value for a player now, in Pinats (F4, D30)."""
    return C.money.price(max(1, value - gives(public, player, "accounting")))


def _use_development(case: Case, action: o.UseDevelopment) -> None:
    """Judge the takes one after the other: an office that the first one fills or empties counts for the
    second (9.1, D44)."""
    if not action.take:
        case.refuse("missing", "take")
    case.uses("development", len(action.take), "take")
    moved: Counter[str] = Counter()
    for each in action.take:
        target = case.own(each.to, "take")
        if target is not None and target.employees + moved[each.to] >= C.figures.most_employees:
            case.now("no_room", "take", office=each.to, needed=1, room=0)
        _source(case, each.from_, moved)
        moved[each.from_] -= 1
        moved[each.to] += 1


def _source(case: Case, source: str, moved: Counter[str]) -> None:
    if source == o.SUPPLY:
        if case.public.supply + moved[source] < 1:
            case.now("supply_short", "take", needed=1, supply=0)
        return
    found = case.public.offices.get(source)
    if found is None or found.owner == case.player:
        case.now("not_an_opponents", "take", office=source)
    elif found.employees + moved[source] < 1:
        case.now(
            "too_few_employees", "take", office=source, needed=1 - moved[source], employees=found.employees
        )


def _use_legal(case: Case, action: o.UseLegal) -> None:
    counts = _counts(action.dismiss)
    if not counts:
        case.refuse("missing", "dismiss")
    case.uses("legal", counts.total(), "dismiss")
    case.take(counts, "dismiss")


def _pass(case: Case, action: o.Pass) -> None:
    """Passing is always possible (D37)."""


_JUDGES: Final[Mapping[type[Any], Callable[[Case, Any], None]]] = {
    o.Recruit: _recruit,
    o.OpenOwn: _open_own,
    o.OpenNew: _open_new,
    o.Move: _move,
    o.Merge: _merge,
    o.Resign: _resign,
    o.BribeOrder: _bribe,
    o.BuyInfluence: _buy_influence,
    o.BuyGeneral: _buy_general,
    o.BuyConsultant: _buy_consultant,
    o.BuyShares: _buy_shares,
    o.UseDevelopment: _use_development,
    o.UseLegal: _use_legal,
    o.Pass: _pass,
}


def judge(case: Case, action: o.Action) -> None:
    """Add every problem of an action."""
    _JUDGES[type(action)](case, action)


def is_legal(public: Public, player: PlayerId, cash: int, action: o.Action) -> bool:
    """Whether an action can be carried out now."""
    refuse = Refusals(None)
    judge(Case(public, player, cash, Level.NOW, refuse), action)
    return not refuse.problems
