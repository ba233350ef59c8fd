"""Random actions, plays, bundles and standing orders: the parts of `sample`'s forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.contract import Order, PlayerId
from games.rulekit.chance import Chance

from .board import arms_companies, can_intervene, companies_of, countries_of, permission_from, unowned
from .content import COMPANIES, CONTENT, COUNTRIES, NEVER_BOUGHT, REACTIONS, Effect, Timing
from .state import Public

BUYABLE: Final = tuple(company for company in COMPANIES if company not in NEVER_BOUGHT)
PLAYABLE: Final = tuple(slug for slug in CONTENT.cards if slug not in REACTIONS)


# ---- actions -------------------------------------------------------------------------------------


def action(public: Public, player: PlayerId, chance: Chance) -> Order:
    """One of the six actions, often one that can begin now."""
    kind = chance.pick(tuple(_ACTIONS))
    return Order(kind, _ACTIONS[kind](public, player, chance))


def _buy(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    """A purchase, often one that needs permission, without alternatives."""
    among = unowned(public) or BUYABLE
    asked = [one for one in among if permission_from(public, player, one)]
    if asked and chance.one_in(2):
        return {"company": chance.pick(asked), "fallbacks": [], "then_pass": False}
    company, fallbacks = chance.pick(among), chance.some(among, 3)
    rest = [one for one in fallbacks if one != company]
    return {"company": company, "fallbacks": rest, "then_pass": chance.one_in(3)}


def _payout(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    return {"industry": chance.pick(CONTENT.industries)}


def _intervene(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    targets = [company for company in COMPANIES if can_intervene(public, player, company)]
    return {"company": chance.pick(targets or COMPANIES)}


def _mercenaries(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    others = [c for c in arms_companies(public) if public.companies[c].owner not in (None, player)]
    bids = {company: chance.below(4) for company in chance.some(others, 3)}
    return {"from_bank": chance.below(6), "bids": bids}


def _war(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    others = [country for country in COUNTRIES if public.countries[country].controller != player]
    return {"country": chance.pick(others or COUNTRIES), "spoils": list(chance.some((*COMPANIES, "none"), 3))}


def _pass(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    return {}


_ACTIONS: Final[Mapping[str, Callable[[Public, PlayerId, Chance], dict[str, Any]]]] = {
    "buy_company": _buy,
    "payout": _payout,
    "intervention": _intervene,
    "buy_mercenaries": _mercenaries,
    "war": _war,
    "pass": _pass,
}


# ---- cards and bundles ---------------------------------------------------------------------------


def play(public: Public, slug: str, chance: Chance) -> dict[str, Any]:
    """The data of a play, with choices that are possible now if there are any."""
    card, data = CONTENT.cards[slug], {"card": slug}
    if card.governments:
        fit = [
            country
            for country in COUNTRIES
            if public.countries[country].government in card.governments
            and (public.countries[country].controller or not card.controlled)
        ]
        data["country"] = chance.pick(fit or COUNTRIES)
    if card.states:
        outside = [one for one in COMPANIES if not CONTENT.countries[CONTENT.boxes[one].country].neutral]
        fit = [one for one in outside if public.companies[one].state in card.states]
        data["company"] = chance.pick(fit or outside)
    return {**data, **_joined(public, card.effect, chance)}


def _joined(public: Public, effect: Effect, chance: Chance) -> dict[str, Any]:
    if effect is Effect.PAYOUT:
        return {"industry": chance.pick(CONTENT.industries)}
    if effect is Effect.ENTER:
        return {"buy": chance.one_in(2)}
    if effect is Effect.AUCTION and chance.one_in(2):
        return {"amount": chance.below(3)}
    if effect is Effect.ELECTION and chance.one_in(2):
        return {"for": chance.pick(public.present)}
    return {}


def bundle(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    """A few things that a player has, as everybody sees it; cards are asked for as `any`."""
    seat = public.seats[player]
    kind = chance.below(5)
    if kind == 0:
        return {"money": chance.below(min(6, seat.money) + 1)}
    if kind == 1:
        return {"mercenaries": chance.below(min(2, seat.mercenaries) + 1)}
    if kind == 2:
        return {"companies": list(chance.some(companies_of(public, player), 1))}
    if kind == 3:
        return {"countries": list(chance.some(countries_of(public, player), 1))}
    return {"cards": ["any"] if seat.cards else []}


# ---- standing orders -----------------------------------------------------------------------------


def standing_order(public: Public, player: PlayerId, chance: Chance) -> Order:
    """A standing order of one of the eight kinds."""
    kind = chance.pick(tuple(_STANDING))
    return Order(kind, _STANDING[kind](public, player, chance))


def _queued(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    queued = action(public, player, chance)
    return {"action": None if chance.one_in(4) else {"kind": queued.kind, "data": queued.data}}


def _wishes(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    return {"companies": list(chance.some(COMPANIES, 8))}


def _preferences(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    return {"companies": list(chance.some((*COMPANIES, "none"), 8))}


def _antitrust(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    rule = {
        "answer": chance.pick(("ask", "allow", "forbid")),
        "country": chance.pick((*COUNTRIES, None)),
        "buyer": chance.pick((*public.players, None)),
    }
    return {"rules": [rule, {"answer": chance.pick(("ask", "allow", "forbid"))}]}


def _prices(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    answer = chance.pick(("ask", "refuse", "price"))
    price = chance.below(5) if answer == "price" else None
    return {"rules": [{"answer": answer, "price": price, "buyer": chance.pick((*public.players, None))}]}


def _aid(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    answer = chance.pick(("ask", "never", "pledge"))
    pledge = {"to_attacker": chance.below(2), "to_defender": chance.below(2)} if answer == "pledge" else {}
    return {"rules": [{"answer": answer, "country": chance.pick((*COUNTRIES, None)), **pledge}]}


def _reactions(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    answer = chance.pick(("ask", "pass", "play"))
    given = {"first": chance.pick(REACTIONS), "counter": list(REACTIONS)} if answer == "play" else {}
    return {"rules": [{"answer": answer, "trigger": chance.pick((*public.players, None)), **given}]}


def _card_orders(public: Public, player: PlayerId, chance: Chance) -> dict[str, Any]:
    slug = chance.pick(PLAYABLE)
    mine = (f"before_turn_of:{player}", "last_call")
    others = (*(f"before_turn_of:{one}" for one in public.players), f"round_start:{1 + chance.below(18)}")
    own_turn = CONTENT.cards[slug].timing is Timing.OWN_TURN
    trigger = chance.pick(mine if own_turn else (*mine, *others))
    return {"orders": [{"trigger": trigger, **play(public, slug, chance)}]}


_STANDING: Final[Mapping[str, Callable[[Public, PlayerId, Chance], dict[str, Any]]]] = {
    "queued_action": _queued,
    "company_wish_list": _wishes,
    "antitrust_policy": _antitrust,
    "mercenary_prices": _prices,
    "spoils_preferences": _preferences,
    "war_aid_policy": _aid,
    "payout_reaction_policy": _reactions,
    "card_orders": _card_orders,
}
