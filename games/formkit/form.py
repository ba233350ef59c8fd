"""The values of an order form of many kinds: what is saved of each, and the questions that are open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from django.utils.translation import gettext as _

from ..contract import Order, Problem
from ..skin import Desk, Scene, figures
from . import posts
from .fields import Field
from .kinds import FormKinds, Gauge, Question, R


@dataclass(slots=True)
class OpenQuestion:
    """A question to answer: for a new order of a kind, or for one on the form.

    `key`: what its fields are named after; `act`: the value of its button; `closable`: whether its
    reader opened it, and may close it again."""

    key: str
    kind: str
    act: str
    fields: list[Field]
    submit: str
    aside: str = ""
    refused: str = ""
    refusals: list[str] = field(default_factory=list)
    closable: bool = False

    @property
    def id(self) -> str:
        return f"ask-{self.key}"

    @property
    def pair(self) -> list[Field]:
        """The two first fields if they stand side by side."""
        first = self.fields[:2]
        return first if len(first) == 2 and all(one.narrow for one in first) else []

    @property
    def rest(self) -> list[Field]:
        return self.fields[len(self.pair) :]


@dataclass(slots=True)
class SavedOrder:
    """An order on the form, with its figures and the question that changes it, if that is open."""

    place: int
    what: str
    cost: str
    gauge: Gauge | None = None
    note: str = ""
    editable: bool = True
    just_saved: bool = False
    question: OpenQuestion | None = None
    refusals: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"o{self.place}"


@dataclass(slots=True)
class KindSection:
    """A kind of order on the form: its heading, its orders, and the way to one more. `at_once`: a single
    button adds it; `why_not`: why there is none."""

    slug: str
    name: str
    count: str
    say: str
    saved: list[SavedOrder]
    question: OpenQuestion | None = None
    add: str = ""
    cost: str = ""
    why_not: str = ""
    at_once: bool = False
    refused: str = ""
    refusals: list[str] = field(default_factory=list)


class KindsForm(Generic[R]):
    """Makes the parts of one player's form; holds what they are all made from.

    `rules`: what the title's rules make of the reader's view. `proposed`: the kinds whose question stands
    open by itself until something is saved, to show the way. A form that was posted says itself which
    questions are open; otherwise `?add=` and `?edit=` do.
    """

    def __init__(
        self, kinds: FormKinds[R], scene: Scene, desk: Desk, rules: R, proposed: Sequence[str] = ()
    ) -> None:
        self.kinds, self.scene, self.desk, self.rules = kinds, scene, desk, rules
        self.proposed = proposed
        self.typed = desk.typed
        self.verb, _dash, self.pressed = str((self.typed or {}).get("act", "")).partition("-")
        self.open = self._open()
        self.problems = _placed(desk, self.verb, self.pressed)
        self.general = self._texts(None)

    def _open(self) -> dict[str, posts.PostedQuestion | None]:
        """The questions that are open, by key, with what was posted of them (None: nothing was)."""
        if self.typed is not None:
            keys = list(posts.own_fields(self.typed, "open"))
            if self.verb in ("add", "replace", "open") and self.pressed not in keys:
                keys.append(self.pressed)
            read = {
                key: posts.read_question(self.kinds, self.scene, self.desk, self.typed, key) for key in keys
            }
            return {key: posted for key, posted in read.items() if posted is not None}
        edited, added = self.scene.query.get("edit", ""), self.scene.query.get("add", "")
        if posts.place_of(f"o{edited}", self.desk.orders) is not None:
            self.verb, self.pressed = "open", f"o{edited}"
        elif added in self.kinds.kinds:
            self.verb, self.pressed = "open", added
        return {self.pressed: None} if self.pressed else {}

    def _texts(self, place: int | None) -> list[str]:
        """The refusals of an order by its place, as sentences; None: those that belong to no order."""
        return [self.kinds.problem_text(found) for found in self.problems.get(place, ())]

    # ---- kinds ----------------------------------------------------------------------------

    def section(self, slug: str) -> KindSection:
        """One kind with its orders."""
        saved = [
            self._saved(place, order) for place, order in enumerate(self.desk.orders) if order.kind == slug
        ]
        kind, question = self.kinds.kinds[slug], Question(self.scene, self.desk, self.rules, slug)
        available = kind.available(question)
        made = KindSection(slug, kind.name(), kind.count(question), kind.say(question), saved)
        made.why_not, made.cost = available.why_not, available.cost
        if slug in self.open and not kind.at_once and (not made.why_not or self.typed):
            made.question, made.why_not = self._question(slug, None), ""
        elif available.open and self._is_proposed(slug):
            made.question = self._question(slug, None)
        elif available.open:
            made.add, made.at_once = kind.add_label(question), kind.at_once
        if kind.at_once and (self.verb, self.pressed) == ("add", slug):
            made.refused, made.refusals = kind.refused(), self._texts(len(self.desk.orders))
            made.why_not = ""
        return made

    def _is_proposed(self, slug: str) -> bool:
        """Whether a question stands open by itself, also while one of them is refused. Where the page
        told which questions are open, those are."""
        told = self.typed is not None and (self.verb == "close" or posts.own_fields(self.typed, "open"))
        other = any(key not in self.proposed for key in self.open)
        fresh = not told and not other and not (self.desk.saved and not self.desk.orders)
        return fresh and slug in self.proposed and not any(o.kind == slug for o in self.desk.orders)

    # ---- orders on the form ---------------------------------------------------------------

    def _saved(self, place: int, order: Order) -> SavedOrder:
        line, kind = self.desk.quote.orders[place], self.kinds.kinds[order.kind]
        made = SavedOrder(place, kind.what(self.scene, order), kind.cost(line), kind.gauge(order, line))
        made.editable = not kind.at_once
        made.note = kind.note(Question(self.scene, self.desk, self.rules, order.kind), order, line)
        made.just_saved = self.scene.query.get("saved") == made.id
        if made.id in self.open and made.editable:
            made.question = self._question(order.kind, place)
            if made.gauge:  # told together, under the gauge of the open form
                made.gauge = replace(made.gauge, sum=figures.sentence(made.gauge.sum, made.note))
                made.note = ""
        else:
            made.refusals = self._texts(place)
        return made

    def _question(self, slug: str, place: int | None) -> OpenQuestion:
        """An open question, with what was typed in it, or else what is saved. One in which nothing was
        typed takes neither refusals nor the focus."""
        kind, key = self.kinds.kinds[slug], slug if place is None else f"o{place}"
        posted, asked = self.open.get(key), self.pressed == key
        values: Mapping[str, Any] = {} if place is None else self.desk.orders[place].data
        filled = posted is not None and (posted.touched or (asked and self.verb != "open"))
        if filled:
            values = posts.own_fields(self.typed or {}, key)
        fields = kind.fields(Question(self.scene, self.desk, self.rules, slug, place, values))
        for one in fields:
            one.rename(key)
        act, submit = (f"add-{key}", kind.submit()) if place is None else (f"replace-{key}", _("Replace"))
        made = OpenQuestion(key, slug, act, fields, submit, kind.aside())
        made.closable = key in self.open and place is None
        if filled and posted is not None and self.verb not in ("open", "close"):
            self._refuse(made, posted)
        if made.fields:
            made.fields[0].focus = asked and not made.refused
        return made

    def _refuse(self, made: OpenQuestion, posted: posts.PostedQuestion) -> None:
        """Each refusal under its field; those of the whole order, and of other orders, at the end."""
        place = len(self.desk.orders) if posted.place is None else posted.place
        answered = posted.key == self.pressed and self.desk.problems
        found = self.desk.problems if answered else posts.judged(self.kinds, self.scene, self.desk, posted)
        kind, by_name = self.kinds.kinds[made.kind], {one.name: one for one in made.fields}
        for one in worth_telling(one for one in found if one.order == place):
            target = by_name.get(kind.field_of(one.input))
            (target.refusals if target else made.refusals).append(self.kinds.problem_text(one))
        if any(one.order not in (None, place) for one in found):
            made.refusals.append(_("With it, another order of yours no longer stands: see below which one."))
        if made.refusals or any(one.refusals for one in made.fields):
            made.refused = (
                kind.refused() if posted.place is None else _("Not replaced: the old order stands.")
            )


def worth_telling(found: Iterable[Problem]) -> list[Problem]:
    """The problems of one order without those that would lead astray: of an amount that is too small or
    too large it is not said, too, that it is no multiple. The multiples next to it would not do either."""
    found = list(found)
    bounded = {one.input for one in found if one.code.endswith(("_too_low", "_too_high"))}
    return [one for one in found if not (one.code.endswith("_step") and one.input in bounded)]


def _placed(desk: Desk, verb: str, key: str) -> dict[int | None, list[Problem]]:
    """The problems by the place of the order they belong to, as the form stands.

    After a refused removal the places after it have moved up by one."""
    removed = posts.place_of(key, desk.orders) if verb == "remove" else None
    placed: dict[int | None, list[Problem]] = {}
    for found in desk.problems:
        at = found.order
        if at is not None and removed is not None and at >= removed:
            at += 1
        placed.setdefault(at, []).append(found)
    if removed is not None and placed:
        placed.setdefault(removed, []).append(Problem("needed_by_others"))
    return placed
