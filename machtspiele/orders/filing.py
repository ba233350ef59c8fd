"""The door at which actions are filed in advance: those filed so far, and one more at a time (13.1).

Each form replaces everything that was filed, so that it begins with the filed actions, without those ticked
for removal. A new action is first chosen and then filled in: its fields come with the next page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import Order, Problem
from games.formkit import kinds, posts
from games.formkit.fields import Field
from games.formkit.form import OpenQuestion
from games.skin import REST, Desk, Edit, Scene

from ..rules.orders import ANY, WHENS
from ..rules.state import Private, Public
from ..texts import names, problems, receipts
from .fields import PickField, pick
from .ground import ground
from .kinds import ACTIONS, FORM, field_for

KEY: Final = "file"
OPENED: Final = "file-opened"
AHEAD: Final = 12
"""Rounds ahead that are proposed."""


class FiledLine(Struct):
    """A filed action. `out`: the name of the check box that removes it."""

    what: str
    out: str
    ticked: bool


class Filing(Struct):
    """What the door shows. `opened`: the action chosen, whose fields are shown."""

    name: str
    lines: list[FiledLine]
    choose: list[PickField]
    opened: str = ""
    question: OpenQuestion | None = None
    replies: OpenQuestion | None = None
    refusals: list[str] = field(default_factory=list)
    shown: bool = False

    @property
    def replies_refused(self) -> bool:
        return self.replies is not None and any(one.invalid for one in self.replies.fields)


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The form to be filed or, if an action was only chosen, the page with its fields."""
    private: Private = scene.view.private or Private()
    touched = _touched(scene, desk, post)
    if post.get("act") == REST and "look" not in post:
        own = {name: str(value) for name, value in post.items() if name.startswith(f"{KEY}-")}
        return Edit((), left=own if touched else {}, keeps=False)
    kind = str(post.get(f"{KEY}-kind", ""))
    if kind in ACTIONS and post.get(OPENED) != kind and not ACTIONS[kind].at_once:
        own = {name: str(value) for name, value in post.items() if name.startswith(f"{KEY}-")}
        return Edit((), left={**own, OPENED: kind}, keeps=False)
    orders = [order for place, order in enumerate(private.filed) if not post.get(f"{KEY}-out{place}")]
    found: list[Problem] = []
    if kind or post.get(f"{KEY}-when"):
        _read_action(scene, post, kind, orders, found)
    if str(post.get(f"{KEY}-replies-shown", "")):
        given = posts.own_fields(post, f"{KEY}-replies")
        order, bad = posts.read_order(FORM, scene, "replies", given, len(orders))
        found += bad
        if order is not None:
            orders.append(order)
    return Edit(tuple(orders), tuple(found), anchor="filing")


def _read_action(
    scene: Scene, post: Mapping[str, str], kind: str, orders: list[Order], found: list[Problem]
) -> None:
    place, when = len(orders), str(post.get(f"{KEY}-when", ""))
    if not when:
        found.append(Problem("choose_one", place, "when"))
    if kind not in ACTIONS:
        found.append(Problem("unknown_choice" if kind else "choose_one", place, "kind"))
        return
    given = posts.own_fields(post, f"{KEY}-{kind}")
    order, bad = posts.read_order(FORM, scene, kind, given, place)
    found += bad
    if order is not None:
        orders.append(Order(kind, {**order.data, "when": when}))


def _touched(scene: Scene, desk: Desk, post: Mapping[str, str]) -> bool:
    """Whether any field has a value that the page itself did not put there."""
    own = posts.own_fields(post, KEY)
    was = posts.own_fields(post, f"was-{KEY}")
    ignored = ("opened", "replies-shown")
    return any(value.strip() != was.get(name, "") for name, value in own.items() if name not in ignored)


def shown(scene: Scene, desk: Desk) -> Filing:
    """The values of the door, with what was typed there."""
    private: Private = scene.view.private or Private()
    typed = {str(name): str(value) for name, value in (desk.typed or {}).items()}
    lines = [
        FiledLine(receipts.what(scene, order), f"{KEY}-out{place}", bool(typed.get(f"{KEY}-out{place}")))
        for place, order in enumerate(private.filed)
    ]
    about = ground(scene, desk.window)
    top = kinds.Question(scene, desk, about, KEY, None, posts.own_fields(typed, KEY))
    actions = [(slug, names.order(slug)) for slug in ACTIONS]
    choose = [
        pick(top, "when", _("For which round"), [("", _whens(about.public))], _("Choose…")),
        pick(top, "kind", _("Which action"), [("", actions)], _("No action")),
    ]
    for one in choose:
        one.rename(KEY)
    opened = typed.get(OPENED, "")
    made = Filing(desk.window.name, lines, choose)
    if opened in ACTIONS and opened == typed.get(f"{KEY}-kind"):
        made.opened, made.question = opened, _question(scene, desk, typed, opened)
    made.replies = _question(scene, desk, typed, "replies")
    made.shown = bool(private.filed) or bool(desk.problems) or _touched(scene, desk, typed)
    _refuse(made, desk, len(private.filed))
    return made


def _question(scene: Scene, desk: Desk, typed: Mapping[str, str], kind: str) -> OpenQuestion:
    key = f"{KEY}-{kind}"
    values: dict[str, Any] = dict(posts.own_fields(typed, key))
    about = kinds.Question(scene, desk, ground(scene, desk.window), kind, None, values)
    fields = FORM.kinds[kind].fields(about)
    for one in fields:
        one.rename(key)
    return OpenQuestion(key, kind, "", fields, "")


def _refuse(made: Filing, desk: Desk, filed: int) -> None:
    """Put each refusal beside its field; those about actions filed before, at the door itself."""
    for problem in desk.problems:
        text = problems.text(None, problem)
        target: Field | None = None
        choose = {one.name: one for one in made.choose}
        questions = [one for one in (made.question, made.replies) if one is not None]
        if problem.input in choose:
            target = choose[problem.input]
        for question in questions:
            target = target or field_for(question, problem)
        (target.refusals if target else made.refusals).append(text)


def _whens(public: Public) -> list[tuple[str, str]]:
    """The choices of a round: those to come, and any."""
    now = (max(1, public.turn), public.round)
    ahead = [when for when in WHENS if when != ANY and tuple(int(part) for part in when.split(".")) >= now][
        :AHEAD
    ]
    return [*((when, receipts.when_text(when)) for when in ahead), (ANY, receipts.when_text(ANY))]
