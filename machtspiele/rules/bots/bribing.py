"""Bribes: what to offer for which card, and from which amount on to give one away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from games.contract import Order, PlayerId

from ..content import C
from ..state import Card, Private, Public
from .candidates import bribable
from .worth import Me, card_worth, money, worth

STEP: Final = C.money.step
MOST: Final = 800_000
REFUSAL: Final = 2.0
"""What the employee lost by a refusal is worth."""


def offers(public: Public, me: Me) -> list[tuple[float, Order]]:
    """The best offer, and the second after it, with what they are worth: the point of corruption is sure;
    the card comes if the amount is what its holder is likely to want."""
    player, cash = me.player, me.private.cash
    base = worth(_corrupted(public, player), me)
    made: list[tuple[float, dict[str, Any]]] = []
    for card in bribable(public, player):
        if cash < STEP:
            break
        holder = public.cards[card].holder
        assert holder is not None
        amount = least(public, card, holder)
        if amount is None or amount > cash:
            made.append((base + REFUSAL / 4, _offer(card, STEP)))
            continue
        bought = _bought(_corrupted(_corrupted(public, player), holder), player, card)
        value = worth(bought, richer(me, -amount))
        if value > base:
            made.append((value, _offer(card, amount)))
        else:
            made.append((base + REFUSAL / 4, _offer(card, STEP)))
    made.sort(key=lambda each: -each[0])
    if not made:
        return []
    best = [offer for _, offer in made[: C.actions.offers]]
    return [(made[0][0], Order("bribe", {"offers": best}))]


def _offer(card: str, amount: int) -> dict[str, Any]:
    return {"card": card, "amount": amount}


def _corrupted(public: Public, player: PlayerId) -> Public:
    seat = public.seats[player]
    return replace(public, seats={**public.seats, player: replace(seat, corruption=seat.corruption + 1)})


def _bought(public: Public, player: PlayerId, card: str) -> Public:
    """The card changes hands and sides."""
    was = public.cards[card]
    return replace(public, cards={**public.cards, card: Card(player, True, was.face_down)})


def least(public: Public, card: str, holder: PlayerId) -> int | None:
    """The least amount in Pinats for which its holder would sensibly give a card away, as everybody can
    reckon it; None if it is too dear. His purse is not known: he is taken to have what all began with."""
    guess = Me(holder, Private())
    keep = worth(public, guess) - REFUSAL
    sold = worth(_corrupted(public, holder), guess) - _held(public, card)
    for amount in range(STEP, MOST + STEP, STEP):
        if sold + money(C.money.start + amount) - money(C.money.start) >= keep:
            return amount
    return None


def _held(public: Public, card: str) -> float:
    held = public.cards[card]
    return 0.0 if held.face_down else card_worth(public, card, held.corrupt)


def accepts(public: Public, me: Me, card: str, amount: int) -> bool:
    """Whether an offer is worth more than the card, the point of corruption counted in."""
    keep = worth(public, me) - REFUSAL
    sold = worth(_corrupted(public, me.player), richer(me, amount)) - _held(public, card)
    return sold >= keep


def replies(public: Public, me: Me) -> Order:
    """For every card he holds: from which amount on it is given away."""
    found: dict[str, Any] = {}
    for card, lies in public.cards.items():
        if lies.holder == me.player:
            for amount in range(STEP, MOST + STEP, STEP):
                if accepts(public, me, card, amount):
                    found[card] = {"accept_from": amount}
                    break
    return Order("replies", found)


def richer(me: Me, amount: int) -> Me:
    """The same player with so many Pinats more, or fewer."""
    return replace(me, private=replace(me.private, cash=me.private.cash + amount))
