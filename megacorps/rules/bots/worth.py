"""The worth of the board to a player, and of a change of it, in euros: the bot's only measure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from games.contract import PlayerId

from ..board import can_intervene, payments
from ..content import CONSTANTS, CONTENT, COUNTRIES, CompanyState, Government
from ..state import Company, Public

MERCENARY: Final = 0.4
CONTROL: Final = 2.0
ENOUGH: Final = 8  # further mercenaries are worth nothing
HORIZON: Final = 2.5  # number of rounds counted for countries and arms
STEADY: Final = 0.95  # discount per round of a future payout


class Worth:
    """The value of a board for one player: the player's own worth, less a part of that of the others, most
    for the richest."""

    def __init__(self, public: Public, player: PlayerId) -> None:
        self.public, self.player = public, player
        self.others = tuple(other for other in public.present if other != player)
        self.turns = min(HORIZON, public.deck / max(1, len(public.present)))
        self._pays = {industry: _pays(public, industry) for industry in CONTENT.industries}
        self._lands = {country: _land(public, country, self.turns) for country in COUNTRIES}
        self._own: dict[PlayerId, dict[str, int]] = {each: {} for each in public.present}
        for industry, pays in self._pays.items():
            for each, amount in pays.items():
                self._own[each][industry] = amount
        self._payouts = payouts_to_come(public)
        self._incomes = {each: self._income(each, own) for each, own in self._own.items()}
        self.worth = {each: self._start(each) for each in public.present}
        self.now = self._score(self.worth)

    def gain(
        self,
        companies: Mapping[str, Company] | None = None,
        controllers: Mapping[str, PlayerId | None] | None = None,
        money: Mapping[PlayerId, int] | None = None,
        mercenaries: int = 0,
    ) -> float:
        """The player's gain by these changes; `mercenaries` are the player's own."""
        worth = dict(self.worth)
        if companies or controllers:
            self._change(worth, companies or {}, controllers or {})
        for who, amount in (money or {}).items():
            worth[who] += amount
        if mercenaries:
            own = self.public.seats[self.player].mercenaries
            worth[self.player] += self._armed(max(0, own + mercenaries)) - self._armed(own)
        return self._score(worth) - self.now

    def payout(self, industry: str, modifier: int = 0) -> float:
        """The player's gain by a payout."""
        return self.gain(money={one.player: one.amount for one in payments(self.public, industry, modifier)})

    def leads(self, player: PlayerId) -> bool:
        """Whether a player is worth more than all the others."""
        return self.worth[player] >= max(self.worth.values())

    def _change(
        self,
        worth: dict[PlayerId, float],
        companies: Mapping[str, Company],
        controllers: Mapping[str, PlayerId | None],
    ) -> None:
        """The change of everybody's worth by other owners and controllers; only what they touch is
        computed."""
        before = self.public
        changed = {slug: replace(before.countries[slug], controller=who) for slug, who in controllers.items()}
        after = replace(
            before, companies={**before.companies, **companies}, countries={**before.countries, **changed}
        )
        industries = {CONTENT.boxes[company].industry for company in companies}
        countries = {CONTENT.boxes[company].country for company in companies} & before.countries.keys()
        for country in controllers:
            countries.add(country)
            industries |= {CONTENT.boxes[company].industry for company in _nationalised(before, country)}
        incomes: dict[PlayerId, dict[str, int]] = {}
        for industry in industries:
            pays, was = _pays(after, industry), self._pays[industry]
            for each in worth:
                if pays.get(each, 0) != was.get(each, 0):
                    incomes.setdefault(each, dict(self._own[each]))[industry] = pays.get(each, 0)
        for each, own in incomes.items():
            worth[each] += self._income(each, own) - self._incomes[each]
        for country in countries:
            old, new = before.countries[country].controller, after.countries[country].controller
            if old is not None:
                worth[old] -= self._lands[country]
            if new is not None:
                worth[new] += _land(after, country, self.turns)

    def _score(self, worth: Mapping[PlayerId, float]) -> float:
        others = [worth[other] for other in self.others]
        rivals = 0.6 * max(others) + 0.4 * sum(others) / len(others) if others else 0.0
        return worth[self.player] - 0.6 * rivals

    def _start(self, player: PlayerId) -> float:
        seat = self.public.seats[player]
        lands = sum(self._lands[slug] for slug in controlled(self.public, player))
        return seat.money + self._armed(seat.mercenaries) + self._incomes[player] + lands

    def _armed(self, mercenaries: int) -> float:
        return MERCENARY * min(ENOUGH, mercenaries) * min(1.0, self.turns)

    def _income(self, player: PlayerId, own: Mapping[str, int]) -> float:
        """A player's income: the final payouts, and the best industry once for each expected payout."""
        return sum(own.values()) + self._payouts[player] * max(own.values(), default=0)


