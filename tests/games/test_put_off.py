"""Only its rules can make a turn stuck: faults of the database put it off by a minute."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
import time_machine
from django.db import InterfaceError, InternalError, OperationalError

from games.contract import Order
from games.models import Turn
from games.services import turns
from games.services.order_forms import order_form_save
from games.tasks import close_due
from tests.builder import MORNING, NOON, open_turn, running_game, seat
from tests.dummy import DummyRules

pytestmark = pytest.mark.django_db
NUMBER = 471_108_154_711  # longer than what comes up by chance in a line of the log


@pytest.mark.parametrize("problem", [OperationalError, InterfaceError, InternalError])
def test_a_database_that_goes_away_leaves_the_turn_due(monkeypatch, caplog, problem):
    def gone(turn_id, wait):
        raise problem(f"terminating connection: detail with {NUMBER}")

    with time_machine.travel(MORNING, tick=False) as clock:
        game = running_game()
        order_form_save(
            player=seat(game, 1), turn_name="secret/1", revision=0, orders=(Order("say", {"number": NUMBER}),)
        )
        clock.move_to(NOON)
        with monkeypatch.context() as broken:
            broken.setattr(turns.claims, "claim_turn", gone)
            close_due()
        assert open_turn(game).status == Turn.Status.OPEN
        assert "turn put off" in caplog.text
        assert str(NUMBER) not in caplog.text
        clock.move_to(NOON + timedelta(minutes=1))
        close_due()
    game.refresh_from_db()
    assert game.number == 1
    assert f'"number":{NUMBER}' in game.resolutions.get(number=1).forms


def test_rules_that_do_not_return_are_stuck_and_hold_up_nobody(monkeypatch):
    resolve = DummyRules.resolve

    def endless(self, state, window, forms, dice):
        while state.public.breaks:
            time.monotonic()
        return resolve(self, state, window, forms, dice)

    game = running_game(options={"breaks": True})
    sound = running_game(("Chloé", "Dimitri"))
    monkeypatch.setattr(DummyRules, "resolve", endless)
    with monkeypatch.context() as patience:
        patience.setattr(turns, "MOST_SECONDS", 1)
        turns.turn_close(turn_id=open_turn(game).pk, cause="master")
    turns.turn_close(turn_id=open_turn(sound).pk, cause="master")
    assert game.turns.get(name="secret/1").incident_step.startswith("TooLong")
    sound.refresh_from_db()
    assert sound.number == 1


def test_a_database_that_is_slow_to_write_leaves_no_turn_stuck(monkeypatch):
    """The network to it may be cut: its own time-outs find that out, and it is not the game's fault."""
    write = turns.Writes.run

    def slowly(self):
        time.sleep(0.4)
        write(self)

    game = running_game()
    monkeypatch.setattr(turns, "MOST_SECONDS", 0.3)
    monkeypatch.setattr(turns.Writes, "run", slowly)
    assert turns.turn_close(turn_id=open_turn(game).pk, cause="master") is True
    game.refresh_from_db()
    assert game.number == 1


def test_a_turn_that_the_database_does_not_let_be_marked_as_stuck_is_put_off(monkeypatch, caplog):
    def gone(*, turn_id, problem):
        raise OperationalError("connection timeout expired")

    def raises(*args):
        raise RuntimeError

    game = running_game()
    with monkeypatch.context() as broken:
        broken.setattr(turns.resolving, "resolve_turn", raises)
        broken.setattr(turns, "turn_mark_stuck", gone)
        assert turns.turn_close(turn_id=open_turn(game).pk, cause="master") is False
    assert "turn put off" in caplog.text
    assert open_turn(game).status == Turn.Status.OPEN
