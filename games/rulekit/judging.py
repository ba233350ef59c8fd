"""Judging a form order by order: each order is judged together with those accepted before it.

Both `check`, which shows refusals before the window closes, and `resolve`, which drops refused orders and
tells their author, use the same judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct, field

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
"""Every refusal code of this kit, with its params. No param contains text typed by a player."""

Judged = TypeVar("Judged", bound=OrderData, contravariant=True)


class Refusals(Struct):
    """Collects the problems of the order at one place of a form: `refuse("too_few", "steps", minimum=1)`."""

    place: int | None
    problems: list[Problem] = field(default_factory=list)

    def __call__(self, code: str, at: str | None = None, **params: Json) -> None:
        """Add a problem with its params. `at`: the input it is about; None for the whole order."""
        self.problems.append(Problem(code, self.place, at, params))


class Net(Protocol[Judged]):
    """A title's judge of one form. It remembers which orders of the form it has accepted."""

    def judge(self, order: Judged, refuse: Refusals) -> None:
        """Call `refuse` for everything that is wrong with an order, given those accepted before it. Must
        never raise."""
        ...

    def keep(self, order: Judged, place: int) -> None:
        """Accept an order. `place`: its place on the form, from 0."""
        ...


def sift(
    shapes: Shapes[AnyOrder],
    orders: Orders,
    net: Net[AnyOrder],
    at_most: Mapping[str, int] | None = None,
    kinds: tuple[str, ...] | None = None,
) -> tuple[Problem, ...]:
    """All problems of a form; the accepted orders are passed to the net. Linear time; never raises.

    `at_most`: the maximum number of orders of a kind, if there is one (problems `one_only`, `too_many`).
    `kinds`: the kinds that this form may contain, if not all of the shapes.
    """
    problems: list[Problem] = []
    stood: dict[str, int] = {}
    limits = at_most or {}
    refuse = Refusals(None)  # one for all orders of the form
    for place, raw in enumerate(orders):
        if kinds is not None and getattr(raw, "kind", None) not in kinds:
            problems.append(Problem("unknown_order", place))
            continue
        read = shapes.read(raw, place)
        if not isinstance(read, OrderData):
            problems += read
            continue
        refuse.place, kind = place, read.kind
        if kind in limits:
            _limit(kind, stood.get(kind, 0), limits[kind], refuse)
        net.judge(read, refuse)
        if refuse.problems:
            problems += refuse.problems
            refuse.problems.clear()
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


class _First(Struct, Generic[AnyOrder]):
    """The net of a form that takes one order."""

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
    """For a form of at most one order: the first order that is accepted, and all problems of the form."""
    net = _First(judge)
    problems = sift(shapes, orders, net)
    return net.kept, problems


def sift_one(
    shapes: Shapes[AnyOrder], orders: Orders, judge: Callable[[AnyOrder, Refusals], None]
) -> tuple[AnyOrder | None, tuple[Problem, ...]]:
    """For a form of exactly one order: that order, or else every reason why it is refused. Several orders,
    or none, are a problem of the form as a whole (`one_order`)."""
    if len(orders) != 1:
        return None, (Problem("one_order", params={"orders": len(orders)}),)
    return sift_first(shapes, orders, judge)


# ---- dropped orders -----------------------------------------------------------------------------


class OrderDropped(EventData, frozen=True):
    """Tells the author that `resolve` dropped an order: what it was, as far as that can be stored, and why.

    `order`: its kind; "" for an unknown kind and for the form as a whole. `problem` and `params` are those of
    the order's first problem.
    """

    kind = "order_dropped"
    order: str
    data: Mapping[str, Any]
    problem: str
    params: Mapping[str, Any]


def dropped(
    shapes: Mapping[str, tuple[str, ...]], orders: Orders, problems: tuple[Problem, ...]
) -> tuple[OrderDropped, ...]:
    """One event for each order with a problem, in the order of the form; before them, one for a problem of
    the form as a whole. All are reported to the author, so that no order is lost silently."""
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
    """Whether a value may be put into an event. Nested data may not: if damaged, it can be too deep."""
    if isinstance(value, Mapping):
        return all(isinstance(inner, str | int) for inner in value.values())
    if isinstance(value, list | tuple):
        return all(isinstance(inner, str | int) for inner in value)
    return value is None or isinstance(value, str | int)
