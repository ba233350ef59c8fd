"""Judging an answer that plays an effect, and working it out, with the levels bought before and the uses of
tokens after.

An answer is read in three ways: as handed in, when every part must be possible; as a plan, when parts that
have become needless or impossible are left out (15.4, D37); or in advance, when only what can never become
possible is wrong (D49)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.contract import PlayerId
from games.rulekit.judging import Refusals

from .content import CARDS, C, Card, Effect
from .notation import CATEGORIES, PLACE, Step
from .orders import Answer, Invest, OfCard
from .turn import Turn
from .world import World


def _places(slugs: Sequence[str]) -> list[int]:
    return [PLACE[slug] for slug in slugs]


# ---- problems that no world can solve (D49) ----------------------------------------------------------------


def of_hand(hand: Sequence[str], order: OfCard, refuse: Refusals) -> tuple[Card, Effect] | None:
    """The effect that an order plays; None, with a problem, if it does not belong to a card in hand."""
    if order.card not in hand:
        refuse("card_not_in_hand", "card", card=order.card)
        return None
    card = CARDS[order.card]
    if not 1 <= order.effect <= len(card.effects):
        refuse("no_such_effect", "effect", effect=order.effect)
        return None
    return card, card.effects[order.effect - 1]


def judge_form(
    world: World, me: int, card: Card, effect: Effect, answer: Answer, refuse: Refusals, forced: bool = False
) -> None:
    """Refuse whatever is wrong with an answer in any world: targets, numbers of choices, icons, prices,
    limits."""
    _targets(world, me, effect, answer, refuse)
    _choices(effect, answer, refuse)
    _uses(world, me, effect, answer, refuse, forced)
    shown = Counter(CATEGORIES[icon] for icon in card.icons)
    for icon, named in Counter(answer.icons).items():
        if named > shown[icon]:
            refuse("icon_not_shown", "icons", category=icon, named=named, shown=shown[icon])
    for at in answer.end_steps:
        if not (0 <= at < len(effect.steps) and effect.steps[at].late):
            refuse("no_end_step", "end_steps", step=at)


def _targets(world: World, me: int, effect: Effect, answer: Answer, refuse: Refusals) -> None:
    regions = len(world.slots)

    def is_region(slot: int | None, at: str) -> bool:
        if slot is None:
            refuse("missing", at)
        elif slot not in world.slots:
            refuse("no_such_region", at, region=slot, regions=regions)
        return slot in world.slots

    main = is_region(answer.R, "R")
    if "V" in effect.uses and is_region(answer.V, "V") and main:
        assert answer.V is not None
        if answer.V not in world.beside[answer.R]:
            refuse("not_beside", "V", region=answer.V, main=answer.R)
    if "W" in effect.uses and is_region(answer.W, "W"):
        assert answer.W is not None
        if answer.W in (answer.R, answer.V if "V" in effect.uses else None):
            refuse("same_region", "W", region=answer.W)
    if "U" in effect.uses:
        if answer.U is None:
            refuse("missing", "U")
        elif not _is_other(world, me, answer.U):
            refuse("not_another_player", "U", player=answer.U)


def _is_other(world: World, me: int, player: str) -> bool:
    return player in world.names and player != world.names[me]


def _choices(effect: Effect, answer: Answer, refuse: Refusals) -> None:
    if len(answer.choices) > len(effect.steps):
        refuse(
            "wrong_choices",
            "choices",
            step=len(effect.steps),
            named=len(answer.choices),
            needed=len(effect.steps),
        )
    for at, step in enumerate(effect.steps):
        entry = answer.choices[at] if at < len(answer.choices) else ()
        _entry(at, step, entry, refuse)


def _entry(at: int, step: Step, entry: Sequence[str], refuse: Refusals) -> None:
    """Check the number and the kinds of what is chosen for a step."""
    place = f"choices.{at}"
    if step.op in ("move", "convert") or (step.op == "steal"):
        if len(entry) > step.amount:
            refuse("at_most", place, step=at, named=len(entry), most=step.amount)
    else:
        needed = step.amount if step.asks else 0
        if len(entry) != needed:
            refuse("wrong_choices", place, step=at, named=len(entry), needed=needed)
    for slug in dict.fromkeys(entry):
        if step.asks and PLACE[slug] not in step.listed:
            refuse("not_listed", place, step=at, category=slug)


def _uses(world: World, me: int, effect: Effect, answer: Answer, refuse: Refusals, forced: bool) -> None:
    """Check each use of tokens: its price, its target, its limit, and that a bought level could be needed."""
    counted = Counter(each.use for each in answer.invest)
    for use, named in counted.items():
        most = C.uses[use]
        if most and named > most:
            refuse("used_too_often", "invest", use=use, named=named, most=most)
    required = dict(effect.requires)
    bought: Counter[int] = Counter()
    for at, each in enumerate(answer.invest):
        place = f"invest.{at}"
        if each.use == "develop":
            if len(each.pay) != 1:
                refuse("wrong_price", place, use=each.use, category=None)
            continue
        if each.category is None:
            refuse("no_category", place, use=each.use)
            continue
        category = PLACE[each.category]
        if each.use == "level":
            if forced:
                refuse("no_compensating", place)
                continue
            bought[category] += 1
            needed = required.get(category, 0)
            if bought[category] > needed:
                refuse(
                    "level_in_vain", place, category=each.category, needed=needed,
                    level=world.level(me, category), bought=bought[category],
                )  # fmt: skip
        if not _is_price(each):
            refuse("wrong_price", place, use=each.use, category=each.category)
        if each.use == "sabotage":
            if each.target is None:
                refuse("missing", f"{place}.target")
            elif not _is_other(world, me, each.target):
                refuse("not_another_player", f"{place}.target", player=each.target)


def _is_price(each: Invest) -> bool:
    """Whether this is a price: one token of the category or, for a level, any two of other categories."""
    if each.pay == (each.category,) or (not each.pay and each.use != "level"):
        return True
    if each.use != "level":
        return False
    return len(each.pay) == C.figures.one_by_other and each.category not in each.pay


# ---- worked out ---------------------------------------------------------------------------------------


def work_out(
    world: World, me: int, card: Card, effect: Effect, answer: Answer, refuse: Refusals, *,
    plan: bool = False, forced: bool = False,
) -> Turn | None:  # fmt: skip
    """Play the turn on this world, which is changed; None if the answer cannot be read. The problems say
    whether it is possible. `plan`: needless and impossible parts are left out."""
    judge_form(world, me, card, effect, answer, refuse, forced)
    if refuse.problems:
        return None
    U = world.names.index(PlayerId(answer.U)) if answer.U is not None and "U" in effect.uses else -1
    V = answer.V if answer.V is not None and "V" in effect.uses else -1
    W = answer.W if answer.W is not None and "W" in effect.uses else -1
    turn = Turn(world, me, card, effect, answer.R, V, W, U)
    reading = _Reading(turn, answer, refuse, plan)
    if not forced:
        reading.compensate()
    turn.apply(reading.entry)
    reading.invest()
    turn.discard()
    turn.privatize(_places(answer.icons))
    turn.end(reading.entry, answer.end_steps, _places(answer.crossing_order))
    return turn


class _Reading:
    """Reads an answer step by step against the world of that moment."""

    def __init__(self, turn: Turn, answer: Answer, refuse: Refusals, plan: bool) -> None:
        self.turn, self.world, self.answer, self.refuse, self.plan = turn, turn.world, answer, refuse, plan

    def compensate(self) -> None:
        """Check the levels that the effect requires, including those bought; none may be bought in vain
        (9)."""
        turn, world = self.turn, self.world
        bought: Counter[int] = Counter()
        required = dict(turn.effect.requires)
        level = {category: world.level(turn.me, category) for category in required}
        for at, each in enumerate(self.answer.invest):
            if each.use != "level" or each.category is None:
                continue
            category = PLACE[each.category]
            needed = required[category]
            if level[category] + bought[category] >= needed:
                if not self.plan:
                    self.refuse(
                        "level_in_vain", f"invest.{at}", category=each.category, needed=needed,
                        level=level[category], bought=bought[category] + 1,
                    )  # fmt: skip
                continue
            kinds = _places(each.pay)
            if self._can_pay(kinds, at):
                turn.compensate(category, kinds)
            elif self.plan:
                continue
            bought[category] += 1  # even if it cannot be paid, which is a problem already
        for category, needed in turn.effect.requires:
            if level[category] + bought[category] < needed:
                self.refuse(
                    "level_short", "effect", category=CATEGORIES[category], needed=needed,
                    level=level[category], bought=bought[category],
                )  # fmt: skip

    def _can_pay(self, kinds: Sequence[int], at: int) -> bool:
        held = self.world.held[self.turn.me]
        for kind, needed in Counter(kinds).items():
            if held[kind] < needed:
                if not self.plan:
                    self.refuse(
                        "tokens_short",
                        f"invest.{at}",
                        category=CATEGORIES[kind],
                        needed=needed,
                        held=held[kind],
                    )
                return False
        return True

    def invest(self) -> None:
        """Apply the uses after the effect, in the given order (7.2.4)."""
        for at, each in enumerate(self.answer.invest):
            if each.use == "level":
                continue
            if each.use == "develop":
                (kind,) = _places(each.pay)
                if self._can_pay((kind,), at):
                    self.turn.develop(kind)
                continue
            assert each.category is not None
            category = PLACE[each.category]
            if not self._can_pay((category,), at):
                continue
            if each.use == "boost":
                self.turn.boost(category)
            else:
                self._sabotage(each, category, at)

    def _sabotage(self, each: Invest, category: int, at: int) -> None:
        target = self.world.names.index(PlayerId(each.target or ""))
        if self.world.stacks[self.turn.R][target][category]:
            self.turn.sabotage(category, target)
        elif not self.plan:
            self.refuse(
                "nothing_to_sabotage", f"invest.{at}", player=each.target, category=each.category,
                region=self.turn.R,
            )  # fmt: skip

    def entry(self, turn: Turn, at: int, step: Step) -> Sequence[int]:
        """The choice for a step, as far as it is possible now; the rest is refused or left out."""
        chosen = _places(self.answer.choices[at]) if at < len(self.answer.choices) else []
        if step.op == "steal":
            return self._stolen(turn, at, chosen)
        if step.op not in ("move", "convert"):
            return chosen
        slot = turn.slot(step.origin) if step.op == "move" else turn.slot(step.where)
        there = self.world.stacks[slot][turn.me]
        possible: list[int] = []
        for category, named in Counter(chosen).items():
            if named > there[category] and not self.plan:
                self.refuse(
                    "not_there", f"choices.{at}", step=at, category=CATEGORIES[category], region=slot,
                    named=named, there=there[category],
                )  # fmt: skip
            possible += [category] * min(named, there[category])
        return possible

    def _stolen(self, turn: Turn, at: int, chosen: Sequence[int]) -> Sequence[int]:
        """The type of token stolen from U; it need not be named if U has only one type, and must not if U has
        none."""
        theirs, player = self.world.held[turn.U], self.world.names[turn.U]
        kinds = [kind for kind, count in enumerate(theirs) if count]
        if chosen and chosen[0] in kinds:
            return chosen
        if self.plan and kinds:
            return (max(kinds, key=lambda kind: theirs[kind]),)
        if chosen and not self.plan:
            self.refuse("not_held", f"choices.{at}", step=at, category=CATEGORIES[chosen[0]], player=player)
        elif len(kinds) > 1 and not chosen:
            self.refuse("which_token", f"choices.{at}", step=at, player=player)
        return kinds[:1]
