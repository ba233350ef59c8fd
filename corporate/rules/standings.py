"""The final places, from what everybody sees: they were written when the game ended (section 8)."""

from __future__ import annotations

from games.contract import Standing

from .state import Public


def standings(public: Public) -> tuple[Standing, ...] | None:
    """Best first, every line of every score; None while the game goes on."""
    return public.standings
