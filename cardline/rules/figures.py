"""The figures that have been shown, and whether a placement is right (sections 6 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .content import TABLES
from .state import Public


def shown(public: Public, card: str) -> Mapping[str, int] | None:
    """All four figures of a card that has been shown (it is in the line, or failed and in the box); None for
    any other card. Units as in `content.Card`."""
    if card in public.line or any(boxed.card == card and boxed.seen for boxed in public.box):
        return TABLES[public.table_version][card].figures
    return None


def line_values(public: Public) -> tuple[int, ...]:
    """The values of the line by the game's characteristic, in ascending order."""
    table = TABLES[public.table_version]
    return tuple(table[card].figures[public.options.characteristic] for card in public.line)


def fits(values: Sequence[int], gap: int, value: int) -> bool:
    """Whether a card of `value` is right in `gap` (0 .. len(values)) of a line of `values`."""
    return (gap == 0 or values[gap - 1] <= value) and (gap == len(values) or value <= values[gap])


def neighbours(line: Sequence[str], gap: int) -> tuple[str | None, str | None]:
    """The cards left and right of a gap; None at an end."""
    return line[gap - 1] if gap > 0 else None, line[gap] if gap < len(line) else None
