"""Sums of euros in the notation of the reader's language."""

from __future__ import annotations

from games.skin import figures


def euros(value: int) -> str:
    """`€4`, `−€4`; `4 €`, `−4 €` in French."""
    if figures.is_french():
        return f"{figures.number(value)}{figures.FIXED}€"
    sign = figures.MINUS if value < 0 else ""
    return f"{sign}€{figures.number(abs(value))}"


def signed(value: int) -> str:
    """A movement of money with its sign: `+€4`, `+4 €`."""
    return f"+{euros(value)}" if value > 0 else euros(value)
