"""Named draws: replayable, independent of each other, uniform, never shared."""

from __future__ import annotations

import hmac
from collections import Counter

import pytest

from games.contract import Dice, Draw, LabelReused, LoadedDice


def test_a_draw_depends_on_key_and_label_alone():
    first, second = Dice(b"key"), Dice(b"key")
    second.percent("something", "else")
    assert first.percent("success", "p1.0") == second.percent("success", "p1.0")
    assert Dice(b"other").below(10**9, "x") != Dice(b"key").below(10**9, "x")


@pytest.mark.parametrize("length", [0, 1, 32, 64, 65, 200])
def test_a_draw_is_the_hmac_of_its_label_under_a_key_of_any_length(length: int) -> None:
    key = bytes(range(length))
    code = hmac.digest(key, "success/é".encode(), "sha256")
    assert Dice(key).below(2**32, "success", "é") == int.from_bytes(code[:8]) % 2**32


def test_a_number_of_the_incomplete_last_range_is_drawn_again() -> None:
    n = 2**63 + 1  # what is left of 64 bits is one less than this: nearly half of all numbers
    again = Counter[int]()
    for i in range(40):
        attempt, message = 0, f"{i}"
        while (code := int.from_bytes(hmac.digest(b"key", message.encode(), "sha256")[:8])) >= n:
            attempt += 1
            message = f"{i}\x00{attempt}"
        assert Dice(b"key").below(n, f"{i}") == code
        again[attempt] += 1
    assert again[0] and again[1]


def test_the_same_label_twice_raises():
    dice = Dice(b"key")
    dice.percent("success", "p1.0")
    with pytest.raises(LabelReused):
        dice.below(6, "success/p1.0")


def test_draws_are_kept_by_label():
    dice = Dice(b"key")
    value, items = dice.percent("a"), dice.shuffled("xyz", "b")
    picked = dice.pick(("u", "v"), "c")
    assert dice.drawn["a"] == value
    assert dice.draws["a"] == Draw("percent", 100, value)
    assert items == tuple("xyz"[i] for i in dice.drawn["b"])
    assert picked == ("u", "v")[dice.drawn["c"]]


def test_percent_is_uniform_in_1_to_100():
    dice = Dice(b"key")
    counts = Counter(dice.percent("n", str(i)) for i in range(20_000))
    assert set(counts) == set(range(1, 101))
    assert max(counts.values()) < 2 * min(counts.values())


def test_every_order_of_a_shuffle_occurs():
    orders = Counter(Dice(str(i).encode()).shuffled("abc", "s") for i in range(3_000))
    assert len(orders) == 6
    assert min(orders.values()) > 400


def test_nothing_to_draw_from():
    with pytest.raises(ValueError, match="nothing"):
        Dice(b"key").below(0, "x")


def test_loaded_dice_give_what_they_hold_and_draw_the_rest():
    dice = LoadedDice({"success/p1.0": 42, "hand/up": 3, "rank/others": (2, 0, 1)})
    assert dice.percent("success", "p1.0") == 42
    assert dice.pick("abcd", "hand", "up") == "d"
    assert dice.shuffled("abc", "rank", "others") == ("c", "a", "b")
    assert 1 <= dice.percent("other") <= 100
    assert dice.drawn["success/p1.0"] == 42
