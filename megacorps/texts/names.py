"""The names of the things in the rules, in both languages as in section 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from games.skin import figures

from ..rules.content import CONTENT

Names = Mapping[str, str | Promise]

INDUSTRIES: Final[Names] = {
    "aerospace": gettext_lazy("Aerospace"),
    "biotech": gettext_lazy("Biotech"),
    "defense": gettext_lazy("Defense"),
    "electronics": gettext_lazy("Electronics"),
    "finance": gettext_lazy("Finance"),
    "media": gettext_lazy("Media"),
    "metals": gettext_lazy("Metals"),
    "nanotech": gettext_lazy("Nanotech"),
    "oil": gettext_lazy("Oil"),
    "robotics": gettext_lazy("Robotics"),
    "software": gettext_lazy("Software"),
    "solar": gettext_lazy("Solar"),
}

COUNTRIES: Final[Names] = {
    "nafta": gettext_lazy("NAFTA"),
    "european_union": gettext_lazy("European Union"),
    "mercosur": gettext_lazy("Mercosur"),
    "great_russia": gettext_lazy("Great Russia"),
    "china": gettext_lazy("China"),
    "japan": gettext_lazy("Japan"),
    "india": gettext_lazy("India"),
    "asean": gettext_lazy("ASEAN"),
    "caliphate": gettext_lazy("Caliphate"),
    "maghreb": gettext_lazy("Maghreb"),
    "african_federation": gettext_lazy("African Federation"),
    "switzerland": gettext_lazy("Switzerland"),
    "l5": gettext_lazy("L-5"),
    "asteroid": gettext_lazy("Asteroid"),
    "open_source_software": gettext_lazy("Open Source Software"),
}

GOVERNMENTS: Final[Names] = {
    "democracy": gettext_lazy("Democracy"),
    "dictatorship": gettext_lazy("Dictatorship"),
    "kleptocracy": gettext_lazy("Kleptocracy"),
    "wikisyndicalism": gettext_lazy("Wikisyndicalism"),
}

INTERVENTIONS: Final[Names] = {
    "democracy": gettext_lazy("Forced divestment"),
    "dictatorship": gettext_lazy("Nationalisation"),
    "kleptocracy": gettext_lazy("Theft"),
    "wikisyndicalism": gettext_lazy("Syndicalisation"),
}
"""What a government does to a company, by government (7)."""

STATES: Final[Names] = {
    "unowned": pgettext_lazy("a company", "without an owner"),
    "owned": pgettext_lazy("a company", "owned"),
    "nationalised": pgettext_lazy("a company", "nationalised"),
    "syndicalised": pgettext_lazy("a company", "syndicalised"),
    "absent": pgettext_lazy("a company", "not in the game"),
}

CARDS: Final[Names] = {
    "oversupply": gettext_lazy("Oversupply"),
    "shortages": gettext_lazy("Shortages"),
    "greedy_kleptocrats": gettext_lazy("Greedy Kleptocrats"),
    "elections": gettext_lazy("Elections"),
    "vote_of_no_confidence": gettext_lazy("Vote of No Confidence"),
    "clone_soldiers": gettext_lazy("Clone Soldiers"),
    "l5": gettext_lazy("L-5"),
    "asteroid": gettext_lazy("Asteroid"),
    "wikisyndicalism": gettext_lazy("Wikisyndicalism"),
    "bull_market": gettext_lazy("Bull Market"),
    "military_coup": gettext_lazy("Military Coup"),
    "democratic_revolution": gettext_lazy("Democratic Revolution"),
    "endemic_corruption": gettext_lazy("Endemic Corruption"),
    "workers_takeover": gettext_lazy("Workers’ Takeover"),
    "privatisation": gettext_lazy("Privatisation"),
}

CARD_TEXTS: Final[Names] = {
    "oversupply": gettext_lazy("On a payout: it counts one more competitor. Cancels Shortages."),
    "shortages": gettext_lazy("On a payout: it counts one competitor fewer. Cancels Oversupply."),
    "greedy_kleptocrats": gettext_lazy("Choose a kleptocracy: its control is auctioned."),
    "elections": gettext_lazy("In your turn: choose a democracy, which holds an election."),
    "vote_of_no_confidence": gettext_lazy("Choose a controlled democracy, which holds an election."),
    "clone_soldiers": gettext_lazy(
        "From now on Biotech companies supply mercenaries as Defense companies do."
    ),
    "l5": gettext_lazy("The Nanotech company of L-5 enters the game; you may buy it at once."),
    "asteroid": gettext_lazy("The Metals company of Asteroid enters the game; you may buy it at once."),
    "wikisyndicalism": gettext_lazy("Choose a democracy: it becomes a wikisyndicalism."),
    "bull_market": gettext_lazy("Choose an industry: it pays at once, and Paid stays where it is."),
    "military_coup": gettext_lazy("Choose a democracy or a kleptocracy: it becomes a dictatorship."),
    "democratic_revolution": gettext_lazy("Choose a dictatorship or a kleptocracy: it becomes a democracy."),
    "endemic_corruption": gettext_lazy("Choose a democracy or a dictatorship: it becomes a kleptocracy."),
    "workers_takeover": gettext_lazy(
        "Choose a company with or without an owner, outside the neutral countries: it is syndicalised, and "
        "its owner is compensated."
    ),
    "privatisation": gettext_lazy("Choose a nationalised company: it can be bought again."),
}
"""What a card does, to its holder."""

MEGACORPS: Final[Names] = {
    "mokia": "Mokia",
    "globbo": "Globbo",
    "nonintendo": "Nonintendo",
    "lenogo": "Lenogo",
    "the_mouse": "The Mouse",
    "windoze": "Windoze",
}

ORDERS: Final[Names] = {
    "choose_megacorp": gettext_lazy("Choice of a MegaCorp"),
    "pick_company": gettext_lazy("First company"),
    "wish_list": gettext_lazy("Wish list"),
    "buy_company": gettext_lazy("Buy a company"),
    "payout": gettext_lazy("Industry payout"),
    "intervention": gettext_lazy("Government intervention"),
    "buy_mercenaries": gettext_lazy("Buy mercenaries"),
    "war": gettext_lazy("Launch a war"),
    "pass": gettext_lazy("Pass"),
    "play_card": gettext_lazy("Play a card"),
    "antitrust": gettext_lazy("Anti-trust"),
    "buy_again": gettext_lazy("Another purchase"),
    "mercenary_reply": gettext_lazy("Reply to a mercenary bid"),
    "mercenary_counter": gettext_lazy("Mercenary counter-price"),
    "war_aid": gettext_lazy("Aid in a war"),
    "war_spoils": gettext_lazy("Intervention after the war"),
    "payout_reaction": gettext_lazy("Reaction to a payout"),
    "auction_bid": gettext_lazy("Bid"),
    "election_vote": gettext_lazy("Vote"),
    "gift": gettext_lazy("Gift"),
    "trade_offer": gettext_lazy("Trade offer"),
    "trade_answer": gettext_lazy("Answer to an offer"),
    "trade_withdraw": gettext_lazy("Withdrawal of an offer"),
    "queued_action": gettext_lazy("Queued action"),
    "company_wish_list": gettext_lazy("Standing wish list"),
    "antitrust_policy": gettext_lazy("Permissions given in advance"),
    "mercenary_prices": gettext_lazy("Prices of mercenaries"),
    "spoils_preferences": gettext_lazy("Interventions after a war won"),
    "war_aid_policy": gettext_lazy("Aid in wars, in advance"),
    "payout_reaction_policy": gettext_lazy("Oversupply and Shortages, in advance"),
    "card_orders": gettext_lazy("Cards to play in advance"),
    "leave": gettext_lazy("Leaving the game"),
    "come_back": gettext_lazy("Coming back"),
}

WINDOWS: Final[Names] = {
    **{
        kind: ORDERS[kind]
        for kind in (
            "choose_megacorp", "pick_company", "wish_list", "antitrust", "buy_again", "mercenary_reply",
            "mercenary_counter", "war_aid", "war_spoils", "payout_reaction", "auction_bid", "election_vote",
            "leave", "come_back",
        )
    },
    "turn": gettext_lazy("Turn"),
    "program": gettext_lazy("Programme"),
    "last_call": gettext_lazy("Last call"),
    "cards": gettext_lazy("Cards at any time"),
    "trade": gettext_lazy("Gifts and trades"),
    "file": gettext_lazy("Standing orders"),
}  # fmt: skip


def _named(table: Names, slug: object) -> str:
    return str(table.get(str(slug), slug))


def industry(slug: object) -> str:
    """The name of an industry; the identifier itself if it is unknown, as in all functions below."""
    return _industry(str(slug), get_language()) if slug in INDUSTRIES else str(slug)


@cache
def _industry(slug: str, language: str | None) -> str:
    """Cached per language, because a board shows each name many times."""
    return _named(INDUSTRIES, slug)


def country(slug: object) -> str:
    return _country(str(slug), get_language()) if slug in COUNTRIES else str(slug)


@cache
def _country(slug: str, language: str | None) -> str:
    return _named(COUNTRIES, slug)


def company(slug: object) -> str:
    """`Robotics (Japan)`: a company by its industry and its country."""
    known = str(slug) in CONTENT.boxes
    return _company(str(slug), get_language()) if known else str(slug)


@cache
def _company(slug: str, language: str | None) -> str:
    """The name in the active language, cached, because an order form has a thousand of them."""
    box = CONTENT.boxes[slug]
    return _("{industry} ({country})").format(industry=industry(box.industry), country=country(box.country))


def companies(slugs: Iterable[object]) -> str:
    """Several companies, separated by semicolons, because each name contains a comma."""
    return figures.parts(company(slug) for slug in slugs)


def thing(slug: str) -> str:
    """The name of anything that can be chosen on a form: a company, a country, an industry, a card or a
    MegaCorp."""
    tables = (COUNTRIES, INDUSTRIES, CARDS, MEGACORPS)
    found = next((table for table in tables if slug in table), None)
    return _named(found, slug) if found else company(slug)


def government(slug: object) -> str:
    return _named(GOVERNMENTS, slug)


def intervention(slug: object) -> str:
    """The name of an intervention by this government."""
    return _named(INTERVENTIONS, slug)


def state(slug: object) -> str:
    """A state of a company, as an adjective in a sentence."""
    return _named(STATES, slug)


def card(slug: object) -> str:
    return _("any card") if slug == "any" else _named(CARDS, slug)


def card_text(slug: object) -> str:
    return _named(CARD_TEXTS, slug)


def megacorp(slug: object) -> str:
    return _named(MEGACORPS, slug)


def order(kind: object) -> str:
    return _named(ORDERS, kind)


def window(kind: object) -> str:
    return _named(WINDOWS, kind)
