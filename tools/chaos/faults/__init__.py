"""The faults: each is brought upon a running site and says what it saw; an `AssertionError` is a failure.

Whatever was broken, the runner asks afterwards how the operator was told: by lines at ERROR that hold certain
words, and by a mail that holds some.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.chaos.site import Chaos

HOSTED, EMBEDDED = "hosted", "embedded"
BOTH = (HOSTED, EMBEDDED)


@dataclass(frozen=True, slots=True)
class Fault:
    """`told`: what the log must say at ERROR, () where nothing has to be told. `mailed`: what a mail to the
    operators must say (the first of `told`, unless it is worded otherwise), "" where no mail can go."""

    name: str
    run: Callable[[Chaos], str]
    told: tuple[str, ...]
    engines: tuple[str, ...] = BOTH
    mailed: str | None = None

    @property
    def mail(self) -> str:
        return "".join(self.told[:1]) if self.mailed is None else self.mailed


__all__ = ["BOTH", "EMBEDDED", "HOSTED", "Chaos", "Fault"]
