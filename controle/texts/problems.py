"""Every refusal as a sentence."""

from __future__ import annotations

from games.contract import Problem
from games.skin import Scene


def text(scene: Scene | None, problem: Problem) -> str:
    """A refusal as a sentence: what did not happen, why, with both figures, what to do."""
    return problem.code
