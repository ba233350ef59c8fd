"""What Contrôle Global tells the battery of itself (`tests/battery/promises.py`)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from controle.rules.notation import CATEGORIES
from controle.texts import general
from games.contract import Event, State

score_line_text = general.score_line


def held(state: State[Any, Any, Any]) -> Counter[str]:
    """All cards; tokens of each type with the reserve, and of each player; influences of each player;
    development in all."""
    public, hidden = state.public, state.hidden
    hands = sum(len(drawer.hand) for drawer in state.private.values())
    piles = sum(map(len, hidden.piles.values()))
    played = sum(map(len, public.discards.values()))
    found = Counter({"cards": hands + piles + played + len(hidden.zone) + len(public.archive)})
    found["cards"] += public.forced is not None
    for place, slug in enumerate(CATEGORIES):
        held_by = sum(seat.held[place] for seat in public.seats.values())
        found[f"tokens of {slug}"] = public.reserve[place] + held_by
    for player, seat in public.seats.items():
        found[f"{player}, tokens"] = sum(seat.held)
        found[f"{player}, influences"] = sum(sum(region.influence[player]) for region in public.regions)
    found["development"] = sum(region.development for region in public.regions)
    return found


def moved(before: State[Any, Any, Any], events: tuple[Event, ...]) -> Counter[str]:
    """Influences, tokens and development by the changes of turns and by civil society."""
    found: Counter[str] = Counter()
    kinds = {"influence": "influences", "token": "tokens"}
    for event in events:
        data = event.data
        if event.kind == "free_placed":
            found[f"{data['player']}, influences"] += 1
        for each in data["changes"] if event.kind == "played" else ():
            if each["what"] in kinds:
                found[f"{each['player']}, {kinds[each['what']]}"] += each["amount"]
            elif each["what"] == "development":
                found["development"] += each["amount"]
        if event.kind == "civil_society":
            found["development"] += data["developed"]
            for loss in data["losses"]:
                found[f"{loss['player']}, influences"] -= loss["amount"]
    return found
