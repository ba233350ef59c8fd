"""One word, one meaning: class names outside titles are unique."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = [name for name in ("games", "accounts", "web", "config") if (ROOT / name).is_dir()]
OF_DJANGO = {"Meta", "Media", "Command"}  # names that Django looks for


def classes() -> dict[str, list[str]]:
    """Where each class of a module stands, by its name; classes within classes are their owner's."""
    found: dict[str, list[str]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef) and node.name not in OF_DJANGO:
                    found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_class_of_the_platform_shares_its_name_with_another():
    found = classes()
    assert len(found) > 100
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
