"""Step 18: Wall Street, the Newsfeeds and the resolution messages (section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.contract import Event

from ..day import COLUMNS, MESSAGE, Day
from ..market import derivatives
from .money import derivative_values

NEWS: Final = {
    "mdc_result": "mdc",
    "run_news": "matrix_buzz",
    "influence_news": "people",
    "citizenship_news": "people",
    "citizenship_lost_news": "people",
    "share_news": "economy",
    "effect_news": "economy",
    "crash_news": "economy",
}
"""The kinds of public lines, in the order they are printed, and their category (7.1)."""

_NEWS_ORDER: Final = {kind: place for place, kind in enumerate(NEWS)}
_MESSAGE_ORDER: Final = {kind: place for place, kind in enumerate(MESSAGE)}


def publication(day: Day) -> None:
    """Everything told at noon: Wall Street, the news sorted by content (D64), then each message."""
    numbers = {player: number for number, player in enumerate(day.players)}
    day.events.append(wall_street(day))
    day.events += sorted(day.news, key=lambda event: _content(event.data, _NEWS_ORDER[event.kind], numbers))
    for player in day.players:
        before, after = day.state.private[player].message_money, day.money[player]
        day.told(player, "balance", before=before, after=after)
        day.events += sorted(day.messages[player], key=lambda event: _MESSAGE_ORDER[event.kind])


def _content(data: Mapping[str, Any], kind: int, numbers: Mapping[Any, int]) -> tuple[Any, ...]:
    """Sorted by nothing but what the line says: order of entry would betray sponsors (D64)."""
    return (
        kind,
        data.get("run", data.get("which", "")),
        data.get("target") or data.get("corporation") or "",
        data.get("success", False),
        numbers.get(data.get("player"), 0),
    )


def wall_street(day: Day) -> Event:
    """The table of 7.3: every change, the parts of it that are known, and the rest unexplained."""
    rows = []
    for rank, corporation in enumerate(day.ranking, 1):
        was, assets = day.market.assets[corporation], day.assets[corporation]
        known = {column: day.changes[column].get(corporation, 0) for column in COLUMNS}
        rows.append(
            {
                "corporation": corporation,
                "rank": rank,
                "was_rank": day.market.ranks[corporation],
                "assets": assets,
                "was": was,
                "change": assets - was,
                **known,
                "unexplained": assets - was - sum(known.values()),
                "crashed": corporation in day.crashed,
            }
        )
    return Event("wall_street", {"turn": day.turn, "rows": rows, "derivatives": _derivatives(day)})


def _derivatives(day: Day) -> list[dict[str, Any]]:
    """Old and new value over the same members, and the value the next turn compares with (D24)."""
    left = {one: assets for one, assets in day.assets.items() if one not in day.crashed}
    opening = {slug: sum(left[one] for one in members) for slug, members in derivatives(left).items()}
    rows = []
    for derivative, members in day.market.derivatives.items():
        was, now = derivative_values(day, derivative)
        rows.append(
            {
                "derivative": derivative,
                "members": list(members),
                "was": was,
                "now": now,
                "opening": opening.get(derivative),
            }
        )
    return rows
