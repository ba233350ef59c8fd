"""Turns are re-run and compared with the stored rows: any change is detected."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games import rows, vault
from games.contract import Order, encode
from games.draws import unpacked
from games.models import Drawer, Game, OrderForm, ReaderEvents, Resolution, Seed, Turn
from games.reads.resolution import newest_drawers
from games.receipts import fingerprint
from games.services.audit import Difference, Result, opened_chapter, verify_turn
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.builder import NOON, open_turn, running_game, seat
from tests.dummy import ROUNDS, DummyRules

pytestmark = pytest.mark.django_db


def play(game: Game, clock, rounds: int, day: int = 0) -> None:
    """Resolve so many turns, with a form of the first player's in each."""
    for nth in range(day, day + rounds):
        turn = open_turn(game)
        order_form_save(
            player=seat(game, 1),
            turn_name=turn.name,
            revision=0,
            orders=(Order("say", {"number": 40 + nth}),),
        )
        clock.move_to(NOON + timedelta(days=nth))
        assert turn_close(turn_id=turn.pk)


@pytest.fixture
def game(clock) -> Game:
    """Two turns resolved, the third one open."""
    game = running_game()
    play(game, clock, 2)
    return game


def turn_of(game: Game, name: str) -> Turn:
    return Turn.objects.get(game=game, name=name)


def found(game: Game, name: str = "secret/2") -> set[tuple[str, str]]:
    verdict = verify_turn(turn_of(game, name))
    assert verdict.result is Result.DIFFERS
    return {(d.what, d.where) for d in verdict.differences}


def test_untouched_turns_are_verified(game):
    for name in ("setup", "secret/1", "secret/2"):
        assert verify_turn(turn_of(game, name)).result is Result.VERIFIED
    assert verify_turn(turn_of(game, "secret/3")).result is Result.NOT_RESOLVED


def test_a_changed_seed_is_seen(game):
    Seed.objects.filter(turn=turn_of(game, "secret/2")).update(secret=b"x" * 32)
    places = found(game)
    assert ("commitment", "") in places
    assert ("draws", "") in places


def test_a_changed_seed_of_an_open_turn_is_seen(game):
    Seed.objects.filter(turn=turn_of(game, "secret/3")).update(secret=b"x" * 32)
    assert found(game, "secret/3") == {("commitment", "")}


def test_a_changed_draw_is_seen(game):
    row = Resolution.objects.get(game=game, turn__name="secret/2")
    draws = unpacked(row.draws, row.key_version)
    other = {label: draw._replace(value=int(str(draw.value)) + 1) for label, draw in draws.items()}
    assert other
    Resolution.objects.filter(pk=row.pk).update(draws=encode(other))
    assert found(game) == {("draws", "")}


@pytest.mark.parametrize("owner", ["public", "hidden", "p1"])
def test_a_changed_drawer_is_seen(game, owner):
    number = Resolution.objects.get(game=game, turn__name="secret/2").number
    row = Drawer.objects.filter(game=game, owner=owner, number__lte=number).order_by("-number")[0]
    content = json.loads(row.content)
    key = {"public": "at", "hidden": "sum", "p1": "said"}[owner]
    content[key] += 1
    Drawer.objects.filter(pk=row.pk).update(
        content=json.dumps(content, separators=(",", ":"), sort_keys=True)
    )
    assert found(game) == {("drawer", owner)}


def test_a_lost_drawer_is_seen(game):
    number = Resolution.objects.get(game=game, turn__name="secret/2").number
    Drawer.objects.filter(game=game, owner="p1", number=number).delete()
    assert found(game) == {("drawer", "p1")}


def test_a_changed_event_is_seen(game):
    number = Resolution.objects.get(game=game, turn__name="secret/2").number
    ReaderEvents.objects.filter(game=game, number=number, reader="p2").update(content="[]")
    assert found(game) == {("events", "p2")}


def test_a_changed_form_is_seen_by_its_fingerprint(game):
    row = Resolution.objects.get(game=game, turn__name="secret/2")
    Resolution.objects.filter(pk=row.pk).update(forms=row.forms.replace("41", "42"))
    assert ("fingerprint", "p1") in found(game)


def test_a_changed_list_of_the_missing_is_seen(game):
    Resolution.objects.filter(game=game, turn__name="secret/2").update(missing="[]")
    assert found(game) == {("missing", "")}


def test_a_lost_resolution_is_seen(game):
    Resolution.objects.filter(game=game, turn__name="secret/2").delete()
    assert found(game) == {("resolutions", "")}


def test_rows_that_cannot_be_read_are_a_difference_and_no_crash(game):
    Drawer.objects.filter(game=game, owner="hidden").update(content="{")
    verdict = verify_turn(turn_of(game, "secret/2"))
    assert verdict.differences == (Difference("raised", "DecodeError"),)


