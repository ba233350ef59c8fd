"""Questions for the steps of an effect: gains to split, losses, tokens to take or to steal, influences to
move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement

from django.utils.translation import gettext as _

from games.formkit.fields import Field
from games.skin import figures

from ..rules.notation import CATEGORIES, Step
from ..texts import effects, names
from .fields import StepField, pick
from .kind import Question
from .reading import GAP, Chosen, own
from .targets import main, where_of


def steps(question: Question, chosen: Chosen) -> list[Field]:
    """A question for each step that needs a choice, in the order of the effect."""
    effect = chosen[1]
    found: list[Field] = []
    for at, step in enumerate(effect.steps):
        if not step.asks:
            continue
        field = _step(question, chosen, at, step)
        field.bare = True
        found.append(StepField(f"choices.{at}", field.label, parts=[field]))
    return found


def _step(question: Question, chosen: Chosen, at: int, step: Step) -> Field:
    name, label = own(chosen, at), _named(step)
    if step.op in ("take", "steal"):
        return _tokens(question, name, label, step)
    if step.op in ("move", "convert"):
        return _moved(question, name, label, step)
    proposed = _likely(question, step)
    pairs = [(joined(some), told_of(some)) for some in some_of(step.listed, step.amount)]
    return pick(question, name, label, pairs, proposed=proposed)


def _likely(question: Question, step: Step) -> str:
    """The choice of a careless player (15.3), as far as it can be known."""
    ground = question.rules
    if step.op == "gain":
        best = max(step.listed, key=lambda each: ground.world.column(ground.place, each))
        return joined((best,) * step.amount)
    rival, slot = question.value("U"), where_of(question, step)
    if slot is None and step.where == "R":
        slot = main(question)
    if rival not in ground.others or slot is None:
        return ""
    stack = ground.world.stacks[slot][ground.public.players.index(rival)][:]
    found = []
    for _each in range(step.amount):
        found.append(max(step.listed, key=stack.__getitem__))
        stack[found[-1]] -= 1
    return joined(sorted(found))


def _tokens(question: Question, name: str, label: str, step: Step) -> Field:
    ground, world = question.rules, question.rules.world
    if step.op == "take":
        pairs = [
            (CATEGORIES[kind], _("{token}: {count} in the reserve").format(
                token=names.resource(kind), count=figures.number(world.reserve[kind])))
            for kind in step.listed
        ]  # fmt: skip
        best = max(step.listed, key=world.reserve.__getitem__)
        return pick(question, name, label, pairs, proposed=CATEGORIES[best])
    rivals = [question.value("U")] if question.value("U") in ground.others else ground.others
    places = [ground.public.players.index(rival) for rival in rivals]
    kinds = [kind for kind in step.listed if ground.later or any(world.held[p][kind] for p in places)]
    pairs = [
        (CATEGORIES[kind], _("{token}: {who}").format(token=names.resource(kind), who=" · ".join(
            f"{ground.scene.name(ground.public.players[p])}{figures.FIXED}{world.held[p][kind]}"
            for p in places) or "–"))
        for kind in kinds
    ]  # fmt: skip
    proposed = ""
    if len(places) == 1 and any(world.held[places[0]]):
        proposed = CATEGORIES[max(step.listed, key=world.held[places[0]].__getitem__)]
    return pick(question, name, label, pairs, empty=_("None, or the only type held"), proposed=proposed)


def _moved(question: Question, name: str, label: str, step: Step) -> Field:
    """The player's influences to move or to replace: any number up to that of the step, also none."""
    ground, slot = question.rules, where_of(question, step)
    if slot is None and (step.origin or step.where) == "R":
        slot = main(question)
    there = ground.world.stacks[slot][ground.place] if slot is not None else [step.amount] * 6
    pairs = [
        (joined(some), told_of(some))
        for number in range(1, step.amount + 1)
        for some in some_of(step.listed, number)
        if ground.later or all(there[kind] >= count for kind, count in Counter(some).items())
    ]
    hint = ""
    if slot is not None:
        hint = _("You have there: {stacks}.").format(stacks=ground.mine(slot))
    return pick(question, name, label, pairs, empty=_("None"), hint=hint)


def _named(step: Step) -> str:
    """A step with its region: "Here: +2 Politics or Media"."""
    told = effects.step(step)
    if not step.where:
        return figures.capital(told)
    return _("{place}: {step}").format(place=figures.capital(effects.where(step.where)), step=told)


def joined(kinds: Iterable[int]) -> str:
    """The value of a choice of several: `pol-pol-med`."""
    return GAP.join(CATEGORIES[kind] for kind in kinds)


def told_of(kinds: Iterable[int]) -> str:
    """ "2 Politics, 1 Media"."""
    return ", ".join(
        f"{figures.number(count)}{figures.FIXED}{names.category(kind)}"
        for kind, count in Counter(kinds).items()
    )


def some_of(listed: Iterable[int], number: int) -> list[tuple[int, ...]]:
    """Every choice of `number` items, each of which may occur several times."""
    return list(combinations_with_replacement(tuple(listed), number))
