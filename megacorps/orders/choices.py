"""The choices on a form, as (identifier, label), from its reader's view only."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.formkit.reading import NONE

from ..rules import board
from ..rules.content import (
    COMPANIES,
    CONSTANTS,
    CONTENT,
    COUNTRIES,
    MEGACORPS,
    NEVER_BOUGHT,
    REACTIONS,
    Effect,
)
from ..rules.orders import ANY, BEFORE_TURN, LAST_CALL, MAX_ROUND, ROUND_START
from ..texts import amounts, general, names
from ..texts.parties import party, party_and_player
from ..texts.private import trigger
from .inputs import Ask, Choices, Pairs


def megacorps(ask: Ask) -> Pairs:
    """All six MegaCorps, with the country for those that begin with one."""
    lands = {data.start: slug for slug, data in CONTENT.countries.items() if data.start in MEGACORPS}
    told = _("{megacorp} ({country})")
    return [
        (slug, told.format(megacorp=names.megacorp(slug), country=names.country(lands[slug])))
        if slug in lands else (slug, names.megacorp(slug))
        for slug in MEGACORPS
    ]  # fmt: skip


def _companies(slugs: Iterable[str]) -> Pairs:
    return [(slug, names.company(slug)) for slug in slugs]


def for_sale(ask: Ask) -> Pairs:
    """The companies that can be bought, each with the player whose permission the purchase needs."""
    pairs = []
    for slug in board.unowned(ask.public):
        controller = board.permission_from(ask.public, ask.me, slug)
        label = names.company(slug)
        if controller:
            label = _("{company} (permission: {player})").format(
                company=label, player=party(ask.scene, controller)
            )
        pairs.append((slug, label))
    return pairs


def for_sale_again(ask: Ask) -> Pairs:
    """`for_sale` without those that were refused in this turn, and the choice to buy nothing."""
    refused = ask.public.question.companies if ask.public.question else ()
    return [(NONE, _("nothing")), *(pair for pair in for_sale(ask) if pair[0] not in refused)]


def all_companies(ask: Ask) -> Pairs:
    return _companies(COMPANIES)


def ever_for_sale(ask: Ask) -> Pairs:
    """Every company that may be for sale at some time in a game."""
    return _companies(one for one in COMPANIES if one not in NEVER_BOUGHT)


def governed(ask: Ask) -> Pairs:
    """The companies in countries that have a government; companies elsewhere are never taken from their
    owners."""
    return _companies(one for one in COMPANIES if not CONTENT.countries[CONTENT.boxes[one].country].neutral)


def preferences(ask: Ask) -> Pairs:
    """The companies that can be won in a war; countries without a government are never attacked."""
    return [(NONE, _("nothing, and no other")), *governed(ask)]


def spoils(ask: Ask) -> Pairs:
    """The companies against which the winner of a war may intervene, and the choice of none."""
    question, told = ask.public.question, _("{company}: {how}")
    found: tuple[str, ...] = ()
    if question and question.country and question.other:
        found = board.spoils(ask.public, ask.me, question.other, question.country)
        how = names.intervention(ask.public.countries[question.country].government.value)
        told = told.replace("{how}", how)
    return [(NONE, _("nothing")), *((one, told.format(company=names.company(one))) for one in found)]


def interventions(ask: Ask) -> Pairs:
    """The companies against which the player may intervene now, with the kind of intervention."""
    pairs = []
    for slug in COMPANIES:
        country = CONTENT.boxes[slug].country
        if board.can_intervene(ask.public, ask.me, slug):
            owner = ask.public.companies[slug].owner
            how = names.intervention(ask.public.countries[country].government.value)
            label = _("{company}: {how}, from {player}").format(
                company=names.company(slug), how=how, player=party(ask.scene, owner or "")
            )
            pairs.append((slug, label))
    return pairs


def industries(ask: Ask) -> Pairs:
    """All twelve industries, each with its payout now and the players who would receive it."""
    pairs = []
    for slug in CONTENT.industries:
        paid = [
            f"{party(ask.scene, one.player)} {amounts.euros(one.amount)}"
            for one in board.payments(ask.public, slug)
        ]
        label = _("{industry}: {payments}").format(
            industry=names.industry(slug), payments=", ".join(paid) or _("nobody")
        )
        pairs.append((slug, label))
    return pairs


def plain_industries(ask: Ask) -> Pairs:
    return [(slug, names.industry(slug)) for slug in CONTENT.industries]


def countries(ask: Ask) -> Pairs:
    """The eleven countries that can be controlled, with their controllers."""
    pairs = []
    for slug in COUNTRIES:
        controller = ask.public.countries[slug].controller
        who = party(ask.scene, controller) if controller else _("nobody")
        pairs.append((slug, _("{country}, {player}").format(country=names.country(slug), player=who)))
    return pairs


def to_attack(ask: Ask) -> Pairs:
    """The countries that the player does not control, with their defence."""
    return [
        (slug, _("{country}: defence {defence}").format(country=label, defence=_defence(ask, slug)))
        for slug, label in countries(ask)
        if ask.public.countries[slug].controller != ask.me
    ]


def _defence(ask: Ask, country: str) -> int:
    """The total defence of a country: its own plus its controller's mercenaries."""
    controller = ask.public.countries[country].controller
    own = ask.public.seats[controller].mercenaries if controller else 0
    return CONTENT.countries[country].defence + own


