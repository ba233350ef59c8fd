"""The steps of the game that are still to come: one frozen struct for each (16.2), stored in the hidden
drawer.

A frame whose question is open stays on the stack until the answer, with the sealed data of the question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

from games.contract import Order, PlayerId
from games.rulekit.frames import Kinds

from .orders import PayoutReaction, PlayCard, WarAid

Companies = tuple[str, ...]


class ChooseMegacorps(Struct, frozen=True):
    pass


class Pick(Struct, frozen=True):
    """One first company for one player."""

    player: PlayerId


class WishLists(Struct, frozen=True):
    """All first companies, from lists."""


class BeginRound(Struct, frozen=True):
    pass


class FireCardOrders(Struct, frozen=True):
    """The card orders with this trigger, in turn order from `first`; `plays`: those of that player's
    programme, which come right after the player's own card orders (D64)."""

    trigger: str
    first: PlayerId
    plays: tuple[PlayCard, ...] = ()


class Play(Struct, frozen=True):
    """A card to be played, if possible; `trigger`: that of a card order, None for a card on a form."""

    player: PlayerId
    play: PlayCard
    trigger: str | None = None
    own_turn: bool = False


class Program(Struct, frozen=True):
    """The programmes of the round."""


class Turn(Struct, frozen=True):
    """One player's turn; `plays` and `actions` are those of the player's programme."""

    player: PlayerId
    plays: tuple[PlayCard, ...] = ()
    actions: tuple[Order, ...] = ()


class TakeProgrammed(Struct, frozen=True):
    """The first action of the programme that is legal now."""

    player: PlayerId
    actions: tuple[Order, ...]


class TakeQueued(Struct, frozen=True):
    """The queued action; without one, the player is asked, or an absent player passes."""

    player: PlayerId


class AskTurn(Struct, frozen=True):
    player: PlayerId


class EndTurn(Struct, frozen=True):
    player: PlayerId


class EndRound(Struct, frozen=True):
    pass


class Purchase(Struct, frozen=True):
    """`companies` still to be tried, in this order; `refused` ones may not be asked for again. `asking`:
    the one whose permission is asked now."""

    player: PlayerId
    companies: Companies
    then_pass: bool
    refused: Companies = ()
    asking: str | None = None


class BuyOther(Struct, frozen=True):
    """A refused buyer without any further company on the list."""

    player: PlayerId
    refused: Companies


class Pay(Struct, frozen=True):
    """A payout that was announced; `given`: the answers of its player and of policies."""

    player: PlayerId
    industry: str
    cause: Literal["action", "card"]
    given: Mapping[PlayerId, PayoutReaction] = field(default_factory=dict)


class Bargain(Struct, frozen=True):
    """Bids put to owners, by company."""

    player: PlayerId
    bids: Mapping[str, int]


class AnswerCounters(Struct, frozen=True):
    """Counter-prices put to the buyer, by company."""

    player: PlayerId
    bids: Mapping[str, int]
    counters: Mapping[str, int]


class Battle(Struct, frozen=True):
    """A war that was declared; `given`: the pledges of policies."""

    player: PlayerId
    country: str
    defender: PlayerId | None
    spoils: Companies
    given: Mapping[PlayerId, WarAid] = field(default_factory=dict)


class TakeSpoils(Struct, frozen=True):
    player: PlayerId
    loser: PlayerId
    country: str
    wishes: Companies = ()


class Auction(Struct, frozen=True):
    """`given`: the bid of the card's player, if it was joined."""

    player: PlayerId
    country: str
    given: Mapping[PlayerId, int] = field(default_factory=dict)


class Election(Struct, frozen=True):
    player: PlayerId
    country: str
    given: Mapping[PlayerId, PlayerId] = field(default_factory=dict)


class LastCall(Struct, frozen=True):
    pass


class FinalPayouts(Struct, frozen=True):
    pass


AnyFrame = (
    ChooseMegacorps | Pick | WishLists | BeginRound | FireCardOrders | Play | Program | Turn
    | TakeProgrammed | TakeQueued | AskTurn | EndTurn | EndRound | Purchase | BuyOther | Pay | Bargain
    | AnswerCounters | Battle | TakeSpoils | Auction | Election | LastCall | FinalPayouts
)  # fmt: skip

FRAMES: Final = Kinds(
    ChooseMegacorps, Pick, WishLists, BeginRound, FireCardOrders, Play, Program, Turn, TakeProgrammed,
    TakeQueued, AskTurn, EndTurn, EndRound, Purchase, BuyOther, Pay, Bargain, AnswerCounters, Battle,
    TakeSpoils, Auction, Election, LastCall, FinalPayouts,
)  # fmt: skip
