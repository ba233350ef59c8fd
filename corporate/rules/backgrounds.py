"""The Backgrounds that earn points turn by turn (8.7): each a function of the turn and the player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from games.contract import PlayerId

from .content import BACKGROUNDS, COALITIONS
from .day import Book, Resolved
from .orders import RUN_KINDS, SPECULATIONS, BuyShare, Vote
from .state import Council


class Turn(Struct, frozen=True):
    """What Backgrounds depend on: the accepted orders, the record of the MDC, the runs after their tests."""

    book: Book
    council: Council
    runs: Sequence[Resolved]


def _points(background: str, times: int) -> int:
    return BACKGROUNDS[background].points * times


def _count(turn: Turn, player: PlayerId, *kinds: str) -> int:
    return sum(kept.kind in kinds for kept in turn.book.kept[player])


def _golden_boy(turn: Turn, player: PlayerId) -> int:
    desk = turn.book.desks[player]
    stakes = sum(kept.cost for kept in turn.book.kept[player] if kept.kind in SPECULATIONS)
    return _points("golden_boy", stakes == desk.speculations_quota * desk.max_stake)


def _shadow_veteran(turn: Turn, player: PlayerId) -> int:
    return _points(
        "shadow_veteran", _count(turn, player, *RUN_KINDS) > turn.book.desks[player].seat.influence
    )


def _decorated_veteran(turn: Turn, player: PlayerId) -> int:
    return _points(
        "decorated_veteran", _count(turn, player, "protection") >= turn.book.desks[player].seat.influence
    )


def _made_man(turn: Turn, player: PlayerId) -> int:
    return _points("made_man", _count(turn, player, "sabotage") >= turn.book.desks[player].seat.influence)


def _bought(turn: Turn, player: PlayerId) -> set[str]:
    return {kept.order.corporation for kept in turn.book.kept[player] if isinstance(kept.order, BuyShare)}


def _old_hand(turn: Turn, player: PlayerId) -> int:
    mine = _bought(turn, player)
    others = (placed for placed in turn.book.of(BuyShare) if placed.player != player)
    alone = not any(placed.order.corporation in mine for placed in others)
    return _points("old_hand", bool(mine) and alone)  # D49: inactivity earns nothing


def _winning_ticket(turn: Turn, player: PlayerId) -> int:
    return _points("winning_ticket", _count(turn, player, *RUN_KINDS, *SPECULATIONS) == 0)


def won(council: Council, player: PlayerId) -> bool:
    """Whether the player is in the winning coalition of the turn."""
    return council.winner is not None and player in council.players.get(council.winner, ())


def _power_broker(turn: Turn, player: PlayerId) -> int:
    return _points("power_broker", won(turn.council, player))


def _lawyer(turn: Turn, player: PlayerId) -> int:
    if turn.council.winner is None or not won(turn.council, player):
        return 0
    against = COALITIONS[turn.council.winner].opposite
    council = turn.council
    return _points(
        "lawyer", len(council.players.get(against, ())) + len(council.corporations.get(against, ()))
    )


def spin_points(turn: Turn, player: PlayerId) -> int:
    """Points for successful Sabotages and Extractions by others against the corporation voted up."""
    up = {kept.order.up for kept in turn.book.kept[player] if isinstance(kept.order, Vote)}
    hits = sum(
        resolved.success
        and resolved.run.kind in BACKGROUNDS["spin_genius"].runs
        and resolved.sponsor != player
        and resolved.run.target in up
        for resolved in turn.runs
    )
    return _points("spin_genius", hits)


PER_TURN: Final[dict[str, Callable[[Turn, PlayerId], int]]] = {
    "golden_boy": _golden_boy,
    "shadow_veteran": _shadow_veteran,
    "decorated_veteran": _decorated_veteran,
    "made_man": _made_man,
    "old_hand": _old_hand,
    "winning_ticket": _winning_ticket,
    "power_broker": _power_broker,
    "lawyer": _lawyer,
}
