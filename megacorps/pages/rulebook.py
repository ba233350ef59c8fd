"""The rule book: every figure and every table of it comes from the rules' own data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.skin import Chapter, FormPage, figures

from ..rules.content import CONSTANTS, CONTENT, MEGACORPS, CompanyState, Government, Mode
from ..rules.meta import META
from ..texts import amounts, general, names

TIMINGS: Final[Mapping[str, Promise]] = {
    "open": gettext_lazy("at any time while a turn or the programmes are asked, and at the last call"),
    "own_turn": gettext_lazy("in one’s own turn or programme, and at the last call"),
    "payout_reaction": gettext_lazy("in answer to a payout"),
}

STANDING: Final[Mapping[str, Promise]] = {
    "queued_action": gettext_lazy(
        "An action for your next turn, taken if it is possible; with programmes, what counts if you hand in "
        "none. It is used up."
    ),
    "company_wish_list": gettext_lazy("The first companies you would like, best first."),
    "antitrust_policy": gettext_lazy("Allows purchases or forbids them, by country and by buyer."),
    "mercenary_prices": gettext_lazy("Sells mercenaries at a price, or refuses, by buyer."),
    "spoils_preferences": gettext_lazy(
        "The companies you intervene against after a war you win, best first; or none."
    ),
    "war_aid_policy": gettext_lazy("Sends mercenaries, or none, by who attacks and by country."),
    "payout_reaction_policy": gettext_lazy(
        "Plays Oversupply or Shortages, or neither, by industry and by who calls the payout."
    ),
    "card_orders": gettext_lazy(
        "Plays a card before somebody’s turn, at the start of a round or at the last call. It is tried once."
    ),
}
"""What each standing order does, in the order of section 16.5."""


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
        Chapter("standing", _("Standing orders")),
        Chapter("secret", _("What is secret")),
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
        "start_mercenaries": general.mercenaries_text(c.start_mercenaries),
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
        "standing": [(names.order(kind), text) for kind, text in STANDING.items()],
        "countries": [_country(slug) for slug in CONTENT.countries],
        "megacorps": ", ".join(map(names.megacorp, MEGACORPS)),
        "industries_count": len(CONTENT.industries),
        "companies_count": len(CONTENT.boxes),
        "ex": _example(),
    }


def _country(slug: str) -> tuple[str, str, str, str, str]:
    """A country: name, government, defence and strength, who begins with it, and its companies."""
    data = CONTENT.countries[slug]
    companies = figures.listed(
        [names.industry(CONTENT.boxes[one].industry) for one in CONTENT.by_country[slug]]
    )
    if data.box_state is not CompanyState.UNOWNED:
        companies = _("{company}, {state}").format(company=companies, state=names.state(data.box_state.value))
    if data.government is None:
        return names.country(slug), _("neutral").capitalize(), "–", "–", companies
    start = "–"
    if data.start is not None:
        start = names.megacorp(data.start) if data.start in MEGACORPS else _("drawn")
    force = f"{data.defence} / {data.strength}"
    return names.country(slug), names.government(data.government.value), force, start, companies


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
