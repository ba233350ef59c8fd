"""The bot's answers to the smaller questions, and what it does at doors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from games.contract import Order, Orders, PlayerId
from games.rulekit.auction import count
from games.rulekit.chance import Chance

from ..board import spoils, strength, votes
from ..content import CONSTANTS, CONTENT, MEGACORPS, REACTIONS, CompanyState
from ..judge import for_sale
from ..orders import NONE
from ..state import Company, Private, Public, Question
from .actions import BID, permits, plan, wanted
from .cards import bid
from .worth import Worth, best_intervention

PAID: Final = 3  # the most euros that the bot pays for a mercenary, and its price for the leader
WISHES: Final = CONSTANTS.start_companies * 6  # as many as a list may need
ENOUGH: Final = 4  # the least gain in euros of a card on another player's payout
HELP: Final = 0.6  # the least gain in euros of each pledged mercenary
CARD: Final = 4.0  # the worth of a starting card, in the same units as strength and boxes of a country
TASTE: Final = 9  # the range of a random taste for a MegaCorp


def ranking(chance: Chance) -> Orders:
    """A ranking by what the MegaCorps offer: a country with its strength and companies, or one more card;
    with a random taste."""
    offers = {megacorp: CARD + chance.below(TASTE) for megacorp in MEGACORPS}
    for country in CONTENT.countries.values():
        if country.start in offers:
            offers[country.start] += country.strength + len(country.boxes) / 2 - CARD
    return (Order("choose_megacorp", {"ranking": sorted(offers, key=lambda one: -offers[one])}),)


def picks(public: Public, player: PlayerId, count: int, chance: Chance) -> list[str]:
    """First companies, each the best one together with those before it, with a random taste for industries,
    because the other players look for the best, too."""
    liking = {industry: 60 + chance.below(81) for industry in CONTENT.industries}
    gains: dict[str, float] = {}
    chosen: list[str] = []
    touched = CONTENT.industries
    while len(chosen) < count:
        worth = Worth(public, player)
        for industry in touched:
            left = [slug for slug in CONTENT.by_industry[industry] if for_sale(public, slug)]
            if left:
                gains[industry] = liking[industry] * plan(worth, industry)
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


def replies(worth: Worth, private: Private, question: Question) -> Orders:
    """Sell a mercenary for its worth and not below; the leader pays more."""
    assert question.player is not None
    asked = PAID if worth.leads(question.player) else BID
    return tuple(
        Order("mercenary_reply", {"company": company, "answer": "accept", "price": None})
        if given >= asked
        else Order("mercenary_reply", {"company": company, "answer": "counter", "price": asked})
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


def war_aid(worth: Worth, question: Question) -> Orders:
    """Enough mercenaries to turn the war, if its outcome is worth more than they are."""
    public, attacker, country = worth.public, question.player, question.country
    assert attacker is not None and country is not None
    defender = question.other
    margin = strength(public, attacker) + public.seats[attacker].mercenaries
    margin -= CONTENT.countries[country].defence + (public.seats[defender].mercenaries if defender else 0)
    stake, own = worth.gain(controllers={country: attacker}), public.seats[worth.player].mercenaries
    needed = margin if margin > 0 else 1 - margin
    helps = stake < 0 if margin > 0 else stake > 0
    given = needed if helps and needed <= own and abs(stake) > HELP * needed else 0
    data = {"to_attacker": 0 if margin > 0 else given, "to_defender": given if margin > 0 else 0}
    return (Order("war_aid", data),)


def vote(worth: Worth, question: Question) -> Orders:
    """Vote for the player whose election gains most if all others vote for themselves; for oneself if it
    makes no difference."""
    assert question.country is not None
    cast = {other: votes(worth.public, other) for other in worth.others}
    options: dict[PlayerId | None, float] = {}
    for option in (worth.player, *worth.others, None):
        received = Counter(cast)
        if option is not None:
            received[option] += votes(worth.public, worth.player)
        counted = count(received)
        options[option] = worth.gain(controllers={question.country: counted.winner}) if counted.first else 0.0
    return (Order("election_vote", {"for": max(options, key=lambda option: options[option])}),)


def reaction(worth: Worth, private: Private, question: Question) -> Orders:
    assert question.industry is not None
    return (Order("payout_reaction", reacts(worth, private.hand, question.industry)),)


def reacts(worth: Worth, hand: tuple[str, ...], industry: str) -> Mapping[str, object]:
    """The card that improves another player's payout for the bot, if by much; and the one that undoes such a
    card."""
    plain = worth.payout(industry)
    gains = {card: worth.payout(industry, CONTENT.cards[card].delta) - plain for card in REACTIONS}
    first = max(gains, key=lambda card: gains[card] if card in hand else 0.0)
    if first not in hand or gains[first] < ENOUGH:
        first = NONE
    back = {card: -gains[other] for card in REACTIONS for other in REACTIONS if other != card}
    counter = [card for card in REACTIONS if card in hand and card != first and back[card] >= ENOUGH]
    return {"first": first, "counter": counter}


def auction(worth: Worth, question: Question) -> Orders:
    assert question.country is not None
    return (Order("auction_bid", {"amount": bid(worth, question.country)}),)
