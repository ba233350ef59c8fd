"""The bot's answers to the smaller questions, and what it does at doors."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.contract import Order, Orders, PlayerId
from games.rulekit.chance import Chance

from ..board import payments, spoils
from ..content import CONTENT, MEGACORPS, CompanyState
from ..judge import for_sale
from ..state import Company, Private, Public, Question
from .actions import bought, permits, wanted
from .cards import bid
from .worth import Worth, best_intervention

ASKED: Final = 3  # euros for a mercenary
PAID: Final = 3  # euros that one may cost
WISHES: Final = 12
FIRST: Final = ("mokia", "lenogo", "globbo", "nonintendo", "windoze", "the_mouse")


def ranking(chance: Chance) -> Orders:
    """Those with a country first, not always in the same order."""
    with_country = chance.shuffled(FIRST[:4])
    assert set(FIRST) == set(MEGACORPS)
    return (Order("choose_megacorp", {"ranking": [*with_country, *FIRST[4:]]}),)


def picks(public: Public, player: PlayerId, count: int, chance: Chance) -> list[str]:
    """First companies, each the best beside those before it, as one feels about its industry: all others
    look for the best, too."""
    liking = {industry: 60 + chance.below(81) for industry in CONTENT.industries}
    gains: dict[str, float] = {}
    chosen: list[str] = []
    touched = CONTENT.industries
    while len(chosen) < count:
        worth = Worth(public, player)
        for industry in touched:
            left = [slug for slug in CONTENT.by_industry[industry] if for_sale(public, slug)]
            if left:
                gains[industry] = liking[industry] * bought(worth, left[0])
            else:
                gains.pop(industry, None)
        if not gains:
            break
        best = max(gains, key=lambda industry: gains[industry])
        company = chance.pick([slug for slug in CONTENT.by_industry[best] if for_sale(public, slug)])
        chosen.append(company)
        taken = {**public.companies, company: Company(CompanyState.OWNED, player)}
        public, touched = replace(public, companies=taken), (best,)
    return chosen


def buy_again(worth: Worth, question: Question) -> Orders:
    others = [slug for gained, slug in wanted(worth) if gained > 0 and slug not in question.companies]
    return (Order("buy_again", {"company": others[0] if others else None}),)


def antitrust(worth: Worth, private: Private, question: Question) -> Orders:
    assert question.player is not None
    allow = permits(worth, private, question.player, question.companies[0])
    return (Order("antitrust", {"allow": allow}),)


def replies(private: Private) -> Orders:
    """Sold for what a mercenary is worth, not below."""
    return tuple(
        Order("mercenary_reply", {"company": company, "answer": "accept", "price": None})
        if given >= ASKED
        else Order("mercenary_reply", {"company": company, "answer": "counter", "price": ASKED})
        for company, given in sorted(private.bids.items())
    )


def counters(public: Public, player: PlayerId, private: Private) -> Orders:
    left, orders = public.seats[player].money, []
    for company, price in sorted(private.counters.items(), key=lambda pair: (pair[1], pair[0])):
        accept = price <= min(PAID, left)
        left -= price if accept else 0
        orders.append(Order("mercenary_counter", {"company": company, "accept": accept}))
    return tuple(orders)


def war_spoils(worth: Worth, question: Question) -> Orders:
    assert question.other is not None and question.country is not None
    legal = spoils(worth.public, worth.player, question.other, question.country)
    return (Order("war_spoils", {"company": best_intervention(worth, legal)[1]}),)


def reaction(worth: Worth, private: Private, question: Question) -> Orders:
    """The card that turns a payout of another's to one's own good, if by much."""
    assert question.industry is not None
    plain = worth.payout(question.industry)
    first, counter = "none", []
    for card in ("oversupply", "shortages"):
        more = worth.payout(question.industry, CONTENT.cards[card].delta) - plain
        if card in private.hand and more >= 4 and first == "none":
            first = card
        elif card in private.hand and more >= 4:
            counter.append(card)
    mine = [one for one in payments(worth.public, question.industry) if one.player == worth.player]
    if mine and "shortages" in private.hand and first == "none" and mine[0].amount >= 8:
        counter.append("shortages")
    return (Order("payout_reaction", {"first": first, "counter": sorted(set(counter))}),)


def auction(worth: Worth, question: Question) -> Orders:
    assert question.country is not None
    return (Order("auction_bid", {"amount": bid(worth, question.country)}),)


def filed(public: Public, player: PlayerId, private: Private) -> Orders | None:
    """Prices, and in programmes the answers to payouts of others, once."""
    if private.standing.mercenary_prices:
        return None
    prices = Order("mercenary_prices", {"rules": [{"answer": "price", "price": ASKED}]})
    if not public.programmed:
        return (prices,)
    rules = [
        {"answer": "play", "first": "oversupply", "trigger": other}
        for other in public.present
        if other != player
    ]
    return prices, Order("payout_reaction_policy", {"rules": rules})
