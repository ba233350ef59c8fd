"""What each MegaCorp begins with, shown beside the ranking: from the tables of section 2."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct

from games.skin import figures

from ..rules.content import CONSTANTS, CONTENT, COUNTRIES, MEGACORPS, CountryData
from ..texts import amounts, general, names

LANDS: Final = {data.start: data for data in CONTENT.countries.values() if data.start in MEGACORPS}
"""By MegaCorp, the country it begins with; some have none."""


class Firm(Struct, frozen=True):
    """A MegaCorp. `cards`: how many it begins with; `land`: its country, with the government; `force`:
    defence and strength of the country; `there`: what its government does to companies, and the companies
    there. Texts are empty for a MegaCorp without a country."""

    name: str
    cards: str
    force: str
    land: str
    there: str


def firms() -> list[Firm]:
    """All six, in the order of the rules."""
    return [_firm(slug, LANDS.get(slug)) for slug in MEGACORPS]


def _firm(slug: str, land: CountryData | None) -> Firm:
    cards = figures.number(CONSTANTS.starting_cards[1 if land else 0])
    if land is None or land.government is None:
        return Firm(names.megacorp(slug), cards, "–", "", "")
    government = land.government.value
    there = _("{act}. {count}: {companies}.").format(
        act=names.intervention(government),
        count=general.companies_text(len(land.boxes)),
        companies=", ".join(names.industry(industry) for industry in land.boxes),
    )
    return Firm(
        names.megacorp(slug),
        cards,
        f"{land.defence} / {land.strength}",
        f"{names.country(land.slug)}, {names.government(government).lower()}",
        there,
    )


def everybody() -> str:
    """What all MegaCorps begin with, and which countries are drawn."""
    same = _("Everybody begins with {money}, {mercenaries} and {companies} of their choice.").format(
        money=amounts.euros(CONSTANTS.start_money),
        mercenaries=general.mercenaries_text(CONSTANTS.start_mercenaries),
        companies=general.companies_text(CONSTANTS.start_companies),
    )
    drawn = [
        names.country(slug)
        for slug in COUNTRIES
        if CONTENT.countries[slug].start and CONTENT.countries[slug].start not in MEGACORPS
    ]
    chance = _("Dealt by chance: {countries}. Each country that you begin with is a card less.")
    return figures.sentence(same, chance.format(countries=figures.listed(drawn)))
