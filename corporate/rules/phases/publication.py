"""Step 18: Wall Street, the Newsfeeds and the resolution messages (section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import PlayerId, only
from games.rulekit.events import event

from ..day import COLUMNS, Result, Start, Street, Told
from ..events.message import MESSAGE, Balance
from ..events.news import (
    CATEGORIES,
    CitizenshipLostNews,
    CitizenshipNews,
    CrashNews,
    DerivativeRow,
    EffectNews,
    InfluenceNews,
    MarketClosed,
    News,
    Row,
    RunNews,
    ShareNews,
)
from ..market import derivatives
from .money import derivative_values

_NEWS_ORDER: Final = {kind: place for place, kind in enumerate(CATEGORIES)}
_MESSAGE_ORDER: Final = {kind: place for place, kind in enumerate(MESSAGE)}


def publication(
    start: Start, street: Street, money: dict[PlayerId, int], told: Told, *, result: Result
) -> None:
    """Make the events of the noon: Wall Street, the news sorted by content (D64), then each message."""
    numbers = {player: number for number, player in enumerate(start.players)}
    result.events.append(event(wall_street(start, street)))
    result.events += map(event, sorted(told.news, key=lambda line: _content(line, numbers)))
    for player in start.players:
        balance = Balance(start.state.private[player].message_money, money[player])
        lines = sorted(told.messages.get(player, ()), key=lambda line: _MESSAGE_ORDER[type(line)])
        audience = only(player)
        result.events += [event(line, audience) for line in (balance, *lines)]


def _content(line: News, numbers: Mapping[PlayerId, int]) -> tuple[int | str | bool, ...]:
    """The sort key of a line, from its content only, because the order of entry would reveal sponsors
    (D64)."""
    kind = _NEWS_ORDER[type(line)]
    match line:
        case RunNews(run, target, success):
            return kind, run, target, success
        case EffectNews(which, corporation):
            return kind, which, corporation
        case CrashNews(corporation):
            return kind, corporation
        case CitizenshipNews(player, corporation) | CitizenshipLostNews(player, corporation):
            return kind, corporation, numbers[player]
        case ShareNews(player, corporation):
            return kind, corporation, numbers[player]
        case InfluenceNews(player):
            return kind, numbers[player]
        case _:
            return (kind,)  # the council's decision: one line


def wall_street(start: Start, street: Street) -> MarketClosed:
    """The table of 7.3: every change, the parts of it that are known, and the rest unexplained."""
    rows = []
    for rank, corporation in enumerate(street.ranking, 1):
        was, assets = start.market.assets[corporation], street.assets[corporation]
        known = {column: street.changes[column].get(corporation, 0) for column in COLUMNS}
        row = Row(
            corporation=corporation,
            rank=rank,
            was_rank=start.market.ranks[corporation],
            assets=assets,
            was=was,
            change=assets - was,
            **known,
            unexplained=assets - was - sum(known.values()),
            crashed=corporation in street.crashed,
        )
        rows.append(row)
    return MarketClosed(start.turn, tuple(rows), _derivatives(start, street))


def _derivatives(start: Start, street: Street) -> tuple[DerivativeRow, ...]:
    """The old and new value over the same members, and the value with which the next turn compares (D24)."""
    left = {one: assets for one, assets in street.assets.items() if one not in street.crashed}
    opening = {slug: sum(left[one] for one in members) for slug, members in derivatives(left).items()}
    rows = []
    for derivative, members in start.market.derivatives.items():
        was, now = derivative_values(start, street, derivative)
        row = DerivativeRow(
            derivative=derivative, members=members, was=was, now=now, opening=opening.get(derivative)
        )
        rows.append(row)
    return tuple(rows)
