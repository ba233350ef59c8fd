"""The bot at doors: standing orders, trades that both players gain by, cards that cannot wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.contract import Order, Orders, PlayerId

from ..board import companies_of, everything_locked, holdings
from ..content import COMPANIES, CONTENT, REACTIONS, CompanyState, Effect
from ..judge import why_not
from ..judge_trade import exchange
from ..orders import NONE, Bundle
from ..policies import reaction
from ..state import Company, Offer, Private
from .actions import BID
from .answers import reacts
from .cards import plays
from .worth import Worth

GAINS: Final = 2.0  # the least gain in euros of a trade for each of the two
CARD: Final = 3.0  # the worth of a received card in euros
MOST_EACH: Final = 3  # the number of companies considered on either side
AT_THE_DOOR: Final = (Effect.ENTER, Effect.PAYOUT)


# ---- standing orders ------------------------------------------------------------------------------------


def filed(worth: Worth, private: Private) -> Orders | None:
    """The standing orders for games with programmes, where nobody is asked: prices and spoils once, and the
    answers to payouts whenever others are worth more. Where a bot is asked, it answers itself."""
    if not worth.public.programmed:
        return None
    orders = []
    if not private.standing.mercenary_prices:
        orders.append(Order("mercenary_prices", {"rules": [{"answer": "price", "price": BID}]}))
        orders.append(Order("spoils_preferences", {"companies": list(_SPOILS)}))
    rules = _reactions(worth, private)
    if rules is not None:
        orders.append(Order("payout_reaction_policy", {"rules": rules}))
    return tuple(orders) or None


_SPOILS: Final = tuple(
    company for company in COMPANIES if not CONTENT.countries[CONTENT.boxes[company].country].neutral
)
"""Whichever company of the loser lies there is worth taking."""


def _reactions(worth: Worth, private: Private) -> list[dict[str, Any]] | None:
    """Rules for the cards held, for each industry in which they gain; None if those filed say the same."""
    if not any(card in private.hand for card in REACTIONS) or not worth.others:
        return None
    rules, changed = [], False
    for industry in CONTENT.industries:
        wanted = dict(reacts(worth, private.hand, industry))
        there = reaction(private.standing, industry, worth.others[0])
        if wanted != {"first": NONE, "counter": []}:
            rules.append({"answer": "play", "industry": industry, **wanted})
            changed |= there is None or (there.first, list(there.counter)) != tuple(wanted.values())
        else:
            changed |= there is not None
    return rules if changed else None


# ---- exchanges ------------------------------------------------------------------------------------------


def traded(worth: Worth, private: Private) -> Orders | None:
    """An answer to an offer; otherwise an offer, one in two rounds and one at a time."""
    public = worth.public
    if everything_locked(public):
        return None
    for offer in private.offers:
        if offer.to == worth.player:
            accepts = _accepts(worth, offer)
            if accepts is not None:
                return (Order("trade_answer", {"offer": offer.id, "accept": accepts, "cards": []}),)
    if private.offers or sum(private.offers_made.values()) >= public.round // 2:
        return None
    best = max(_offers(worth), key=lambda found: found[0], default=None)
    return (best[1],) if best else None


def _accepts(worth: Worth, offer: Offer) -> bool | None:
    """Whether an offer is worth accepting; None while it cannot be accepted."""
    if offer.want.cards:
        return False
    gained = worth.gain(*_moved(offer.by, offer.give, offer.to, offer.want)) + CARD * len(offer.give.cards)
    if gained < GAINS:
        return False
    return None if why_not(lambda refuse: exchange(worth.public, offer, refuse)).problems else True


def _moved(
    one: PlayerId, gives: Bundle, other: PlayerId, wants: Bundle
) -> tuple[dict[str, Company], dict[str, PlayerId | None], dict[PlayerId, int], int]:
    """The changes by a trade, as arguments for `Worth.gain`; the mercenaries are those of `other`."""
    companies = {slug: Company(CompanyState.OWNED, other) for slug in gives.companies}
    companies |= {slug: Company(CompanyState.OWNED, one) for slug in wants.companies}
    controllers: dict[str, PlayerId | None] = dict.fromkeys(gives.countries, other)
    controllers |= dict.fromkeys(wants.countries, one)
    money = wants.money - gives.money
    return companies, controllers, {one: money, other: -money}, gives.mercenaries - wants.mercenaries


def _offers(worth: Worth) -> Iterator[tuple[float, Order]]:
    """Offers of an own company for one of another player, where both already have more companies in the
    industry that they receive."""
    public, player = worth.public, worth.player
    for other in worth.others:
        mine, theirs = _spare(worth, player, other), _spare(worth, other, player)
        if not mine or not theirs:
            continue
        his = Worth(public, other)
        for give in mine:
            for want in theirs:
                gives, wants = Bundle(companies=(give,)), Bundle(companies=(want,))
                gained = worth.gain(*_moved(player, gives, other, wants)[:3])
                if gained >= GAINS and his.gain(*_moved(player, gives, other, wants)[:3]) >= GAINS:
                    data = {"to": other, "give": {"companies": [give]}, "want": {"companies": [want]}}
                    yield gained, Order("trade_offer", data)


def _spare(worth: Worth, owner: PlayerId, other: PlayerId) -> list[str]:
    """The companies of one player in industries in which the other has at least as many."""
    public = worth.public
    found = [
        company
        for company in companies_of(public, owner)
        if (owned := holdings(public, CONTENT.boxes[company].industry))[other] >= owned[owner]
    ]
    return found[:MOST_EACH]


# ---- cards ----------------------------------------------------------------------------------------------


def played(worth: Worth, private: Private) -> Orders | None:
    """While programmes are asked, a card that gains much at once and opens no window, because the turns of
    all others may come first."""
    public = worth.public
    if not public.programmed or not public.deck or public.in_order[0] == worth.player:
        return None
    found = [
        order for order in plays(worth, private, most=len(private.hand))
        if CONTENT.cards[order.data["card"]].effect in AT_THE_DOOR
    ]  # fmt: skip
    return (found[0],) if found else None
