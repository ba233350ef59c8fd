"""Steps 11 to 13: settling speculations, recording money for the score, paying dividends."""

from __future__ import annotations

from games.contract import PlayerId

from ..day import Book, Holdings, Records, Start, Street, Told
from ..events.message import DerivativeResult, Dividend, RankResult
from ..market import dividend_rate
from ..orders import DerivativeSpeculation, RankSpeculation, Speculation
from ..percent import odds


def speculations(
    start: Start, book: Book, street: Street, *, money: dict[PlayerId, int], records: Records, told: Told
) -> None:
    """Settle speculations: a won stake returns its odds, a lost one nothing, or the stake to players whom the
    MDC safeguards (6.4)."""
    final = {corporation: rank for rank, corporation in enumerate(street.ranking, 1)}
    for placed in book.of(DerivativeSpeculation, RankSpeculation):
        player, order = placed.player, placed.order
        if isinstance(order, DerivativeSpeculation):
            was, now = derivative_values(start, street, order.derivative)
            won = now > was if order.direction == "up" else now < was
            bet = _settle(start, player, order, won, money, records)
            told.to(player, DerivativeResult(order.derivative, order.direction, was, now, *bet))
        elif isinstance(order, RankSpeculation):
            rank = final[order.corporation]
            bet = _settle(start, player, order, order.rank == rank, money, records)
            told.to(player, RankResult(order.corporation, order.rank, rank, *bet))


def derivative_values(start: Start, street: Street, derivative: str) -> tuple[int, int]:
    """The sums at the end of last turn and now, over the members in play at the start (D24)."""
    members = start.market.derivatives[derivative]
    return sum(start.market.assets[one] for one in members), sum(street.assets[one] for one in members)


def _settle(
    start: Start,
    player: PlayerId,
    order: Speculation,
    won: bool,
    money: dict[PlayerId, int],
    records: Records,
) -> tuple[int, int, bool, int]:
    """Pay a speculation; returns the stake, its odds, whether it was won, and the money returned."""
    force = start.market.in_force
    given = odds(force, player, order, start.market.size)
    received = order.stake * given if won else order.stake if player in force.keep_stakes else 0
    money[player] += received
    if won:
        records.speculations_won[player] += 1
    return order.stake, given, won, received


def scoring_money_snapshot(money: dict[PlayerId, int], *, records: Records) -> None:
    """Record the money for the score, every turn; the last record counts (D62)."""
    records.scoring_money = dict(money)


def dividends(
    start: Start, street: Street, holdings: Holdings, *, money: dict[PlayerId, int], told: Told
) -> None:
    """Pay dividends by the final assets and the final ranking (5.8), never below 0."""
    size = len(street.ranking)
    for rank, corporation in enumerate(street.ranking, 1):
        assets, rate = street.assets[corporation], dividend_rate(rank, size)
        for player in start.players:
            shares = holdings.shares[player].get(corporation, 0)
            if shares:
                amount = max(0, shares * assets * rate)
                money[player] += amount
                told.to(player, Dividend(corporation, shares, assets, rate, amount))
