"""What was posted, turned into the orders of a whole form. Never a raise.

What the rules think of the orders is `check`'s; here only what cannot be an order at all is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.contract import Order, Orders, Problem
from games.skin import REST, Desk, Edit, Scene

from ..rules.check import check
from ..texts import names
from .kinds import KINDS
from .reading import NONE, Typing, read_number


@dataclass(frozen=True, slots=True)
class Part:
    """One open question of the order form as it was posted.

    `key`: the kind of a new order, or the id of an order on the form ("o2") that is being changed;
    every field of the question is named `key-field`. `place`: where that order stands, None for a new
    one. `order`: None if what was typed cannot be one, `problems` say why. `touched`: whether it
    holds anything but what the page itself had put there.
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
    """The fields of one question, without its key."""
    start = field_name(key, "")
    return {name[len(start) :]: str(value) for name, value in post.items() if name.startswith(start)}


def place_of(key: str, orders: Orders) -> int | None:
    """The place of an order on the form by its id ("o2"), None if there is no such order."""
    value = read_number(key[1:]) if key.startswith("o") else None
    return value if isinstance(value, int) and 0 <= value < len(orders) else None


def read_part(scene: Scene, desk: Desk, post: Mapping[str, Any], key: str) -> Part | None:
    """The question `key` as it was posted; None if there is no such question on this form."""
    orders = desk.orders
    place = place_of(key, orders)
    kind = orders[place].kind if place is not None else key
    if kind not in desk.window.orders or kind not in KINDS:
        return None
    given = own_fields(post, key)
    order, problems = read_order(scene, kind, given, len(orders) if place is None else place)
    if place is not None:
        touched = bool(given) and order != orders[place]  # nothing is given as it is being opened
    else:
        was = own_fields(post, field_name("was", key))
        touched = any(value.strip() != was.get(name, "") for name, value in given.items())
    return Part(key, kind, place, order, problems, touched)


def read_parts(scene: Scene, desk: Desk, post: Mapping[str, Any]) -> list[Part]:
    """Every question that was open when the form was posted, in the order of the page."""
    found = (read_part(scene, desk, post, key) for key in own_fields(post, "open"))
    return [part for part in found if part is not None]


class Draft:
    """The orders of a form while one POST is applied to it. Places are those of the form as it was."""

    def __init__(self, scene: Scene, desk: Desk) -> None:
        self.scene, self.window = scene, desk.window
        self.slots: dict[int, Order] = dict(enumerate(desk.orders))
        self.added: list[Order] = []

    @property
    def orders(self) -> Orders:
        return (*self.slots.values(), *self.added)

    def key_now(self, key: str) -> str:
        """The id by which the order known as `key` goes after this POST."""
        places = {f"o{old}": f"o{new}" for new, old in enumerate(self.slots)}
        return places.get(key, key)

    def put(self, part: Part) -> None:
        assert part.order is not None  # whoever calls has looked
        if part.place is None:
            self.added.append(part.order)
        else:
            self.slots[part.place] = part.order

    def try_put(self, part: Part) -> bool:
        """Put a part in if the rules have nothing against it; whether it is in."""
        before = dict(self.slots), list(self.added)
        if part.order is None or (part.place is not None and part.place not in self.slots):
            return False
        self.put(part)
        if not check(self.scene.view, self.window, self.orders):
            return True
        self.slots, self.added = before
        return False


