"""What was worked out of a drawer last, kept as long as the very same drawer is asked about.

Drawers are frozen: whoever gets the same object again would work out the same. One look at a page, one judged
form and one resolution ask many times about one drawer, then never again; so the last answer alone is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Of = TypeVar("Of")
Found = TypeVar("Found")


class Last(Generic[Of, Found]):
    """A function of one frozen object, remembered for the last one. What it returns must not be changed."""

    def __init__(self, work_out: Callable[[Of], Found]) -> None:
        self._work_out = work_out
        self._last: tuple[Of, Found] | None = None  # one assignment, so that threads never see half of it

    def __call__(self, of: Of) -> Found:
        """What the function says; raises what it raises."""
        last = self._last
        if last is not None and last[0] is of:
            return last[1]
        found = self._work_out(of)
        self._last = of, found
        return found
