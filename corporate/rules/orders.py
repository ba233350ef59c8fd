"""The orders as typed values, read from whatever a form holds (4.3, 4.4a)."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.contract import Order, Problem
from games.contract.codec import BEYOND, is_keepable

from .content import BACKGROUNDS, COALITIONS, CONSTANTS, CORPORATIONS, DERIVATIVES, LIMITS, RUNS
from .problems import problem


@dataclass(frozen=True, slots=True)
class BuyShare:
    corporation: str


@dataclass(frozen=True, slots=True)
class BuyInfluence:
    pass


@dataclass(frozen=True, slots=True)
class CitizenshipClaim:
    corporation: str


@dataclass(frozen=True, slots=True)
class Vote:
    up: str
    down: str


@dataclass(frozen=True, slots=True)
class JoinCoalition:
    coalition: str


@dataclass(frozen=True, slots=True)
class Run:
    """O6 to O10. `target` is a corporation, or a player for an Information run; `defence` is the
    kind a Protection adds."""

    kind: str
    steps: int
    influence_bonus: bool
    target: str | None = None
    beneficiary: str | None = None
    defence: str | None = None


@dataclass(frozen=True, slots=True)
class DerivativeSpeculation:
    derivative: str
    direction: str
    stake: int


@dataclass(frozen=True, slots=True)
class RankSpeculation:
    corporation: str
    rank: int
    stake: int


@dataclass(frozen=True, slots=True)
class Character:
    public_text: str
    citizenship: str | None
    background: str | None
    hidden: str | None
    avenger: str | None
    strategies: Mapping[str, int]
    secrets: str


@dataclass(frozen=True, slots=True)
class Transfer:
    to: str
    amount: int


Speculation = DerivativeSpeculation | RankSpeculation
QuarterOrder = (
    BuyShare
    | BuyInfluence
    | CitizenshipClaim
    | Vote
    | JoinCoalition
    | Run
    | DerivativeSpeculation
    | RankSpeculation
)
AnyOrder = QuarterOrder | Character | Transfer

# A reader tells what is wrong with a value: a code and its figures, or None.
Fault = tuple[str, dict[str, Any]]
Reader = Callable[[Any], Fault | None]

DEFENCES: Final = tuple(kind for kind in RUNS if kind in next(iter(CORPORATIONS.values())).defence)
DIRECTIONS: Final = ("up", "down")
RUN_KINDS: Final = tuple(RUNS)
SPECULATIONS: Final = ("derivative_speculation", "rank_speculation")
MAX_NUMBER: Final = BEYOND - 1
# So that a price never has more digits than can be kept.
MAX_STEPS: Final = MAX_NUMBER // CONSTANTS.run_step_price
MAX_POINTS: Final = 999

_MALFORMED: Final[Fault] = ("malformed", {})
_MISSING: Final[Fault] = ("missing", {})


def _choice(known: Container[str] | None) -> Reader:
    def read(value: Any) -> Fault | None:
        if value is None or value == "":
            return _MISSING
        if type(value) is not str:
            return _MALFORMED
        return None if known is None or value in known else ("unknown_choice", {})

    return read


def _optional(reader: Reader) -> Reader:
    return lambda value: None if value is None else reader(value)


def _number(maximum: int) -> Reader:
    def read(value: Any) -> Fault | None:
        if value is None:
            return _MISSING
        if type(value) is not int:  # a bool is no number
            return _MALFORMED
        return None if abs(value) <= maximum else ("number_too_big", {"maximum": maximum})

    return read


def _flag(value: Any) -> Fault | None:
    if value is None:
        return _MISSING
    return None if type(value) is bool else _MALFORMED


def _text(maximum: int) -> Reader:
    def read(value: Any) -> Fault | None:
        if type(value) is not str:
            return _MALFORMED
        if len(value) > maximum:
            return "text_too_long", {"length": len(value), "maximum": maximum}
        return None if is_keepable(value) else ("text_unreadable", {})

    return read


def _points(value: Any) -> Fault | None:
    """A map of title to points; which titles and how many points is judged elsewhere."""
    if not isinstance(value, Mapping):
        return _MALFORMED
    if not all(type(title) is str and type(points) is int for title, points in value.items()):
        return _MALFORMED
    if any(abs(points) > MAX_POINTS for points in value.values()):
        return "number_too_big", {"maximum": MAX_POINTS}
    return None


_corporation = _choice(CORPORATIONS)
_background = _optional(_choice(BACKGROUNDS))
_effort: Final[dict[str, Reader]] = {"steps": _number(MAX_STEPS), "influence_bonus": _flag}
_stake: Final = _number(MAX_NUMBER)

SHAPES: Final[dict[str, dict[str, Reader]]] = {
    "buy_share": {"corporation": _corporation},
    "buy_influence": {},
    "citizenship_claim": {"corporation": _corporation},
    "vote": {"up": _corporation, "down": _corporation},
    "join_coalition": {"coalition": _choice(COALITIONS)},
    "datasteal": {"target": _corporation, "beneficiary": _corporation, **_effort},
    "sabotage": {"target": _corporation, **_effort},
    "extraction": {"target": _corporation, "beneficiary": _corporation, **_effort},
    "information": {"target": _choice(None), **_effort},
    "protection": {"beneficiary": _corporation, "defence": _choice(DEFENCES), **_effort},
    "derivative_speculation": {
        "derivative": _choice(DERIVATIVES),
        "direction": _choice(DIRECTIONS),
        "stake": _stake,
    },
    "rank_speculation": {"corporation": _corporation, "rank": _number(MAX_NUMBER), "stake": _stake},
    "character": {
        "public_text": _text(LIMITS.public_text_characters),
        "citizenship": _optional(_corporation),
        "background": _background,
        "hidden": _background,
        "avenger": _optional(_corporation),
        "strategies": _points,
        "secrets": _text(LIMITS.secrets_characters),
    },
    "transfer": {"to": _choice(None), "amount": _number(MAX_NUMBER)},
}
"""The data of each kind of order: its keys, and what each may be."""

QUARTER_KINDS: Final = tuple(kind for kind in SHAPES if kind not in ("character", "transfer"))

# A key of a character that is not there is an answer that was not given.
UNANSWERED: Final[Mapping[str, Any]] = {
    "public_text": "",
    "citizenship": None,
    "background": None,
    "hidden": None,
    "avenger": None,
    "strategies": {},
    "secrets": "",
}

_MAKERS: Final[dict[str, Callable[..., AnyOrder]]] = {
    "buy_share": BuyShare,
    "buy_influence": BuyInfluence,
    "citizenship_claim": CitizenshipClaim,
    "vote": Vote,
    "join_coalition": JoinCoalition,
    "derivative_speculation": DerivativeSpeculation,
    "rank_speculation": RankSpeculation,
    "character": Character,
    "transfer": Transfer,
}


def parse(order: Order, place: int, kinds: Container[str]) -> tuple[AnyOrder | None, list[Problem]]:
    """The typed order, or what is wrong with its shape; never raises, whatever the form holds.

    In: an order, its place on the form from 0, the kinds its window takes. Out: exactly one of the
    typed order and a list of problems that is not empty.
    """
    kind = getattr(order, "kind", None)
    data = getattr(order, "data", None)
    if type(kind) is not str or kind not in kinds or kind not in SHAPES:
        return None, [problem("unknown_order", place)]
    if type(data) is not dict and not isinstance(data, Mapping):
        return None, [problem("malformed", place)]
    if kind == "character":
        data = {**UNANSWERED, **data}
    shape = SHAPES[kind]
    faults = []
    for key, reader in shape.items():
        fault = reader(data.get(key))
        if fault is not None:
            faults.append(Problem(fault[0], place, key, fault[1]))
    if not data.keys() <= shape.keys():
        faults.append(problem("malformed", place))
    if faults:
        return None, faults
    if kind in RUNS:
        return Run(kind, **data), faults
    return _MAKERS[kind](**data), faults
