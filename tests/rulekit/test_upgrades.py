"""The upgrade chain: every old version has its step, and each drawer goes through those of its own kind."""

from __future__ import annotations

from typing import Any

import pytest

from games.contract import Json
from games.rulekit.upgrades import Step, upgrade_chain


def added(**more: Json) -> Step:
    def step(raw: Json) -> Json:
        assert isinstance(raw, dict)
        return {**raw, **more}

    return step


STEPS: dict[int, dict[str, Step]] = {
    1: {"public": added(round=1), "private": added(missed=0)},
    2: {"hidden": added(deck=[])},
}


@pytest.mark.parametrize(
    ("owner", "first", "second"),
    [
        ("public", {"a": 1, "round": 1}, {"a": 1, "round": 1}),
        ("p2", {"a": 1, "missed": 0}, {"a": 1, "missed": 0}),
        ("hidden", {"a": 1}, {"a": 1, "deck": []}),
    ],
)
def test_a_drawer_takes_the_steps_of_its_kind(owner: str, first: Any, second: Any) -> None:
    upgrade = upgrade_chain(3, STEPS)
    assert upgrade(owner, {"a": 1}, 1) == first
    assert upgrade(owner, first, 2) == second


@pytest.mark.parametrize("version", [0, 3, 4])
def test_a_version_that_was_never_kept_has_no_step(version: int) -> None:
    with pytest.raises(LookupError):
        upgrade_chain(3, STEPS)("public", {}, version)


@pytest.mark.parametrize("schema_version", [1, 2, 4])
def test_a_step_for_each_version_before_this_one(schema_version: int) -> None:
    with pytest.raises(ValueError, match="every version before"):
        upgrade_chain(schema_version, STEPS)


def test_a_step_is_for_a_kind_of_drawer() -> None:
    with pytest.raises(ValueError, match="p1"):
        upgrade_chain(2, {1: {"p1": added()}})
