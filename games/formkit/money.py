"""Formatting sums of a title's money."""

from __future__ import annotations

from msgspec import Struct

from ..skin import figures


class Money(Struct, frozen=True):
    """A title's money. `unit`: written after a figure; players may type it, too."""

    unit: str

    def text(self, value: int) -> str:
        """A sum, never shortened: `1 500 000 ny`, `1,500,000 ny`."""
        return f"{figures.number(value)}{figures.FIXED}{self.unit}"

    def signed(self, value: int) -> str:
        """A gain or loss with its sign: `+200,000 ny`."""
        return f"{figures.signed(value)}{figures.FIXED}{self.unit}"
