"""What Macht$piele tells the battery of itself (`tests/battery/promises.py`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.contract import Event, State
from machtspiele.rules.content import VALUES
from machtspiele.texts import general

score_line_text = general.score_line


def held(state: State[Any, Any, Any]) -> Counter[str]:
    """Each player's cash in Pinats, how many executives they have, all employees, certificates by value."""
    public = state.public
    found = Counter({player: drawer.cash for player, drawer in state.private.items()})
    found["employees"] = public.supply + sum(office.employees for office in public.offices.values())
    for player, seat in public.seats.items():
        found[f"{player}, executives"] = seat.reserve + sum(
            (
                sum(office.heads for office in public.offices.values() if office.owner == player),
                public.board.count(player),
                list(public.directors.values()).count(player),
                sum(inside.count(player) for inside in public.consultants.values()),
                public.boss == player,
            )
        )
        found.update(f"certificate of {value}" for value in seat.certificates)
    found.update({f"certificate of {value}": public.market[value - 1] for value in VALUES})
    return found


def moved(before: State[Any, Any, Any], events: tuple[Event, ...]) -> Counter[str]:
    """Money moves by incomes, fines, prices and envelopes; nothing else comes or goes."""
    found: Counter[str] = Counter()
    envelopes = {
        (one.briber, one.card): one.amount
        for drawer in before.private.values()
        if (one := drawer.envelope) is not None
    }
    for event in events:
        data = event.data
        match event.kind:
            case "income" | "boss_removed":
                found[data["player"]] += data["amount"]
            case "fine":
                found[data["player"]] -= data["amount"]
            case "shares_bought" | "general_bought" | "consultant_bought":
                found[data["player"]] -= data["cost"]
            case "fool_paid":
                for share in data["shares"]:
                    found[share["player"]] += share["paid"] + share["bank"]
                    found[data["player"]] -= share["paid"]
            case "bribe_amount":
                envelopes[data["player"], data["card"]] = data["amount"]
            case "bribe_accepted":
                amount = envelopes[data["player"], data["card"]]
                found[data["player"]] -= amount
                found[data["target"]] += amount
    return found
