"""What the tests of the platform share: a clock that stands still until it is moved, and who is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from games.models import Game
from tests.builder import MORNING, make_user, master_of, running_game


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The morning on which games start, a day and three hours before their first noon."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def names() -> tuple[str, ...]:
    """Who plays `game`: modules that need others say so in a fixture of their own."""
    return ("Ana", "Bruno")


@pytest.fixture
def game(clock: object, names: tuple[str, ...]) -> Game:
    """A game that has just started."""
    return running_game(names)


@pytest.fixture
def master(game: Game) -> Any:
    """A master of `game`, who does not play."""
    return master_of(game)


@pytest.fixture
def boss(db: object) -> Any:
    """A superuser who plays nowhere."""
    return make_user("Chloé", is_staff=True, is_superuser=True)
