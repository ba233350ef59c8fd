"""The bot's actions: each with what it would gain, best first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.contract import Order, PlayerId

from ..board import (
    arms_companies,
    bank_mercenaries,
    free_mercenaries,
    permission_from,
    strength,
    unowned,
)
from ..content import CONSTANTS, CONTENT, COUNTRIES, CompanyState
from ..judge import PRICE, for_sale
from ..policies import allows
from ..state import Company, Private, Public
from .worth import Worth, best_intervention, targets

Choice = tuple[float, Order]
MOST_AT_ONCE = 3


def choices(worth: Worth, private: Private) -> list[Choice]:
    """Every kind of action that gains something, at its best, the one that gains most first."""
    found = [choice for choice in _all(worth, private) if choice[0] > 0]
    return sorted(found, key=lambda choice: -choice[0])


def _all(worth: Worth, private: Private) -> Iterator[Choice]:
    yield from _purchases(worth)
    yield from _payouts(worth, private)
    yield from _interventions(worth)
    wars = list(_wars(worth, 0))
    yield from wars
    if not wars:
        yield from _arming(worth)


# ---- companies ----------------------------------------------------------------------------------------


def bought(worth: Worth, company: str) -> float:
    """What buying a company gains; less where its controller may forbid it. The more one has of an industry
    the more it pays: the gain is that of each purchase if one or two of it follow."""
    owner, public = worth.player, worth.public
    industry = CONTENT.by_industry[CONTENT.boxes[company].industry]
    others = [slug for slug in industry if slug != company and for_sale(public, slug)]
    gained = max(_together(worth, [company, *others[:more]]) for more in range(MOST_AT_ONCE))
    if permission_from(public, owner, company) is None:
        return gained
    return gained * (0.1 if public.programmed else 0.4)


def _together(worth: Worth, companies: list[str]) -> float:
    """What each of these gains if all are bought."""
    owner = worth.player
    own = {company: Company(CompanyState.OWNED, owner) for company in companies}
    return worth.gain(own, money={owner: -PRICE * len(companies)}) / len(companies)


def wanted(worth: Worth) -> list[tuple[float, str]]:
    """The companies worth buying, best first, the safest of equal ones."""
    found = [(bought(worth, company), company) for company in unowned(worth.public)]
    return sorted(
        found, key=lambda pair: (-round(pair[0], 1), _danger(worth.public, worth.player, pair[1]), pair[1])
    )


def _danger(public: Public, player: PlayerId, company: str) -> int:
    """0 in a country of one's own or a neutral one, 1 where nobody controls, 2 where another does."""
    country = public.countries.get(CONTENT.boxes[company].country)
    if country is None or country.controller == player:
        return 0
    return 1 if country.controller is None else 2


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
    """The best war that can be won, with `more` mercenaries than there are now."""
    public, player = worth.public, worth.player
    own = public.seats[player].mercenaries + more
    best: Choice | None = None
    for country in COUNTRIES:
        defender = public.countries[country].controller
        if defender == player or own < 1:
            continue
        defenders = public.seats[defender].mercenaries if defender else 0
        if strength(public, player) + own <= CONTENT.countries[country].defence + defenders:
            continue
        lost = min(own, defenders) or CONSTANTS.attacker_minimum_loss
        gained = worth.gain(controllers={country: player}, mercenaries=more - lost)
        here = [slug for slug in CONTENT.by_country[country] if public.companies[slug].owner == defender]
        taken, company = best_intervention(worth, here, {country: player}) if defender else (0.0, None)
        if company:
            gained = max(gained, taken + worth.gain(mercenaries=more - lost))
        order = Order("war", {"country": country, "spoils": [company] if company else []})
        if best is None or gained > best[0]:
            best = gained, order
    if best is not None:
        yield best


def _arming(worth: Worth) -> Iterator[Choice]:
    """As many mercenaries as a war needs that is worth more than they cost."""
    public, player = worth.public, worth.player
    money = public.seats[player].money
    free, bank = free_mercenaries(public, player), min(bank_mercenaries(public), money)
    owners = {slug: public.companies[slug].owner for slug in arms_companies(public)}
    others = [slug for slug, owner in owners.items() if owner not in (None, player)]
    bids = dict.fromkeys(others[: max(0, (money - bank) // 2)][:2], 2)
    planned = next(_wars(worth, free + bank), None)
    war = planned[0] * 0.7 if planned and public.deck else 0.0
    gained = war + worth.gain(mercenaries=free + bank, money={player: -bank})
    yield gained, Order("buy_mercenaries", {"from_bank": bank, "bids": bids})


# ---- permission ---------------------------------------------------------------------------------------


def permits(worth: Worth, private: Private, buyer: PlayerId, company: str) -> bool:
    """A purchase by another is allowed if the controller stands no worse after it."""
    policy = allows(private.standing, CONTENT.boxes[company].country, buyer)
    if policy is not None:
        return policy
    return worth.gain({company: Company(CompanyState.OWNED, buyer)}, money={buyer: -PRICE}) >= 0
