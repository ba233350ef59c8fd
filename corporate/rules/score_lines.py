"""The lines of the final score (section 8): one struct per code; Backgrounds have several."""

from __future__ import annotations

from typing import Final

from games.contract import Line
from games.rulekit.events import ScoreLine, line_codes, read_line


class SharesLine(ScoreLine, frozen=True):
    """`count` shares of a corporation, by its final rank."""

    code = "shares"
    rank: int
    corporation: str
    count: int


class MoneyLine(ScoreLine, frozen=True):
    """Money in nuyens, and how many players have more."""

    code = "money"
    money: int
    richer: int


class CitizenshipLine(ScoreLine, frozen=True):
    code = "citizenship"
    corporation: str
    rank: int


class ClaimLine(ScoreLine, frozen=True):
    """A claim of citizenship on a turn."""

    code = "claim"
    turn: int


class FellowCitizensLine(ScoreLine, frozen=True):
    """How many others are citizens of the same corporation."""

    code = "fellow_citizens"
    count: int


class TitleLine(ScoreLine, frozen=True):
    """A title, the number of players who share it, and the measure that won it."""

    code = "title"
    title: str
    tied: int
    measure: int


class StrategyLine(ScoreLine, frozen=True):
    """A Strategy: the points staked on a title, and whether the player holds it."""

    code = "strategy"
    title: str
    points: int
    held: bool


class NoBackgroundLine(ScoreLine, frozen=True):
    code = "no_background"


# ---- Backgrounds (8.7) ------------------------------------------------------------------------


class BackgroundLine(ScoreLine, frozen=True):
    """The points of a Background; the figures on which they depend are fields."""

    background: str


class YoungWolfLine(BackgroundLine, frozen=True):
    code = "background"
    only_if = {"background": "young_wolf"}
    shares: int


class HeirLine(BackgroundLine, frozen=True):
    code = "background"
    only_if = {"background": "heir"}
    influence: int


class SocialParasiteLine(BackgroundLine, frozen=True):
    code = "background"
    only_if = {"background": "social_parasite"}
    players: int


class ManOfHonourLine(BackgroundLine, frozen=True):
    """The corporation of the player's citizenship, and the player's shares of it."""

    code = "background"
    only_if = {"background": "man_of_honour"}
    corporation: str | None
    shares: int


class CelebrityLine(BackgroundLine, frozen=True):
    code = "background"
    only_if = {"background": "celebrity"}
    money_points: int


class AvengerLine(BackgroundLine, frozen=True):
    """The chosen corporation, and its final rank, None if it crashed."""

    code = "background"
    only_if = {"background": "avenger"}
    corporation: str | None
    rank: int | None


class NobodyLine(BackgroundLine, frozen=True):
    code = "background"
    only_if = {"background": "nobody"}


class TurnByTurnLine(BackgroundLine, frozen=True):
    """Every other Background: its points were counted turn by turn."""

    code = "background"
    points: int


CODES: Final = line_codes(globals())


def read(line: Line) -> ScoreLine | None:
    """The typed data of a score line; None for an unknown code."""
    return read_line(CODES, line)
