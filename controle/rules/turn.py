"""Working out one turn on a world, which it changes: the operations of effects (8), the uses of tokens after
them (9), the discard, privatizing and the end of the turn (7.2, steps 3 to 7). Nothing is judged here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from .content import C, Card, Effect
from .events import Change, Level
from .notation import CATEGORIES, Step
from .world import World

Entry = Callable[["Turn", int, Step], Sequence[int]]
"""What is chosen for a step, by its place in the effect: categories, or types of tokens, that fit the
moment."""

By = Literal["effect", "level", "boost", "sabotage", "develop", "icon"]


class Crossing:
    """A category that reached a higher level in a turn."""

    __slots__ = ("category", "now", "was")

    def __init__(self, category: int, was: int, now: int) -> None:
        self.category, self.was, self.now = category, was, now


class Turn:
    """`me`: the active player. R, V, W: slots, U: a player, -1 if the effect does not use them. `before`: the
    levels of the categories when the turn opened. `chosen`: the effective choice for each step."""

    __slots__ = (
        "R", "U", "V", "W", "before", "card", "changes", "chosen", "crossings", "effect", "extra", "levels",
        "me", "world",
    )  # fmt: skip

    def __init__(
        self,
        world: World,
        me: int,
        card: Card,
        effect: Effect,
        R: int,
        V: int = -1,
        W: int = -1,
        U: int = -1,
        before: list[int] | None = None,
    ) -> None:
        self.world, self.me, self.card, self.effect = world, me, card, effect
        self.R, self.V, self.W, self.U = R, V, W, U
        self.before = world.global_levels() if before is None else before
        self.changes: list[Change] = []
        self.levels: list[Level] = []
        self.chosen: list[Sequence[int]] = [()] * len(effect.steps)
        self.extra = 0
        self.crossings: list[Crossing] = []

    def slot(self, where: str) -> int:
        return self.R if where == "R" else self.V if where == "V" else self.W

    # ---- events --------------------------------------------------------------------------------------

    def _influence(
        self, by: By, step: int | None, player: int, slot: int, category: int, amount: int
    ) -> None:
        """Place or remove influences; changes of one stack are one event."""
        self.world.place(slot, player, category, amount)
        name, slug = self.world.names[player], CATEGORIES[category]
        last = self.changes[-1] if self.changes else None
        if (
            last is not None
            and (last.by, last.step, last.what) == (by, step, "influence")
            and (last.player, last.region, last.category) == (name, slot, slug)
        ):
            self.changes.pop()
            amount += last.amount
        self.changes.append(Change(by, "influence", amount, step, name, slot, slug))

    def _token(self, by: By, step: int | None, player: int, kind: int, amount: int) -> None:
        self.changes.append(
            Change(by, "token", amount, step, self.world.names[player], None, CATEGORIES[kind])
        )

    def _develop(self, by: By, step: int | None, slot: int, amount: int) -> None:
        was = self.world.development[slot]
        now = max(1, was + amount)
        self.world.development[slot] = now
        if now != was:
            self.changes.append(Change(by, "development", now - was, step, None, slot))

    # ---- tokens ----------------------------------------------------------------------------------------

    def pay(self, by: By, kinds: Iterable[int]) -> None:
        for kind in kinds:
            self.world.give_back(self.me, kind)
            self._token(by, None, self.me, kind, -1)

    def compensate(self, category: int, kinds: Sequence[int]) -> None:
        """Add a level in a category, for the requirements of this effect only."""
        self.pay("level", kinds)
        self.levels.append(Level(CATEGORIES[category], tuple(CATEGORIES[kind] for kind in kinds)))

    def boost(self, category: int) -> None:
        self.pay("boost", (category,))
        self._influence("boost", None, self.me, self.R, category, 1)

    def sabotage(self, category: int, target: int) -> None:
        self.pay("sabotage", (category,))
        self._influence("sabotage", None, target, self.R, category, -1)

    def develop(self, kind: int) -> None:
        self.pay("develop", (kind,))
        self._develop("develop", None, self.R, 1)

    def privatize(self, icons: Iterable[int]) -> None:
        """Take one token for each icon, in the given order, as far as reserve and limit allow (7.2.6)."""
        for kind in icons:
            if self.world.take(self.me, kind):
                self._token("icon", None, self.me, kind, 1)

    # ---- the effect (8) ----------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Apply all steps except those of the end of the turn, from left to right."""
        for at, step in enumerate(self.effect.steps):
            if not step.late:
                self._apply(at, step, entry)

    def _apply(self, at: int, step: Step, entry: Entry) -> None:
        if step.op == "develop":
            self._develop("effect", at, self.slot(step.where), step.amount)
            return
        if step.op == "draw":
            self.extra += step.amount
            self.changes.append(Change("effect", "draw", step.amount, at, self.world.names[self.me]))
            return
        chosen: Sequence[int] = ()
        if step.asks:
            chosen = entry(self, at, step)
            self.chosen[at] = chosen
        if step.op == "gain":
            self._gain(at, step, chosen)
        elif step.op == "lose":
            self._lose(at, step, chosen)
        elif step.op == "take":
            kind = chosen[0] if chosen else step.listed[0]
            if self.world.take(self.me, kind):
                self._token("effect", at, self.me, kind, 1)
        elif step.op == "steal":
            self._steal(at, chosen)
        else:
            self._shift(at, step, chosen)

    def _gain(self, at: int, step: Step, chosen: Sequence[int]) -> None:
        slot = self.slot(step.where)
        if len(step.listed) == 1:
            self._influence("effect", at, self.me, slot, step.listed[0], step.amount)
            return
        for category in sorted(chosen):
            self._influence("effect", at, self.me, slot, category, 1)

    def _lose(self, at: int, step: Step, chosen: Sequence[int]) -> None:
        slot = self.slot(step.where)
        stacks = self.world.stacks[slot]
        if step.who == "U":
            for category in chosen if len(step.listed) > 1 else step.listed * step.amount:
                if stacks[self.U][category]:
                    self._influence("effect", at, self.U, slot, category, -1)
            return
        losers = self.world.others(self.me)
        if step.who == "L":
            first = self.world.first_of(slot, losers)
            losers = [first] if any(stacks[first]) else []
        for player in losers:
            for _ in range(step.amount):
                category = self.world.largest(slot, player, step.listed)
                if stacks[player][category]:
                    self._influence("effect", at, player, slot, category, -1)

    def _steal(self, at: int, chosen: Sequence[int]) -> None:
        theirs = self.world.held[self.U]
        kinds = [kind for kind, count in enumerate(theirs) if count]
        if not kinds or sum(self.world.held[self.me]) >= C.figures.holding:
            return
        kind = chosen[0] if chosen else kinds[0]
        theirs[kind] -= 1
        self.world.held[self.me][kind] += 1
        self._token("effect", at, self.U, kind, -1)
        self._token("effect", at, self.me, kind, 1)

    def _shift(self, at: int, step: Step, chosen: Sequence[int]) -> None:
        """Move or convert the chosen influences to another region or category."""
        slot = self.slot(step.where)
        origin = self.slot(step.origin) if step.op == "move" else slot
        for category in chosen:
            self._influence("effect", at, self.me, origin, category, -1)
        for category in chosen:
            into = category if step.op == "move" else step.into
            self._influence("effect", at, self.me, slot, into, 1)

    # ---- the end of the turn (7.2, steps 5 and 7) -------------------------------------------------------

    def discard(self) -> None:
        self.world.played[self.card.category] += 1

    def end(self, entry: Entry, end_steps: Iterable[int], crossing_order: Iterable[int]) -> None:
        """End the turn: the pending steps, those named first; then the categories that crossed a level, those
        named first."""
        late = [at for at, step in enumerate(self.effect.steps) if step.late]
        for at in dict.fromkeys((*end_steps, *late)):
            self._apply(at, self.effect.steps[at], entry)
        now = self.world.global_levels()
        crossed = [each for each, was in enumerate(self.before) if now[each] > was]
        wanted = [each for each in crossing_order if each in crossed]
        for category in dict.fromkeys((*wanted, *crossed)):
            self.crossings.append(Crossing(category, self.before[category], now[category]))
