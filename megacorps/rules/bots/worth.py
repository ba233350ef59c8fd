"""What the board is worth to a player, and what a change of it would be: the bot's one measure, in euros."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from games.contract import PlayerId

from ..board import can_intervene, payments
from ..content import CONSTANTS, CONTENT, COUNTRIES, CompanyState, Government
from ..state import Company, Public

MERCENARY: Final = 0.4
CONTROL: Final = 2.0
ENOUGH: Final = 8  # mercenaries beyond these are worth nothing more
HORIZON: Final = 2.5  # payouts to come that are counted: nobody keeps it longer

Pays = Mapping[str, Mapping[PlayerId, int]]


class Worth:
    """One player's measure of a board: his own worth, less a part of that of the others, the richest most."""

    def __init__(self, public: Public, player: PlayerId) -> None:
        self.public, self.player = public, player
        self.others = tuple(other for other in public.present if other != player)
        self._pays = {industry: _pays(public, industry) for industry in CONTENT.industries}
        self._turns = min(HORIZON, public.deck / max(1, len(public.present)))
        self.now = self._score(public, self._pays)

    def gain(
        self,
        companies: Mapping[str, Company] | None = None,
        controllers: Mapping[str, PlayerId | None] | None = None,
        money: Mapping[PlayerId, int] | None = None,
        mercenaries: int = 0,
    ) -> float:
        """How much better the player would stand; `mercenaries` are his own."""
        public = self.public
        if companies:
            public = replace(public, companies={**public.companies, **companies})
        if controllers:
            changed = {
                slug: replace(public.countries[slug], controller=who) for slug, who in controllers.items()
            }
            public = replace(public, countries={**public.countries, **changed})
        if money or mercenaries:
            seats = dict(public.seats)
            for who, amount in (money or {}).items():
                seats[who] = replace(seats[who], money=seats[who].money + amount)
            own = seats[self.player]
            seats[self.player] = replace(own, mercenaries=max(0, own.mercenaries + mercenaries))
            public = replace(public, seats=seats)
        touched = {CONTENT.boxes[company].industry for company in companies or ()}
        touched |= {
            industry for country in controllers or () for industry in CONTENT.countries[country].boxes
        }
        pays = self._pays | {industry: _pays(public, industry) for industry in touched}
        return self._score(public, pays) - self.now

    def payout(self, industry: str, modifier: int = 0) -> float:
        """How much better he would stand after a payout."""
        return self.gain(money={one.player: one.amount for one in payments(self.public, industry, modifier)})

    def richest(self) -> PlayerId | None:
        """The strongest of the others."""
        worth = {other: self._worth(self.public, self._pays, other) for other in self.others}
        return max(worth, key=lambda other: worth[other]) if worth else None

    def _score(self, public: Public, pays: Pays) -> float:
        others = [self._worth(public, pays, other) for other in self.others]
        rivals = 0.6 * max(others) + 0.4 * sum(others) / len(others) if others else 0.0
        return self._worth(public, pays, self.player) - 0.6 * rivals

    def _worth(self, public: Public, pays: Pays, player: PlayerId) -> float:
        """Money, final payouts, the best industry once for each payout to come, countries, mercenaries."""
        own = [industry.get(player, 0) for industry in pays.values()]
        seat = public.seats[player]
        countries = sum(
            country_worth(public, player, slug, self._turns) for slug in controlled(public, player)
        )
        armed = MERCENARY * min(ENOUGH, seat.mercenaries) * min(1.0, self._turns)
        return seat.money + sum(own) + self._turns * max(own) + countries + armed


def _pays(public: Public, industry: str) -> dict[PlayerId, int]:
    return {one.player: one.amount for one in payments(public, industry)}


def controlled(public: Public, player: PlayerId) -> list[str]:
    return [slug for slug in COUNTRIES if public.countries[slug].controller == player]


def country_worth(public: Public, player: PlayerId, country: str, turns: float) -> float:
    """What control is good for while the game lasts: strength, companies of others at hand, own ones safe."""
    here = [public.companies[company].owner for company in CONTENT.by_country[country]]
    within = sum(owner not in (None, player) for owner in here)
    safe = sum(owner == player for owner in here)
    steals = public.countries[country].government is Government.KLEPTOCRACY
    value = CONTENT.countries[country].strength + (1.5 if steals else 0.8) * within + 0.8 * safe
    return (CONTROL + value) * min(1.0, turns / 2)


def intervened(
    public: Public, player: PlayerId, company: str, government: Government
) -> tuple[dict[str, Company], dict[PlayerId, int]]:
    """What an intervention by this government makes of a company, and the money that moves."""
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
    """The company against which an intervention gains most, and how much; nothing if none gains."""
    best: tuple[float, str | None] = (0.0, None)
    for company in companies:
        government = worth.public.countries[CONTENT.boxes[company].country].government
        changed, money = intervened(worth.public, worth.player, company, government)
        gained = worth.gain(changed, controllers, money)
        best = max(best, (gained, company), key=lambda pair: pair[0])
    return best


def targets(public: Public, player: PlayerId) -> list[str]:
    """What the player may intervene against now."""
    return [slug for slug in CONTENT.boxes if can_intervene(public, player, slug)]
