"""New rules for running games: what is still asked keeps its deadline and forms, the rest follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from games.contract import Closes, Order, PlayerId, Window
from games.models import Drawer, OrderForm, Turn
from games.registry import skin_for
from games.services.order_forms import order_form_save
from games.services.turns import turn_mark_stuck
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


def renewed(monkeypatch, **changes):
    rules = skin_for("dummy").rules
    monkeypatch.setattr(type(rules), "meta", replace(rules.meta, rules_version="2", **changes))
    return rules


def test_a_turn_that_was_stuck_under_the_old_rules_waits_for_its_master_under_the_new(game, monkeypatch):
    turn = open_turn(game)
    turn_mark_stuck(turn_id=turn.pk, problem=ValueError())
    renewed(monkeypatch)
    assert games_resync(now=timezone.now()) == 1
    turn.refresh_from_db()
    assert (turn.status, game.turns.filter(name=turn.name).count()) == (Turn.Status.STUCK, 1)
    assert turn.incident
    assert OrderForm.objects.get().turn_id == turn.pk


def test_a_stuck_turn_that_is_asked_no_more_is_put_away(game, monkeypatch):
    turn = open_turn(game)
    turn_mark_stuck(turn_id=turn.pk, problem=ValueError())
    other = Window("other", (1,), ("say",), Closes.AT_NOON, (PlayerId("p1"),))
    monkeypatch.setattr(type(renewed(monkeypatch)), "windows", lambda self, public: (other,))
    games_resync(now=timezone.now())
    turn.refresh_from_db()
    assert (turn.status, turn.incident) == (Turn.Status.PAUSED, "")
    assert open_turn(game).name == "other/1"


def test_a_game_the_new_rules_cannot_read_holds_up_no_other(game, monkeypatch, caplog):
    sound = running_game(("Chloé", "Dimitri"))

    def upgrade(self, owner, raw, version):
        if "unreadable" in raw:
            raise LookupError("4711")
        return raw

    Drawer.objects.filter(game=game, owner="public").update(content='{"unreadable":true}')
    rules = renewed(monkeypatch, schema_version=2)
    monkeypatch.setattr(type(rules), "upgrade", upgrade)
    assert games_resync(now=timezone.now()) == 1
    assert f"game={game.public_id} LookupError" in caplog.text
    assert "4711" not in caplog.text
    assert open_turn(game).status == Turn.Status.OPEN
    assert open_turn(sound).status == Turn.Status.OPEN


def test_the_bots_answer_what_the_new_rules_ask(game, monkeypatch):
    game.players.filter(number=2).update(is_bot=True, user=None)
    other = Window("other", (1,), ("say",), Closes.AT_NOON, (PlayerId("p1"), PlayerId("p2")))
    monkeypatch.setattr(type(renewed(monkeypatch)), "windows", lambda self, public: (other,))
    games_resync(now=timezone.now())
    assert [form.player.number for form in OrderForm.objects.filter(turn__name="other/1")] == [2]
