"""Bribes: the offer for each card, and the amount for which to give a card away."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from games.contract import Order, PlayerId

from ..board import own
from ..content import C
from ..state import Private, Public
from .candidates import bribable
from .survey import Survey, survey
from .worth import OTHERS, Me, card_worth, corrupted, judged, money

STEP: Final = C.money.step
MOST: Final = 800_000
REFUSAL: Final = 2.0
"""What the employee lost by a refusal is worth."""


def offers(public: Public, me: Me) -> list[tuple[float, Order]]:
    """The best offer and the second best, with their worth: the point of corruption is certain; the card is
    won if the amount is what its holder probably wants."""
    player, cash = me.player, me.private.cash
    if cash < STEP:
        return []
    seen = corrupted(public, survey(public), player)
    refused = judged(public, seen, me) + REFUSAL / 4
    others = OTHERS / (len(public.players) - 1)

    @cache
    def wants(holder: PlayerId) -> float:
        return _wants(public, seen, Me(holder, Private()))

    @cache
    def sold_by(holder: PlayerId) -> Survey:
        return corrupted(public, seen, holder)

    made: list[tuple[float, dict[str, Any]]] = []
    for card in bribable(public, player):
        lies = public.cards[card]
        assert lies.holder is not None
        amount = _least(wants(lies.holder) + _held(public, card), C.money.start)
        value = refused
        if amount is not None and amount <= cash:
            value = judged(public, sold_by(lies.holder), richer(me, -amount)) + others * _held(public, card)
            value += 0 if lies.face_down else card_worth(public, card, corrupt=True)
        if amount is None or value <= refused:
            amount, value = STEP, refused
        remove = list(smallest(public, lies.holder))
        made.append((value, {"card": card, "amount": min(amount, cash), "remove": remove}))
    made.sort(key=lambda each: -each[0])
    if not made:
        return []
    best = [offer for _, offer in made[: C.actions.offers]]
    return [(made[0][0], Order("bribe", {"offers": best}))]


def smallest(public: Public, player: PlayerId) -> tuple[str, ...]:
    """The departments of a player that close if they lose an employee, from the smallest; then the others."""
    departments = [office for office in own(public, player) if not public.offices[office].general]
    return tuple(sorted(departments, key=lambda office: public.offices[office].employees))


def _wants(public: Public, seen: Survey, me: Me) -> float:
    """The worth that a player must get for a card that is worth nothing to them; usually below 0, because
    accepting brings a point of corruption, and a refusal costs an employee."""
    return judged(public, seen, me) - REFUSAL - judged(public, corrupted(public, seen, me.player), me)


def _held(public: Public, card: str) -> float:
    """The worth of a card to its holder."""
    held = public.cards[card]
    return 0.0 if held.face_down else card_worth(public, card, held.corrupt)


def _least(wanted: float, cash: int) -> int | None:
    """The least amount in Pinats that is worth `wanted` to a player with this cash; None if there is none."""
    for amount in range(STEP, MOST + STEP, STEP):
        if money(cash + amount) - money(cash) >= wanted:
            return amount
    return None


def accepts(public: Public, me: Me, card: str, amount: int) -> bool:
    """Whether an offer is worth more than the card, including the point of corruption."""
    cash = me.private.cash
    return money(cash + amount) - money(cash) >= _wants(public, survey(public), me) + _held(public, card)


def replies(public: Public, me: Me) -> Order:
    """For each card that the bot holds: the amount for which it is given away."""
    wanted = _wants(public, survey(public), me)
    found: dict[str, Any] = {}
    for card, lies in public.cards.items():
        if lies.holder == me.player:
            amount = _least(wanted + _held(public, card), me.private.cash)
            if amount is not None:
                found[card] = {"accept_from": amount}
    return Order("replies", found)


def richer(me: Me, amount: int) -> Me:
    """The same player with this many Pinats more, or fewer if negative."""
    return replace(me, private=replace(me.private, cash=me.private.cash + amount))
