"""What was posted, turned into orders: strings to values, typing errors as problems, never a raise.

What the rules think of the orders is `check`'s; here only what cannot be an order at all is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.contract import Order, Orders, Problem
from games.skin import Desk, Edit, Scene

from .rules import content

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


def read_place(post: Mapping[str, str], orders: Orders) -> int | None:
    """The place of an order on the form, None if there is no such order."""
    value = read_number(str(post.get("place", "")))
    return value if isinstance(value, int) and 0 <= value < len(orders) else None


def edit(scene: Scene, desk: Desk, post: Mapping[str, str]) -> Edit:
    """The whole new form that a POST makes, or what could not be read of it. Never raises.

    `act`: add, replace, remove, pass; character and transfer, whose forms hold one order.
    """
    act = str(post.get("act", ""))
    orders = desk.orders
    if act == "pass":
        return Edit((), anchor="recap")
    if act == "remove":
        place = read_place(post, orders)
        if place is None:
            return Edit(orders, (Problem("gone_from_form"),))
        return Edit(orders[:place] + orders[place + 1 :], anchor=orders[place].kind)
    if act == "replace":
        place = read_place(post, orders)
        if place is None:
            return Edit(orders, (Problem("gone_from_form"),))
        order, problems = read_order(scene, orders[place].kind, post, place)
        if order is None:
            return Edit(orders, problems, f"o{place}")
        return Edit((*orders[:place], order, *orders[place + 1 :]), anchor=f"o{place}")
    kind = act if act in ("character", "transfer") else str(post.get("kind", ""))
    if act not in ("add", "character", "transfer") or kind not in desk.window.orders or kind not in READERS:
        return Edit(orders, (Problem("unknown_act"),))
    before = orders if act == "add" else ()
    order, problems = read_order(scene, kind, post, len(before))
    if order is None:
        return Edit(orders, problems, kind)
    return Edit((*before, order), anchor=f"o{len(before)}" if act == "add" else "recap")


def read_order(
    scene: Scene, kind: str, post: Mapping[str, str], place: int
) -> tuple[Order | None, tuple[Problem, ...]]:
    """One order of a kind as it was typed; None with the problems if it cannot be one."""
    typing = Typing(post, place)
    READERS[kind](typing, scene)
    if typing.problems:
        return None, tuple(typing.problems)
    return Order(kind, typing.data), ()
