"""Bribes: what to offer for which card, and from which amount on to give one away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from games.contract import Order, PlayerId

from ..content import C
from ..state import Card, Private, Public
from .candidates import bribable
from .worth import Own, card_worth, money, own, worth

STEP: Final = C.money.step
MOST: Final = 800_000
REFUSAL: Final = 2.0
"""What the employee lost by a refusal is worth."""


def offers(public: Public, player: PlayerId, private: Private) -> list[tuple[float, Order]]:
    """The best offer, and the second after it, with what they are worth: the point of corruption is sure;
    the card comes if the amount is what its holder is likely to want."""
    me = own(player, private)
    base = worth(_corrupted(public, player), me)
    made: list[tuple[float, dict[str, Any]]] = []
    for card in bribable(public, player):
        if private.cash < STEP:
            break
        holder = public.cards[card].holder
        assert holder is not None
        amount = least(public, card, holder)
        if amount is None or amount > private.cash:
            made.append((base + REFUSAL / 4, _offer(card, STEP)))
            continue
        bought = _bought(_corrupted(_corrupted(public, player), holder), player, card)
        value = worth(bought, replace(me, cash=private.cash - amount))
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
    guess = Own(holder, C.money.start, None)
    keep = worth(public, guess) - REFUSAL
    sold = worth(_corrupted(public, holder), guess) - _held(public, card)
    for amount in range(STEP, MOST + STEP, STEP):
        if sold + money(guess.cash + amount) - money(guess.cash) >= keep:
            return amount
    return None


def _held(public: Public, card: str) -> float:
    held = public.cards[card]
    return 0.0 if held.face_down else card_worth(public, card, held.corrupt)


def accepts(public: Public, player: PlayerId, private: Private, card: str, amount: int) -> bool:
    """Whether an offer is worth more than the card, the point of corruption counted in."""
    me = own(player, private)
    keep = worth(public, me) - REFUSAL
    sold = worth(_corrupted(public, player), replace(me, cash=private.cash + amount)) - _held(public, card)
    return sold >= keep


def replies(public: Public, player: PlayerId, private: Private) -> Order:
    """For every card he holds: from which amount on it is given away."""
    found: dict[str, Any] = {}
    for card, lies in public.cards.items():
        if lies.holder == player:
            for amount in range(STEP, MOST + STEP, STEP):
                if accepts(public, player, private, card, amount):
                    found[card] = {"accept_from": amount}
                    break
    return Order("replies", found)
