"""New rules for running games: what is still asked keeps its deadline and forms, the rest follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from games.contract import Closes, Order, PlayerId, Window
from games.models import OrderForm, Turn
from games.registry import skin_for
from games.services.order_forms import order_form_save
from games.services.upgrades import games_resync
from tests.games.helpers import open_turn, running_game, seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game():
    game = running_game()
    order_form_save(
        player=seat(game, 1), turn_name="secret/1", revision=0, orders=(Order("say", {"number": 1}),)
    )
    return game


def test_nothing_is_touched_under_the_same_rules(game):
    assert games_resync(now=timezone.now()) == 0


def test_new_rules_may_ask_more_and_keep_what_they_still_ask(game, monkeypatch):
    rules = skin_for("dummy").rules
    before = open_turn(game)
    plain = type(rules).windows

    def windows(self, public):
        door = Window("leave", (), ("leave",), Closes.AT_ONCE, welcome=(PlayerId("p1"),))
        return (*plain(self, public), door)

    monkeypatch.setattr(type(rules), "meta", replace(rules.meta, rules_version="2"))
    monkeypatch.setattr(type(rules), "windows", windows)
    assert games_resync(now=timezone.now()) == 1
    after = open_turn(game)
    assert (after.pk, after.deadline) == (before.pk, before.deadline)
    assert OrderForm.objects.get().turn_id == before.pk
    assert game.turns.get(name="leave").status == Turn.Status.OPEN
