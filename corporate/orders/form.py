"""The order form of a quarter: four groups, twelve kinds in a fixed order, any of them open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.contract import Order, Problem
from games.skin import Desk, FormPage, Scene

from ..rules.check import desk_of
from ..texts import figures, names, problems
from . import notes, posts, summary, wording
from .fields import Bench, Field, named
from .kind import Standing
from .kinds import GROUPS, KINDS
from .transfer import transfer_door

FIRST_FORMS: Final = ("buy_share", "vote", "join_coalition")  # open on the first turn, to show the way


@dataclass(slots=True)
class Ask:
    """An open question: for a new order of a kind (`place` None), or for one on the form.

    `key`: what its fields are named after; `act`: the value of its button; `closable`: whether its
    reader opened it, and may close it again."""

    key: str
    kind: str
    act: str
    place: int | None
    fields: list[Field]
    submit: str
    aside: str = ""
    refused: str = ""
    refusals: list[str] = field(default_factory=list)
    focus: bool = False
    closable: bool = False

    @property
    def id(self) -> str:
        return f"ask-{self.key}"

    @property
    def two(self) -> bool:
        """Whether the two first fields stand side by side."""
        return [one.shape for one in self.fields[:2]] == ["select", "select"]


@dataclass(slots=True)
class Saved:
    """An order on the form, with its figures and the form that changes it, if that is open."""

    place: int
    what: str
    cost: str
    percent: int | None = None
    meter: str = ""  # what the percentage is of
    sum: str = ""
    tail: str = ""
    note: str = ""
    editable: bool = True
    just_saved: bool = False
    ask: Ask | None = None
    refusals: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"o{self.place}"


@dataclass(slots=True)
class Kind:
    slug: str
    name: str
    count: str
    say: str
    saved: list[Saved] = field(default_factory=list)
    ask: Ask | None = None
    add: str = ""
    cost: str = ""
    shut: str = ""
    at_once: bool = False  # a single button, there is nothing to choose
    refused: str = ""
    refusals: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    slug: str
    name: str
    short: str
    summary: str
    count: int
    kinds: list[Kind]
    notes: list[notes.Note]


def page(scene: Scene, desk: Desk, doors: tuple[Desk, ...]) -> FormPage:
    """Template and values of a quarter's order form."""
    maker = _Maker(scene, desk)
    groups = [maker.group(slug) for slug in GROUPS]
    context: dict[str, Any] = {
        "turn": maker.turn,
        "groups": groups,
        "general": maker.general,
        "market": notes.opening(maker.rules),
        "first": maker.turn == 1 and not desk.orders,
        "till": summary.till(desk),
        "receipt_total": figures.money(desk.quote.spent),
        "kept_again": _(": your message of noon will show it again."),
        "rules_url": reverse("games:rules", args=["corporate"]),
        "orders_count": len(desk.orders),
        "transfer": transfer_door(scene, doors),
    }
    return FormPage("corporate/orders.html", context, passes=True)


