"""The short form of `make soak`, and its checks afterwards, which detect every kind of damage."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
import time_machine

from games.contract import Order
from games.models import Drawer, Game, Notice, OrderForm, ReaderEvents, Resolution, Turn
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.builder import MORNING, NOON, open_turn, running_game, seat
from tests.dummy import ROUNDS
from tests.games.scripted import answer, move, script
from tools import servers
from tools.chaos import aftermath


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.timeout(650)
def test_kills_and_restarts_leave_a_whole_database() -> None:
    servers.needs(servers.postgres_programs(), "PostgreSQL's programs are not installed (Debian: postgresql)")
    # Servers of its own: it takes them down, and other tests run beside it.
    shared = {"NOON_TEST_POSTGRES_URL", "NOON_TEST_REDIS_URL"}
    env = {key: value for key, value in os.environ.items() if key not in shared}
    ran = subprocess.run(
        [sys.executable, "-m", "tools.chaos.soak", "--minutes", "0.3", "--games", "8"],
        cwd=servers.ROOT, env={**env, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-3000:]
    assert "with every process stopped" in ran.stdout and "nothing was wrong" in ran.stdout
    assert "worker" in ran.stdout.split("breaks (")[1]


# ---- what is looked at ------------------------------------------------------------------------------


@pytest.fixture
def game(transactional_db) -> Game:
    """A finished game, in which the first player handed in each time."""
    with time_machine.travel(MORNING, tick=False) as clock:
        game = running_game()
        for nth in range(ROUNDS):
            turn, orders = open_turn(game), (Order("say", {"number": nth}),)
            order_form_save(player=seat(game, 1), turn_name=turn.name, revision=0, orders=orders)
            clock.move_to(NOON + timedelta(days=nth))
            assert turn_close(turn_id=turn.pk)
    return game


@pytest.fixture
def moves(transactional_db, monkeypatch) -> Game:
    """A finished game of moves: two rounds of two players, in which the second of round 2 does not answer."""
    script(monkeypatch, *((move(round_, player),) for round_ in (1, 2) for player in (1, 2)))
    with time_machine.travel(MORNING, tick=False) as clock:
        game = running_game()
        for number, window in enumerate(move(round_, player) for round_ in (1, 2) for player in (1, 2)):
            if number < 3:
                answer(game, int(window.awaited[0][1:]), window)
            else:
                clock.move_to(open_turn(game).deadline)
                assert turn_close(turn_id=open_turn(game).pk)
    game.refresh_from_db()
    assert game.stage == Game.Stage.FINISHED
    return game


def saved() -> dict[int, dict[int, str]]:
    forms = Resolution.objects.exclude(forms="{}").values_list("turn_id", "forms")
    return {turn: {1: json.loads(text)["p1"]["fingerprint"]} for turn, text in forms}


def lose_a_form() -> None:
    Resolution.objects.filter(turn__name="secret/2").update(forms="{}", missing='["p1","p2"]')


def consume_twice() -> None:
    first = Resolution.objects.get(turn__name="secret/1")
    Resolution.objects.filter(turn__name="secret/2").update(forms=first.forms)


def resolve_twice() -> None:
    row = Resolution.objects.get(turn__name="secret/2")
    row.pk, row.number = None, 99
    row.save()


def leave_half() -> None:
    Turn.objects.filter(name="secret/2").update(status="open")


def orphan() -> None:
    row = ReaderEvents.objects.order_by("number")[0]
    row.pk, row.number = None, 77
    row.save()


def lose_a_drawer() -> None:
    Drawer.objects.filter(owner="p1", number=2).delete()


def tell_twice() -> None:
    row = Notice.objects.filter(kind="resolved")[0]
    row.pk, row.key = None, "resolved/once more"
    row.save()


def leave_a_form() -> None:
    turn = Turn.objects.get(name="secret/1")
    OrderForm.objects.create(
        turn=turn, player=seat(turn.game, 1), orders="[]", fingerprint="0" * 24, saved_at=NOON
    )


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lose_a_form, "did not consume"),
        (consume_twice, "consumed 2 times"),
        (resolve_twice, "and has 2"),
        (leave_half, "is open and was resolved 1 times"),
        (orphan, "of ReaderEvents that no resolution has"),
        (lose_a_drawer, "drawer"),
        (tell_twice, "was told"),
        (leave_a_form, "still lies there"),
    ],
    ids=lambda given: getattr(given, "__name__", "said"),
)
def test_what_is_looked_at_afterwards_finds_what_is_wrong(game, damage, words):
    before = saved()
    assert aftermath.all_of(before) == []
    damage()
    found = aftermath.all_of(before)
    assert any(words in sentence for sentence in found), found


@pytest.mark.parametrize(
    ("key", "words"),
    [("started/", "told 0 times that it has started"), ("finished/", "told 0 times that it has finished"),
     ("closed/1", "not told that round 1 was over"), ("asked/2", "not told that round 1 was over")],
)  # fmt: skip
def test_a_game_of_moves_promises_other_notices(moves, key, words):
    assert list(aftermath.notices()) == []
    assert Notice.objects.filter(key__startswith=key).delete()[0]
    assert any(words in sentence for sentence in aftermath.notices())
