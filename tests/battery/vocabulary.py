"""All that the rules of a title can say, found in their source: events, orders, lines of a score, refusals.

Nothing here is a list by hand. Events, orders and lines are the structs that the modules of the rules
hold; refusals those of the title's `problems.CODES`, or, where it has none, those it calls `Problem` with.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from msgspec import Struct

from games import rulekit
from games.contract import Rules
from games.rulekit.events import EventData, ScoreLine
from games.rulekit.shapes import OrderData


class Vocabulary(Struct, frozen=True):
    """`events`, `orders` and `lines`: the structs of each kind or code; a kind told without one has none.
    `codes`: the params of each refusal. `said`: the refusals that stand in the source of the rules and of
    their kit."""

    events: Mapping[str, tuple[type[EventData], ...]]
    orders: Mapping[str, tuple[type[OrderData], ...]]
    lines: Mapping[str, tuple[type[ScoreLine], ...]]
    codes: Mapping[str, tuple[str, ...]]
    said: frozenset[str]


@cache
def vocabulary(rules: Rules[Any, Any, Any]) -> Vocabulary:
    """What these rules can say. Raises nothing: what a title leaves out is seen by the tests."""
    modules = list(_modules(importlib.import_module(type(rules).__module__)))
    calls = {**_calls(modules, "Problem"), **_calls(modules, "refuse")}
    (codes,) = [vars(m)["CODES"] for m in modules if m.__name__.endswith(".problems")] or [calls]
    events = {**dict.fromkeys(_calls(modules, "Event"), ()), **_classes(modules, EventData, "kind")}
    lines = {**dict.fromkeys(_calls(modules, "Line"), ()), **_classes(modules, ScoreLine, "code")}
    others = [m for m in modules if vars(m).get("CODES") is not codes or not m.__name__.endswith(".problems")]
    said = {text for module in (*others, *_modules(rulekit)) for text in _literals(module)}
    return Vocabulary(events, _classes(modules, OrderData, "kind"), lines, codes, frozenset(said))


def _modules(first: ModuleType) -> Iterator[ModuleType]:
    """A module, and all those in it where it is a package."""
    yield first
    for found in pkgutil.walk_packages(getattr(first, "__path__", ()), f"{first.__name__}."):
        yield importlib.import_module(found.name)


def _classes(modules: list[ModuleType], base: type, name: str) -> dict[str, tuple[Any, ...]]:
    """The structs derived from `base` that the modules hold and that have a name of their own, by it."""
    found: dict[str, dict[type, None]] = {}
    for module in modules:
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, base) and hasattr(each, name):
                found.setdefault(getattr(each, name), {})[each] = None
    return {key: tuple(classes) for key, classes in found.items()}


def _calls(modules: list[ModuleType], name: str) -> dict[str, tuple[str, ...]]:
    """What `name("…", …)` is called with first, by the keywords that come with it."""
    found: dict[str, tuple[str, ...]] = {}
    for module in modules:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
            if called and node.args and isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]
                found[node.args[0].value] = tuple(k.arg or "" for k in node.keywords)  # type: ignore[attr-defined]
    return found


def _literals(module: ModuleType) -> Iterator[str]:
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
