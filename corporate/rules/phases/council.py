"""Steps 4 and 5: the votes, and the coalitions of the MDC (5.4, 5.5)."""

from __future__ import annotations

from games.contract import PlayerId

from ..content import COALITIONS, CONSTANTS
from ..council import members
from ..day import Book, Holdings, Mdc, Start, Street, Told, most
from ..events.message import CoalitionJoined, VoteCast
from ..events.news import CoalitionWeight, MdcResult
from ..orders import JoinCoalition, Vote
from ..state import Council


def votes(book: Book, *, street: Street, told: Told) -> None:
    """Apply the votes, which add up (step 4)."""
    for placed in book.of(Vote):
        street.assets[placed.order.up] += CONSTANTS.vote_up_delta
        street.assets[placed.order.down] += CONSTANTS.vote_down_delta
        told.to(placed.player, VoteCast(placed.order.up, placed.order.down))


def mdc(start: Start, book: Book, holdings: Holdings, *, council: Mdc, street: Street, told: Told) -> None:
    """Determine the members of each coalition and the winner, and apply its immediate effects; the record
    applies on the next turn (D22)."""
    joined = {placed.player: placed.order.coalition for placed in book.of(JoinCoalition)}
    council.record = record = _record(start, holdings, joined)
    winner = record.winner
    for effect in COALITIONS[winner].effects if winner else ():
        if effect.turn == "this" and effect.kind == "assets":
            for corporation in members(record, effect):
                street.assets[corporation] += effect.delta
                street.changes["mdc"][corporation] += effect.delta
    for player, coalition in joined.items():
        told.to(player, CoalitionJoined(coalition, won=coalition == winner))
    told.publish(MdcResult(winner, _weights(record)))


def _record(start: Start, holdings: Holdings, joined: dict[PlayerId, str]) -> Council:
    players: dict[str, list[PlayerId]] = {}
    for player, coalition in joined.items():
        players.setdefault(coalition, []).append(player)
    corporations: dict[str, list[str]] = {}
    for corporation in start.market.assets:
        owner = most({player: holdings.shares[player].get(corporation, 0) for player in start.players})
        if owner in joined:  # else neutral: a tie, no shareholder, or an owner in no coalition (D15)
            corporations.setdefault(joined[owner], []).append(corporation)
    weights = {slug: len(who) + len(corporations.get(slug, ())) for slug, who in players.items()}
    return Council(
        most(weights),
        {slug: tuple(who) for slug, who in players.items()},
        {slug: tuple(which) for slug, which in corporations.items()},
    )


def _weights(council: Council) -> tuple[CoalitionWeight, ...]:
    """Coalitions with a member, heaviest first, equal ones in the order of the tables."""
    rows = []
    for coalition in COALITIONS:
        players = council.players.get(coalition, ())
        corporations = council.corporations.get(coalition, ())
        if players:
            rows.append(CoalitionWeight(coalition, len(players) + len(corporations), players, corporations))
    return tuple(sorted(rows, key=lambda row: -row.weight))
