"""Step 18: Wall Street, the Newsfeeds and the resolution messages (section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import PlayerId
from games.rulekit.events import event

from ..day import COLUMNS, Day
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


def publication(day: Day) -> None:
    """Everything told at noon: Wall Street, the news sorted by content (D64), then each message."""
    numbers = {player: number for number, player in enumerate(day.players)}
    day.events.append(event(wall_street(day)))
    day.events += map(event, sorted(day.news, key=lambda line: _content(line, numbers)))
    for player in day.players:
        day.told(player, Balance(day.state.private[player].message_money, day.money[player]))
        lines = sorted(day.messages[player], key=lambda line: _MESSAGE_ORDER[type(line)])
        day.events += [event(line, day.audiences[player]) for line in lines]


def _content(line: News, numbers: Mapping[PlayerId, int]) -> tuple[int | str | bool, ...]:
    """Sorted by nothing but what the line says: order of entry would betray sponsors (D64)."""
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


def wall_street(day: Day) -> MarketClosed:
    """The table of 7.3: every change, the parts of it that are known, and the rest unexplained."""
    rows = []
    for rank, corporation in enumerate(day.ranking, 1):
        was, assets = day.market.assets[corporation], day.assets[corporation]
        known = {column: day.changes[column].get(corporation, 0) for column in COLUMNS}
        row = Row(
            corporation=corporation,
            rank=rank,
            was_rank=day.market.ranks[corporation],
            assets=assets,
            was=was,
            change=assets - was,
            **known,
            unexplained=assets - was - sum(known.values()),
            crashed=corporation in day.crashed,
        )
        rows.append(row)
    return MarketClosed(day.turn, tuple(rows), _derivatives(day))


def _derivatives(day: Day) -> tuple[DerivativeRow, ...]:
    """Old and new value over the same members, and the value the next turn compares with (D24)."""
    left = {one: assets for one, assets in day.assets.items() if one not in day.crashed}
    opening = {slug: sum(left[one] for one in members) for slug, members in derivatives(left).items()}
    rows = []
    for derivative, members in day.market.derivatives.items():
        was, now = derivative_values(day, derivative)
        row = DerivativeRow(
            derivative=derivative, members=members, was=was, now=now, opening=opening.get(derivative)
        )
        rows.append(row)
    return tuple(rows)
