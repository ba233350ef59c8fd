"""The lines of the final score (section 8): one dataclass per code; Backgrounds have several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.contract import Line
from games.rulekit.events import ScoreLine, line_codes, read_line


@dataclass(frozen=True, slots=True)
class SharesLine(ScoreLine):
    """`count` shares of a corporation, by its final rank."""

    code = "shares"
    rank: int
    corporation: str
    count: int


@dataclass(frozen=True, slots=True)
class MoneyLine(ScoreLine):
    """Money in nuyens, and how many players have more."""

    code = "money"
    money: int
    richer: int


@dataclass(frozen=True, slots=True)
class CitizenshipLine(ScoreLine):
    code = "citizenship"
    corporation: str
    rank: int


@dataclass(frozen=True, slots=True)
class ClaimLine(ScoreLine):
    """A claim of citizenship on a turn."""

    code = "claim"
    turn: int


@dataclass(frozen=True, slots=True)
class FellowCitizensLine(ScoreLine):
    """How many others are citizens of the same corporation."""

    code = "fellow_citizens"
    count: int


@dataclass(frozen=True, slots=True)
class TitleLine(ScoreLine):
    """A title, by how many it is shared, and the measure that won it."""

    code = "title"
    title: str
    tied: int
    measure: int


@dataclass(frozen=True, slots=True)
class StrategyLine(ScoreLine):
    """A Strategy: the points set on a title, and whether it was held."""

    code = "strategy"
    title: str
    points: int
    held: bool


@dataclass(frozen=True, slots=True)
class NoBackgroundLine(ScoreLine):
    code = "no_background"


# ---- Backgrounds (8.7) ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BackgroundLine(ScoreLine):
    """What a Background brought; each figure it was counted by is a field."""

    background: str


@dataclass(frozen=True, slots=True)
class YoungWolfLine(BackgroundLine):
    code = "background"
    only_if = {"background": "young_wolf"}
    shares: int


@dataclass(frozen=True, slots=True)
class HeirLine(BackgroundLine):
    code = "background"
    only_if = {"background": "heir"}
    influence: int


@dataclass(frozen=True, slots=True)
class SocialParasiteLine(BackgroundLine):
    code = "background"
    only_if = {"background": "social_parasite"}
    players: int


@dataclass(frozen=True, slots=True)
class ManOfHonourLine(BackgroundLine):
    """The corporation he is a citizen of, and his shares of it."""

    code = "background"
    only_if = {"background": "man_of_honour"}
    corporation: str | None
    shares: int


@dataclass(frozen=True, slots=True)
class CelebrityLine(BackgroundLine):
    code = "background"
    only_if = {"background": "celebrity"}
    money_points: int


@dataclass(frozen=True, slots=True)
class AvengerLine(BackgroundLine):
    """The corporation he chose, and its final rank, None if it crashed."""

    code = "background"
    only_if = {"background": "avenger"}
    corporation: str | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class NobodyLine(BackgroundLine):
    code = "background"
    only_if = {"background": "nobody"}


@dataclass(frozen=True, slots=True)
class TurnByTurnLine(BackgroundLine):
    """Every other Background: its points were counted turn by turn."""

    code = "background"
    points: int


CODES: Final = line_codes(globals())


def read(line: Line) -> ScoreLine | None:
    """What a line of the score says; None for a code that is not of these rules."""
    return read_line(CODES, line)
