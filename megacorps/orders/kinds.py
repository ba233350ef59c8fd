"""The inputs of each kind of order (16.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.contract import Problem
from games.formkit.fields import Field
from games.formkit.reading import NONE
from games.skin import Text

from ..rules.content import CONSTANTS, CONTENT, MEGACORPS, Effect
from ..rules.orders import ACTIONS
from . import choices
from .compound import IfHeld, Inputs, InTurns, Parts, Ranking, Rows, Variants, Wishes
from .inputs import (
    Ask,
    Choices,
    Drop,
    Frames,
    Input,
    Listed,
    Number,
    Prices,
    Reading,
    Select,
    Ticks,
    as_mapping,
)

FALLBACKS: Final = 3
SPOILS: Final = 3
WISHES: Final = 12
YES_NO: Final = {"yes": True, "no": False}


def _most_picks(ask: Ask) -> int:
    """The most companies that the other players may pick before one's own last pick, and one's own picks."""
    return CONSTANTS.start_companies * len(ask.public.players)


def _yes_no(yes: Text, no: Text) -> Choices:
    return lambda ask: [("yes", str(yes)), ("no", str(no))]


def _answers(*pairs: tuple[str, Text]) -> Choices:
    return lambda ask: [(value, str(label)) for value, label in pairs]


REACTION: Final[Inputs] = (
    Select("first", _("Card played first"), choices.first_reaction),
    Ticks("counter", _("In answer to the other one"), choices.reactions),
)


JOINED: Final[Inputs] = (
    IfHeld("first", _("Card played first"), choices.first_held),
    Ticks("counter", _("In answer to the other one"), choices.held_reactions),
)

ACTION_INPUTS: Final[Mapping[str, Inputs]] = {
    "buy_company": (
        Select("company", _("Company"), choices.for_sale, every=choices.ever_for_sale),
        Listed("fallbacks", _("If it is taken or forbidden"), choices.for_sale, lambda ask: FALLBACKS),
        InTurns("then_pass", _("After these, pass rather than be asked for another one")),
    ),
    "payout": (Select("industry", _("Industry"), choices.industries), *JOINED),
    "intervention": (Select("company", _("Company"), choices.interventions, every=choices.governed),),
    "buy_mercenaries": (
        Number("from_bank", _("From the bank"), 0, choices.bank_hint),
        Prices("bids", choices.bids),
    ),
    "war": (
        Select("country", _("Country attacked"), choices.to_attack, every=choices.countries),
        Listed("spoils", _("Intervention after a victory"), choices.preferences, lambda ask: SPOILS),
    ),
    "pass": (),
}


@cache
def card_inputs(slug: str) -> Inputs:
    """The inputs of a card: its choices, and what may be joined to it (section 10)."""
    card = CONTENT.cards.get(slug)
    if card is None:
        return ()
    found: list[Input] = []
    if card.governments:
        found.append(Select("country", _("Country"), choices.of_government(slug), every=choices.countries))
    if card.states:
        found.append(Select("company", _("Company"), choices.of_state(slug), every=choices.governed))
    match card.effect:
        case Effect.PAYOUT:
            found += [Select("industry", _("Industry"), choices.industries), *JOINED]
        case Effect.ENTER:
            label = _("Buy its company at once?")
            found.append(Drop("buy", label, _yes_no(_("Buy it"), _("Do not buy it")), YES_NO))
        case Effect.AUCTION:
            found.append(Number("amount", _("Your own bid, if you like"), None, choices.money_hint))
        case Effect.ELECTION:
            found.append(Select("for", _("Your own vote, if you like"), choices.players))
    return tuple(found)


SHORT: Final[Mapping[str, Text]] = {
    "buy_company": _("Buy"),
    "payout": _("Payout"),
    "intervention": _("Intervention"),
    "buy_mercenaries": _("Mercenaries"),
    "war": _("War"),
    "pass": _("Pass"),
}
ACTION: Final = Variants(
    "kind",
    _("Action"),
    lambda ask: [(kind, str(SHORT[kind])) for kind in ACTIONS],
    lambda kind: ACTION_INPUTS.get(kind, ()),
)
PLAY: Final = Variants("card", _("Card"), choices.hand, card_inputs, choices.card_gone)


class Queued(Input):
    """The action of a standing order: its kind and its data, or none."""

    name = "action"

    def fields(self, ask: Ask, at: str) -> list[Field]:
        return []  # shown as answers of a choice

    def read(self, reading: Reading, at: str, path: str) -> object:
        kind = reading.ask.value(f"{at}-action-kind")
        if kind in ("", NONE):
            if reading.ask.filled(f"{at}-action", "kind"):
                reading.problems.append(Problem("missing", reading.place, f"{path}.kind"))
            return None
        return {"kind": kind, "data": ACTION.read(reading, f"{at}-action")}

    def fill(self, value: object, at: str) -> dict[str, str]:
        action = as_mapping(value)
        if not action:
            return {f"{at}-action-kind": NONE}
        return ACTION.fill(str(action["kind"]), as_mapping(action.get("data")), f"{at}-action")


PREFERRED: Final = Wishes("companies", _("Company"), choices.preferences, lambda ask: WISHES)


GIVE: Final = Parts(
    "give",
    (
        Number("money", _("You give, in euros"), 0, choices.money_hint),
        Number("mercenaries", _("You give, in mercenaries"), 0, choices.mercenaries_hint),
        Listed("companies", _("You give a company"), choices.own_companies, lambda ask: 2),
        Listed("countries", _("You give a country"), choices.own_countries, lambda ask: 1),
        Listed("cards", _("You give a card"), choices.held, lambda ask: 2),
    ),
)
WANT: Final = Parts(
    "want",
    (
        Number("money", _("You ask, in euros"), 0),
        Number("mercenaries", _("You ask, in mercenaries"), 0),
        Listed("companies", _("You ask for a company"), choices.others_companies, lambda ask: 2),
        Listed("countries", _("You ask for a country"), choices.others_countries, lambda ask: 1),
        Listed("cards", _("You ask for a card"), choices.any_card, lambda ask: 2),
    ),
)
TO: Final = Select("to", _("To whom"), choices.others)

INPUTS: Final[Mapping[str, Inputs]] = {
    "choose_megacorp": (Ranking("ranking", _("MegaCorp"), choices.megacorps, lambda ask: len(MEGACORPS)),),
    "pick_company": (Select("company", _("Company"), choices.for_sale),),
    "wish_list": (Wishes("companies", _("Company"), choices.all_companies, _most_picks),),
    **ACTION_INPUTS,
    "antitrust": (
        Frames("allow", _("Your answer"), _yes_no(_("Allow the purchase"), _("Forbid it")), YES_NO),
    ),
    "buy_again": (Select("company", _("Company"), choices.for_sale_again, nullable=True),),
    "mercenary_reply": (
        Frames(
            "answer",
            _("Your answer"),
            _answers(("accept", _("Accept")), ("refuse", _("Refuse")), ("counter", _("Ask another price"))),
        ),
        Number("price", _("Your price, in euros")),
    ),
    "mercenary_counter": (
        Frames("accept", _("Your answer"), _yes_no(_("Accept the price"), _("Decline")), YES_NO),
    ),
    "war_aid": (
        Number("to_attacker", _("Mercenaries to the attack"), 0, choices.mercenaries_hint),
        Number("to_defender", _("Mercenaries to the defence"), 0, choices.mercenaries_hint),
    ),
    "war_spoils": (Select("company", _("Company"), choices.spoils, nullable=True),),
    "payout_reaction": JOINED,
    "auction_bid": (Number("amount", _("Your bid, in euros"), 0, choices.money_hint),),
    "election_vote": (Select("for", _("Your vote"), choices.votes, nullable=True),),
    "gift": (TO, GIVE),
    "trade_offer": (TO, GIVE, WANT),
    "queued_action": (Queued(),),
    "company_wish_list": (Wishes("companies", _("Company"), choices.all_companies, lambda ask: WISHES),),
    "antitrust_policy": (
        Rows(
            "rules",
            (
                Select(
                    "answer",
                    _("Answer"),
                    _answers(("ask", _("ask me")), ("allow", _("allow")), ("forbid", _("forbid"))),
                ),
                Select("country", _("In which country"), choices.countries),
                Select("buyer", _("To whom"), choices.others),
            ),
        ),
    ),
    "mercenary_prices": (
        Rows(
            "rules",
            (
                Select(
                    "answer",
                    _("Answer"),
                    _answers(("ask", _("ask me")), ("refuse", _("refuse")), ("price", _("sell at a price"))),
                ),
                Number("price", _("Price in euros")),
                Select("buyer", _("To whom"), choices.others),
            ),
        ),
    ),
    "spoils_preferences": (PREFERRED,),
    "war_aid_policy": (
        Rows(
            "rules",
            (
                Select(
                    "answer",
                    _("Answer"),
                    _answers(
                        ("ask", _("ask me")), ("never", _("send nobody")), ("pledge", _("send mercenaries"))
                    ),
                ),
                Number("to_attacker", _("Mercenaries to the attack"), 0),
                Number("to_defender", _("Mercenaries to the defence"), 0),
                Select("attacker", _("Who attacks"), choices.others),
                Select("country", _("Country attacked"), choices.countries),
            ),
        ),
    ),
    "payout_reaction_policy": (
        Rows(
            "rules",
            (
                Select(
                    "answer",
                    _("Answer"),
                    _answers(("ask", _("ask me")), ("pass", _("play no card")), ("play", _("play cards"))),
                ),
                *REACTION,
                Select("industry", _("Industry"), choices.plain_industries),
                Select("trigger", _("Who calls the payout"), choices.players),
            ),
        ),
    ),
    "card_orders": (
        Rows(
            "orders",
            (
                Select("trigger", _("When"), choices.triggers),
                Select("card", _("Card"), choices.all_cards),
                Select("country", _("Country"), choices.countries),
                Select("industry", _("Industry"), choices.plain_industries),
                Select("company", _("Company"), choices.all_companies),
                Frames(
                    "buy", _("Buy its company at once?"), _yes_no(_("Buy it"), _("Do not buy it")), YES_NO
                ),
                *REACTION,
                Number("amount", _("Your own bid, if you like")),
                Select("for", _("Your own vote, if you like"), choices.players),
            ),
            _("Card {number}: {label}"),
        ),
    ),
    "leave": (),
    "come_back": (),
}
"""The inputs of each kind of order; a played card and an answer to an offer have their own question."""
