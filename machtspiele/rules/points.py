"""Victory points (11): the six kinds, outdoing the nemesis, and locked points."""

from __future__ import annotations

from typing import Final

from games.contract import PlayerId

from .board import competence
from .content import NEMESIS_CARDS, THRESHOLDS, C
from .events import FourPoints, NemesisLost, NemesisOutdone
from .state import Nemesis, Public
from .table import Table

NEMESIS: Final = "vp_nemesis"
KIND_OF: Final = {
    "influence": "vp_influence",
    "shares": "vp_shares",
    "general_departments": "vp_general",
    "corruption": "vp_corruption",
    "consulting": "vp_consulting",
}
"""The kind of victory point that each track gives (11.1)."""


def kinds(public: Public, player: PlayerId) -> tuple[str, ...]:
    """The public kinds of points that a player has."""
    return tuple(
        KIND_OF[track] for track, least in THRESHOLDS.items() if competence(public, player, track) >= least
    )


def outdoes(public: Public, player: PlayerId, nemesis: Nemesis) -> bool:
    """Whether a player is strictly higher than the nemesis in all three competences or, if the nemesis is the
    player's own colour, than everybody in two of them, each judged separately (11.2)."""
    named = NEMESIS_CARDS[nemesis.card]
    rivals = [nemesis.player] if nemesis.player != player else [p for p in public.players if p != player]
    higher = sum(
        all(competence(public, player, track) > competence(public, rival, track) for rival in rivals)
        for track in named
    )
    return higher >= (2 if nemesis.player == player else len(named))


def settle(table: Table) -> None:
    """Settle points after a complete step, for all players at once: whose nemesis is outdone, and who has
    four points."""
    reached = []
    for player in table.public.players:
        drawer, seat = table.private[player], table.seat(player)
        if seat.nemesis is not None:
            continue  # locked, whatever happens later (11.3)
        outdone = drawer.nemesis is not None and outdoes(table.public, player, drawer.nemesis)
        if outdone != drawer.outdone:
            table.set_private(player, outdone=outdone)
            told = NemesisOutdone if outdone else NemesisLost
            table.tell_only(told(*table.now), player)
        if not seat.four and len(kinds(table.public, player)) + outdone >= C.end.needed:
            reached.append((player, drawer.nemesis if outdone else None))
    for player, locked in reached:
        table.set_seat(player, four=True, nemesis=locked)
        table.tell(FourPoints(player, locked.player if locked else None, locked.card if locked else None))
