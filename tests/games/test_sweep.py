"""Closing what is due: each minute workers are asked to take the next game that is not locked."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
import time_machine
from celery.signals import beat_init
from django.utils import timezone

from games import tasks
from games.models import Game, Turn
from games.services import sweep
from tests.builder import open_turn, running_game

pytestmark = pytest.mark.django_db
MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
NOON = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def asked(monkeypatch) -> list[float]:
    """The messages to workers, by how many seconds they live, on a site with a queue; nobody reads them."""
    found: list[float] = []
    monkeypatch.setattr(tasks, "_no_queue", lambda: False)
    monkeypatch.setattr(tasks.drain_due_turns, "apply_async", lambda args, expires: found.append(expires))
    return found


def games(number: int) -> list[Game]:
    return [running_game((f"Ana {n}", f"Ben {n}")) for n in range(number)]


def numbers(of: list[Game]) -> list[int]:
    return [Game.objects.get(pk=game.pk).number for game in of]


def test_a_sweep_asks_for_a_few_hands_whatever_is_due(clock, asked, monkeypatch):
    made = games(5)
    monkeypatch.setattr(sweep, "MOST_HANDS", 3)
    tasks.close_due()
    assert asked == []
    clock.move_to(NOON)
    assert tasks.close_due() == 5
    assert len(asked) == 3
    assert numbers(made) == [0] * 5, "asking closes nothing"


def test_without_a_queue_the_sweep_itself_closes_what_is_due(clock):
    made = games(3)
    clock.move_to(NOON)
    assert tasks.close_due() == 3
    assert numbers(made) == [1] * 3


def test_without_a_queue_a_sweep_ends_within_its_minute(clock, monkeypatch):
    games(1)
    clock.move_to(NOON)
    given: list[float] = []
    monkeypatch.setattr(sweep, "drain_due_turns", lambda *, seconds: given.append(seconds))
    tasks.close_due()
    assert given == [tasks.LAPSES]


def test_what_fell_due_meanwhile_is_asked_for_when_beat_starts(clock, monkeypatch, tmp_path):
    made = games(1)
    clock.move_to(NOON)
    monkeypatch.setattr("config.celery.os.nice", lambda more: more)
    monkeypatch.setattr("config.celery.process_registry.enter", lambda role: None)
    beat_init.send(sender=None)
    assert numbers(made) == [1]


def test_no_message_outlives_its_minute(clock, asked, monkeypatch):
    games(1)
    clock.move_to(NOON)
    tasks.close_due()
    soon: list[float] = []
    monkeypatch.setattr(tasks.close_turn, "apply_async", lambda args, expires: soon.append(expires))
    tasks.close_soon(1)
    assert all(0 < seconds < 60 for seconds in asked + soon)
    assert len(asked) == len(soon) == 1


def test_a_hand_closes_everything_that_is_due_once(clock):
    made = games(4)
    clock.move_to(NOON)
    assert sweep.drain_due_turns() is False
    assert numbers(made) == [1] * 4
    assert sweep.drain_due_turns() is False
    assert numbers(made) == [1] * 4


def test_turns_of_one_game_close_in_their_order_wherever_a_hand_begins(clock, monkeypatch):
    made = games(3)
    for game in made:
        turn = open_turn(game)
        turn.pk, turn.name, turn.position = None, "later", 1
        turn.save(force_insert=True)
    clock.move_to(NOON)
    for start in range(3):
        taken: list[int] = []
        monkeypatch.setattr(sweep.secrets, "randbelow", lambda below, start=start: start)
        monkeypatch.setattr(sweep, "turn_close", lambda turn_id, wait, taken=taken: taken.append(turn_id))
        monkeypatch.setattr(sweep, "TRIES", 1)
        sweep.drain_due_turns()
        of = dict(Turn.objects.values_list("pk", "game_id"))
        assert [of[pk] for pk in taken[::2]] == [of[pk] for pk in taken[1::2]]
        assert all(first < second for first, second in zip(taken[::2], taken[1::2], strict=True))
        assert len(set(taken)) == 6


def test_a_hand_whose_time_is_over_asks_for_another_until_the_minute_is_over(clock, asked, monkeypatch):
    made = games(2)
    clock.move_to(NOON)
    monkeypatch.setattr(tasks, "SLICE", -1)
    assert tasks.drain_due_turns(time.time() + 10) is True
    assert len(asked) == 1
    assert asked[0] <= 10
    assert tasks.drain_due_turns(time.time()) is True
    assert len(asked) == 1, "the next minute's look asks"
    assert numbers(made) == [0, 0]


def test_a_turn_that_cannot_be_closed_holds_up_no_other_and_is_left(clock, monkeypatch):
    made = games(3)
    clock.move_to(NOON)
    first, close = open_turn(made[0]).pk, sweep.turn_close
    monkeypatch.setattr(sweep, "PAUSE", 0)
    monkeypatch.setattr(
        sweep, "turn_close", lambda turn_id, wait: turn_id != first and close(turn_id=turn_id, wait=wait)
    )
    assert sweep.drain_due_turns() is False
    assert numbers(made) == [0, 1, 1]
    assert sweep.games_due(now=timezone.now()) == [[first]]
