"""Steps 14, 15 and 17: citizenship, influence, and the points of Backgrounds."""

from __future__ import annotations

from ..backgrounds import PER_TURN, Turn, spin_points
from ..day import Book, Holdings, Matrix, Mdc, Records, Start, Told
from ..desk import scoring_background
from ..events.message import CitizenshipClaimed, InfluenceBought
from ..events.news import CitizenshipNews, InfluenceNews
from ..orders import BuyInfluence, CitizenshipClaim


def citizenship_claims(book: Book, *, holdings: Holdings, told: Told) -> None:
    """Apply claims: a new citizenship replaces the old one and costs VP (O3, 8.3)."""
    for placed in book.of(CitizenshipClaim):
        player, corporation = placed.player, placed.order.corporation
        holdings.citizenship[player] = corporation
        holdings.claimed.add(player)
        told.to(player, CitizenshipClaimed(corporation, book.desks[player].claim_points))
        told.publish(CitizenshipNews(player, corporation))


def influence_purchases(book: Book, *, holdings: Holdings, told: Told) -> None:
    """Raise the levels of influence, which can be used from the next turn on (O2)."""
    for placed in book.of(BuyInfluence):
        player = placed.player
        holdings.influence[player] += 1
        told.to(player, InfluenceBought(holdings.influence[player], placed.cost))
        told.publish(InfluenceNews(player, holdings.influence[player]))


def background_points(start: Start, book: Book, council: Mdc, matrix: Matrix, *, records: Records) -> None:
    """Add the per-turn points (8.7). Those of a Spin genius are stored in the hidden drawer (D63)."""
    turn = Turn(book, council.record, matrix.runs)
    for player in start.players:
        background = scoring_background(start.state.private[player])
        if background == "spin_genius":
            records.spin_points[player] = spin_points(turn, player)
        elif background in PER_TURN:
            records.points[player] = PER_TURN[background](turn, player)