def of_government(slug: str) -> Choices:
    """The countries on which a card may be played now, as a function of the question."""

    def found(ask: Ask) -> Pairs:
        card = CONTENT.cards[slug]
        return [
            (one, label)
            for one, label in countries(ask)
            if ask.public.countries[one].government in card.governments
            and not (card.controlled and ask.public.countries[one].controller is None)
        ]

    return found


def of_state(slug: str) -> Choices:
    """The companies on which a card may be played now."""

    def found(ask: Ask) -> Pairs:
        states = CONTENT.cards[slug].states
        return [pair for pair in governed(ask) if ask.public.companies[pair[0]].state in states]

    return found


def players(ask: Ask) -> Pairs:
    """Everybody still in the game."""
    return [(player, party_and_player(ask.scene, player)) for player in ask.public.present]


def others(ask: Ask) -> Pairs:
    return [pair for pair in players(ask) if pair[0] != ask.me]


def votes(ask: Ask) -> Pairs:
    return [*players(ask), (NONE, _("abstention"))]


def hand(ask: Ask) -> Pairs:
    """The kinds of cards in the player's hand, except those that can only answer a payout."""
    own = dict.fromkeys(card for card in ask.private.hand if card not in REACTIONS)
    return [(card, names.card(card)) for card in own]


def card_gone(slug: str) -> str | None:
    """The name of a card that was chosen and is no longer in the hand."""
    return names.card(slug) if slug in CONTENT.cards else None


def held(ask: Ask) -> Pairs:
    """The kinds of cards in the player's hand."""
    return [(card, names.card(card)) for card in dict.fromkeys(ask.private.hand)]


def any_card(ask: Ask) -> Pairs:
    return [(ANY, names.card(ANY)), *((card, names.card(card)) for card in CONTENT.cards)]


def all_cards(ask: Ask) -> Pairs:
    return [(card, names.card(card)) for card in CONTENT.cards if card not in REACTIONS]


def reactions(ask: Ask) -> Pairs:
    return [(card, names.card(card)) for card in REACTIONS]


def held_reactions(ask: Ask) -> Pairs:
    return [pair for pair in reactions(ask) if pair[0] in ask.private.hand]


def first_held(ask: Ask) -> Pairs:
    return [(NONE, _("no card")), *held_reactions(ask)]


def first_reaction(ask: Ask) -> Pairs:
    return [(NONE, _("no card")), *reactions(ask)]


def bids(ask: Ask) -> Pairs:
    """The arms companies of other players, with labels for the price fields."""
    return [
        (
            slug,
            _("Bid to {player}, {company}").format(
                player=party(ask.scene, owner), company=names.company(slug)
            ),
        )
        for slug in board.arms_companies(ask.public)
        if (owner := ask.public.companies[slug].owner) not in (None, ask.me) and owner
    ]


def own_companies(ask: Ask) -> Pairs:
    return _companies(board.companies_of(ask.public, ask.me))


def own_countries(ask: Ask) -> Pairs:
    return [(slug, names.country(slug)) for slug in board.countries_of(ask.public, ask.me)]


