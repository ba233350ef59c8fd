"""Turning a POST into the orders of a whole form. Never raises.

Here only what cannot be an order at all is refused; `check` of the rules judges the orders.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..contract import Order, Orders, Problem
from ..skin import REST, Desk, Edit, Scene
from .kinds import FormKinds
from .reading import NONE, FieldReader, read_number

Kinds = FormKinds[Any]


class PostedQuestion(Struct, frozen=True):
    """One open question of the order form as posted.

    `key`: the kind of a new order, or the id ("o2") of the saved order that is being changed; the fields of
    the question are named `key-field`. `place`: the place of that order; None for a new one. `order`: None
    if what was typed cannot be an order; `problems` say why. `touched`: whether any value differs from those
    that the page itself put there.
    """

    key: str
    kind: str
    place: int | None
    order: Order | None
    problems: tuple[Problem, ...]
    touched: bool


def field_name(key: str, field: str) -> str:
    return f"{key}-{field}"


def own_fields(post: Mapping[str, Any], key: str) -> dict[str, str]:
    """The posted fields of one question, with the key removed from their names."""
    start = field_name(key, "")
    return {name[len(start) :]: str(value) for name, value in post.items() if name.startswith(start)}


def place_of(key: str, orders: Orders) -> int | None:
    """The place of the order with this id ("o2") on the form; None if there is none."""
    value = read_number(key[1:]) if key.startswith("o") else None
    return value if isinstance(value, int) and 0 <= value < len(orders) else None


def read_question(
    kinds: Kinds, scene: Scene, desk: Desk, post: Mapping[str, Any], key: str
) -> PostedQuestion | None:
    """The question `key` as posted; None if this form has no such question."""
    orders = desk.orders
    place = place_of(key, orders)
    kind = kinds.slug_of(orders[place]) if place is not None else key
    if kind not in kinds.kinds or kinds.kinds[kind].order not in desk.window.orders:
        return None
    given = own_fields(post, key)
    order, problems = read_order(kinds, scene, kind, given, len(orders) if place is None else place)
    if place is not None:
        touched = bool(given) and order != orders[place]  # nothing is posted when it is being opened
    else:
        was = own_fields(post, field_name("was", key))
        touched = any(value.strip() != was.get(name, "") for name, value in given.items())
    return PostedQuestion(key, kind, place, order, problems, touched)


def read_questions(kinds: Kinds, scene: Scene, desk: Desk, post: Mapping[str, Any]) -> list[PostedQuestion]:
    """All questions that were open when the form was posted, in the order of the page."""
    found = (read_question(kinds, scene, desk, post, key) for key in own_fields(post, "open"))
    return [question for question in found if question is not None]


def read_order(
    kinds: Kinds, scene: Scene, kind: str, post: Mapping[str, str], place: int
) -> tuple[Order | None, tuple[Problem, ...]]:
    """An order of one kind as typed, or None and the problems if it cannot be an order."""
    reader = FieldReader(post, place, kinds.unit)
    kinds.kinds[kind].read(reader, scene)
    if reader.problems:
        return None, tuple(reader.problems)
    return Order(kinds.kinds[kind].order, reader.data), ()


class Draft:
    """The orders of a form while a POST is applied to it. Places are those before the POST."""

    def __init__(self, kinds: Kinds, scene: Scene, desk: Desk) -> None:
        self.kinds, self.scene, self.window = kinds, scene, desk.window
        self.slots: dict[int, Order] = dict(enumerate(desk.orders))
        self.added: list[Order] = []

    @property
    def orders(self) -> Orders:
        return (*self.slots.values(), *self.added)

    def key_now(self, key: str) -> str:
        """The id that the order `key` has after this POST."""
        places = {f"o{old}": f"o{new}" for new, old in enumerate(self.slots)}
        return places.get(key, key)

    def put(self, question: PostedQuestion) -> None:
        assert question.order is not None  # checked by the caller
        if question.place is None:
            self.added.append(question.order)
        else:
            self.slots[question.place] = question.order

    def move(self, place: int, by: int) -> None:
        """Exchange an order with the one before it (`by` = -1) or after it (1) of those that are ranked. At
        the end of them, or of a kind that is not, it stays."""
        ranked = [at for at, order in self.slots.items() if self._is_ranked(order)]
        to = ranked.index(place) + by if place in ranked else -1
        if 0 <= to < len(ranked):
            places = {place: ranked[to], ranked[to]: place}
            self.slots = {new: self.slots[new] for new in (places.get(at, at) for at in self.slots)}

    def _is_ranked(self, order: Order) -> bool:
        kind = self.kinds.kinds.get(self.kinds.slug_of(order))
        return kind is not None and kind.ranked

    def try_put(self, question: PostedQuestion) -> bool:
        """Add or replace an order if the rules accept it. Returns whether they did."""
        before = dict(self.slots), list(self.added)
        if question.order is None or (question.place is not None and question.place not in self.slots):
            return False
        self.put(question)
        if not self.refused(self.orders):
            return True
        self.slots, self.added = before
        return False

    def refused(self, orders: Orders) -> tuple[Problem, ...]:
        return self.kinds.check(self.scene.view, self.window, orders)

    def against(self, question: PostedQuestion) -> tuple[Problem, ...]:
        """The problems that the rules have with one more order."""
        return question.problems if question.order is None else self.refused((*self.orders, question.order))


def judged(kinds: Kinds, scene: Scene, desk: Desk, question: PostedQuestion) -> tuple[Problem, ...]:
    """The problems of one question together with the saved orders; () if it can be saved."""
    if question.order is None:
        return question.problems
    draft = Draft(kinds, scene, desk)
    draft.put(question)
    return draft.refused(draft.orders)


def edit(kinds: Kinds, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form that results from a POST, or what could not be read. Never raises.

    `act` is the button: add-KIND, replace-oN, remove-oN, up-oN, down-oN, open-KEY, close-KEY, save or pass;
    `REST` for a button outside this form. Other questions that are filled in are saved as well if the rules
    accept them; otherwise they are shown again.
    """
    act = str(post.get("act", ""))
    questions = read_questions(kinds, scene, desk, post)
    draft = Draft(kinds, scene, desk)
    verb, _dash, key = act.partition("-")
    if verb in ("open", "close"):
        typed = any(question.touched for question in questions if verb == "open" or question.key != key)
        return Edit(desk.orders, anchor=key, left=_reopened(post, verb, key, typed), keeps=False)
    if act == "pass":
        touched = [question for question in questions if question.touched]
        changes = any(question.place is not None for question in touched)
        left = _left(post, touched, draft)
        return Edit((), anchor="recap", left=left, asks=changes)  # without the questions of removed orders
    if act in ("save", REST):
        return _with_others(draft, questions, post, Edit(desk.orders, keeps=act != REST))
    pressed = _press(draft, desk, post, verb, key)
    if pressed.errors or draft.refused(draft.orders):
        return pressed  # refused as a whole; everything typed is shown again
    return _with_others(draft, [one for one in questions if one.key != key], post, pressed)


