"""A form judged order by order, each given those kept before it; what falls is told to its author.

`check` shows what is refused before a window closes, `resolve` drops it then: there is one judge for both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from ..contract import Json, Orders, Problem
from ..contract.codec import is_keepable
from .events import EventData
from .readers import FAULTS
from .shapes import AnyOrder, OrderData, Shapes

CODES: Final[Mapping[str, tuple[str, ...]]] = {
    "unknown_order": (),
    **FAULTS,
    "one_only": ("kind",),
    "too_many": ("kind", "of"),
    "one_order": ("orders",),
}
"""Every refusal of this kit, and its params. No param holds anything typed by a player."""

Judged = TypeVar("Judged", bound=OrderData, contravariant=True)


@dataclass(slots=True)
class Refusals:
    """What is said against the order at one place of a form: `refuse("too_few", "steps", minimum=1)`."""

    place: int | None
    problems: list[Problem] = field(default_factory=list)

    def __call__(self, code: str, at: str | None = None, **params: Json) -> None:
        """One more problem, at the input `at` (None: of the whole order), with its figures."""
        self.problems.append(Problem(code, self.place, at, params))


class Net(Protocol[Judged]):
    """What a title thinks of an order. It is made for one form, and remembers what it kept of it."""

    def judge(self, order: Judged, refuse: Refusals) -> None:
        """Say everything that is wrong with an order, given those kept before it. Never raises."""
        ...

    def keep(self, order: Judged, place: int) -> None:
        """This order stands; `place` is where it stood on the form, from 0."""
        ...


def sift(
    shapes: Shapes[AnyOrder], orders: Orders, net: Net[AnyOrder], at_most: Mapping[str, int] | None = None
) -> tuple[Problem, ...]:
    """All that is wrong with a form; what stands is with the net. Linear in the orders; never raises.

    `at_most`: how many orders of a kind may stand, where a number limits them (`one_only`, `too_many`).
    """
    problems: list[Problem] = []
    stood: dict[str, int] = {}
    limits = at_most or {}
    for place, raw in enumerate(orders):
        read = shapes.read(raw, place)
        if not isinstance(read, OrderData):
            problems += read
            continue
        refuse = Refusals(place)
        kind = read.kind
        if kind in limits:
            _limit(kind, stood.get(kind, 0), limits[kind], refuse)
        net.judge(read, refuse)
        if refuse.problems:
            problems += refuse.problems
            continue
        stood[kind] = stood.get(kind, 0) + 1
        net.keep(read, place)
    return tuple(problems)


def _limit(kind: str, stood: int, of: int, refuse: Refusals) -> None:
    if stood < of:
        return
    if of == 1:
        refuse("one_only", kind=kind)
    else:
        refuse("too_many", kind=kind, of=of)


@dataclass(slots=True)
class _First(Generic[AnyOrder]):
    """The net of a form that is for one order."""

    say: Callable[[AnyOrder, Refusals], None]
    kept: AnyOrder | None = None

    def judge(self, order: AnyOrder, refuse: Refusals) -> None:
        if self.kept is not None:
            refuse("one_only", kind=order.kind)
        self.say(order, refuse)

    def keep(self, order: AnyOrder, place: int) -> None:
        self.kept = order


def sift_first(
    shapes: Shapes[AnyOrder], orders: Orders, judge: Callable[[AnyOrder, Refusals], None]
) -> tuple[AnyOrder | None, tuple[Problem, ...]]:
    """For a form that holds one order or none: the first one that stands, and all that is wrong with it and
    with what comes beside it."""
    net = _First(judge)
    problems = sift(shapes, orders, net)
    return net.kept, problems


def sift_one(
    shapes: Shapes[AnyOrder], orders: Orders, judge: Callable[[AnyOrder, Refusals], None]
) -> tuple[AnyOrder | None, tuple[Problem, ...]]:
    """For a form that holds exactly one order: that order, or every reason why it does not stand; one of the
    two. Several orders, or none, are a problem of the form as a whole (`one_order`)."""
    if len(orders) != 1:
        return None, (Problem("one_order", params={"orders": len(orders)}),)
    return sift_first(shapes, orders, judge)


# ---- what falls ---------------------------------------------------------------------------------


class OrderDropped(EventData, frozen=True):
    """An order that `resolve` took from a form: what it was, as far as that can be kept, and why.

    `order`: its kind, "" for an unknown one and for the form as a whole. `problem` and `params` are those of
    its first problem.
    """

    kind = "order_dropped"
    order: str
    data: Mapping[str, Any]
    problem: str
    params: Mapping[str, Any]


def dropped(
    shapes: Mapping[str, tuple[str, ...]], orders: Orders, problems: tuple[Problem, ...]
) -> tuple[OrderDropped, ...]:
    """One for each order that has a problem, in the order of the form; first of all one for a problem of the
    form as a whole. It is what its author is told, so that no order is lost without a word."""
    first: dict[int, Problem] = {}
    for problem in problems:
        first.setdefault(-1 if problem.order is None else problem.order, problem)
    return tuple(_dropped(shapes, orders[at] if at >= 0 else None, first[at]) for at in sorted(first))


def _dropped(shapes: Mapping[str, tuple[str, ...]], order: object, problem: Problem) -> OrderDropped:
    kind, data = getattr(order, "kind", None), getattr(order, "data", None)
    keys = shapes.get(kind, ()) if isinstance(kind, str) else ()
    known = {key: data[key] for key in keys if key in data} if isinstance(data, Mapping) else {}
    return OrderDropped(
        order=kind if isinstance(kind, str) and kind in shapes else "",
        data={key: value for key, value in known.items() if _is_flat(value) and is_keepable(value)},
        problem=problem.code,
        params=dict(problem.params),
    )


def _is_flat(value: object) -> bool:
    """Whether a value may go into an event: damaged data can be nested too deep to be looked through."""
    if isinstance(value, Mapping):
        return all(isinstance(inner, str | int) for inner in value.values())
    if isinstance(value, list | tuple):
        return all(isinstance(inner, str | int) for inner in value)
    return value is None or isinstance(value, str | int)
