"""The rule book: every figure and every table of it comes from the rules' own data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.skin import Chapter, FormPage

from ..rules.content import CONSTANTS, CONTENT, COUNTRIES, MEGACORPS, Government, Mode
from ..rules.meta import META
from ..texts import amounts, general, names

TIMINGS: Final[Mapping[str, Promise]] = {
    "open": gettext_lazy("at any time while a turn or the programmes are asked, and at the last call"),
    "own_turn": gettext_lazy("in one’s own turn or programme, and at the last call"),
    "payout_reaction": gettext_lazy("in answer to a payout"),
}


def chapters() -> list[Chapter]:
    return [
        Chapter("aim", _("Aim of the game")),
        Chapter("start", _("The start")),
        Chapter("round", _("A round")),
        Chapter("actions", _("The actions")),
        Chapter("payouts", _("Payouts")),
        Chapter("interventions", _("Interventions")),
        Chapter("mercenaries", _("Mercenaries")),
        Chapter("war", _("War")),
        Chapter("cards", _("Cards")),
        Chapter("control", _("Auctions and elections")),
        Chapter("trade", _("Gifts and trades")),
        Chapter("absence", _("Time and absence")),
        Chapter("end", _("The end")),
        Chapter("countries", _("Countries")),
    ]


def page() -> FormPage:
    """Template and values of the rule book."""
    return FormPage("megacorps/rules.html", context())


def context() -> dict[str, Any]:
    """Every value of the book; nothing in its template is a figure of the rules."""
    c = CONSTANTS
    last = len(c.payout) - 1
    return {
        "chapters": chapters(),
        "c": c,
        "least": META.min_players,
        "most": META.max_players,
        "start_money": amounts.euros(c.start_money),
        "price": amounts.euros(c.company_price),
        "hire": amounts.euros(c.bank_mercenary_price),
        "compensation": amounts.euros(c.compensation),
        "decks": [(players, rounds) for players, rounds in c.deck.items()],
        "sequential": ", ".join(players for players, mode in c.modes.items() if mode is Mode.SEQUENTIAL),
        "payouts": [
            (
                _("{count} or more").format(count=number) if number == last else str(number),
                amounts.euros(each),
            )
            for number, each in enumerate(c.payout)
        ],
        "starting_cards": [
            _("{countries}: {cards}").format(
                countries=general.countries_text(lands), cards=general.cards_text(cards)
            )
            for lands, cards in enumerate(c.starting_cards)
        ],
        "governments": [(names.government(one.value), names.intervention(one.value)) for one in Government],
        "cards": [
            (names.card(card.slug), card.count, names.card_text(card.slug), TIMINGS[card.timing.value])
            for card in CONTENT.cards.values()
        ],
        "cards_count": sum(card.count for card in CONTENT.cards.values()),
        "countries": [_country(slug) for slug in COUNTRIES],
        "megacorps": ", ".join(map(names.megacorp, MEGACORPS)),
        "industries_count": len(CONTENT.industries),
        "companies_count": len(CONTENT.boxes),
        "ex": _example(),
    }


def _country(slug: str) -> tuple[str, str, str, str]:
    """A country: name, government, defence and strength, and who begins with it."""
    data = CONTENT.countries[slug]
    government = names.government(data.government.value) if data.government else ""
    start = "–"
    if data.start is not None:
        start = names.megacorp(data.start) if data.start in MEGACORPS else _("drawn")
    return names.country(slug), government, f"{data.defence} / {data.strength}", start


def _example() -> dict[str, Any]:
    """Four companies of one owner beside one that nobody owns."""
    companies, competitors = 4, 2
    each = CONSTANTS.payout[competitors]
    return {
        "companies": companies,
        "competitors": competitors,
        "each": amounts.euros(each),
        "sum": amounts.euros(companies * each),
        "fewer": amounts.euros(companies * CONSTANTS.payout[competitors - 1]),
    }
