"""The final places (14.3)."""

from __future__ import annotations

from games.contract import Standing

from .state import Public


def places(public: Public) -> tuple[Standing, ...] | None:
    """The standings as they were written when the game ended; None while it goes on."""
    return public.standings
