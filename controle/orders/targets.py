"""The targets of an effect: R, V, W and U as fields, with what is there."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.formkit.fields import Choice, Field
from games.formkit.reading import read_number
from games.skin import figures

from ..rules.notation import Step
from ..texts import amounts, names
from .fields import StepField, answers, pick
from .ground import Ground
from .kind import Question
from .reading import Chosen


def region(question: Question) -> Field:
    """R, the region of the effect; proposed is the one in which the reader has most influence."""
    ground = question.rules
    world, me = ground.world, ground.place
    best = max(world.slots, key=lambda slot: world.total(slot, me))
    slots = ground.regions(world.slots)
    return pick(question, "R", _("Here: the region of the effect"), slots, proposed=str(best))


def main(question: Question) -> int:
    """The value of the field for R."""
    here = slot_of(question, "R")
    if here is not None:
        return here
    world, me = question.rules.world, question.rules.place
    return max(world.slots, key=lambda slot: world.total(slot, me))


def slot_of(question: Question, name: str) -> int | None:
    """The chosen region, if it is valid."""
    value = read_number(question.value(name) or "x")
    return value if isinstance(value, int) and value in question.rules.world.slots else None


def where_of(question: Question, step: Step) -> int | None:
    """The region from which a step takes, or which it names, if it is chosen."""
    return slot_of(question, step.origin or step.where or "R")


def targets(question: Question, chosen: Chosen) -> list[Field]:
    """The neighbour, the third region and the rival, as the effect uses them."""
    ground, uses = question.rules, chosen[1].uses
    world, here = ground.world, main(question)
    found: list[Field] = []
    if "V" in uses:
        beside = sorted(world.beside[here])
        found.append(
            _framed(answers(question, "V", _("Next door: a neighbour of the region"), [
                Choice(str(slot), ground.region(slot), _about(ground, slot)) for slot in beside
            ]))
        )  # fmt: skip
    if "W" in uses:
        near = slot_of(question, "V") if "V" in uses else None
        slots = [slot for slot in world.slots if slot not in (here, near)]
        found.append(_framed(pick(
            question, "W", _("Elsewhere: another region"), ground.regions(slots)
        )))  # fmt: skip
    if "U" in uses:
        rivals = [
            Choice(player, ground.scene.name(player), _has(question, chosen, player))
            for player in ground.others
        ]
        found.append(_framed(answers(question, "U", _("The rival"), rivals)))
    return found


def _framed(one: Field) -> StepField:
    """A field as a question of its own."""
    one.bare = True
    return StepField(f"of.{one.name}", one.label, parts=[one], layout="stack")


def _about(ground: Ground, slot: int) -> str:
    told = _("development {count}").format(count=figures.number(ground.world.development[slot]))
    mine = _("you: {stacks}").format(stacks=ground.mine(slot))
    return " · ".join(filter(None, (told, mine, ground.of_others(slot))))


def _has(question: Question, chosen: Chosen, player: Any) -> str:
    """What a rival can lose: influences in the regions of the effect, and tokens."""
    ground, told = question.rules, []
    place = ground.public.players.index(player)
    for step in chosen[1].steps:
        if step.who != "U":
            continue
        if step.op == "steal":
            told.append(_("holds {tokens}").format(tokens=amounts.kinds(ground.world.held[place])))
            continue
        slot = where_of(question, step) if step.where != "R" else main(question)
        if slot is not None:
            where = names.in_region_at(ground.public, slot)
            told.append(f"{where}{pgettext('before a name', ': ')}{ground.stacks(slot, place)}")
    return " · ".join(dict.fromkeys(told))
