"""Public events: Wall Street, the lines of the Newsfeeds, the end of the game (7.1 to 7.3)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from games.contract import PlayerId
from games.rulekit.events import EventData

# ---- Wall Street ------------------------------------------------------------------------------


class OpeningRow(Struct, frozen=True, kw_only=True):
    """A corporation in the ranking as it was drawn: nothing has changed yet."""

    corporation: str
    rank: int
    assets: int
    was_rank: None = None
    was: None = None
    change: None = None
    mdc: None = None
    sabotage: None = None
    extraction: None = None
    first: None = None
    last: None = None
    unexplained: None = None
    crashed: bool = False


class Row(Struct, frozen=True, kw_only=True):
    """A corporation at the end of a turn: its rank, its assets, and the known parts of their change."""

    corporation: str
    rank: int
    was_rank: int
    assets: int
    was: int
    change: int
    mdc: int
    sabotage: int
    extraction: int
    first: int
    last: int
    unexplained: int
    crashed: bool


class DerivativeRow(Struct, frozen=True, kw_only=True):
    """A derivative: the sum of its members' assets before (None on turn 0) and now, and the value with which
    the next turn compares, None if no member is left."""

    derivative: str
    members: tuple[str, ...]
    was: int | None
    now: int
    opening: int | None


class WallStreet(EventData, frozen=True):
    """The table of Wall Street on one turn, in rank order; an opening or a closing."""

    turn: int


class MarketOpened(WallStreet, frozen=True):
    """Turn 0, from which the first turn starts."""

    kind = "wall_street"
    only_if = {"turn": 0}
    rows: tuple[OpeningRow, ...]
    derivatives: tuple[DerivativeRow, ...]


class MarketClosed(WallStreet, frozen=True):
    """The end of a turn."""

    kind = "wall_street"
    rows: tuple[Row, ...]
    derivatives: tuple[DerivativeRow, ...]


# ---- the Newsfeeds ----------------------------------------------------------------------------


class CoalitionWeight(Struct, frozen=True):
    """A coalition that has a member: the players who joined it, and the corporations of their own."""

    coalition: str
    weight: int
    players: tuple[PlayerId, ...]
    corporations: tuple[str, ...]


class MdcResult(EventData, frozen=True):
    """The weights at the MDC, heaviest first. `winner`: None if none is heavier than all others."""

    kind = "mdc_result"
    winner: str | None
    coalitions: tuple[CoalitionWeight, ...]


class RunNews(EventData, frozen=True):
    """A run that became public; `target` is a corporation."""

    kind = "run_news"
    run: str
    target: str
    success: bool


class InfluenceNews(EventData, frozen=True):
    kind = "influence_news"
    player: PlayerId
    level: int


class CitizenshipNews(EventData, frozen=True):
    kind = "citizenship_news"
    player: PlayerId
    corporation: str


class CitizenshipLostNews(EventData, frozen=True):
    kind = "citizenship_lost_news"
    player: PlayerId
    corporation: str


class ShareNews(EventData, frozen=True):
    """Shares of one corporation bought by one player, with the number owned now."""

    kind = "share_news"
    player: PlayerId
    corporation: str
    owns: int


class Delta(Struct, frozen=True):
    """The change of a corporation by an effect."""

    corporation: str
    delta: int


class EffectNews(EventData, frozen=True):
    """The effect of the corporation that was first, or last."""

    kind = "effect_news"
    which: Literal["first", "last"]
    corporation: str
    deltas: tuple[Delta, ...]


class CrashNews(EventData, frozen=True):
    """A corporation is gone; `shares_lost` by all players together."""

    kind = "crash_news"
    corporation: str
    assets: int
    shares_lost: int


News = (
    MdcResult
    | RunNews
    | InfluenceNews
    | CitizenshipNews
    | CitizenshipLostNews
    | ShareNews
    | EffectNews
    | CrashNews
)

CATEGORIES: Final[dict[type[News], str]] = {
    MdcResult: "mdc",
    RunNews: "matrix_buzz",
    InfluenceNews: "people",
    CitizenshipNews: "people",
    CitizenshipLostNews: "people",
    ShareNews: "economy",
    EffectNews: "economy",
    CrashNews: "economy",
}
"""The lines of the Newsfeeds, in the order they are printed, and the category of each (7.1)."""


class GameOver(EventData, frozen=True):
    """The game ended on this turn; `winners` share the best score."""

    kind = "game_over"
    turn: int
    winners: tuple[PlayerId, ...]
    score: int
