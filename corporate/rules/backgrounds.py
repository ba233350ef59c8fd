"""The Backgrounds that earn points turn by turn (8.7): each a function of the day and the player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.contract import PlayerId

from .content import BACKGROUNDS, COALITIONS
from .day import Day
from .orders import RUN_KINDS, SPECULATIONS, BuyShare, Vote


def _points(background: str, times: int) -> int:
    return BACKGROUNDS[background].points * times


def _count(day: Day, player: PlayerId, *kinds: str) -> int:
    return sum(kept.kind in kinds for kept in day.kept[player])


def _golden_boy(day: Day, player: PlayerId) -> int:
    desk = day.desks[player]
    stakes = sum(kept.cost for kept in day.kept[player] if kept.kind in SPECULATIONS)
    return _points("golden_boy", stakes == desk.speculations_quota * desk.max_stake)


def _shadow_veteran(day: Day, player: PlayerId) -> int:
    return _points("shadow_veteran", _count(day, player, *RUN_KINDS) > day.desks[player].seat.influence)


def _decorated_veteran(day: Day, player: PlayerId) -> int:
    return _points("decorated_veteran", _count(day, player, "protection") >= day.desks[player].seat.influence)


def _made_man(day: Day, player: PlayerId) -> int:
    return _points("made_man", _count(day, player, "sabotage") >= day.desks[player].seat.influence)


def _bought(day: Day, player: PlayerId) -> set[str]:
    return {kept.order.corporation for kept in day.kept[player] if isinstance(kept.order, BuyShare)}


def _old_hand(day: Day, player: PlayerId) -> int:
    mine = _bought(day, player)
    others = (placed for placed in day.of("buy_share") if placed.player != player)
    alone = not any(placed.order.corporation in mine for placed in others)
    return _points("old_hand", bool(mine) and alone)  # D49: inactivity earns nothing


def _winning_ticket(day: Day, player: PlayerId) -> int:
    return _points("winning_ticket", _count(day, player, *RUN_KINDS, *SPECULATIONS) == 0)


def won(day: Day, player: PlayerId) -> bool:
    """Whether the player is in the winning coalition of the turn."""
    winner = day.council.winner
    return winner is not None and player in day.council.players.get(winner, ())


def _power_broker(day: Day, player: PlayerId) -> int:
    return _points("power_broker", won(day, player))


def _lawyer(day: Day, player: PlayerId) -> int:
    if day.council.winner is None or not won(day, player):
        return 0
    against = COALITIONS[day.council.winner].opposite
    council = day.council
    return _points(
        "lawyer", len(council.players.get(against, ())) + len(council.corporations.get(against, ()))
    )


def spin_points(day: Day, player: PlayerId) -> int:
    """Successful Sabotages and Extractions by others against the corporation he voted up."""
    up = {kept.order.up for kept in day.kept[player] if isinstance(kept.order, Vote)}
    hits = sum(
        resolved.success
        and resolved.run.kind in BACKGROUNDS["spin_genius"].runs
        and resolved.sponsor != player
        and resolved.run.target in up
        for resolved in day.runs
    )
    return _points("spin_genius", hits)


PER_TURN: Final[dict[str, Callable[[Day, PlayerId], int]]] = {
    "golden_boy": _golden_boy,
    "shadow_veteran": _shadow_veteran,
    "decorated_veteran": _decorated_veteran,
    "made_man": _made_man,
    "old_hand": _old_hand,
    "winning_ticket": _winning_ticket,
    "power_broker": _power_broker,
    "lawyer": _lawyer,
}
