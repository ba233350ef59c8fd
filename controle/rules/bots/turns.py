"""Choosing a turn: every effect is tried in every region, the best ones also with other targets and uses of
tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from ..content import Card, Effect
from ..defaults import careless
from ..notation import CATEGORIES, PLACE, Step
from ..orders import Invest
from ..playable import Option
from ..state import Public
from ..turn import Turn
from ..world import World
from .worth import PLAIN, Taste, pile_level, struck, worth

KEPT = 5
"""How many of the best candidates are looked at again with other targets."""


class Candidate(Struct, frozen=True):
    """A turn to be tried: an effect, its targets, and the uses of tokens after it."""

    card: Card
    effect: Effect
    R: int
    V: int = -1
    W: int = -1
    U: int = -1
    levels: tuple[Invest, ...] = ()
    uses: tuple[Invest, ...] = ()


@dataclass(slots=True)
class Looked:
    """A candidate with its outcome."""

    value: float
    candidate: Candidate
    turn: Turn = field(repr=False)


class Chooser:
    """Searches for the best turn of one player in the public world."""

    def __init__(self, public: Public, me: int, wanted: Sequence[int], taste: Taste = PLAIN) -> None:
        self.world, self.me, self.taste = World.of(public), me, taste
        self.before = self.world.global_levels()
        self.wanted = wanted  # the use of more of each category for the hand
        self.waiting = [(PLACE[back[:-1]], int(back[-1])) for back in public.zone]

    # ---- one candidate ---------------------------------------------------------------------------------

    def look(self, candidate: Candidate, warily: bool = True) -> Looked:
        """Play a candidate on a copy of the world and value the result; `warily`: less the expected losses to
        civil society."""
        turn = Turn(
            self.world.copy(), self.me, candidate.card, candidate.effect,
            candidate.R, candidate.V, candidate.W, candidate.U, self.before,
        )  # fmt: skip
        for each in candidate.levels:
            turn.compensate(PLACE[each.category or ""], [PLACE[kind] for kind in each.pay])
        turn.apply(self.entry)
        for each in candidate.uses:
            _use(turn, each)
        turn.discard()
        turn.privatize(candidate.card.icons)
        turn.end(self.entry, (), ())
        value = worth(turn.world, self.me, self.taste) + 0.15 * turn.extra
        waiting = [*self.waiting, *((each.category, pile_level(each.now)) for each in turn.crossings)]
        if warily and waiting:
            value -= self.taste.fear * struck(turn.world, self.me, waiting)
        return Looked(value, candidate, turn)

    def entry(self, turn: Turn, at: int, step: Step) -> Sequence[int]:
        """The choice for a step: gains and tokens where the hand needs them, losses where they hurt most,
        nothing moved."""
        if step.op in ("gain", "take"):
            if step.op == "take":
                there = [kind for kind in step.listed if turn.world.reserve[kind]] or step.listed
            else:
                there = list(step.listed)
            return [max(there, key=self.wanted.__getitem__)] * step.amount
        if step.op == "steal":
            theirs = turn.world.held[turn.U]
            kinds = [kind for kind in step.listed if theirs[kind]]
            return [max(kinds, key=self.wanted.__getitem__)] if kinds else []
        return careless(turn, at, step)

    # ---- all candidates ----------------------------------------------------------------------------------

    def best(self, options: Iterable[Option]) -> list[Looked]:
        """The best candidate for each option, the best option first."""
        first = [self.look(candidate, False) for option in options for candidate in self._first(option)]
        first.sort(key=lambda looked: -looked.value)
        found = [self._better(self.look(looked.candidate)) for looked in first[:KEPT]]
        found.sort(key=lambda looked: -looked.value)
        return [*found, *first[KEPT:]]

    def _first(self, option: Option) -> list[Candidate]:
        """One candidate for each main region, with its other targets by a quick estimate."""
        world, me, uses = self.world, self.me, option.effect.uses
        found = []
        for R in world.slots:
            V = max(world.beside[R], key=self._room) if "V" in uses else -1
            W = -1
            if "W" in uses:
                W = max((slot for slot in world.slots if slot not in (R, V)), key=self._room)
            U = world.first_of(R, world.others(me)) if "U" in uses else -1
            found.append(Candidate(option.card, option.effect, R, V, W, U, option.invest))
        return found

    def _room(self, slot: int) -> int:
        """The share of a region that is still to be gained."""
        world = self.world
        others = max(world.total(slot, player) for player in range(world.size) if player != self.me)
        return world.development[slot] - max(world.total(slot, self.me), others)

    def _better(self, looked: Looked) -> Looked:
        """Improve a candidate: the best neighbour, other region and rival, one after the other; then the uses
        of tokens."""
        for candidates in (self._targets, self._uses):
            for candidate in candidates(looked):
                other = self.look(candidate)
                if other.value > looked.value + 1e-9:
                    looked = other
        return looked

    def _targets(self, looked: Looked) -> list[Candidate]:
        world, was = self.world, looked.candidate
        found = []
        if was.V >= 0:
            found += [replace(was, V=slot) for slot in world.beside[was.R] if slot not in (was.V, was.W)]
        if was.W >= 0:
            found += [replace(was, W=slot) for slot in world.slots if slot not in (was.R, was.V, was.W)]
        if was.U >= 0:
            found += [replace(was, U=player) for player in world.others(self.me) if player != was.U]
        return found

    def _uses(self, looked: Looked) -> list[Candidate]:
        """Add one or two uses after the effect, with the tokens that are left."""
        world, was = looked.turn.world, looked.candidate
        before = self.world.held[self.me][:]
        for each in was.levels:
            for slug in each.pay:
                before[PLACE[slug]] -= 1
        mine = [kind for kind, held in enumerate(before) if held > 0]
        single: list[Invest] = []
        for kind in mine:
            slug = CATEGORIES[kind]
            single.append(Invest("boost", slug))
            victims = [each for each in world.others(self.me) if world.stacks[was.R][each][kind]]
            if victims:
                single.append(Invest("sabotage", slug, world.names[world.first_of(was.R, victims)], (slug,)))
        if mine:
            least = min(mine, key=self.wanted.__getitem__)
            single.append(Invest("develop", None, None, (CATEGORIES[least],)))
        found = [replace(was, uses=(use,)) for use in single]
        boosts = [use for use in single if use.use == "boost"]
        for boost in boosts:
            for use in single:
                if use.use != "boost" and _affordable(before, (boost, use)):
                    found.append(replace(was, uses=(boost, use)))
        return found


def _affordable(held: Sequence[int], uses: Iterable[Invest]) -> bool:
    left = list(held)
    for use in uses:
        left[PLACE[use.pay[0] if use.pay else use.category or ""]] -= 1
    return min(left) >= 0


def _use(turn: Turn, use: Invest) -> None:
    """Apply a use after the effect; one that is impossible is ignored."""
    kind = PLACE[use.pay[0] if use.pay else use.category or ""]
    if use.use == "boost":
        turn.boost(kind)
    elif use.use == "develop":
        turn.develop(kind)
    elif use.target is not None:
        target = next(player for player, name in enumerate(turn.world.names) if name == use.target)
        if turn.world.stacks[turn.R][target][kind]:
            turn.sabotage(kind, target)