class _Maker:
    """Makes the parts of one player's form; holds what they are all made from."""

    def __init__(self, scene: Scene, desk: Desk) -> None:
        rules = desk_of(scene.view)
        assert rules is not None  # the platform shows forms to players only
        self.scene, self.desk, self.rules = scene, desk, rules
        self.turn = desk.window.chapter
        typed = self.typed = desk.typed
        self.verb, _dash, self.pressed = str((typed or {}).get("act", "")).partition("-")
        self.open = self._open()
        self.problems = _placed(desk, typed)
        self.general = self._general()

    def _open(self) -> dict[str, posts.Part | None]:
        """The questions that are open, by key, with what was posted of them (None: nothing was)."""
        if self.typed is not None:
            keys = list(posts.own_fields(self.typed, "open"))
            if self.verb in ("add", "replace", "open") and self.pressed not in keys:
                keys.append(self.pressed)
            parts = {key: posts.read_part(self.scene, self.desk, self.typed, key) for key in keys}
            return {key: part for key, part in parts.items() if part is not None}
        edited, added = self.scene.query.get("edit", ""), self.scene.query.get("add", "")
        if posts.place_of(f"o{edited}", self.desk.orders) is not None:
            self.verb, self.pressed = "open", f"o{edited}"
        elif added in names.KINDS:
            self.verb, self.pressed = "open", added
        return {self.pressed: None} if self.pressed else {}

    def _general(self) -> list[str]:
        """Refusals that belong to no order: told at the top."""
        found = self.problems.get(None, ())
        return [problems.text(one) for one in found]

    # ---- kinds ----------------------------------------------------------------------------

    def group(self, slug: str) -> Group:
        kinds = [self.kind(kind) for kind in GROUPS[slug]]
        count = sum(len(kind.saved) for kind in kinds)
        short, name = notes.group_names()[slug]
        return Group(
            slug,
            name,
            short,
            summary.group_summary(self.desk, slug),
            count,
            kinds,
            notes.council(self.rules, slug),
        )

    def kind(self, slug: str) -> Kind:
        saved = [
            self.saved(place, order) for place, order in enumerate(self.desk.orders) if order.kind == slug
        ]
        says, standing = KINDS[slug], self.standing(slug, len(saved))
        kind = Kind(slug, names.kind(slug), says.count(standing), says.say(standing), saved)
        way = says.way(standing)
        kind.shut, kind.cost = way.shut, way.cost
        if slug in self.open and not says.at_once and (not kind.shut or self.typed):
            kind.ask, kind.shut = self.ask(slug, None), ""
        elif way.open and self._shows_the_way(slug):
            kind.ask = self.ask(slug, None)
        elif way.open:
            kind.add, kind.at_once = says.add_label(standing), says.at_once
        if says.at_once and (self.verb, self.pressed) == ("add", slug):
            kind.refused = says.refused()
            kind.refusals = [problems.text(one) for one in self.problems.get(len(self.desk.orders), ())]
            kind.shut = ""
        return kind

    def _shows_the_way(self, slug: str) -> bool:
        """On the first turn a question stands open for each order of a good first turn, also while one
        of them is refused. Where the page told which questions are open, those are."""
        told = self.typed is not None and (self.verb == "close" or posts.own_fields(self.typed, "open"))
        other = any(key not in FIRST_FORMS for key in self.open)
        fresh = self.turn == 1 and not told and not other and not (self.desk.saved and not self.desk.orders)
        return fresh and slug in FIRST_FORMS and not any(order.kind == slug for order in self.desk.orders)

    def standing(self, slug: str, saved: int) -> Standing:
        return Standing(self.scene, self.rules, self.desk, slug, saved)

    # ---- orders on the form ---------------------------------------------------------------

    def saved(self, place: int, order: Order) -> Saved:
        line, kind = self.desk.quote.orders[place], KINDS[order.kind]
        one = Saved(place, kind.what(self.scene, order), kind.cost(line))
        if "percent" in line.params:
            one.percent, one.meter = wording.gauge(line)
            one.sum = wording.sum_in_words(order, line)
            one.tail = wording.tail(order, line)
        one.editable = not kind.at_once
        one.note = kind.note(self.standing(order.kind, 0), order, line)
        one.just_saved = self.scene.query.get("saved") == one.id
        if one.id in self.open and one.editable:
            one.ask = self.ask(order.kind, place)
            if one.sum:  # told together, under the gauge of the open form
                one.sum, one.note = figures.sentence(one.sum, one.note), ""
        else:
            one.refusals = [problems.text(found) for found in self.problems.get(place, ())]
        return one

    def ask(self, kind: str, place: int | None) -> Ask:
        """An open question, with what was typed in it, or else what is saved. One in which nothing was
        typed takes neither refusals nor the focus."""
        desk, key = self.desk, kind if place is None else f"o{place}"
        part = self.open.get(key)
        own = desk.quote.orders[place].amount if place is not None else 0
        values: Mapping[str, Any] = {} if place is None else desk.orders[place].data
        asked = self.pressed == key
        filled = part is not None and (part.touched or (asked and self.verb != "open"))
        if filled:
            values = posts.own_fields(self.typed or {}, key)
        others = [order for at, order in enumerate(desk.orders) if at != place]
        used = sum(bool(order.data.get("influence_bonus")) for order in others)
        bench = Bench(
            self.scene,
            self.rules,
            desk.quote.left + own,
            self.rules.bonuses_quota - used,
            used,
            values,
            shares_on_form=any(
                order.kind == "buy_share" for order in (others if place is None else desk.orders[:place])
            ),
        )
        made = KINDS[kind]
        act, submit = (f"add-{key}", made.submit()) if place is None else (f"replace-{key}", _("Replace"))
        ask = Ask(key, kind, act, place, named(made.fields(bench), key), submit)
        ask.aside = made.aside()
        ask.focus, ask.closable = asked, key in self.open and place is None
        if filled and part is not None and self.verb not in ("open", "close"):
            self._refusals(ask, part)
        return ask

    def _refusals(self, ask: Ask, part: posts.Part) -> None:
        """Each refusal under its field; those of the whole order, and of other orders, at the end."""
        place = len(self.desk.orders) if part.place is None else part.place
        answered = part.key == self.pressed and self.desk.problems
        found = self.desk.problems if answered else posts.judged(self.scene, self.desk, part)
        fields_by_name = {one.name: one for one in ask.fields}
        for one in problems.worth_telling(one for one in found if one.order == place):
            at = "steps" if one.input == "defence" else one.input
            target = fields_by_name.get(at or "")
            (target.refusals if target else ask.refusals).append(problems.text(one))
        if any(one.order not in (None, place) for one in found):
            ask.refusals.append(_("With it, another order of yours no longer stands: see below which one."))
        if ask.refusals or any(one.refusals for one in ask.fields):
            ask.refused = (
                KINDS[ask.kind].refused() if part.place is None else _("Not replaced: the old order stands.")
            )


def _placed(desk: Desk, typed: Mapping[str, Any] | None) -> dict[int | None, list[Problem]]:
    """The problems by the place of the order they belong to, as the form stands.

    After a refused removal the places after it have moved up by one."""
    verb, _dash, key = str((typed or {}).get("act", "")).partition("-")
    removed = posts.place_of(key, desk.orders) if verb == "remove" else None
    placed: dict[int | None, list[Problem]] = {}
    for found in desk.problems:
        at = found.order
        if at is not None and removed is not None and at >= removed:
            at += 1
        placed.setdefault(at, []).append(found)
    if removed is not None and placed:
        text = Problem("needed_by_others")
        placed.setdefault(removed, []).append(text)
    return placed
