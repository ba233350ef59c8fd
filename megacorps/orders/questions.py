"""The questions of each window: its fields as a flat mapping, read into orders and filled from orders.

Each question has a name, which is the prefix of the names of its fields: `line-1`, `play-2`, `antitrust`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _
from msgspec import Struct, field

from games.contract import Order, Orders, Problem
from games.rulekit.shapes import OrderData
from games.rulekit.shapes import order as as_order

from ..rules import orders as o
from ..rules.content import CONSTANTS, CONTENT, REACTIONS
from ..rules.state import Offer
from . import choices
from .compound import fill_all, read_all
from .inputs import Ask, Listed, Reading, as_mapping
from .kinds import ACTION, GIVE, INPUTS, PLAY, TO, WANT

LINES: Final = tuple(f"line-{number}" for number in range(1, CONSTANTS.programmed_actions + 1))
BY_COMPANY: Final = {"mercenary_reply": "answer", "mercenary_counter": "accept"}
CARD: Final = "play_card"
OPEN: Final = "open"  # the name of the button that opens a standing order
STARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "program": ("line-", "play-"),
    "last_call": ("play-",),
}
"""What the names of a window's fields begin with, where that is not the kind of the window."""


def wanted_cards(offer: Offer) -> Listed:
    """The input for the cards that the player who accepts an offer gives: as many as it asks for."""
    return Listed("cards", _("Card you give"), choices.held, lambda ask: len(offer.want.cards))


