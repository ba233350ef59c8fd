"""The orders as typed values (13.3): one frozen struct per kind, whose types say how each key is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Struct

from games.contract import Order
from games.rulekit.readers import MALFORMED, MAX_NUMBER, AtMost, Faults, OneOf
from games.rulekit.shapes import OrderData, Shapes

from .content import CARDS, DIVISIONS, OFFICES, ROW_CARDS, ROW_LENGTH, VALUES, C

ANY: Final = "any"
SUPPLY: Final = "supply"
MOST_FILED: Final = 60
"""Actions of one form filed in advance."""
WHENS: Final = (
    *(f"{turn}.{number}" for turn in range(1, C.end.last_turn + 1) for number in range(1, ROW_LENGTH + 1)),
    ANY,
)
"""The keys of actions filed in advance: turn and round, or any."""


class Whole(Struct, frozen=True):
    """A whole number with a minimum."""

    minimum: int = 1

    def read(self, value: object) -> int | Faults:
        if type(value) is not int:
            return MALFORMED
        if value > MAX_NUMBER:
            return Faults.one("number_too_big", maximum=MAX_NUMBER)
        return value if value >= self.minimum else Faults.one("too_small", minimum=self.minimum)


class Pinats(Struct, frozen=True):
    """Money for an envelope: a positive multiple of the smallest note."""

    def read(self, value: object) -> int | Faults:
        if type(value) is not int:
            return MALFORMED
        if value > MAX_NUMBER:
            return Faults.one("number_too_big", maximum=MAX_NUMBER)
        step = C.money.step
        return value if value >= step and value % step == 0 else Faults.one("no_multiple", step=step)


class Value(Struct, frozen=True):
    """The value of a share certificate."""

    def read(self, value: object) -> int | Faults:
        if type(value) is not int:
            return MALFORMED
        return value if value in VALUES else Faults.one("unknown_choice")


def _one_of(*words: str) -> OneOf:
    return OneOf(frozenset(words))


DivisionId = Annotated[str, _one_of(*DIVISIONS)]
OfficeId = Annotated[str, _one_of(*OFFICES)]
Source = Annotated[str, _one_of(SUPPLY, *OFFICES)]
CardId = Annotated[str, _one_of(*CARDS)]
RowCard = Annotated[str, _one_of(*ROW_CARDS)]
When = Annotated[str, _one_of(*WHENS)]
Count = Annotated[int, Whole()]
Amount = Annotated[int, Pinats()]


class Into(Struct, frozen=True):
    """The first free office of a division."""

    division: DivisionId


class MergedInto(Struct, frozen=True):
    """The target of a merger: an office by its name, or `{"division": …}`."""

    def read(self, value: object) -> str | Into | Faults:
        if isinstance(value, str):
            return value if value in OFFICES else Faults.one("unknown_choice")
        if not isinstance(value, Mapping) or set(value) != {"division"}:
            return MALFORMED
        division = value["division"]
        if not isinstance(division, str):
            return MALFORMED
        return Into(division) if division in DIVISIONS else Faults.one("unknown_choice")


# ---- the setup and phase I -----------------------------------------------------------------------


ExitTo = Literal["board", "consultant"]


class Place(OrderData, frozen=True):
    """`division` is set if and only if the executive goes to a department."""

    kind = "place"
    to: Literal["board", "department"]
    division: DivisionId | None = None


class Exit(OrderData, frozen=True):
    kind = "exit"
    division: DivisionId
    to: ExitTo


class Events(OrderData, frozen=True):
    kind = "events"
    cards: Annotated[tuple[RowCard, ...], AtMost(ROW_LENGTH, distinct=True)]


# ---- actions -------------------------------------------------------------------------------------


class Action(OrderData, frozen=True, kw_only=True):
    """Actions A to G, and passing; `when` at the door `file` only."""

    when: When | None = None


class At(Struct, frozen=True):
    """A number of employees in an office."""

    office: OfficeId
    count: Count


class Opening(Struct, frozen=True):
    """A new department with the player's employees; both sources may be the same office."""

    division: DivisionId
    from_: Annotated[tuple[OfficeId, ...], AtMost(C.actions.sources)]


class Taken(Struct, frozen=True):
    """A number of employees taken out of an office."""

    from_: OfficeId
    count: Count


class Moved(Struct, frozen=True):
    """Moving a department to the first free office of a division."""

    from_: OfficeId
    division: DivisionId


