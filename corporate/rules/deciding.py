"""The acts that decided a finished game: those of the last turn without which others would have won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from games.contract import PlayerId

from .archives import Deed, Turn
from .content import CONSTANTS, RUNS
from .events.message import VoteCast
from .ranking import in_play, ranking
from .state import Public
from .today import counted


class Pivot(Struct, frozen=True):
    """An act of the last turn without which others would have won. `act`: a run that succeeded, or a vote;
    `winners`, `scores`: those without it."""

    player: PlayerId
    act: Deed | VoteCast
    winners: tuple[PlayerId, ...]
    scores: Mapping[PlayerId, int]


def pivots(public: Public, last: Turn) -> tuple[Pivot, ...]:
    """The acts of the last turn that decided the game by themselves, the weightiest first.

    Each act is removed separately: shares, citizenships and public titles are counted again, everything else
    stays as it was. `public`: the drawer of a finished game."""
    won = frozenset(one.player for one in public.standings or () if one.rank == 1)
    found = []
    for player, act, hits in _acts(last):
        scores = without(public, hits)
        if scores is None:
            continue
        best = max(scores.values())
        winners = tuple(one for one in public.players if scores[one] == best)
        if frozenset(winners) != won:
            found.append(Pivot(player, act, winners, scores))
    return tuple(sorted(found, key=lambda one: _swing(public, one), reverse=True))


def _swing(public: Public, pivot: Pivot) -> int:
    """The sum of the points that an act changed, over all players."""
    return sum(abs(one.score - pivot.scores[one.player]) for one in public.standings or ())


def _acts(last: Turn) -> Iterator[tuple[PlayerId, Deed | VoteCast, dict[str, int]]]:
    """The runs that succeeded and the votes, each with what it changed."""
    for deed in last.deeds:
        sides = {"target": deed.report.target, "beneficiary": deed.report.beneficiary}
        changes = RUNS[deed.report.run].assets if deed.success else {}
        if hits := {corp: changes.get(side, 0) for side, corp in sides.items() if corp and changes.get(side)}:
            yield deed.sponsor, deed, hits
    for player, vote in last.votes.items():
        yield player, vote, {vote.up: CONSTANTS.vote_up_delta, vote.down: CONSTANTS.vote_down_delta}


def without(public: Public, hits: Mapping[str, int]) -> dict[PlayerId, int] | None:
    """The scores of a finished game without these changes of assets. None if that is not known, because a
    corporation has crashed, or would have."""
    rows = public.corporations
    alive = in_play(rows)
    assets = {slug: rows[slug].assets - hits.get(slug, 0) for slug in alive}
    if any(assets.get(slug, 0) <= 0 for slug in hits):
        return None
    before = {slug: replace(rows[slug], history=rows[slug].history[:-1]) for slug in alive}
    moved = {
        slug: replace(rows[slug], assets=assets[slug], rank=rank)
        for rank, slug in enumerate(ranking(assets, before), 1)
    }
    running = replace(public, standings=None)
    was, now = counted(running), counted(replace(running, corporations={**rows, **moved}))
    return {one.player: one.score + now[one.player] - was[one.player] for one in public.standings or ()}
