"""What a title declares for the battery, because it cannot be found in its rules and skin.

It stands in `tests/<title>/battery.py`, or in the module of the title that is there for tests only.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from games.contract import Event, Line, State


class Promises(Protocol):
    """The names that such a module has.

    `held`: what may neither come from nowhere nor be lost, by who or what holds it: money in the unit of the
    rules, cards as how many of each. `moved`: how much the events of one resolution, given the state before
    it, say was added to each; nothing where it stays. `score_line_text`: a line of the final score in words,
    as pages write it.
    """

    held: Callable[[State[Any, Any, Any]], Mapping[str, int]]
    moved: Callable[[State[Any, Any, Any], tuple[Event, ...]], Mapping[str, int]]
    score_line_text: Callable[[Line], str]


def promises(title: str) -> Promises:
    """Those of a title. Raises ImportError if it has made none."""
    module = importlib.import_module(f"tests.{title}")
    if hasattr(module, "__path__"):
        module = importlib.import_module(f"tests.{title}.battery")
    return cast(Promises, module)