def others_companies(ask: Ask) -> Pairs:
    return [
        (slug, f"{names.company(slug)} ({party(ask.scene, owner)})")
        for slug in COMPANIES
        if (owner := ask.public.companies[slug].owner) not in (None, ask.me) and owner
    ]


def others_countries(ask: Ask) -> Pairs:
    return [
        (slug, f"{names.country(slug)} ({party(ask.scene, owner)})")
        for slug in COUNTRIES
        if (owner := ask.public.countries[slug].controller) not in (None, ask.me) and owner
    ]


def triggers(ask: Ask) -> Pairs:
    """The triggers for which a card order may wait."""
    turns = [f"{BEFORE_TURN}{player}" for player in ask.public.present]
    last = min(MAX_ROUND, general.rounds(ask.public))
    rounds = [f"{ROUND_START}{number}" for number in range(ask.public.round + 1, last + 1)]
    return [(one, trigger(one, ask.scene)) for one in (*turns, *rounds, LAST_CALL)]


def offers_to_me(ask: Ask) -> list[str]:
    return [one.id for one in ask.private.offers if one.to == ask.me]


def hints(ask: Ask) -> dict[str, str]:
    """A hint for each action (what it costs or needs now) and for each card of the hand (what it does)."""
    public, me = ask.public, ask.me
    seat, free = public.seats[me], board.free_mercenaries(public, me)
    attack = seat.mercenaries + board.strength(public, me)
    bank = board.bank_mercenaries(public)
    made = {
        "buy_company": _("{price} each").format(price=amounts.euros(CONSTANTS.company_price)),
        "payout": _payout_hint(ask),
        "intervention": _("against a company in your countries"),
        "buy_mercenaries": _("{free} for free, {bank} from the bank at most").format(free=free, bank=bank),
        "war": _("your attack: {attack}").format(attack=attack),
        "pass": _("you do nothing"),
    }
    if seat.money < CONSTANTS.company_price:
        made["buy_company"] = _("you need {price}").format(price=amounts.euros(CONSTANTS.company_price))
    if not board.countries_of(public, me):
        made["intervention"] = _("you need a country")
    if not seat.mercenaries:
        made["war"] = _("you need a mercenary")
    return made | {card: names.card_text(card) for card in dict.fromkeys(ask.private.hand)}


def _payout_hint(ask: Ask) -> str:
    if ask.public.paid == ask.me:
        return _("you hold Paid")
    return _("this round has had its payout") if ask.public.payout_taken else _("once a round")


def hint(ask: Ask, kind: str) -> str:
    """A hint above a question."""
    if kind == "choose_megacorp":
        return _("Choices you leave open are filled in this order: {megacorps}.").format(
            megacorps=", ".join(map(names.megacorp, MEGACORPS))
        )
    if kind in ("wish_list", "company_wish_list"):
        return _("Your favourite first. You get the first one that is still free.")
    if kind == "payout_reaction" and not held_reactions(ask):
        return _("You hold neither Oversupply nor Shortages. Hand in, so that nobody waits for you.")
    if kind in ("antitrust_policy", "mercenary_prices", "war_aid_policy", "payout_reaction_policy"):
        return _("What a rule leaves open counts for all: countries, industries, players.")
    if kind == "card_orders":
        return _("Fill in the moment, the card, and what this card asks for.")
    return ""


def bank_hint(ask: Ask) -> str:
    """The number of mercenaries that the bank sells now, and the number that are free."""
    most, free = board.bank_mercenaries(ask.public), board.free_mercenaries(ask.public, ask.me)
    sold = _("{count} at most, {price} each.").format(
        count=most, price=amounts.euros(CONSTANTS.bank_mercenary_price)
    )
    return _("{sold} For free: {free}.").format(sold=sold, free=free)


def money_hint(ask: Ask) -> str:
    return _("You have {money}.").format(money=amounts.euros(ask.public.seats[ask.me].money))


def mercenaries_hint(ask: Ask) -> str:
    return _("You have {mercenaries}.").format(
        mercenaries=general.mercenaries_text(ask.public.seats[ask.me].mercenaries)
    )


def enters(card: str) -> bool:
    """Whether a card brings a company that may be bought at once."""
    return CONTENT.cards[card].effect is Effect.ENTER
