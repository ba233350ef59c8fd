"""Steps 11 to 13: speculations are settled, money is recorded for the score, shares pay."""

from __future__ import annotations

from ..day import Day, Placed
from ..events.message import DerivativeResult, Dividend, RankResult
from ..market import dividend_rate
from ..orders import DerivativeSpeculation, RankSpeculation
from ..percent import odds


def speculations(day: Day) -> None:
    """A won stake returns its odds, a lost one nothing, or itself to those the MDC safeguards (6.4)."""
    final = {corporation: rank for rank, corporation in enumerate(day.ranking, 1)}
    for placed in day.of("derivative_speculation", "rank_speculation"):
        order = placed.order
        if isinstance(order, DerivativeSpeculation):
            was, now = derivative_values(day, order.derivative)
            won = now > was if order.direction == "up" else now < was
            bet = _settle(day, placed, won)
            day.told(placed.player, DerivativeResult(order.derivative, order.direction, was, now, *bet))
        elif isinstance(order, RankSpeculation):
            rank = final[order.corporation]
            bet = _settle(day, placed, order.rank == rank)
            day.told(placed.player, RankResult(order.corporation, order.rank, rank, *bet))


def derivative_values(day: Day, derivative: str) -> tuple[int, int]:
    """The sums at the end of last turn and now, over the members in play at the start (D24)."""
    members = day.market.derivatives[derivative]
    return sum(day.market.assets[one] for one in members), sum(day.assets[one] for one in members)


def _settle(day: Day, placed: Placed, won: bool) -> tuple[int, int, bool, int]:
    """A stake is paid back as it was won or lost: the stake, its odds, whether it was won, what came back."""
    player, order, force = placed.player, placed.order, day.market.in_force
    given = odds(force, player, order, day.market.size)
    received = order.stake * given if won else order.stake if player in force.keep_stakes else 0
    day.money[player] += received
    if won:
        day.speculations_won[player] += 1
    return order.stake, given, won, received


def scoring_money_snapshot(day: Day) -> None:
    """Recorded every turn; the last record counts (D62)."""
    day.scoring_money = dict(day.money)


def dividends(day: Day) -> None:
    """Every share pays by the final assets and the final ranking (5.8); never less than nothing."""
    size = len(day.ranking)
    for rank, corporation in enumerate(day.ranking, 1):
        assets, rate = day.assets[corporation], dividend_rate(rank, size)
        for player in day.players:
            shares = day.shares[player].get(corporation, 0)
            if shares:
                amount = max(0, shares * assets * rate)
                day.money[player] += amount
                day.told(player, Dividend(corporation, shares, assets, rate, amount))
