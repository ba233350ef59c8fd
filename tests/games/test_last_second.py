"""The last second, with the clock held still: a tenth before noon, noon itself, a tenth after."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from games import rows
from games.contract import decode
from games.models import OrderForm, Resolution
from games.services import claims
from games.skin import figures
from games.tasks import close_due
from tests.builder import NOON, open_turn, running_game, seat

TENTH = timedelta(milliseconds=100)
MARK = "47110815"

pytestmark = pytest.mark.django_db


def hand_in(game):
    client = Client()
    client.force_login(seat(game, 1).user)
    fields = {"turn": "secret/1", "revision": "0", "number": MARK}
    return client, client.post(f"/g/{game.public_id}/orders/", fields)


@pytest.mark.parametrize(
    ("moment", "counts"),
    [(NOON - TENTH, True), (NOON - timedelta(microseconds=1), True), (NOON, False), (NOON + TENTH, False)],
)
@pytest.mark.parametrize("swept", [False, True], ids=["before the sweep", "after the sweep"])
def test_counted_with_a_receipt_or_refused_with_the_text(clock, moment, counts, swept):
    game = running_game()
    clock.move_to(moment)
    if swept:
        close_due()  # before noon it closes nothing, at noon everything
        game.refresh_from_db()
        assert (game.number == 1) is not counts
    client, answer = hand_in(game)
    if counts:
        assert answer.status_code == 303
        receipt = OrderForm.objects.get()
        assert figures.in_groups(receipt.fingerprint) in client.get(answer["Location"]).content.decode()
    else:
        assert answer.status_code == 409
        assert MARK in answer.content.decode() and "What you had typed" in answer.content.decode()
        assert not OrderForm.objects.exists()
    clock.move_to(NOON + timedelta(seconds=30))
    close_due()
    resolution = Resolution.objects.get(game=game, number=1)
    assert (MARK in resolution.forms) is counts
    if counts:
        assert decode(resolution.forms, dict)["p1"]["fingerprint"] == receipt.fingerprint


def test_whoever_waited_for_the_lock_past_noon_is_late(clock, monkeypatch):
    game = running_game()
    run = rows.run

    def slow(*statements):
        found = run(*statements)
        clock.move_to(NOON)
        return found

    clock.move_to(NOON - TENTH)
    monkeypatch.setattr(claims.rows, "run", slow)
    _client, answer = hand_in(game)
    assert answer.status_code == 409 and MARK in answer.content.decode()
    assert not OrderForm.objects.exists()


def test_a_database_that_cannot_write_takes_nothing_and_keeps_the_text(clock, monkeypatch, caplog):
    game = running_game()

    def locked(player, turn_name):
        raise OperationalError("database is locked")

    with monkeypatch.context() as broken:
        broken.setattr(claims, "claim_game", locked)
        _client, answer = hand_in(game)
    assert answer.status_code == 503
    assert MARK in answer.content.decode() and "could not write just now" in answer.content.decode()
    assert not OrderForm.objects.exists() and open_turn(game).name == "secret/1"
    assert "orders not taken" in caplog.text and MARK not in caplog.text
    assert hand_in(game)[1].status_code == 303
