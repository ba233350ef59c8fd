"""What is kept of draws: short, readable again, and compared by the audit as it was drawn."""

from __future__ import annotations

import base64
import zlib

import pytest

from games import draws
from games.contract import Dice, Draw, encode
from games.models import Resolution
from games.services.audit import Result, verify_turn
from games.services.turns import turn_close
from tests import dummy
from tests.builder import open_turn, running_game

RUNS = 100  # of one kind of order, and as many orders of the other: each is tested against each


def many(dice: Dice) -> None:
    """The draws of a noon at which one corporation is attacked and protected a hundred times."""
    for run in range(RUNS):
        for other in range(RUNS):
            dice.percent("protection", f"p{run // 20 + 1}.{run % 20}", f"p{other // 20 + 6}.{other % 20}")


@pytest.fixture(scope="module")
def dice() -> Dice:
    dice = Dice(b"key")
    many(dice)
    dice.shuffled(range(9), "rank", "others")
    return dice


@pytest.mark.parametrize("version", [1, 2])
def test_many_draws_take_a_few_bytes_each_and_are_read_again(dice, version):
    kept = draws.packed(dice, version)
    assert len(kept) < 6 * RUNS**2 < len(encode(dict(dice.drawn))) / 3
    again = draws.unpacked(kept, version)
    assert {label: draw.value for label, draw in again.items()} == dice.drawn
    assert version == 1 or again == dice.draws


def test_few_draws_stay_text_that_can_be_read_and_so_does_what_was_kept_before():
    assert draws.short({"luck": 7, "rank/others": (2, 0, 1)}) == '{"luck":7,"rank/others":[2,0,1]}'
    before = encode({f"protection/{n}": n for n in range(1000)})
    assert len(before) > draws.PLAIN
    assert draws.unpacked(before, 1)["protection/999"].value == 999


def test_draws_that_an_earlier_release_compressed_are_read(dice):
    kept = draws.packed(dice, 2)
    raw = base64.b64decode(kept.removeprefix("zlib64:"))
    assert draws.unpacked("zlib:" + base64.b85encode(raw).decode(), 2) == dice.draws


DAMAGE = [
    lambda t: t[:-9],
    lambda t: t[:40] + t[60:],
    lambda t: t + "!",
    lambda t: "zlib:",
    lambda t: "zlib64:",
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_draws_are_an_error_never_other_draws(dice, damage):
    with pytest.raises((ValueError, zlib.error)):
        draws.unpacked(damage(draws.packed(dice, 2)), 2)


def test_a_row_that_unpacks_to_more_than_there_can_be_is_refused(dice, monkeypatch):
    monkeypatch.setattr(draws, "MOST", 5_000)
    with pytest.raises(ValueError, match="too long"):
        draws.unpacked(draws.packed(dice, 2), 2)


@pytest.mark.django_db
def test_a_turn_with_many_draws_is_verified_and_a_changed_one_is_found(monkeypatch):
    resolve = dummy.DummyRules.resolve

    def drawing(self, state, window, forms, dice):
        many(dice)
        return resolve(self, state, window, forms, dice)

    monkeypatch.setattr(dummy.DummyRules, "resolve", drawing)
    game = running_game()
    turn = open_turn(game)
    turn.can_close_early = True
    turn.save()
    assert turn_close(turn_id=turn.pk)
    row = Resolution.objects.get(turn=turn)
    assert len(row.draws) < 6 * RUNS**2
    assert verify_turn(turn).result is Result.VERIFIED
    changed = draws.long(row.draws, Draw)
    label = "protection/p1.0/p6.0"
    changed[label] = changed[label]._replace(value=changed[label].value % 100 + 1)
    Resolution.objects.filter(pk=row.pk).update(draws=draws.short(changed))
    assert [d.what for d in verify_turn(turn).differences] == ["draws"]
