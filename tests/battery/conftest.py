"""Every test here that names a `title` is run for each registered one; a `clock` stands still."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from games.registry import all_skins

NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", [skin.rules.meta.key for skin in all_skins()])


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller
