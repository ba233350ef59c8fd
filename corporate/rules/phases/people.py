"""Steps 14, 15 and 17: citizenship, influence, and the points of Backgrounds."""

from __future__ import annotations

from ..backgrounds import PER_TURN, spin_points
from ..day import Day
from ..desk import scoring_background
from ..events.message import CitizenshipClaimed, InfluenceBought
from ..events.news import CitizenshipNews, InfluenceNews


def citizenship_claims(day: Day) -> None:
    """A new citizenship replaces the old one and costs VP (O3, 8.3)."""
    for placed in day.of("citizenship_claim"):
        player, corporation = placed.player, placed.order.corporation
        day.citizenship[player] = corporation
        day.claimed.add(player)
        day.told(player, CitizenshipClaimed(corporation, day.desks[player].claim_points))
        day.published(CitizenshipNews(player, corporation))


def influence_purchases(day: Day) -> None:
    """Levels rise; they are usable from the next turn (O2)."""
    for placed in day.of("buy_influence"):
        player = placed.player
        day.influence[player] += 1
        day.told(player, InfluenceBought(day.influence[player], placed.cost))
        day.published(InfluenceNews(player, day.influence[player]))


def background_points(day: Day) -> None:
    """The per-turn points (8.7). Those of a Spin genius are kept where nobody sees them (D63)."""
    for player in day.players:
        background = scoring_background(day.state.private[player])
        if background == "spin_genius":
            day.spin_points[player] = spin_points(day, player)
        elif background in PER_TURN:
            day.points[player] = PER_TURN[background](day, player)