def judged(scene: Scene, desk: Desk, part: Part) -> tuple[Problem, ...]:
    """What stands against saving one part beside the orders on the form; () for nothing."""
    if part.order is None:
        return part.problems
    draft = Draft(scene, desk)
    draft.put(part)
    return check(scene.view, desk.window, draft.orders)


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form that a POST makes, or what could not be read of it. Never raises.

    `act` is the button: add-KIND, replace-oN, remove-oN, open-KEY, close-KEY, save, pass; `character`
    and `transfer` for the forms that hold one order; `REST` for a button that is not of this form.
    What else is filled in is saved with it where the rules allow it, and handed back where not.
    """
    act = str(post.get("act", ""))
    if desk.window.kind in ("transfer", "characters"):
        return _edit_alone(scene, desk, post, act)
    parts = read_parts(scene, desk, post)
    verb, _dash, key = act.partition("-")
    if verb in ("open", "close"):
        return Edit(desk.orders, anchor=key, left=_reopened(post, verb, key), keeps=False)
    if act == "pass":
        touched = [part for part in parts if part.touched]
        changes = any(part.place is not None for part in touched)
        left = _left(post, touched, Draft(scene, desk))
        return Edit((), anchor="recap", left=left, asks=changes)  # changed orders go with the orders
    if act in ("save", REST):
        return _with_others(Draft(scene, desk), parts, post, Edit(desk.orders, keeps=act != REST))
    draft = Draft(scene, desk)
    if verb == "remove":
        place = place_of(key, desk.orders)
        if place is None:
            return Edit(desk.orders, (Problem("gone_from_form"),))
        gone = draft.slots.pop(place)
        anchor = gone.kind
    else:
        pressed = read_part(scene, desk, post, key) if verb in ("add", "replace") else None
        if verb == "replace" and place_of(key, desk.orders) is None:
            return Edit(desk.orders, (Problem("gone_from_form"),))
        if pressed is None or (verb == "add") != (pressed.place is None):
            return Edit(desk.orders, (Problem("unknown_act"),))
        if pressed.order is None:
            return Edit(desk.orders, pressed.problems, key)
        draft.put(pressed)
        anchor = key if pressed.place is not None else f"o{len(desk.orders)}"
    if check(scene.view, desk.window, draft.orders):
        return Edit(draft.orders, anchor=anchor)  # refused as a whole, with all that was typed
    return _with_others(draft, [part for part in parts if part.key != key], post, Edit((), anchor=anchor))


def _with_others(draft: Draft, parts: list[Part], post: Mapping[str, str], made: Edit) -> Edit:
    """What was pressed, and with it every other part that is filled in and stands with it."""
    touched = [part for part in parts if part.touched]
    along = [part for part in touched if draft.try_put(part)]
    left = [part for part in touched if part not in along]
    errors: tuple[Problem, ...] = ()
    if made.keeps and not along and left and not made.anchor:
        errors = tuple(found for part in left for found in judged_in(draft, part))
    open_still = {f"open-{part.key}": "1" for part in parts if not part.touched and part.place is None}
    return replace(
        made,
        orders=draft.orders,
        errors=errors,
        keeps=bool(along or made.anchor),
        left={**open_still, **_left(post, left, draft)} if left else {},
        along=tuple(names.kind(part.kind) for part in along),
    )


def judged_in(draft: Draft, part: Part) -> tuple[Problem, ...]:
    """What stands against one part of a draft."""
    if part.order is None:
        return part.problems
    return check(draft.scene.view, draft.window, (*draft.orders, part.order))


def _left(post: Mapping[str, str], parts: list[Part], draft: Draft) -> dict[str, str]:
    """The fields of these parts, to be shown again; by the ids their orders go by from now on."""
    found: dict[str, str] = {}
    for part in parts:
        key = draft.key_now(part.key)
        if part.place is not None and part.place not in draft.slots:
            continue  # its order is gone, and it was that order's removal that was asked for
        found[f"open-{key}"] = "1"
        for start in ("", "was-"):
            fields = own_fields(post, f"{start}{part.key}")
            found |= {f"{start}{field_name(key, name)}": value for name, value in fields.items()}
    return found


def _reopened(post: Mapping[str, str], verb: str, key: str) -> dict[str, str]:
    """What was posted, with one question more that is open, or one less."""
    kept = {name: value for name, value in post.items() if name not in ("act", f"open-{key}")}
    if verb == "close":
        dropped = {field_name(key, name) for name in own_fields(post, key)}
        return {name: value for name, value in kept.items() if name not in dropped}
    return {**kept, f"open-{key}": "1", "act": f"open-{key}"}


def _edit_alone(scene: Scene, desk: Desk, post: Mapping[str, str], act: str) -> Edit:
    """The forms that hold one order, or none: a character, a wire transfer."""
    kind = "character" if desk.window.kind == "characters" else "transfer"
    if act == kind or (kind == "transfer" and not act):
        order, problems = read_order(scene, kind, post, 0)
        return Edit(desk.orders, problems, kind) if order is None else Edit((order,), anchor="recap")
    left = _typed_alone(scene, desk, post, kind)
    if act == "pass" and kind == "character":
        return Edit((), anchor="recap", left=left)
    if act == REST:
        return Edit(desk.orders, left=left, keeps=False)
    return Edit(desk.orders, (Problem("unknown_act"),))


def _typed_alone(scene: Scene, desk: Desk, post: Mapping[str, str], kind: str) -> dict[str, str]:
    """What stands in such a form and is not handed in."""
    fields = {name: str(post[name]) for name in KINDS[kind].inputs if name in post}
    if kind == "character" and desk.saved and desk.orders:
        order, _problems = read_order(scene, kind, post, 0)
        same = order is not None and order == desk.orders[0]
        return {} if same or not fields else fields
    return fields if any(value.strip() not in ("", "0", NONE) for value in fields.values()) else {}


def read_order(
    scene: Scene, kind: str, post: Mapping[str, str], place: int
) -> tuple[Order | None, tuple[Problem, ...]]:
    """One order of a kind as it was typed; None with the problems if it cannot be one."""
    typing = Typing(post, place)
    KINDS[kind].read(typing, scene)
    if typing.problems:
        return None, tuple(typing.problems)
    return Order(kind, typing.data), ()
