"""The score if the game ended now, as far as one reader may know (7.3, 8).

The lines are those of `scoring`. Public lines are counted from the public drawer, with private drawers that
contain nothing else. The reader's own lines are counted twice, against others who have nothing and against
others who have more of everything; the truth lies between the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.contract import PlayerId, State, View
from games.rulekit.events import ScoreLine

from .content import RUNS
from .orders import DEFENCES
from .score_lines import AvengerLine, CelebrityLine, MoneyLine, SocialParasiteLine, TurnByTurnLine
from .scoring import OF_PUBLIC, award, final, lines_of
from .state import Hidden, Private, Public, Seat, Tally

SECRET: Final = (MoneyLine, TurnByTurnLine, CelebrityLine, AvengerLine, SocialParasiteLine)
"""Lines that cannot be counted from the public drawer, even of a Background that everybody is shown."""

_MORE: Final = 10**15  # than anybody can have
POOR: Final = Private(money=0, avenger_draw=(), scoring_money=-1)
RICH: Final = Private(
    money=0,
    avenger_draw=(),
    scoring_money=_MORE,
    tally=Tally(_MORE, dict.fromkeys(RUNS, _MORE), dict.fromkeys(DEFENCES, _MORE)),
)


class Prospect(Struct, frozen=True):
    """A line of the reader's own score in the best case. `least`, `most`: its points in the worst and in the
    best case; `most` is None if nobody may know them before the end (D63). `seen`: whether it is public."""

    line: ScoreLine
    least: int
    most: int | None
    seen: bool

    @property
    def sure(self) -> bool:
        return self.least == self.most


class Today(Struct, frozen=True):
    """`seen`: the public lines of every player. `own`: all lines of the reader; () for a spectator."""

    seen: Mapping[PlayerId, tuple[ScoreLine, ...]]
    own: tuple[Prospect, ...]

    def score(self, player: PlayerId) -> int:
        """The public points of a player."""
        return sum(line.amount for line in self.seen[player])


def today(view: View[Public, Private]) -> Today | None:
    """The score if the game ended now; None before the ranking is drawn."""
    if not view.public.corporations:
        return None
    seen = _seen(view.public)
    if view.viewer is None or view.private is None:
        return Today(seen, ())
    return Today(seen, tuple(_own(view.public, view.viewer, view.private, seen[view.viewer])))


def counted(public: Public) -> dict[PlayerId, int]:
    """The public points of each player; the final scores once the game is over. {} before the ranking is
    drawn."""
    if not public.corporations:
        return {}
    if public.standings is not None:
        return {one.player: one.score for one in public.standings}
    return {player: sum(line.amount for line in lines) for player, lines in _seen(public).items()}


def _shown(seat: Seat) -> Private:
    """A private drawer with only the public facts about its owner. Claims are printed in the Newsfeeds but
    are not in the public drawer, so that those of others are not counted."""
    return Private(money=0, avenger_draw=(), background=seat.background)


def _seen(public: Public) -> dict[PlayerId, tuple[ScoreLine, ...]]:
    drawers = {player: _shown(public.seats[player]) for player in public.players}
    end = final(State(public, drawers, Hidden()))
    titles = award(end, OF_PUBLIC)
    return {
        player: tuple(line for line in lines_of(end, titles, player) if not isinstance(line, SECRET))
        for player in public.players
    }


def _own(public: Public, reader: PlayerId, private: Private, seen: tuple[ScoreLine, ...]) -> list[Prospect]:
    if all(len(row.history) == 1 for row in public.corporations.values()):  # no noon has recorded it yet
        private = replace(private, scoring_money=private.money)
    best, worst = (_lines_against(public, reader, private, others) for others in (POOR, RICH))
    found = []
    for key, line in best.items():
        least = worst[key].amount if key in worst else 0
        unknown = isinstance(line, TurnByTurnLine) and line.background == "spin_genius"
        found.append(Prospect(line, least, None if unknown else line.amount, line in seen))
    return found


def _lines_against(
    public: Public, reader: PlayerId, private: Private, others: Private
) -> dict[tuple[object, ...], ScoreLine]:
    """The reader's lines if all others had this drawer, each by what it is about."""
    drawers = {player: private if player == reader else others for player in public.players}
    end = final(State(public, drawers, Hidden()))
    about = ("title", "background", "corporation", "turn")
    return {
        (line.code, *(getattr(line, name, None) for name in about)): line
        for line in lines_of(end, award(end), reader)
    }
