"""What the tests of the platform share: a clock that stands still until it is moved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tests.games.helpers import MORNING


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The morning on which games start, a day and three hours before their first noon."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller
