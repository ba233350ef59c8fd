"""Sums of Pinats in the notation of the reader's language."""

from __future__ import annotations

from games.skin import figures


def pinats(value: int) -> str:
    """`600,000 P`, in French with its own separators; a no-break space keeps the unit beside its figure."""
    return f"{figures.number(value)}{figures.FIXED}P"


def signed(value: int) -> str:
    """A movement of money with its sign."""
    return f"{figures.signed(value)}{figures.FIXED}P"
