"""What MegaCorps tells the battery of itself (`tests/battery/promises.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.contract import Event, State
from megacorps.texts import general

score_line_text = general.score_line


def held(state: State[Any, Any, Any]) -> Counter[str]:
    """Each player's money in euros, and how many there are of each card."""
    public, hidden = state.public, state.hidden
    hands = [card for drawer in state.private.values() for card in drawer.hand]
    money = {player: seat.money for player, seat in public.seats.items()}
    return Counter([*hands, *hidden.deck, *hidden.aside, *public.discard]) + Counter(money)


def moved(before: State[Any, Any, Any], events: tuple[Event, ...]) -> Counter[str]:
    """No card comes and none goes; money moves, and whoever leaves has none any more."""
    found: Counter[str] = Counter()
    for event in events:
        if event.kind == "player_left":
            left = event.data["player"]
            found[left] = -before.public.seats[left].money
        else:
            found.update(money_of(event.kind, event.data))
    return found


def money_of(kind: str, data: Mapping[str, Any]) -> dict[str, int]:
    """What one event says that each player was paid, or has paid."""
    match kind:
        case "company_bought":
            return {data["player"]: -data["price"]}
        case "mercenaries_bought":
            return {data["player"]: -data["cost"]}
        case "mercenary_bargained" if data["result"] == "sold":
            return {data["player"]: -data["price"], data["owner"]: data["price"]}
        case "paid_out" | "final_payout":
            return {payment["player"]: payment["amount"] for payment in data["payments"]}
        case "intervened" | "company_changed" if data["owner"]:
            return {data["owner"]: data["compensation"]}
        case "auction_held" if data["winner"]:
            return {data["winner"]: -data["price"]}
        case "given":
            return {data["player"]: -data["give"]["money"], data["to"]: data["give"]["money"]}
        case "traded":
            net = data["want"]["money"] - data["give"]["money"]
            return {data["player"]: net, data["to"]: -net}
    return {}
