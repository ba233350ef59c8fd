"""The values of a page with an order form of several kinds: saved orders and open questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from django.utils.translation import gettext as _
from msgspec import Struct, field
from msgspec.structs import replace

from ..contract import Problem
from ..skin import Desk, Scene, figures
from . import posts
from .fields import Field
from .kinds import FormKinds, Gauge, Priced, Question, R


class OpenQuestion(Struct):
    """An open question: for a new order of a kind, or for changing one on the form.

    `key`: the prefix of its fields' names; `act`: the value of its button; `price`: what the button costs,
    and `prices` once a choice is made; `closable`: whether the player opened it and so may close it."""

    key: str
    kind: str
    act: str
    fields: list[Field]
    submit: str
    aside: str = ""
    price: str = ""
    prices: Sequence[Priced] = ()
    refused: str = ""
    refusals: list[str] = field(default_factory=list)
    closable: bool = False

    @property
    def id(self) -> str:
        return f"ask-{self.key}"

    @property
    def pair(self) -> list[Field]:
        """The first two fields if they fit side by side."""
        first = self.fields[:2]
        return first if len(first) == 2 and all(one.narrow for one in first) else []

    @property
    def rest(self) -> list[Field]:
        return self.fields[len(self.pair) :]


class SavedOrder(Struct):
    """A saved order, with its figures and, if open, the question that changes it."""

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


class KindSection(Struct):
    """A kind of order on the form: its heading, its orders, and a button for a new one. `at_once`: the button
    adds the order without a question; `why_not`: why there is no button."""

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
    """Builds the parts of one player's form.

    `rules`: what the title's rules computed from the player's view. `proposed`: the kinds whose question is
    open until something is saved, as a suggestion. Which other questions are open is determined by the POST
    or, for GET, by `?add=` and `?edit=`.
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
        """The open questions by key, each with what was posted for it (None for GET)."""
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
        """The refusals of the order at a place, as sentences; for None, those that belong to no order."""
        return [self.kinds.problem_text(found) for found in self.problems.get(place, ())]

    # ---- kinds ----------------------------------------------------------------------------

    def section(self, slug: str) -> KindSection:
        """One kind with its orders."""
        kind = self.kinds.kinds[slug]
        saved = [self.saved(place) for place, order in enumerate(self.desk.orders) if kind.makes(order)]
        question = Question(self.scene, self.desk, self.rules, slug)
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
        """Whether a question is open as a suggestion, even while it is refused. Never if the POST says which
        questions are open."""
        told = self.typed is not None and (self.verb == "close" or posts.own_fields(self.typed, "open"))
        other = any(key not in self.proposed for key in self.open)
        fresh = not told and not other and not (self.desk.saved and not self.desk.orders)
        return (
            fresh
            and slug in self.proposed
            and not any(self.kinds.kinds[slug].makes(o) for o in self.desk.orders)
        )

    # ---- orders on the form ---------------------------------------------------------------

    def saved(self, place: int) -> SavedOrder:
        """The order at a place."""
        order, line = self.desk.orders[place], self.desk.quote.orders[place]
        slug = self.kinds.slug_of(order)
        kind = self.kinds.kinds[slug]
        made = SavedOrder(place, kind.what(self.scene, order), kind.cost(line), kind.gauge(order, line))
        made.editable = not kind.at_once
        made.note = kind.note(Question(self.scene, self.desk, self.rules, slug), order, line)
        made.just_saved = self.scene.query.get("saved") == made.id
        if made.id in self.open and made.editable:
            made.question = self._question(slug, place)
            if made.gauge:  # shown together, under the gauge of the open question
                made.gauge = replace(made.gauge, sum=figures.sentence(made.gauge.sum, made.note))
                made.note = ""
        else:
            made.refusals = self._texts(place)
        return made

    def question(self, slug: str) -> OpenQuestion:
        """The question of a kind of which a form has one order at the most: always open, with that order."""
        made = (at for at, order in enumerate(self.desk.orders) if self.kinds.kinds[slug].makes(order))
        place = next(made, None)
        found = self._question(slug, place)
        found.closable = False
        if place is not None and found.key not in self.open:
            found.refusals += self._texts(place)
        return found

    def _question(self, slug: str, place: int | None) -> OpenQuestion:
        """An open question, with what was typed, otherwise what is saved. If nothing was typed, it shows no
        refusals and does not get the focus."""
        kind, key = self.kinds.kinds[slug], slug if place is None else f"o{place}"
        posted, asked = self.open.get(key), self.pressed == key
        values: Mapping[str, Any] = {} if place is None else self.desk.orders[place].data
        filled = posted is not None and (posted.touched or (asked and self.verb != "open"))
        if filled:
            values = posts.own_fields(self.typed or {}, key)
        question = Question(self.scene, self.desk, self.rules, slug, place, values)
        fields = kind.fields(question)
        for one in fields:
            one.rename(key)
        act, submit = (f"add-{key}", kind.submit()) if place is None else (f"replace-{key}", _("Replace"))
        price, prices = kind.button_price(question), kind.button_prices(question, fields)
        made = OpenQuestion(key, slug, act, fields, submit, kind.aside(), price, prices)
        made.closable = key in self.open and place is None
        if filled and posted is not None and self.verb not in ("open", "close"):
            self._refuse(made, posted)
        if made.fields:
            made.fields[0].focus = asked and not made.refused
        return made

    def _refuse(self, made: OpenQuestion, posted: posts.PostedQuestion) -> None:
        """Put each refusal under its field, and those about the whole order or other orders at the end."""
        place = len(self.desk.orders) if posted.place is None else posted.place
        answered = posted.key == self.pressed and self.desk.problems
        found = self.desk.problems if answered else posts.judged(self.kinds, self.scene, self.desk, posted)
        kind = self.kinds.kinds[made.kind]
        for one in worth_telling(one for one in found if one.order == place):
            target = self.field_for(made, one)
            (target.refusals if target else made.refusals).append(self.kinds.problem_text(one))
        if any(one.order not in (None, place) for one in found):
            made.refusals.append(
                _("Because of it, another order of yours is no longer possible: see below which one.")
            )
        if made.refusals or any(one.invalid for one in made.fields):
            made.refused = kind.refused() if posted.place is None else _("Not replaced: the old order stays.")

    def field_for(self, made: OpenQuestion, problem: Problem) -> Field | None:
        """The field that a problem is about; None if it is about the whole order."""
        wanted = self.kinds.kinds[made.kind].field_of(problem.input)
        return next((field for field in made.fields if field.name == wanted), None)


def worth_telling(found: Iterable[Problem]) -> list[Problem]:
    """The problems of one order without misleading ones: if an amount is too small or too large, the problem
    that it is not a multiple is left out, because the nearest multiples would be refused as well."""
    found = list(found)
    bounded = {one.input for one in found if one.code.endswith(("_too_low", "_too_high"))}
    return [one for one in found if not (one.code.endswith("_step") and one.input in bounded)]


def _placed(desk: Desk, verb: str, key: str) -> dict[int | None, list[Problem]]:
    """The problems by the place of the order they belong to.

    A removal that was refused has moved up the places after it by one; here they are moved back."""
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
