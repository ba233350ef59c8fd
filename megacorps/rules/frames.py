"""The steps of the game that are still to come: one frozen dataclass for each (16.2), stored in the hidden
drawer.

A frame whose question is open stays on the stack until the answer, with the sealed data of the question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from games.contract import Order, PlayerId
from games.rulekit.frames import Kinds

from .orders import PayoutReaction, PlayCard, WarAid

Companies = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChooseMegacorps:
    pass


@dataclass(frozen=True, slots=True)
class Pick:
    """One first company for one player."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class WishLists:
    """All first companies, from lists."""


@dataclass(frozen=True, slots=True)
class BeginRound:
    pass


@dataclass(frozen=True, slots=True)
class FireCardOrders:
    """The card orders with this trigger, in turn order from `first`; `plays`: those of that player's
    programme, which come right after the player's own card orders (D64)."""

    trigger: str
    first: PlayerId
    plays: tuple[PlayCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A card to be played, if possible; `trigger`: that of a card order, None for a card on a form."""

    player: PlayerId
    play: PlayCard
    trigger: str | None = None
    own_turn: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """The programmes of the round."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn; `plays` and `actions` are those of the player's programme."""

    player: PlayerId
    plays: tuple[PlayCard, ...] = ()
    actions: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeProgrammed:
    """The first action of the programme that is legal now."""

    player: PlayerId
    actions: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class TakeQueued:
    """The queued action; without one, the player is asked, or an absent player passes."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class AskTurn:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class EndTurn:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class EndRound:
    pass


@dataclass(frozen=True, slots=True)
class Purchase:
    """`companies` still to be tried, in this order; `refused` ones may not be asked for again. `asking`:
    the one whose permission is asked now."""

    player: PlayerId
    companies: Companies
    then_pass: bool
    refused: Companies = ()
    asking: str | None = None


@dataclass(frozen=True, slots=True)
class BuyOther:
    """A refused buyer without any further company on the list."""

    player: PlayerId
    refused: Companies


@dataclass(frozen=True, slots=True)
class Pay:
    """A payout that was announced; `given`: the answers of its player and of policies."""

    player: PlayerId
    industry: str
    cause: Literal["action", "card"]
    given: Mapping[PlayerId, PayoutReaction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bargain:
    """Bids put to owners, by company."""

    player: PlayerId
    bids: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class AnswerCounters:
    """Counter-prices put to the buyer, by company."""

    player: PlayerId
    bids: Mapping[str, int]
    counters: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Battle:
    """A war that was declared; `given`: the pledges of policies."""

    player: PlayerId
    country: str
    defender: PlayerId | None
    spoils: Companies
    given: Mapping[PlayerId, WarAid] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakeSpoils:
    player: PlayerId
    loser: PlayerId
    country: str
    wishes: Companies = ()


@dataclass(frozen=True, slots=True)
class Auction:
    """`given`: the bid of the card's player, if it was joined."""

    player: PlayerId
    country: str
    given: Mapping[PlayerId, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Election:
    player: PlayerId
    country: str
    given: Mapping[PlayerId, PlayerId] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LastCall:
    pass


@dataclass(frozen=True, slots=True)
class FinalPayouts:
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
