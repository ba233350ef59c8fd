"""The bot's actions, each with its gain in euros, best first."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any, Final

from games.contract import Order, PlayerId

from ..board import (
    arms_companies,
    bank_mercenaries,
    free_mercenaries,
    permission_from,
    strength,
    unowned,
)
from ..content import CONSTANTS, CONTENT, COUNTRIES, CompanyState, Government
from ..judge import PRICE, for_sale
from ..policies import allows
from ..state import Company, Private
from .worth import Worth, best_intervention, controlled, targets

Choice = tuple[float, Order]
MOST_AT_ONCE: Final = 3
DANGER: Final = {
    Government.DEMOCRACY: 0.6, Government.WIKISYNDICALISM: 0.6, Government.DICTATORSHIP: 1.2,
    Government.KLEPTOCRACY: 1.6,
}  # fmt: skip
BID: Final = 2  # euros for a mercenary from another player's company
SAFE: Final = 3  # surplus of an attack that makes it safe against aid
RISKY: Final = 0.7
LATER: Final = 0.7  # the present value of a war in the next turn
SHELTER: Final = 0.3


def choices(worth: Worth, private: Private) -> list[Choice]:
    """The best action of each kind that gains something, the largest gain first."""
    found = [choice for choice in _all(worth, private) if choice[0] > 0]
    return sorted(found, key=lambda choice: -choice[0])


def _all(worth: Worth, private: Private) -> Iterator[Choice]:
    yield from _purchases(worth)
    yield from _payouts(worth, private)
    yield from _interventions(worth)
    yield from _wars(worth, 0)
    yield from _arming(worth)


# ---- companies ----------------------------------------------------------------------------------------


def plan(worth: Worth, industry: str) -> float:
    """The gain of buying a company of an industry, wherever it is. Because an industry pays more the more of
    it one owns, the gain is averaged over this purchase and one or two more. If none is for sale, less than
    any other value."""
    left = [slug for slug in CONTENT.by_industry[industry] if for_sale(worth.public, slug)]
    return max(
        (_together(worth, left[:many]) for many in range(1, min(MOST_AT_ONCE, len(left)) + 1)), default=-inf
    )


def _together(worth: Worth, companies: list[str]) -> float:
    """The gain of each of these companies if all are bought."""
    owner = worth.player
    own = {company: Company(CompanyState.OWNED, owner) for company in companies}
    return worth.gain(own, money={owner: -PRICE * len(companies)}) / len(companies)


def wanted(worth: Worth) -> list[tuple[float, str]]:
    """The companies that can be bought, each with its gain, best first; the gain is lower if the controller
    of the country can intervene against it or forbid the purchase."""
    public, player = worth.public, worth.player
    plans = {industry: plan(worth, industry) for industry in CONTENT.industries}
    found = []
    for company in unowned(public):
        gained = plans[CONTENT.boxes[company].industry] - danger(worth, company)
        if gained > 0 and permission_from(public, player, company) is not None:
            gained *= 0.1 if public.programmed else 0.4
        found.append((gained, company))
    return sorted(found, key=lambda pair: (-round(pair[0], 1), pair[1]))


def danger(worth: Worth, company: str) -> float:
    """By how many euros the country of a company reduces its worth."""
    country = worth.public.countries.get(CONTENT.boxes[company].country)
    if country is None or country.controller == worth.player:
        return 0.0
    harm = DANGER[country.government] * min(1.0, worth.turns)
    return harm if country.controller is not None else harm / 4


def _purchases(worth: Worth) -> Iterator[Choice]:
    if worth.public.seats[worth.player].money < PRICE:
        return
    best = [pair for pair in wanted(worth) if pair[0] > 0][:4]
    if best:
        (gained, company), *rest = best
        fallbacks = [other for _, other in rest]
        yield gained, Order("buy_company", {"company": company, "fallbacks": fallbacks, "then_pass": False})


# ---- payouts and interventions ---------------------------------------------------------------------------


def _payouts(worth: Worth, private: Private) -> Iterator[Choice]:
    public = worth.public
    if public.paid == worth.player or (public.payout_taken and not public.programmed):
        return
    gains = {industry: worth.payout(industry) for industry in CONTENT.industries}
    industry = max(gains, key=lambda one: gains[one])
    data: dict[str, Any] = {"industry": industry}
    more = worth.payout(industry, -1) - gains[industry]
    if "shortages" in private.hand and more >= 3:
        data["first"] = "shortages"
    yield gains[industry], Order("payout", data)


def _interventions(worth: Worth) -> Iterator[Choice]:
    gained, company = best_intervention(worth, targets(worth.public, worth.player))
    if company is not None:
        yield gained, Order("intervention", {"company": company})


# ---- arms and wars ----------------------------------------------------------------------------------------


def _wars(worth: Worth, more: int) -> Iterator[Choice]:
    """The best war that can be won with `more` additional mercenaries."""
    public, player = worth.public, worth.player
    own, best = public.seats[player].mercenaries + more, None
    for country in COUNTRIES if own else ():
        defender = public.countries[country].controller
        defenders = public.seats[defender].mercenaries if defender else 0
        margin = strength(public, player) + own - CONTENT.countries[country].defence - defenders
        if defender == player or margin <= 0:
            continue
        lost = min(own, defenders) or CONSTANTS.attacker_minimum_loss
        gained = worth.gain(controllers={country: player}, mercenaries=more - lost)
        here = [slug for slug in CONTENT.by_country[country] if public.companies[slug].owner == defender]
        taken, company = best_intervention(worth, here, {country: player}) if defender else (0.0, None)
        if company:
            gained = max(gained, taken + worth.gain(mercenaries=more - lost))
        if margin < SAFE and defender is not None:
            gained *= RISKY
        order = Order("war", {"country": country, "spoils": [company] if company else []})
        if best is None or gained > best[0]:
            best = gained, order
    if best is not None:
        yield best


def _arming(worth: Worth) -> Iterator[Choice]:
    """Enough mercenaries for a war that is worth more than they cost, or to keep one's countries safe; bids
    to other owners only for what the bank cannot sell."""
    public, player = worth.public, worth.player
    money = public.seats[player].money
    free, bank = free_mercenaries(public, player), min(bank_mercenaries(public), money)
    owners = {slug: public.companies[slug].owner for slug in arms_companies(public)}
    others = [slug for slug, owner in owners.items() if owner not in (None, player)]
    most = min(2, len(others), (money - bank) // BID)
    best: Choice = (0.0, Order("pass"))
    for bids in range(most + 1):
        more = free + bank + bids
        war = max((gained for gained, _ in _wars(worth, more)), default=0.0) if public.deck else 0.0
        safe = _exposed(worth, 0) - _exposed(worth, more)
        paid = worth.gain(mercenaries=more, money={player: -bank - BID * bids})
        gained = LATER * max(war, 0.0) + SHELTER * safe + paid
        if gained > best[0] + 0.5 * bool(bids):
            data = {"from_bank": bank, "bids": dict.fromkeys(others[:bids], BID)}
            best = gained, Order("buy_mercenaries", data)
    yield best


def _exposed(worth: Worth, more: int) -> float:
    """The loss by the worst attack of another player, with `more` additional mercenaries for defence."""
    public, player = worth.public, worth.player
    own, worst = public.seats[player].mercenaries + more, 0.0
    for other in worth.others if public.deck else ():
        attack = strength(public, other) + public.seats[other].mercenaries
        for country in controlled(public, player):
            if public.seats[other].mercenaries and attack > CONTENT.countries[country].defence + own:
                worst = max(worst, -worth.gain(controllers={country: other}))
    return worst


# ---- permission ---------------------------------------------------------------------------------------


def permits(worth: Worth, private: Private, buyer: PlayerId, company: str) -> bool:
    """Allow a purchase by another player if the controller is no worse off after it."""
    policy = allows(private.standing, CONTENT.boxes[company].country, buyer)
    if policy is not None:
        return policy
    return worth.gain({company: Company(CompanyState.OWNED, buyer)}, money={buyer: -PRICE}) >= 0
