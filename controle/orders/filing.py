"""The door at which plans are filed in advance: the filed plans, their ranks, and one more (15.4).

Each form replaces everything that was filed, so that it begins with the filed plans. The fields of a new plan
are shown once its button is pressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import Order, Problem
from games.formkit import kinds, posts
from games.formkit.fields import Field
from games.formkit.form import OpenQuestion
from games.rulekit.quotes import read_figures
from games.skin import REST, Desk, Edit, Scene, figures

from ..rules.check import TurnFigures, quote
from ..rules.content import C
from ..rules.state import Private
from ..texts import problems, receipts
from .fields import PickField, pick
from .ground import Ground, ground
from .kinds import FORM, field_for
from .said import outcome

KEY: Final = "file"
OUT: Final = "out"
OPENED: Final = f"open-{KEY}"
"""The field that says that the questions of a new plan were on the page."""
PLACES: Final = C.figures.plans


class FiledPlan(Struct):
    """A filed plan. `rank`: its new rank; `stands`: whether it is possible now."""

    what: str
    stands: str
    possible: bool
    rank: PickField


class Filing(Struct):
    """What the door shows. `question`: the new plan, once it is opened; `full`: no further plan is allowed
    beside the `most`."""

    name: str
    plans: list[FiledPlan]
    question: OpenQuestion | None = None
    rank: PickField | None = None
    full: bool = False
    refusals: list[str] = field(default_factory=list)
    most: int = PLACES


def _plans(scene: Scene) -> tuple[Order, ...]:
    private: Private | None = scene.view.private
    return private.plans if private is not None else ()


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The plans in their new ranks, with the new one."""
    given = {name: str(value) for name, value in post.items()}
    if given.get("act") == REST and "look" not in given:
        ours = (f"{KEY}-", f"was-{KEY}-", OPENED)
        own = {name: value for name, value in given.items() if name.startswith(ours)}
        return Edit((), left=own if _touched(given) else {}, keeps=False)
    ranked: list[tuple[int, int, Order]] = []
    for place, order in enumerate(_plans(scene)):
        rank = given.get(f"{KEY}-rank.{place}", "")
        if rank != OUT:
            to = _rank(rank, place)
            ranked.append((to, int(to == place), order))
    found: tuple[Problem, ...] = ()
    if _new(given):
        added, found = posts.read_order(FORM, scene, "plan", posts.own_fields(given, KEY), len(ranked))
        if added is not None:
            ranked.append((_rank(given.get(f"{KEY}-rank.new", ""), PLACES), 0, added))
    ranked.sort(key=lambda each: each[:2])
    return Edit(tuple(order for _rank, _moved, order in ranked), found, anchor="filing")


def _rank(value: str, otherwise: int) -> int:
    return int(value) - 1 if value in [str(rank) for rank in range(1, PLACES + 1)] else otherwise


def _fields(given: Mapping[str, str]) -> dict[str, str]:
    """The fields of the new plan that matter by themselves."""
    own, was = posts.own_fields(given, KEY), posts.own_fields(given, f"was-{KEY}")
    return {
        name: value
        for name, value in own.items()
        if not name.startswith("rank.") and value.strip() not in ("", was.get(name, ""))
    }


def _new(given: Mapping[str, str]) -> bool:
    """Whether anything was chosen for a new plan."""
    return bool(_fields(given))


def _touched(given: Mapping[str, str]) -> bool:
    """Whether any field has a value that the page itself did not put there."""
    was = posts.own_fields(given, f"was-{KEY}")
    ranks = {name: value for name, value in posts.own_fields(given, KEY).items() if name.startswith("rank.")}
    return _new(given) or any(value != was.get(name, "") for name, value in ranks.items())


def shown(scene: Scene, desk: Desk) -> Filing:
    """The values of the door, with what was typed there."""
    typed = {str(name): str(value) for name, value in (desk.typed or {}).items()}
    own = posts.own_fields(typed, KEY)
    about, plans = ground(scene, desk.window), _plans(scene)
    top = kinds.Question(scene, desk, about, KEY, None, own)
    lines = quote(scene.view, desk.window, plans).orders
    found = []
    for place, (order, line) in enumerate(zip(plans, lines, strict=True)):
        read = read_figures(line, TurnFigures) if line.params else None
        told = outcome(about, read) if read is not None else None
        stands = _("Possible as things stand.")
        if told is None or told.why:
            stands = _("Not as things stand. {why}").format(why=told.why if told else "").strip()
        rank = _place(top, f"rank.{place}", _("Rank"), place, out=True)
        found.append(FiledPlan(receipts.what(scene, order), stands, not (told is None or told.why), rank))
    made = Filing(desk.window.name, found, full=len(plans) >= PLACES)
    wanted = OPENED in typed or typed.get("open") == KEY or "effect" in own
    if wanted and not made.full:
        made.question = _question(scene, desk, own)
        made.rank = _place(top, "rank.new", _("Its rank"), len(plans), out=False)
    _refuse(made, scene, desk)
    return made


def _place(question: kinds.Question[Ground], name: str, label: str, place: int, *, out: bool) -> PickField:
    pairs = [(str(rank), figures.number(rank)) for rank in range(1, PLACES + 1)]
    if out:
        pairs.append((OUT, _("remove it")))
    made = pick(question, name, label, pairs, proposed=str(min(place + 1, PLACES)))
    made.rename(KEY)
    return made


def _question(scene: Scene, desk: Desk, own: Mapping[str, str]) -> OpenQuestion:
    values = {name: value for name, value in own.items() if not name.startswith("rank.")}
    about = kinds.Question(scene, desk, ground(scene, desk.window), "plan", None, values)
    fields = FORM.kinds["plan"].fields(about)
    for one in fields:
        one.rename(KEY)
    return OpenQuestion(KEY, "plan", "", fields, "")


def _refuse(made: Filing, scene: Scene, desk: Desk) -> None:
    """Put each refusal beside its field; those about plans filed before, at the door itself."""
    for problem in desk.problems:
        text = problems.text(scene, problem)
        target: Field | None = None
        if made.question is not None and problem.order is not None:
            target = field_for(made.question.fields, problem)
        (target.refusals if target else made.refusals).append(text)
