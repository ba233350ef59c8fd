"""What was posted, turned into orders: strings to values, typing errors as problems, never a raise.

What the rules think of the orders is `check`'s; here only what cannot be an order at all is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.contract import Order, Orders, Problem
from games.skin import REST, Desk, Edit, Scene

from ..rules import content
from ..rules.check import check
from ..texts import names

MAX_DIGITS: Final = 12
NONE: Final = "none"  # the choice of nothing, told apart from a field that was not there

_SPACES: Final = re.compile(r"[\s_'’\u00a0\u202f]+")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:[.,]\d{3})+")

Data = dict[str, Any]


class Typing:
    """The fields of one order being read: values go to `data`, what cannot be read to `problems`."""

    def __init__(self, post: Mapping[str, str], place: int) -> None:
        self.post, self.place = post, place
        self.data: Data = {}
        self.problems: list[Problem] = []

    def raw(self, key: str) -> str:
        value = self.post.get(key, "")
        return value.strip() if isinstance(value, str) else ""

    def refuse(self, code: str, at: str, **params: Any) -> None:
        self.problems.append(Problem(code, self.place, at, params))

    def choice(self, key: str, known: Mapping[str, Any] | tuple[str, ...]) -> None:
        """One of a known list; what is on it for this player is the rules' affair."""
        value = self.raw(key)
        if not value:
            self.refuse("choose_one", key)
        elif value not in known:
            self.refuse("unknown_choice", key)
        else:
            self.data[key] = value

    def optional(self, key: str, known: Mapping[str, Any] | tuple[str, ...]) -> None:
        if self.raw(key) in ("", NONE):
            self.data[key] = None
        else:
            self.choice(key, known)

    def number(self, key: str, field: str = "") -> None:
        """A whole number, with or without separators of thousands and the name of the money."""
        value = read_number(self.raw(field or key))
        if isinstance(value, str):
            self.refuse(value, key, **({"maximum": 10**MAX_DIGITS - 1} if value == "number_too_big" else {}))
        else:
            self.data[key] = value

    def tick(self, key: str) -> None:
        self.data[key] = self.raw(key) not in ("", "0", "false")

    def text(self, key: str) -> None:
        value = self.post.get(key, "")
        self.data[key] = value.replace("\r\n", "\n").strip() if isinstance(value, str) else ""

    def steps(self) -> None:
        """The chosen cell, or the number beside it for ten and more."""
        if not self.raw("steps") and not self.raw("steps_more"):
            self.refuse("choose_one", "steps")
        else:
            self.number("steps", "steps_more" if self.raw("steps") in ("", "more") else "steps")


def read_number(text: str) -> int | str:
    """The number somebody wrote, or the code of what is wrong with it."""
    plain = _SPACES.sub("", text).removesuffix("ny").removesuffix("NY")
    if not plain:
        return "no_number"
    sign = -1 if plain[0] in "-−" else 1
    plain = plain.lstrip("+-−")
    if _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "").replace(".", "")
    if not (plain.isascii() and plain.isdigit()):
        return "not_a_number"
    plain = plain.lstrip("0") or "0"
    return sign * int(plain) if len(plain) <= MAX_DIGITS else "number_too_big"


# ---- one reader per kind ----------------------------------------------------------------------


def _share(t: Typing, scene: Scene) -> None:
    t.choice("corporation", content.CORPORATIONS)


def _vote(t: Typing, scene: Scene) -> None:
    t.choice("up", content.CORPORATIONS)
    t.choice("down", content.CORPORATIONS)


def _coalition(t: Typing, scene: Scene) -> None:
    t.choice("coalition", content.COALITIONS)


def _run(t: Typing, scene: Scene) -> None:
    t.choice("target", content.CORPORATIONS)
    _effort(t)


def _run_for(t: Typing, scene: Scene) -> None:
    t.choice("target", content.CORPORATIONS)
    t.choice("beneficiary", content.CORPORATIONS)
    _effort(t)


def _information(t: Typing, scene: Scene) -> None:
    t.choice("target", tuple(scene.people))
    _effort(t)


def _effort(t: Typing) -> None:
    t.steps()
    t.tick("influence_bonus")


def _protection(t: Typing, scene: Scene) -> None:
    """Kind of Defence and steps come in one cell, "sabotage-3", or as two fields."""
    t.choice("beneficiary", content.CORPORATIONS)
    defences = tuple(content.RUNS["protection"].base_percent)  # type: ignore[arg-type]  # a mapping by kind
    cell = t.raw("effort")
    if cell:
        defence, _, steps = cell.partition("-")
        value = read_number(steps)
        if defence in defences and isinstance(value, int):
            t.data |= {"defence": defence, "steps": value}
        else:
            t.refuse("unknown_choice", "steps")
    elif "defence" in t.post or "steps" in t.post:
        t.choice("defence", defences)
        t.steps()
    else:
        t.refuse("choose_one", "steps")
    t.tick("influence_bonus")


def _derivative(t: Typing, scene: Scene) -> None:
    t.choice("derivative", content.DERIVATIVES)
    t.choice("direction", ("up", "down"))
    t.number("stake")


def _rank(t: Typing, scene: Scene) -> None:
    t.choice("corporation", content.CORPORATIONS)
    t.number("rank")
    t.number("stake")


def _transfer(t: Typing, scene: Scene) -> None:
    t.choice("to", tuple(scene.people))
    t.number("amount")


def _character(t: Typing, scene: Scene) -> None:
    t.text("public_text")
    t.text("secrets")
    t.optional("citizenship", content.CORPORATIONS)
    t.optional("background", content.BACKGROUNDS)
    t.optional("hidden", content.BACKGROUNDS)
    t.optional("avenger", content.CORPORATIONS)
    # The choices that belong to another Background are there without a script, too: they count only
    # beside the one they belong to.
    if t.data.get("background") != "nobody":
        t.data["hidden"] = None
    if "avenger" not in (t.data.get("background"), t.data.get("hidden")):
        t.data["avenger"] = None
    strategies: dict[str, int] = {}
    for title in content.TITLES:
        written = t.raw(f"strategy_{title}")
        if written in ("", "0"):
            continue
        value = read_number(written)
        if isinstance(value, int):
            strategies[title] = value
        else:
            t.refuse(value, "strategies", maximum=10**MAX_DIGITS - 1)
    t.data["strategies"] = strategies


READERS: Final[dict[str, Callable[[Typing, Scene], None]]] = {
    "buy_share": _share,
    "buy_influence": lambda t, scene: None,
    "citizenship_claim": _share,
    "vote": _vote,
    "join_coalition": _coalition,
    "datasteal": _run_for,
    "sabotage": _run,
    "extraction": _run_for,
    "information": _information,
    "protection": _protection,
    "derivative_speculation": _derivative,
    "rank_speculation": _rank,
    "character": _character,
    "transfer": _transfer,
}


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
    if kind not in desk.window.orders or kind not in READERS:
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


ALONE: Final = {
    "transfer": ("to", "amount"),
    "character": (
        *("public_text", "secrets", "citizenship", "background", "hidden", "avenger"),
        *(f"strategy_{title}" for title in content.TITLES),
    ),
}
"""The fields of the forms that hold one order."""


def _typed_alone(scene: Scene, desk: Desk, post: Mapping[str, str], kind: str) -> dict[str, str]:
    """What stands in such a form and is not handed in."""
    fields = {name: str(post[name]) for name in ALONE[kind] if name in post}
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
    READERS[kind](typing, scene)
    if typing.problems:
        return None, tuple(typing.problems)
    return Order(kind, typing.data), ()
