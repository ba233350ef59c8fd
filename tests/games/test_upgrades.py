"""New rules for running games: what is still asked keeps its deadline and forms, the rest follows."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from games.contract import Closes, Order, PlayerId, Window
from games.models import Drawer, OrderForm, Turn
from games.registry import skin_for
from games.services.order_forms import order_form_save
from games.services.turns import turn_close, turn_mark_stuck
from games.services.upgrades import games_resync
from games.vault import load
from tests.builder import open_turn, running_game, seat

pytestmark = pytest.mark.django_db


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
            raise LookupError("what p1 said")
        return raw

    Drawer.objects.filter(game=game, owner="public").update(content='{"unreadable":true}')
    rules = renewed(monkeypatch, schema_version=2)
    monkeypatch.setattr(type(rules), "upgrade", upgrade)
    assert games_resync(now=timezone.now()) == 1
    assert f"game={game.public_id} LookupError" in caplog.text
    assert "p1 said" not in caplog.text
    assert open_turn(game).status == Turn.Status.OPEN
    assert open_turn(sound).status == Turn.Status.OPEN


def test_a_game_that_the_new_rules_ask_nothing_keeps_its_turn_and_ends_by_it(
    game, monkeypatch, caplog, clock
):
    """Put away, its turn would come back by nothing: the game would run for ever without one."""
    rules = renewed(monkeypatch)
    monkeypatch.setattr(type(rules), "windows", lambda self, public: ())
    assert games_resync(now=timezone.now()) == 0
    assert f"game={game.public_id}" in caplog.text
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()
    assert game.stage == "finished"


def test_the_bots_answer_what_the_new_rules_ask(game, monkeypatch):
    game.players.filter(number=2).update(is_bot=True, user=None)
    other = Window("other", (1,), ("say",), Closes.AT_NOON, (PlayerId("p1"), PlayerId("p2")))
    monkeypatch.setattr(type(renewed(monkeypatch)), "windows", lambda self, public: (other,))
    games_resync(now=timezone.now())
    assert [form.player.number for form in OrderForm.objects.filter(turn__name="other/1")] == [2]


# ---- drawers of an earlier schema ------------------------------------------------------------------------


def steps(self, owner, raw, version):
    """Schema 1 kept what was said under another name, schema 2 without a note."""
    if version == 1:
        return {("said" if key == "told" else key): value for key, value in raw.items()}
    return {**raw, "note": f"since {version + 1}"} if owner.startswith("p") and owner != "public" else raw


@pytest.fixture
def old(game, monkeypatch):
    """The game's drawers as schema 1 wrote them, and rules that are two steps further."""
    for drawer in Drawer.objects.filter(game=game).exclude(owner__in=["public", "hidden"]):
        drawer.content = json.dumps({"told": 4711})
        drawer.save()
    rules = renewed(monkeypatch, schema_version=3)
    monkeypatch.setattr(type(rules), "upgrade", steps)
    return game


def drawers_of(game, **conditions):
    rows = Drawer.objects.filter(game=game, **conditions).order_by("pk")
    return list(rows.values_list("owner", "number", "schema", "content"))


def test_a_drawer_of_an_earlier_schema_is_read_step_by_step_and_never_rewritten(old):
    before = drawers_of(old)
    assert {schema for _owner, _number, schema, _content in before} == {1}
    state = load(old, skin_for("dummy").rules).state
    assert [(p.said, p.note) for p in state.private.values()] == [(4711, "since 3")] * 2
    client = Client()
    client.force_login(seat(old, 1).user)
    page = client.get(f"/g/{old.public_id}/message/", follow=True)
    assert page.status_code == 200
    assert drawers_of(old) == before


def test_a_noon_under_new_rules_goes_on_from_drawers_of_the_old_schema(old):
    before = drawers_of(old)
    turn = open_turn(old)
    Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
    assert turn_close(turn_id=turn.pk)
    old.refresh_from_db()
    assert drawers_of(old, number=0) == before
    written = {owner: (schema, content) for owner, _n, schema, content in drawers_of(old, number=old.number)}
    assert written["p1"] == (3, '{"said":4712,"note":"since 3"}')
    # The past is still read as it was written.
    assert load(old, skin_for("dummy").rules, at=0).state.private[PlayerId("p1")].said == 4711


def test_a_drawer_of_a_later_release_is_not_read_as_one_of_ours(game):
    Drawer.objects.filter(game=game, owner="p1").update(schema=2)
    with pytest.raises(LookupError, match="schema 2"):
        load(game, skin_for("dummy").rules)
