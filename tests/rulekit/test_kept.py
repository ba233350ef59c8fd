"""What is kept of a drawer: found again for the very same object, and for no other."""

from __future__ import annotations

import pytest

from games.rulekit.kept import Last


def test_the_same_object_is_worked_out_once_and_an_equal_one_anew() -> None:
    asked: list[list[int]] = []

    def total(of: list[int]) -> int:
        asked.append(of)
        return sum(of)

    last, one, other = Last(total), [1, 2], [1, 2]
    assert [last(one), last(one), last(other), last(one)] == [3, 3, 3, 3]
    assert [each is one for each in asked] == [True, False, True]


def test_a_function_that_raised_is_asked_again() -> None:
    last = Last[str, int](int)
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            last("none")
    assert last("3") == 3
