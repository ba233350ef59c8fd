"""The events of a round, turn by turn: who did what, in sentences, and the money that moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import PlayerId
from games.rulekit.events import EventData
from games.skin import Scene

from ..rules import events as told
from ..texts import amounts, names
from ..texts import events as sentences
from ..texts.cards import auctioned
from .common import Owner, facts, owner


class Move(Struct, frozen=True):
    """Money that a player gained or lost: `amount` with its sign."""

    who: Owner
    amount: str
    up: bool


class Bid(Struct, frozen=True):
    """A bar of an auction: `width` in percent, the highest bid being the longest."""

    who: Owner
    amount: str
    width: int


class Act(Struct, frozen=True):
    """One entry. `who`: None where nobody acts, as at the end of the game. `country`: that of the `bids`."""

    title: str
    who: Owner | None
    lines: tuple[str, ...]
    moves: tuple[Move, ...]
    country: str = ""
    bids: tuple[Bid, ...] = ()


class _Open(Struct):
    """An act that is still being told."""

    first: EventData | None
    last: EventData | None = None
    lines: list[str] = field(default_factory=list)
    moved: Counter[PlayerId] = field(default_factory=Counter)
    auction: told.AuctionHeld | None = None


def acts(scene: Scene) -> list[Act]:
    """The public events of the chapter shown, in the order in which they were told."""
    found: list[_Open] = []
    for data in facts(scene.public_events):
        if not found or begins(found[-1].first, data):
            found.append(_Open(data))
        if isinstance(data, told.AuctionHeld) and any(data.bids.values()):
            found[-1].auction = data
            found[-1].lines.append(auctioned(data, scene))
        elif not isinstance(data, told.FinalPayout):
            if _says_again(found[-1].last, data):
                found[-1].lines.pop()
            found[-1].lines.append(sentences.tell(data, scene))
        found[-1].last = data
        found[-1].moved.update(moved(data))
    return [_closed(scene, one) for one in found]


def _closed(scene: Scene, one: _Open) -> Act:
    several = isinstance(one.first, (told.NoAnswer, *SET_UP))
    player = None if several else getattr(one.first, "player", None)
    lines = [line for line in one.lines if line]
    if one.first is one.last and isinstance(one.first, told.Passed):
        lines = []  # the heading says it
    if one.first is one.last and isinstance(one.first, told.CompanyBought) and one.first.price:
        lines = []  # the heading says what, the money beside it for how much
    if isinstance(one.first, told.FinalPayout):
        lines = [_("Each industry pays once more, without cards. The scores list them one by one.")]
    moves = tuple(
        Move(owner(scene, to), amounts.signed(sum_), sum_ > 0)
        for to, sum_ in sorted(one.moved.items(), key=lambda pair: -pair[1])
        if sum_
    )
    by, held = owner(scene, player) if player else None, one.auction
    country = names.country(held.country) if held else ""
    return Act(title(one.first), by, tuple(lines), moves, country, _bids(scene, held) if held else ())


def _says_again(last: EventData | None, data: EventData) -> bool:
    """Whether a payout tells all that its announcement just before it told."""
    if not (isinstance(last, told.PayoutAnnounced) and isinstance(data, told.PaidOut)):
        return False
    return (last.player, last.industry) == (data.player, data.industry)


def _bids(scene: Scene, held: told.AuctionHeld) -> tuple[Bid, ...]:
    """The highest first; those without money, who could not bid, too."""
    most = max(held.bids.values())
    ranked = sorted(held.bids.items(), key=lambda pair: -pair[1])
    return tuple(Bid(owner(scene, who), amounts.euros(bid), bid * 100 // most) for who, bid in ranked)


# ---- where an act begins -------------------------------------------------------------------------

BEGIN: Final = (
    told.GameStarted, told.RoundBegan, told.LastCallBegan, told.FinalPayout, told.GameEnded,
    told.Passed, told.CompanyBought, told.PermissionAsked, told.PayoutAnnounced, told.Intervened,
    told.MercenariesBought, told.WarDeclared, told.CardPlayed, told.Given, told.Traded, told.CameBack,
    told.PlayerLeft, told.FellAsleep,
)  # fmt: skip
SET_UP: Final = (
    told.MegacorpDealt, told.FirstPlayerDrawn, told.CountryDealt, told.CardsDealt, told.CompanyTaken,
)  # fmt: skip
ASKED_ALONE: Final = ("choose_megacorp", "pick_company", "wish_list", "turn", "program", "last_call")
BUYING: Final = (told.PermissionAsked, told.CompanyBought, told.Passed)


def begins(first: EventData | None, data: EventData) -> bool:
    """Whether `data` begins a new act, after one that began with `first`."""
    if isinstance(data, told.NoAnswer):
        return data.window in ASKED_ALONE and not isinstance(first, told.NoAnswer)
    if isinstance(data, SET_UP):
        return isinstance(first, told.NoAnswer)  # what everybody is dealt is no part of an absence
    if not isinstance(data, BEGIN):
        return False
    same = first is not None and getattr(first, "player", None) == getattr(data, "player", None)
    if isinstance(data, told.FinalPayout):
        return not isinstance(first, told.FinalPayout)
    if isinstance(data, told.Intervened) and data.after_war:
        return False
    if isinstance(first, told.PermissionAsked) and isinstance(data, BUYING):
        return not same
    if isinstance(first, told.NoAnswer) and isinstance(data, told.Passed):
        return not same
    if isinstance(first, told.CardPlayed):
        if isinstance(data, told.CompanyBought):
            return not (same and first.buy)
        if isinstance(data, told.PayoutAnnounced):
            return not (same and data.cause == "card")
    return True


# ---- what an act is called -----------------------------------------------------------------------


def _of(kind: str, thing: str) -> str:
    return _("{action}: {thing}").format(action=names.order(kind), thing=thing)


TITLES: Final[Mapping[type[EventData], Callable[[Any], str]]] = {
    **dict.fromkeys((told.GameStarted, *SET_UP), lambda data: _("Set-up")),
    told.RoundBegan: lambda data: _("The next round"),
    told.NoAnswer: lambda data: _("No answer"),
    told.LastCallBegan: lambda data: names.window("last_call"),
    told.FinalPayout: lambda data: _("Final payouts"),
    told.GameEnded: lambda data: _("End of the game"),
    told.Passed: lambda data: names.order("pass"),
    told.CompanyBought: lambda data: _of("buy_company", names.company(data.company)),
    told.PermissionAsked: lambda data: _of("buy_company", names.company(data.company)),
    told.PayoutAnnounced: lambda data: _of("payout", names.industry(data.industry)),
    told.PaidOut: lambda data: _of("payout", names.industry(data.industry)),
    told.Intervened: lambda data: _of("intervention", names.company(data.company)),
    told.MercenariesBought: lambda data: names.order("buy_mercenaries"),
    told.WarDeclared: lambda data: _of("war", names.country(data.country)),
    told.CardPlayed: lambda data: names.card(data.card),
    told.Given: lambda data: names.order("gift"),
    told.Traded: lambda data: _("Exchange"),
    told.CameBack: lambda data: names.order("come_back"),
    told.PlayerLeft: lambda data: names.order("leave"),
    told.FellAsleep: lambda data: _("The game sleeps"),
}


def title(first: EventData | None) -> str:
    """The heading of an act, from its first event."""
    named = TITLES.get(type(first)) if first is not None else None
    return named(first) if named else _("Before")


# ---- money ---------------------------------------------------------------------------------------


def moved(data: EventData) -> Counter[PlayerId]:
    """The euros that each player gained by an event, negative for those who paid."""
    found: Counter[PlayerId] = Counter()
    match data:
        case told.CompanyBought():
            found[data.player] -= data.price
        case told.PaidOut() | told.FinalPayout():
            found.update({one.player: one.amount for one in data.payments})
        case told.Intervened():
            found[data.owner] += data.compensation
        case told.MercenariesBought():
            found[data.player] -= data.cost
        case told.MercenaryBargained() if data.result == "sold":
            found[data.player] -= data.price or 0
            found[data.owner] += data.price or 0
        case told.CompanyChanged() if data.owner is not None:
            found[data.owner] += data.compensation
        case told.AuctionHeld() if data.winner is not None:
            found[data.winner] -= data.price
        case told.Given():
            found[data.player] -= data.give.money
            found[data.to] += data.give.money
        case told.Traded():
            found[data.player] += data.want.money - data.give.money
            found[data.to] += data.give.money - data.want.money
    return found
