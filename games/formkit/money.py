"""How sums of a title's money are written."""

from __future__ import annotations

from dataclasses import dataclass

from ..skin import figures


@dataclass(frozen=True, slots=True)
class Money:
    """A title's money. `unit`: what stands after a figure, and may be typed after one."""

    unit: str

    def text(self, value: int) -> str:
        """A sum, never shortened: `1 500 000 ny`, `1,500,000 ny`."""
        return f"{figures.number(value)}{figures.FIXED}{self.unit}"

    def signed(self, value: int) -> str:
        """A movement of money with its sign: `+200,000 ny`."""
        return f"{figures.signed(value)}{figures.FIXED}{self.unit}"
