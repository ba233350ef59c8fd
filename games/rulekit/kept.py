"""Caching the last value computed from a drawer, as long as the same drawer object is used.

Drawers are frozen, so that the same object always gives the same value. A page, a judged form or a resolution
uses one drawer many times and then never again; therefore only the last value is cached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Of = TypeVar("Of")
Found = TypeVar("Found")


class Last(Generic[Of, Found]):
    """A function of one frozen object that caches its last result. The result must not be changed."""

    def __init__(self, work_out: Callable[[Of], Found]) -> None:
        self._work_out = work_out
        self._last: tuple[Of, Found] | None = None  # one assignment, so that threads never see half of it

    def __call__(self, of: Of) -> Found:
        """The result of the function; raises what it raises."""
        last = self._last
        if last is not None and last[0] is of:
            return last[1]
        found = self._work_out(of)
        self._last = of, found
        return found
