"""The kinds of orders, and the fields beside which refusals are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Problem
from games.formkit.fields import Field
from games.formkit.kinds import FormKinds

from ..rules.check import check
from ..texts import problems
from .cards import Draw, Relief, Start, Stuck, Surplus
from .fields import StepField, simple
from .ground import Ground
from .kind import Kind
from .turns import Forced, Plan, Play

KINDS: Final[Mapping[str, Kind]] = {
    kind.slug: kind
    for kind in (
        Start("start"),
        Play("play"),
        Stuck("stuck"),
        Forced("forced"),
        Draw("draw"),
        Surplus("surplus"),
        Plan("plan"),
        Relief("relief"),
    )
}
FORM: Final[FormKinds[Ground]] = FormKinds(KINDS, check, lambda problem: problems.text(None, problem))


def field_for(fields: list[Field], problem: Problem) -> Field | None:
    """The field that a problem is about; None if it is about the whole order."""
    path = problem.input or ""
    if not path:
        return None
    by_name = {one.name: one for one in simple(fields)}
    head, _dot, rest = path.partition(".")
    if head == "card":
        path = "effect"
    if head == "invest":
        place = rest.partition(".")[0]
        box = by_name.get("invest")
        uses = box.uses if isinstance(box, StepField) else ()
        if place.isdigit() and int(place) < len(uses):
            return by_name.get(uses[int(place)], box)
        return box
    if head == "choices":
        path = ".".join(path.split(".")[:2])
    while path and path not in by_name:
        path = path.rpartition(".")[0]
    found = by_name.get(path)
    if isinstance(found, StepField) and len(found.parts) == 1:
        return found.parts[0]
    return found