def payouts_to_come(public: Public) -> dict[PlayerId, float]:
    """The expected number of payout actions of each player: the first player of a round takes its payout,
    unless they hold Paid; later ones count less."""
    order = public.in_order
    found = dict.fromkeys(order, 0.0)
    for round_ in range(public.deck + 1):
        first = order[round_ % len(order)]
        if round_ == 0:
            able = [each for each in order if each != public.paid and not public.payout_taken]
            if not able:
                continue
            first = able[0]
        found[first] += STEADY**round_
    return found


def _pays(public: Public, industry: str) -> dict[PlayerId, int]:
    return {one.player: one.amount for one in payments(public, industry)}


def _nationalised(public: Public, country: str) -> list[str]:
    return [
        slug
        for slug in CONTENT.by_country[country]
        if public.companies[slug].state is CompanyState.NATIONALISED
    ]


def _land(public: Public, country: str, turns: float) -> float:
    controller = public.countries[country].controller
    return country_worth(public, controller, country, turns) if controller is not None else 0.0


def controlled(public: Public, player: PlayerId) -> list[str]:
    return [slug for slug in COUNTRIES if public.countries[slug].controller == player]


def country_worth(public: Public, player: PlayerId, country: str, turns: float) -> float:
    """The worth of controlling a country while the game lasts: strength, interventions against others, safety
    of the player's own companies."""
    here = [public.companies[company].owner for company in CONTENT.by_country[country]]
    within = sum(owner not in (None, player) for owner in here)
    safe = sum(owner == player for owner in here)
    steals = public.countries[country].government is Government.KLEPTOCRACY
    value = CONTENT.countries[country].strength + (1.5 if steals else 0.8) * within + 0.8 * safe
    return (CONTROL + value) * min(1.0, turns / 2)


def intervened(
    public: Public, player: PlayerId, company: str, government: Government
) -> tuple[dict[str, Company], dict[PlayerId, int]]:
    """The company after an intervention by this government, and the money that moves."""
    owner = public.companies[company].owner
    assert owner is not None
    if government is Government.KLEPTOCRACY:
        return {company: Company(CompanyState.OWNED, player)}, {}
    if government is Government.DICTATORSHIP:
        return {company: Company(CompanyState.NATIONALISED)}, {}
    left = CompanyState.UNOWNED if government is Government.DEMOCRACY else CompanyState.SYNDICALISED
    return {company: Company(left)}, {owner: CONSTANTS.compensation}


def best_intervention(
    worth: Worth, companies: Iterable[str], controllers: Mapping[str, PlayerId | None] | None = None
) -> tuple[float, str | None]:
    """The largest gain by an intervention, and the company; 0 and None if none gains."""
    best: tuple[float, str | None] = (0.0, None)
    for company in companies:
        government = worth.public.countries[CONTENT.boxes[company].country].government
        changed, money = intervened(worth.public, worth.player, company, government)
        gained = worth.gain(changed, controllers, money)
        best = max(best, (gained, company), key=lambda pair: pair[0])
    return best


def targets(public: Public, player: PlayerId) -> list[str]:
    """The companies against which the player may intervene now."""
    return [slug for slug in CONTENT.boxes if can_intervene(public, player, slug)]
