"""Figures of the board, from the public drawer: competitors, payouts, permissions, arms, forces, votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from games.contract import PlayerId

from .content import CONSTANTS, CONTENT, COUNTRIES, CompanyState, Government
from .events import Payment
from .state import Company, Public

Companies = Mapping[str, Company]


# ---- industries (6) ------------------------------------------------------------------------------


class Payout(Struct, frozen=True):
    """`competitors` without the modifier of a card; `each`: euros for each owned company; `payments`: what
    each owner receives, in seat order."""

    competitors: int
    each: int
    payments: tuple[Payment, ...]


def holdings(public: Public, industry: str) -> Counter[PlayerId]:
    """The number of companies of an industry by owner."""
    owned: Counter[PlayerId] = Counter()
    for slug in CONTENT.by_industry[industry]:
        if (owner := public.companies[slug].owner) is not None:
            owned[owner] += 1
    return owned


def _competitors(public: Public, industry: str, owned: Counter[PlayerId]) -> int:
    """The owners and the unowned companies that count by the table of 6, without the modifier of a card."""
    competitors = len(owned)
    for slug in CONTENT.by_industry[industry]:
        state = public.companies[slug].state
        if state is CompanyState.NATIONALISED:
            controller = public.countries[CONTENT.boxes[slug].country].controller
            competitors += controller is None or controller not in owned
        elif state in (CompanyState.UNOWNED, CompanyState.SYNDICALISED):
            competitors += 1
    return competitors


def payments(public: Public, industry: str, modifier: int = 0) -> tuple[Payment, ...]:
    """The euros that each owner receives, in seat order."""
    return payout(public, industry, modifier).payments


def payout(public: Public, industry: str, modifier: int = 0) -> Payout:
    """The payout of an industry now; `modifier`: +1 for Oversupply, -1 for Shortages."""
    owned = holdings(public, industry)
    count = _competitors(public, industry, owned)
    each = CONSTANTS.payout[min(len(CONSTANTS.payout) - 1, max(0, count + modifier))]
    return Payout(
        count,
        each,
        tuple([Payment(who, owned[who], each * owned[who]) for who in public.players if who in owned]),
    )


# ---- companies and countries ---------------------------------------------------------------------


def companies_of(public: Public, player: PlayerId) -> tuple[str, ...]:
    return tuple(slug for slug, company in public.companies.items() if company.owner == player)


def countries_of(public: Public, player: PlayerId) -> tuple[str, ...]:
    return tuple(slug for slug in COUNTRIES if public.countries[slug].controller == player)


def unowned(public: Public) -> tuple[str, ...]:
    """The companies that can be bought or picked."""
    return tuple(slug for slug, company in public.companies.items() if company.state is CompanyState.UNOWNED)


def controller_of(public: Public, company: str) -> PlayerId | None:
    """The controller of the country of a company; None for a neutral country."""
    country = public.countries.get(CONTENT.boxes[company].country)
    return country.controller if country else None


def permission_from(public: Public, player: PlayerId, company: str) -> PlayerId | None:
    """The player whose permission a purchase needs (5.1); None if none is needed."""
    controller = controller_of(public, company)
    if controller is None or controller == player:
        return None
    return controller if holdings(public, CONTENT.boxes[company].industry)[player] else None


def can_intervene(public: Public, player: PlayerId, company: str, of: PlayerId | None = None) -> bool:
    """Whether a player who controls the country may intervene against a company (7); `of`: only one of
    this owner's."""
    if controller_of(public, company) != player:
        return False
    owner = public.companies[company].owner
    if owner is None or (of is not None and owner != of):
        return False
    steals = public.countries[CONTENT.boxes[company].country].government is Government.KLEPTOCRACY
    return not (steals and owner == player)


def spoils(public: Public, winner: PlayerId, loser: PlayerId, country: str) -> tuple[str, ...]:
    """The companies of the loser against which the winner of a war may intervene (9.6)."""
    return tuple(
        slug
        for slug in CONTENT.by_country[country]
        if public.companies[slug].owner == loser and can_intervene(public, winner, slug, loser)
    )


# ---- arms, forces, votes -------------------------------------------------------------------------


def arms_companies(public: Public) -> tuple[str, ...]:
    """The companies that *Buy mercenaries* concerns, in alphabetical order (8)."""
    industries = ("biotech", "defense") if public.clone_soldiers else ("defense",)
    return tuple(
        slug
        for industry in industries
        for slug in sorted(CONTENT.by_industry[industry])
        if public.companies[slug].state is not CompanyState.ABSENT
    )


def free_mercenaries(public: Public, player: PlayerId) -> int:
    return sum(public.companies[slug].owner == player for slug in arms_companies(public))


def bank_mercenaries(public: Public) -> int:
    """The most that the bank sells in one action."""
    return sum(public.companies[slug].owner is None for slug in arms_companies(public))


def strength(public: Public, player: PlayerId) -> int:
    """What a player's countries add to an attack."""
    return sum(CONTENT.countries[slug].strength for slug in countries_of(public, player))


def votes(public: Public, player: PlayerId) -> int:
    """One for each Media company (11.2)."""
    return holdings(public, "media")[player]


# ---- locks on things, as everybody sees them (12, D69) --------------------------------------------


def everything_locked(public: Public) -> bool:
    """Whether the door `trade` is closed."""
    kind = public.question.kind if public.question else "turn"
    return kind in SHUT or not public.dealt


SHUT = (
    "choose_megacorp", "pick_company", "wish_list", "war_spoils", "payout_reaction", "auction_bid",
    "election_vote", "last_call",
)  # fmt: skip
BOARD_LOCKED = ("antitrust", "mercenary_reply", "mercenary_counter", "war_aid")


def board_locked(public: Public) -> bool:
    """Whether neither companies nor countries may change hands."""
    return public.question is not None and public.question.kind in BOARD_LOCKED


def money_to_give(public: Public, player: PlayerId) -> int:
    """The euros that a player may give away now."""
    question, money = public.question, public.seats[player].money
    if question is None or question.player != player:
        return money
    if question.kind == "antitrust":
        return max(0, money - CONSTANTS.company_price)
    return 0 if question.kind in ("mercenary_reply", "mercenary_counter") else money


def mercenaries_to_give(public: Public, player: PlayerId) -> int:
    """The mercenaries that a player may give away now: none in a war of the player's."""
    question = public.question
    if question is not None and question.kind == "war_aid" and player in (question.player, question.other):
        return 0
    return public.seats[player].mercenaries