class Envelope(Struct, frozen=True):
    """An offer; `remove`: offices of the target from which an employee is dismissed after a refusal, in this
    order."""

    card: CardId
    amount: Amount
    remove: Annotated[tuple[OfficeId, ...], AtMost(len(OFFICES), distinct=True)] = ()


class Take(Struct, frozen=True):
    """One employee from an opponent or the supply to an office of the player."""

    from_: Source
    to: OfficeId


Places = Annotated[tuple[At, ...], AtMost(len(OFFICES))]


class Recruit(Action, frozen=True, kw_only=True):
    kind = "recruit"
    place: Places


class OpenOwn(Action, frozen=True, kw_only=True):
    kind = "open_own"
    new: Annotated[tuple[Opening, ...], AtMost(C.actions.opened)]


class OpenNew(Action, frozen=True, kw_only=True):
    kind = "open_new"
    division: DivisionId
    extra: Annotated[int, Whole(0)] = 0
    move: Annotated[tuple[Taken, ...], AtMost(len(OFFICES))] = ()


class Move(Action, frozen=True, kw_only=True):
    kind = "move"
    moves: Annotated[tuple[Moved, ...], AtMost(C.actions.moved)]


class Merge(Action, frozen=True, kw_only=True):
    kind = "merge"
    from_: Annotated[tuple[OfficeId, ...], AtMost(2, distinct=True)]
    to: Annotated[str | Into, MergedInto()]
    overflow: Places = ()


class Resign(Action, frozen=True, kw_only=True):
    kind = "resign"
    division: DivisionId
    to: ExitTo


class BribeOrder(Action, frozen=True, kw_only=True):
    kind = "bribe"
    offers: Annotated[tuple[Envelope, ...], AtMost(C.actions.offers)]


class BuyInfluence(Action, frozen=True, kw_only=True):
    kind = "buy_influence"
    dismiss: Places


class BuyGeneral(Action, frozen=True, kw_only=True):
    kind = "buy_general"
    division: DivisionId


class BuyConsultant(Action, frozen=True, kw_only=True):
    kind = "buy_consultant"
    division: DivisionId


class BuyShares(Action, frozen=True, kw_only=True):
    """`value`: the value of the certificate."""

    kind = "buy_shares"
    value: Annotated[int, Value()]


class UseDevelopment(Action, frozen=True, kw_only=True):
    kind = "use_development"
    take: Annotated[tuple[Take, ...], AtMost(len(OFFICES))]


class UseLegal(Action, frozen=True, kw_only=True):
    kind = "use_legal"
    dismiss: Places


class Pass(Action, frozen=True, kw_only=True):
    kind = "pass"


# ---- answers and doors ---------------------------------------------------------------------------


class ReplyOrder(OrderData, frozen=True):
    kind = "reply"
    accept: bool


class Boss(OrderData, frozen=True):
    """Either a division, or `decline`."""

    kind = "boss"
    division: DivisionId | None = None
    decline: bool = False


class Limits(Struct, frozen=True):
    """The limits of a standing reply; without either, the player is asked."""

    accept_from: Amount | None = None
    refuse_below: Amount | None = None


class Replies(OrderData, frozen=True):
    """Standing replies, by card."""

    kind = "replies"
    boss: Limits | None = None
    development: Limits | None = None
    personnel: Limits | None = None
    communication: Limits | None = None
    accounting: Limits | None = None
    legal: Limits | None = None
    controlling: Limits | None = None


class Leave(OrderData, frozen=True):
    kind = "leave"


class Return(OrderData, frozen=True):
    kind = "return"


ACTIONS: Final[Shapes[Action]] = Shapes(
    Recruit, OpenOwn, OpenNew, Move, Merge, Resign, BribeOrder, BuyInfluence, BuyGeneral, BuyConsultant,
    BuyShares, UseDevelopment, UseLegal, Pass,
)  # fmt: skip
SHAPES: Final[Shapes[OrderData]] = Shapes(
    Place, Exit, Events, Recruit, OpenOwn, OpenNew, Move, Merge, Resign, BribeOrder, BuyInfluence,
    BuyGeneral, BuyConsultant, BuyShares, UseDevelopment, UseLegal, Pass, ReplyOrder, Boss, Replies, Leave,
    Return,
)  # fmt: skip
"""Every kind of order, in the order of 13.3."""


def filed_action(kept: Order) -> Action:
    """The typed order of a filed action, which was read successfully when it was filed."""
    read = ACTIONS.read(kept, 0)
    assert isinstance(read, Action)
    return read


assert set(Replies.__annotations__) == set(CARDS)
