"""The obligations of the contract, on random games of all sizes."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from controle.rules import RULES
from tests.battery import test_rules as battery

BATTERY = [
    battery.test_resolve_is_a_function_and_leaves_the_old_state_alone,
    battery.test_state_and_events_are_equal_when_loaded_again,
    battery.test_windows_keep_their_law,
    battery.test_samples_and_bots_hand_in_what_check_allows,
    battery.test_games_end_with_a_score_that_adds_up,
    battery.test_events_and_grants_name_readers_that_exist,
]


@pytest.mark.parametrize("obligation", BATTERY, ids=lambda one: one.__name__)
@pytest.mark.parametrize("seed", range(6))
def test_the_battery(obligation: Callable[..., None], seed: int) -> None:
    assert list(inspect.signature(obligation).parameters) == ["rules", "seed"]
    obligation(RULES, seed)


def test_the_battery_of_the_absent() -> None:
    battery.test_a_game_of_the_absent_ends_or_sleeps(RULES)
