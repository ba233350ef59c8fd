"""The faults: each function brings one about on a running site and returns its observation; an
`AssertionError` is a failure.

Afterwards the runner checks how the operator was told: by lines at ERROR with certain words, and by a mail
with certain words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.chaos.site import Chaos

HOSTED, EMBEDDED = "hosted", "embedded"
BOTH = (HOSTED, EMBEDDED)


@dataclass(frozen=True, slots=True)
class Fault:
    """`told`: words that the log must contain at ERROR, () if nothing has to be told. `mailed`: words that a
    mail to the operators must contain (the first of `told`, unless it is worded differently), "" if no mail
    can be sent."""

    name: str
    run: Callable[[Chaos], str]
    told: tuple[str, ...]
    engines: tuple[str, ...] = BOTH
    mailed: str | None = None

    @property
    def mail(self) -> str:
        return "".join(self.told[:1]) if self.mailed is None else self.mailed


__all__ = ["BOTH", "EMBEDDED", "HOSTED", "Chaos", "Fault"]