def _press(draft: Draft, desk: Desk, post: Mapping[str, str], verb: str, key: str) -> Edit:
    """Add, replace or remove the order `key` in the draft; if that is refused, the result says why."""
    place = place_of(key, desk.orders)
    if verb in ("remove", "replace", "up", "down") and place is None:
        return Edit(desk.orders, (Problem("gone_from_form"),))
    if verb == "remove" and place is not None:
        gone = draft.slots.pop(place)
        return Edit(draft.orders, anchor=draft.kinds.slug_of(gone))
    if verb in ("up", "down") and place is not None:
        draft.move(place, -1 if verb == "up" else 1)
        return Edit(draft.orders, anchor=draft.key_now(key))
    known = verb in ("add", "replace")
    pressed = read_question(draft.kinds, draft.scene, desk, post, key) if known else None
    if pressed is None or (verb == "add") != (pressed.place is None):
        return Edit(desk.orders, (Problem("unknown_act"),))
    if pressed.order is None:
        return Edit(desk.orders, pressed.problems, key)
    draft.put(pressed)
    return Edit(draft.orders, anchor=key if pressed.place is not None else f"o{len(desk.orders)}")


def _with_others(draft: Draft, questions: list[PostedQuestion], post: Mapping[str, str], made: Edit) -> Edit:
    """The result of the button, with every other question that is filled in and accepted."""
    touched = [question for question in questions if question.touched]
    along = [question for question in touched if draft.try_put(question)]
    left = [question for question in touched if question not in along]
    errors: tuple[Problem, ...] = ()
    if made.keeps and not along and left and not made.anchor:
        errors = tuple(found for question in left for found in draft.against(question))
    open_still = {f"open-{one.key}": "1" for one in questions if not one.touched and one.place is None}
    return replace(
        made,
        orders=draft.orders,
        errors=errors,
        keeps=bool(along or made.anchor),
        left={**open_still, **_left(post, left, draft)} if left else {},
        along=tuple(draft.kinds.kinds[question.kind].name() for question in along),
    )