class Read(Struct):
    """The orders of a form as typed. `names`: the question each order comes from; `fields`: the prefixes of
    the fields of its lists (`Reading.fields`)."""

    orders: list[Order] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    fields: list[Mapping[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, at: str, kind: str, data: Mapping[str, object], reading: Reading) -> None:
        self.orders.append(Order(kind, dict(data)))
        self.names.append(at)
        self.fields.append(reading.fields)
        self.problems += reading.problems


def starts_of(window: str) -> tuple[str, ...]:
    """The prefixes of the names of a window's fields."""
    return STARTS.get(window, (f"{window}-",))


def read(ask: Ask, window: str) -> Read:
    """Read the orders in the fields of a window. Never raises."""
    made = Read()
    match window:
        case "turn":
            _read_turn(ask, made)
        case "program":
            for at in LINES:
                _read_action(ask, at, made)
            _read_plays(ask, made)
        case "last_call":
            _read_plays(ask, made)
        case "cards":
            _read_card(ask, "cards", made)
        case "mercenary_reply" | "mercenary_counter":
            _read_by_company(ask, window, made)
        case "trade":
            _read_trade(ask, made)
        case "file":
            _read_filing(ask, made)
        case _:
            reading = Reading(ask, 0)
            made.add(window, window, read_all(INPUTS.get(window, ()), reading, window), reading)
    return made


def fill(ask: Ask, window: str, orders: Orders) -> dict[str, str]:
    """The values of the fields for these orders; for a door, those without any order."""
    match window:
        case "turn" | "cards":
            return {}  # orders at a door are resolved when they are handed in, so none is saved
        case "program" | "last_call":
            return _fill_programme(ask, orders)
        case "mercenary_reply" | "mercenary_counter":
            filled: dict[str, str] = {}
            for order in orders:
                filled |= fill_all(INPUTS[window], order.data, f"{window}-{order.data.get('company', '')}")
            return filled
        case "trade":
            return {}
        case "file":
            return fill_standing(ask)
    return fill_all(INPUTS.get(window, ()), orders[0].data, window) if orders else {}


def shown(ask: Ask, window: str, orders: Orders) -> dict[str, str]:
    """The values of a page: what was posted for a window, otherwise the saved orders."""
    stands = fill(ask, window, orders)
    if window == "file":
        stands = {key: value for key, value in stands.items() if not ask.has(_filed_at(key))}
    elif any(key.startswith(starts_of(window)) for key in ask.values):
        stands = {}
    return {**ask.values, **stands}


def _filed_at(key: str) -> str:
    """The question to which a field of a standing order belongs."""
    return "-".join(key.split("-")[:2])


# ---- actions and cards ---------------------------------------------------------------------------


def _read_action(ask: Ask, at: str, made: Read) -> None:
    kind, reading = ACTION.chosen(ask, at), Reading(ask, len(made.orders))
    if not kind and (at == "turn" or ask.filled(at, "seen")):  # a turn always has an action
        reading.problems.append(Problem("missing", reading.place, "kind"))
    if kind or reading.problems:
        made.add(at, kind, ACTION.read(reading, at), reading)


def _read_turn(ask: Ask, made: Read) -> None:
    if ACTION.chosen(ask, "turn") == CARD:
        _read_card(ask, "turn-card", made)
    else:
        _read_action(ask, "turn", made)
    _see(ask, "turn", made)


def _read_card(ask: Ask, at: str, made: Read) -> None:
    reading = Reading(ask, len(made.orders))
    card = PLAY.chosen(ask, at)
    made.add(at, CARD, {**({"card": card} if card else {}), **PLAY.read(reading, at)}, reading)
    if at == "cards":
        _see(ask, at, made)


def _see(ask: Ask, at: str, made: Read) -> None:
    """Add the version of the board that the page showed, so that a change is noticed."""
    seen = ask.value(f"{at}-seen")
    for order in made.orders:
        if seen.isascii() and seen.isdigit() and len(seen) < 10:
            made.orders[made.orders.index(order)] = Order(order.kind, {**order.data, "seen": int(seen)})


def plays(ask: Ask) -> list[tuple[str, str]]:
    """The cards of a programme as questions: the name of the question, and the card."""
    named = []
    for number in range(1, o.MOST_CARDS + 1):
        card = ask.value(f"play-{number}-card")
        if card in CONTENT.cards:
            named.append((f"play-{number}", card))
    return named or [(f"play-{number}", card) for number, card in enumerate(_playable(ask), 1)]


def _playable(ask: Ask) -> list[str]:
    return [card for card in ask.private.hand if card not in REACTIONS]


def place(ask: Ask, at: str, number: int) -> int:
    """The position of a card among those that are played: the one that was chosen, otherwise the one on the
    page."""
    given = ask.value(f"{at}-place")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 3 else number


def _in_order(ask: Ask) -> list[tuple[str, str]]:
    """The cards in the order in which they are played. A card that was moved up is put before the card that
    the page shows at its new place, a card that was moved down after it."""
    numbered = enumerate(plays(ask), 1)
    moved = [(place(ask, at, number), number, (at, card)) for number, (at, card) in numbered]
    return [one for _to, _from, one in sorted(moved, key=lambda m: (m[0], (m[0] > m[1]) - (m[0] < m[1])))]


def _read_plays(ask: Ask, made: Read) -> None:
    for at, card in _in_order(ask):
        reading, ticked = Reading(ask, len(made.orders)), ask.value(f"{at}-do") == "on"
        if not ticked and ask.filled(at, "card", "place"):
            reading.problems.append(Problem("not_ticked", reading.place))
        if ticked or reading.problems:
            made.add(at, CARD, {"card": card, **PLAY.read(_choosing(ask, at, card, reading), at)}, reading)


def _choosing(ask: Ask, at: str, card: str, reading: Reading) -> Reading:
    """The same reading for a question that is about a given card."""
    return replace(reading, ask=Ask(ask.scene, {**ask.values, f"{at}-card": card}))


def _fill_programme(ask: Ask, orders: Orders) -> dict[str, str]:
    """The fields of a programme: the actions on its lines; the cards played, then the other cards of the
    hand."""
    filled: dict[str, str] = {}
    actions = [order for order in orders if order.kind != CARD]
    for at, order in zip(LINES, actions, strict=False):
        filled |= ACTION.fill(order.kind, order.data, at)
    played = [order for order in orders if order.kind == CARD]
    rest = Counter(_playable(ask)) - Counter(str(order.data.get("card")) for order in played)
    for number, order in enumerate(played, 1):
        at = f"play-{number}"
        filled |= {f"{at}-do": "on", **PLAY.fill(str(order.data["card"]), order.data, at)}
    for number, card in enumerate(rest.elements(), len(played) + 1):
        filled[f"play-{number}-card"] = card
    filled |= {f"play-{number}-place": str(number) for number in range(1, len(played) + rest.total() + 1)}
    return filled


# ---- answers about companies, trade --------------------------------------------------------------


def asked_about(ask: Ask, window: str) -> tuple[str, ...]:
    """The companies of the open bargain, for which the reader's own drawer has prices."""
    own = ask.private.bids if window == "mercenary_reply" else ask.private.counters
    return tuple(sorted(own))


def _read_by_company(ask: Ask, window: str, made: Read) -> None:
    for company in asked_about(ask, window):
        at = f"{window}-{company}"
        if ask.value(f"{at}-{BY_COMPANY[window]}"):
            reading = Reading(ask, len(made.orders))
            data = read_all(INPUTS[window], reading, at)
            # The answer counts at once: a price typed beside another one must not be lost without a word.
            if data.get("answer") != "counter" and data.pop("price", None) is not None:
                reading.problems.append(Problem("not_a_choice", reading.place, "price"))
            made.add(at, window, {"company": company, **data}, reading)


def _read_trade(ask: Ask, made: Read) -> None:
    """Read a gift, an offer (if something is asked for), or an answer to an open offer."""
    reading, done = Reading(ask, 0), ask.value("trade-do")
    verb, _colon, offer = done.partition(":")
    if verb == "withdraw":
        made.add("trade", "trade_withdraw", {"offer": offer}, reading)
    elif verb in ("accept", "refuse"):
        stands = next((one for one in ask.private.offers if one.id == offer), None)
        cards: object = []
        if verb == "accept" and stands:
            cards = wanted_cards(stands).read(reading, f"trade-{done}", "cards")
        data = {"offer": offer, "accept": verb == "accept", "cards": cards}
        made.add("trade", "trade_answer", data, reading)
    else:
        data = read_all((TO, GIVE, WANT), reading, "trade")
        kind = "trade_offer" if any(as_mapping(data["want"]).values()) else "gift"
        if kind == "gift":
            del data["want"]
        made.add("trade", kind, data, reading)


# ---- standing orders -----------------------------------------------------------------------------


def standing(ask: Ask) -> dict[str, Order]:
    """The current standing orders, each as the order that would file it."""
    own = ask.private.standing
    filed: Iterable[OrderData] = (
        o.CompanyWishList(own.company_wish_list),
        o.AntitrustPolicy(own.antitrust_policy),
        o.MercenaryPrices(own.mercenary_prices),
        o.SpoilsPreferences(own.spoils_preferences),
        o.WarAidPolicy(own.war_aid_policy),
        o.PayoutReactionPolicy(own.payout_reaction_policy),
        o.CardOrders(own.card_orders),
    )
    action = own.queued_action
    queued = None if action is None else {"kind": action.kind, "data": dict(action.data)}
    made = {"queued_action": Order("queued_action", {"action": queued})}
    return made | {one.kind: as_order(one) for one in filed}


def drawn(ask: Ask, at: str) -> bool:
    """Whether the page shows the fields of a rarely used question. Together these fields are larger than the
    rest of the form, so those of a question are shown only once its button is pressed, until it is handed
    in."""
    return ask.value(OPEN) == at or ask.has(at)


def fill_standing(ask: Ask) -> dict[str, str]:
    """The values of the fields of those standing orders that are shown."""
    filled: dict[str, str] = {}
    for kind, order in standing(ask).items():
        if drawn(ask, f"file-{kind}"):
            filled |= fill_all(INPUTS[kind], order.data, f"file-{kind}")
    return filled


def _read_filing(ask: Ask, made: Read) -> None:
    """Read one order for each standing order that was changed or cannot be read; none for those whose fields
    the page did not show."""
    for kind, old in standing(ask).items():
        at = f"file-{kind}"
        if not ask.has(at):
            continue
        reading = Reading(ask, len(made.orders))
        data = read_all(INPUTS[kind], reading, at)
        new = o.SHAPES.read(Order(kind, data), 0)
        if reading.problems or new != o.SHAPES.read(old, 0):
            made.add(at, kind, data, reading)
