"""Random legal forms of every kind, for games that tests play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.contract import Dice, Order, Orders, PlayerId, View, Window
from games.rulekit.chance import Chance
from games.rulekit.windows import asked_now

from . import standing_samples as filed
from .board import spoils, unowned
from .check import check
from .content import COMPANIES, CONTENT, MEGACORPS, REACTIONS, Effect
from .state import Private, Public
from .windows import windows

Seen = View[Public, Private]


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A random form that passes `check`; sometimes none, and rarely one that leaves the game."""
    player = view.viewer
    asked = asked_now(windows(view.public), window, view.viewer)
    if player is None or view.private is None or asked is None:
        return None
    chance = Chance(dice, "sample")
    if chance.one_in(16) and not asked.is_door:
        return None
    for _ in range(TRIES):
        form = FORMS[asked.kind](view, player, chance)
        if form is None or check(view, asked, form) == ():
            return form
    return None


TRIES: Final = 6


def _one(kind: str, **data: Any) -> Orders:
    return (Order(kind, data),)


# ---- set-up, turns, programmes -------------------------------------------------------------------


def _choose(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return _one("choose_megacorp", ranking=list(chance.shuffled(MEGACORPS)))


def _pick(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return _one("pick_company", company=chance.pick(unowned(view.public)))


def _wish(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return _one("wish_list", companies=list(chance.some(COMPANIES, 12)))


def _turn(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    """An action, usually one that can begin; sometimes a card."""
    seen = view.public.version
    if chance.one_in(4) and (card := _play(view, player, chance, seen)):
        return (card,)
    action = filed.action(view.public, player, chance)
    return (Order(action.kind, {**action.data, "seen": seen}),)


def _program(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    actions = tuple(filed.action(view.public, player, chance) for _ in range(chance.below(4)))
    plays = tuple(play for play in (_play(view, player, chance, None),) if play and chance.one_in(2))
    return actions + plays


def _last_call(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    play = _play(view, player, chance, None)
    return (play,) if play else ()


def _cards(view: Seen, player: PlayerId, chance: Chance) -> Orders | None:
    play = _play(view, player, chance, view.public.version) if chance.one_in(2) else None
    return (play,) if play else None


def _play(view: Seen, player: PlayerId, chance: Chance, seen: int | None) -> Order | None:
    """One of the cards of the hand, with choices that may be made now."""
    hand = view.private.hand if view.private else ()
    cards = [card for card in hand if CONTENT.cards[card].effect is not Effect.COMPETITORS]
    if not cards:
        return None
    data = filed.play(view.public, chance.pick(cards), chance)
    return Order("play_card", data if seen is None else {**data, "seen": seen})


# ---- the other questions -------------------------------------------------------------------------


def _antitrust(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return _one("antitrust", allow=chance.one_in(2))


def _buy_again(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return _one("buy_again", company=None if chance.one_in(4) else chance.pick(unowned(view.public)))


def _reply(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    orders = []
    for company, bid in sorted(view.private.bids.items() if view.private else ()):
        answer = chance.pick(("accept", "refuse", "counter"))
        price = bid + 1 + chance.below(4) if answer == "counter" else None
        orders.append(Order("mercenary_reply", {"company": company, "answer": answer, "price": price}))
    return tuple(orders)


def _counter(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    counters = sorted(view.private.counters if view.private else ())
    return tuple(
        Order("mercenary_counter", {"company": company, "accept": chance.one_in(2)}) for company in counters
    )


def _aid(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    own = view.public.seats[player].mercenaries
    to_attacker = chance.below(own + 1)
    return _one("war_aid", to_attacker=to_attacker, to_defender=chance.below(own - to_attacker + 1))


def _spoils(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    question = view.public.question
    assert question is not None and question.other is not None and question.country is not None
    legal = spoils(view.public, player, question.other, question.country)
    return _one("war_spoils", company=chance.pick((*legal, None)))


def _reaction(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    held = [card for card in REACTIONS if view.private and card in view.private.hand]
    first = chance.pick((*held, "none"))
    return _one("payout_reaction", first=first, counter=list(chance.some(held, len(held))))


def _bid(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return _one("auction_bid", amount=chance.below(min(12, view.public.seats[player].money) + 1))


def _vote(view: Seen, player: PlayerId, chance: Chance) -> Orders:
    return (Order("election_vote", {"for": chance.pick((*view.public.present, None))}),)


# ---- doors ---------------------------------------------------------------------------------------


def _trade(view: Seen, player: PlayerId, chance: Chance) -> Orders | None:
    offers = view.private.offers if view.private else ()
    if offers and chance.one_in(2):
        offer = chance.pick(offers)
        if offer.by == player:
            return _one("trade_withdraw", offer=offer.id)
        return _one("trade_answer", offer=offer.id, accept=chance.one_in(2), cards=[])
    if chance.one_in(2):
        return None
    to = chance.pick([other for other in view.public.present if other != player])
    give = filed.bundle(view.public, player, chance)
    if give.get("cards") and view.private:
        give["cards"] = list(chance.some(view.private.hand, 1))
    if chance.one_in(3):
        return _one("gift", to=to, give=give)
    return _one("trade_offer", to=to, give=give, want=filed.bundle(view.public, to, chance))


def _file(view: Seen, player: PlayerId, chance: Chance) -> Orders | None:
    if chance.one_in(2):
        return None
    return (filed.standing_order(view.public, player, chance),)


def _leave(view: Seen, player: PlayerId, chance: Chance) -> Orders | None:
    return _one("leave") if chance.one_in(12) else None


def _come_back(view: Seen, player: PlayerId, chance: Chance) -> Orders | None:
    return _one("come_back") if chance.one_in(2) else None


FORMS: Final[Mapping[str, Callable[[Seen, PlayerId, Chance], Orders | None]]] = {
    "choose_megacorp": _choose,
    "pick_company": _pick,
    "wish_list": _wish,
    "turn": _turn,
    "program": _program,
    "last_call": _last_call,
    "cards": _cards,
    "antitrust": _antitrust,
    "buy_again": _buy_again,
    "mercenary_reply": _reply,
    "mercenary_counter": _counter,
    "war_aid": _aid,
    "war_spoils": _spoils,
    "payout_reaction": _reaction,
    "auction_bid": _bid,
    "election_vote": _vote,
    "trade": _trade,
    "file": _file,
    "leave": _leave,
    "come_back": _come_back,
}