def _left(post: Mapping[str, str], questions: list[PostedQuestion], draft: Draft) -> dict[str, str]:
    """The fields of these questions, to be shown again, under the new ids of their orders."""
    found: dict[str, str] = {}
    for question in questions:
        key = draft.key_now(question.key)
        if question.place is not None and question.place not in draft.slots:
            continue  # its order was removed by this POST
        found[f"open-{key}"] = "1"
        for start in ("", "was-"):
            fields = own_fields(post, f"{start}{question.key}")
            found |= {f"{start}{field_name(key, name)}": value for name, value in fields.items()}
    return found


def _reopened(post: Mapping[str, str], verb: str, key: str, typed: bool) -> dict[str, str]:
    """The posted fields with one question opened or closed. Without anything `typed` they say "open", so that
    the page does not speak of what is not saved yet."""
    kept = {name: value for name, value in post.items() if name not in ("act", f"open-{key}")}
    if not typed:
        kept["open"] = key
    if verb == "close":
        dropped = {field_name(key, name) for name in own_fields(post, key)}
        return {name: value for name, value in kept.items() if name not in dropped}
    return {**kept, f"open-{key}": "1", "act": f"open-{key}"}


# ---- a form of one order ----------------------------------------------------------------------------


def edit_single(kinds: Kinds, kind: str, scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """`edit` for a form of at most one order of one kind. `act` is that kind, or pass; at a door there is no
    other button. The fields' names have no prefix."""
    act = str(post.get("act", ""))
    door = desk.window.is_door
    if act == kind or (door and not act):
        order, problems = read_order(kinds, scene, kind, post, 0)
        return Edit(desk.orders, problems, kind) if order is None else Edit((order,), anchor="recap")
    left = _left_single(kinds, kind, scene, desk, post)
    if act == "pass" and not door:
        return Edit((), anchor="recap", left=left)
    if act == REST:
        return Edit(desk.orders, left=left, keeps=False)
    return Edit(desk.orders, (Problem("unknown_act"),))


def _left_single(
    kinds: Kinds, kind: str, scene: Scene, desk: Desk, post: Mapping[str, str]
) -> dict[str, str]:
    """The fields of such a form that are not saved, to be shown again."""
    fields = {name: str(post[name]) for name in kinds.kinds[kind].inputs if name in post}
    if desk.saved and desk.orders:
        order, _problems = read_order(kinds, scene, kind, post, 0)
        same = order is not None and order == desk.orders[0]
        return {} if same or not fields else fields
    return fields if any(value.strip() not in ("", "0", NONE) for value in fields.values()) else {}