def test_a_turn_of_another_rules_version_is_not_compared(game, monkeypatch):
    from msgspec.structs import replace

    monkeypatch.setattr(DummyRules, "meta", replace(DummyRules.meta, rules_version="2"))
    assert verify_turn(turn_of(game, "secret/2")).result is Result.OTHER_RULES
    with pytest.raises(CommandError, match="the version that resolved this turn"):
        call_command("verify_turn", game.public_id, "secret/2", stdout=StringIO())


def test_verifying_costs_the_same_queries_late_in_a_game(game, django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        verify_turn(turn_of(game, "secret/2"))


# ---- the key of the dice ------------------------------------------------------------------------------


def say(game: Game, number: int) -> OrderForm:
    order_form_save(
        player=seat(game, 1),
        turn_name=open_turn(game).name,
        revision=0,
        orders=(Order("say", {"number": number}),),
    )
    return OrderForm.objects.get(turn=open_turn(game))


def drawn_if(game: Game, **form: str) -> str:
    """What the open turn would draw, were its one form changed like this in the database."""
    turn = open_turn(game)
    with transaction.atomic():
        OrderForm.objects.filter(turn=turn).update(**form)
        assert turn_close(turn_id=turn.pk)
        draws: str = Resolution.objects.get(turn=turn).draws
        transaction.set_rollback(True)
    return draws


def test_no_salt_changes_a_draw_and_other_orders_do(game, clock):
    """Whoever writes the database may try salts without end: fingerprint and draws fit each of them."""
    form, turn = say(game, 42), open_turn(game)
    clock.move_to(NOON + timedelta(days=2))
    orders = (Order("say", {"number": 42}),)
    salts = [f"{n:032x}" for n in range(5)]
    tried = {
        drawn_if(game, salt=salt, fingerprint=fingerprint(salt, turn.name, "p1", orders)) for salt in salts
    }
    assert tried == {drawn_if(game)}
    assert drawn_if(game, orders=form.orders.replace("42", "43")) not in tried


def test_what_stays_closed_is_no_part_of_the_key():
    """It could be guessed from draws, seed and the other forms once the game is over."""
    keys = {
        vault.dice_key(b"seed", 0, {"p1": (Order("character", {"secrets": words, "public_text": "x"}),)})
        for words in ("a mole", "nothing", "")
    }
    assert len(keys) == 1


def test_a_changed_version_of_the_key_is_seen(game):
    turn = turn_of(game, "secret/2")
    row = Resolution.objects.get(turn=turn)
    Resolution.objects.filter(pk=row.pk).update(key_version=1)
    assert ("draws", "") in found(game)


# ---- the operator's command -----------------------------------------------------------------------


def command(*args: str) -> str:
    out = StringIO()
    call_command("verify_turn", *args, stdout=out)
    return out.getvalue()


def test_a_state_of_the_past_is_read_without_all_that_came_before_it(game):
    """The page of a long game's draws read every drawer of it up to each resolution, thrice."""
    (read,) = rows.run(newest_drawers([game.pk], 2))
    assert sorted(owner for owner, *_drawer in read) == ["hidden", "p1", "p2", "public"]
    assert Drawer.objects.filter(game=game, number__lte=2).count() > 4
    assert vault.load(game, DummyRules(), at=2) == vault.load(game, DummyRules())
    assert vault.load(game, DummyRules(), at=1) != vault.load(game, DummyRules())


def test_the_command_verifies_a_running_game_without_its_secrets(game):
    told = command(game.public_id, "secret/2")
    assert told == "secret/2: verified: the re-run gave the same result.\n"
    every = command(game.public_id)
    assert every.count("verified") == 3
    assert "secret/3: not resolved" in every
    secrets = [bytes(s.secret).hex() for s in Seed.objects.filter(turn__game=game)]
    assert not [s for s in secrets if s in every]


def test_the_command_says_where_it_differs_and_fails(game):
    Resolution.objects.filter(game=game, turn__name="secret/2").update(draws='{"luck":424242424242}')
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 turns differ"):
        call_command("verify_turn", game.public_id, "secret/2", stdout=out)
    assert "resolution 1 of the turn: the draws" in out.getvalue()
    assert "424242424242" not in out.getvalue()


def test_the_command_says_what_it_did_not_find(game):
    with pytest.raises(CommandError, match="no game nowhere"):
        command("nowhere")
    with pytest.raises(CommandError, match="no turn secret/9"):
        command(game.public_id, "secret/9")


# ---- what is opened -------------------------------------------------------------------------------


def test_nothing_is_opened_before_the_end(game, clock):
    assert opened_chapter(game, 2) == []
    play(game, clock, ROUNDS - 2, day=2)
    game.refresh_from_db()
    assert game.stage == Game.Stage.FINISHED
    (opened,) = opened_chapter(game, 2)
    assert opened.verdict.result is Result.VERIFIED
    assert len(opened.seed) == 64
    (resolution,) = opened.resolutions
    assert [form.orders[0].data for form in resolution.forms] == [{"number": 41}]
    assert list(resolution.draws) == ["luck"]
