"""A guided first turn: steps on the real order form, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .summary import Text


class GuideStep(Struct, frozen=True):
    """What to do and why. `anchor`: the id of the part of the form where it is done; `done`: whether the form
    contains it."""

    name: Text
    what: Text
    why: Text
    anchor: str
    done: bool = False


class Guide(Struct, frozen=True):
    """The steps as a form shows them. `is_open`: the step to do now is shown; otherwise the guide is offered,
    folded. `number`: of that step, from 1."""

    steps: Sequence[GuideStep]
    is_open: bool

    @property
    def number(self) -> int:
        return next((at for at, step in enumerate(self.steps, 1) if not step.done), len(self.steps))

    @property
    def now(self) -> GuideStep:
        return self.steps[self.number - 1]
