"""What decided a finished game, for the page with the final scores (`templates/games/scores.html`)."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import Standing


def first_two(standings: Sequence[Standing]) -> tuple[Standing, Standing] | None:
    """The winner and the runner-up, if one player won alone."""
    if len(standings) < 2 or standings[1].rank == 1:
        return None
    return standings[0], standings[1]
