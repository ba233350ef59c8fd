"""Golden playthroughs: a change of rules shows as a diff of a text, to be read before it is kept."""

from __future__ import annotations

import pytest

from .games import GAMES, HERE
from .recorder import played


@pytest.mark.parametrize("name", sorted(GAMES))
def test_playthrough(name: str) -> None:
    """If the change is meant: `python -m tests.playthroughs.regenerate`, and review the diff."""
    text = (HERE / name).read_text("utf-8")
    assert GAMES[name](played(text)) == text


def test_no_playthrough_is_forgotten() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == set(GAMES)
