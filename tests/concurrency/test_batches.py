"""Noon in batches, on PostgreSQL only: each game is resolved once, and a failing one by itself."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games import rows
from games.contract import Closes, Order, Window, encode
from games.models import Game, Notice, Player, Resolution, Turn
from games.reads.resolution import claim_of_due
from games.services import batches, claims, sweep, turns
from games.services.audit import verify_turn
from games.services.order_forms import order_form_save
from games.services.refusals import Refused
from tests.builder import open_turn, running_game, say, seat
from tests.concurrency.test_races import at_once
from tests.concurrency.test_rows import address
from tests.dummy import DummyRules

pytestmark = pytest.mark.django_db(transaction=True)  # several connections see each other's rows
SLOW = 666  # who says this keeps the rules busy
FULL = batches.FULL


@pytest.fixture(autouse=True)
def time_enough(monkeypatch) -> None:
    """On a busy machine a batch has time for all its games, too."""
    monkeypatch.setattr(batches, "FULL", 60)
    monkeypatch.setattr(batches, "MOST_SECONDS", 60.0)


def due_games(number: int, who: str = "Ana") -> list[Game]:
    """So many games of two, one of whom has handed in, all due."""
    made = [running_game((f"{who}{n}", f"With{who}{n}")) for n in range(number)]
    for value, game in enumerate(made):
        say(game, 1, value)
    strike()
    return made


def strike() -> None:
    """Noon for every open turn that has one: the oldest first, so that a batch takes them in this order."""
    past = timezone.now() - timedelta(seconds=1)
    due = Turn.objects.filter(status=Turn.Status.OPEN, deadline__isnull=False).order_by("pk")
    for n, pk in enumerate(due.values_list("pk", flat=True)):
        Turn.objects.filter(pk=pk).update(deadline=past + timedelta(microseconds=n))


def numbers(games: list[Game]) -> list[int]:
    return [Game.objects.get(pk=game.pk).number for game in games]


def assert_whole(games: list[Game]) -> None:
    """Each game had its first noon, once, and running it again gives what is kept."""
    assert numbers(games) == [1] * len(games)
    for game in games:
        first = game.turns.get(name="secret/1")
        assert (first.status, first.resolutions) == (Turn.Status.RESOLVED, 1)
        assert Resolution.objects.filter(turn=first).count() == 1
        assert verify_turn(first).differences == ()
        assert open_turn(game).name == "secret/2"
        assert Notice.objects.filter(game=game, key="resolved/secret/1").count() == 2


@pytest.fixture
def ran(monkeypatch) -> list[str]:
    """The text of every statement that is run by hand."""
    found: list[str] = []
    run = rows.run
    monkeypatch.setattr(
        rows, "run", lambda *statements: found.extend(s.sql for s in statements) or run(*statements)
    )
    return found


@pytest.fixture
def busy(monkeypatch) -> None:
    """Rules that take half a second where somebody said `SLOW`."""
    resolve = DummyRules.resolve

    def slow(self: Any, state: Any, window: Any, forms: Any, dice: Any) -> Any:
        if any(order.data["number"] == SLOW for orders in forms.values() for order in orders):
            time.sleep(0.5)
        return resolve(self, state, window, forms, dice)

    monkeypatch.setattr(DummyRules, "resolve", slow)


def test_six_games_are_closed_with_the_statements_of_one(ran):
    costs: list[list[str]] = []
    for number in (1, 6):
        before = list(Turn.objects.filter(status=Turn.Status.OPEN).values_list("pk", flat=True))
        games = due_games(number, f"Ana{number}x")
        ran.clear()
        batch = batches.batch_close(without=before)
        closed = ran[:]
        assert (batch.claimed, batch.resolved, batch.singly) == (number, number, [])
        assert_whole(games)
        costs.append(closed)
    assert costs[0] == costs[1]


def test_a_batch_is_limited_where_it_is_claimed():
    games = due_games(5)
    assert batches.batch_close(without=(), most=2).resolved == 2
    assert sorted(numbers(games)) == [0, 0, 0, 1, 1]
    left = next(open_turn(game).pk for game in games if game.turns.filter(name="secret/1", status="open"))
    assert [batches.batch_close(without=[left], most=2).claimed for _ in range(2)] == [2, 0]
    assert sorted(numbers(games)) == [0, 1, 1, 1, 1]
    assert Turn.objects.get(pk=left).status == Turn.Status.OPEN


def test_the_claim_of_a_batch_looks_at_no_more_turns_than_it_takes():
    due_games(1)
    claim = claim_of_due(timezone.now(), ["dummy"], (), 16)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        cursor.execute("EXPLAIN " + claim.sql, claim.values)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "turn_due" in plan and "LockRows" in plan and "Limit" in plan, plan
    assert "Sort" not in plan, plan


def test_a_game_whose_rules_raise_is_stuck_by_itself_with_its_number_and_no_neighbour_waits():
    bad = running_game(options={"breaks": True})
    strike()
    assert sweep.drain_due_turns() is False
    games = due_games(4)
    assert sweep.drain_due_turns() is False
    assert_whole(games)
    stuck = bad.turns.get(status=Turn.Status.STUCK)
    assert (stuck.name, len(stuck.incident)) == ("secret/2", 8)
    assert "RuntimeError in resolve" in stuck.incident_step
    assert numbers([bad]) == [1]
    assert not Resolution.objects.filter(turn=stuck).exists()


def test_a_game_whose_rules_last_is_undone_with_its_batch_and_stuck_by_itself(busy, monkeypatch):
    monkeypatch.setattr(batches, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(turns, "MOST_SECONDS", 0.3)
    games = due_games(4)
    bad = games.pop(2)
    player = Player.objects.get(game=bad, number=1)
    form = player.forms.get()
    form.orders = form.orders.replace('"number":2', f'"number":{SLOW}')
    form.save()
    assert sweep.drain_due_turns() is False
    assert_whole(games)
    assert bad.turns.get(status=Turn.Status.STUCK).incident_step.startswith("TooLong")
    assert numbers([bad]) == [0]


def test_what_the_database_refuses_of_one_game_is_put_off_for_that_game_alone():
    games = due_games(4)
    bad = games.pop(1)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF NEW.game_id = {bad.pk} THEN RAISE EXCEPTION 'no' USING ERRCODE = '40P01'; END IF;"
            " RETURN NEW; END $$;"
            "CREATE TRIGGER refuse BEFORE INSERT ON games_event FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    try:
        assert sweep.drain_due_turns() is False
        assert_whole(games)
        assert (numbers([bad]), open_turn(bad).status) == ([0], Turn.Status.OPEN)
    finally:
        connection.cursor().execute("DROP FUNCTION refuse CASCADE")
    assert sweep.drain_due_turns() is False
    assert_whole([bad])


def test_a_batch_that_loses_the_database_tells_the_operators_and_leaves_its_turns_due(monkeypatch, caplog):
    games = due_games(3)
    ids = sorted(open_turn(game).pk for game in games)

    def lost(self):
        connection.cursor().execute("SELECT pg_terminate_backend(pg_backend_pid())")

    def gone():
        raise OperationalError("connection timeout expired")

    with monkeypatch.context() as broken:
        broken.setattr(batches.Writes, "run", lost)
        broken.setattr(connection, "connect", gone)
        batch = batches.batch_close(without=())
    assert (batch.resolved, sorted(batch.singly)) == (0, ids)
    told = [record for record in caplog.records if record.levelname == "ERROR"]
    assert [record.getMessage().split("turn_id=")[0] for record in told] == ["turn put off "]
    assert sweep.drain_due_turns() is False
    assert_whole(games)


def test_a_batch_and_somebody_who_wait_for_each_other_lose_nothing():
    """He holds a user whom the batch tells of her noon, and wants a game that the batch holds."""
    games = due_games(3)
    user = Player.objects.get(game=games[0], number=1).user_id

    def somebody() -> None:
        with psycopg.connect(**address()) as other, psycopg.connect(**address(), autocommit=True) as watch:
            other.execute("SET deadlock_timeout = '20s'")  # so that it is the batch that gives way
            other.execute("SELECT 1 FROM accounts_user WHERE id = %s FOR UPDATE", [user])
            held.set()
            asked = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query = 'COMMIT'"
            while not watch.execute(asked).fetchone():
                time.sleep(0.01)
            other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [games[-1].pk])

    held = threading.Event()
    _, batch = at_once(somebody, lambda: held.wait(60) and batches.batch_close(without=()))
    assert (batch.claimed, batch.resolved, len(batch.singly)) == (3, 0, 3)
    assert numbers(games) == [0] * 3
    assert sweep.drain_due_turns() is False
    assert_whole(games)


def test_a_batch_without_time_releases_the_games_it_did_not_come_to(monkeypatch):
    monkeypatch.setattr(batches, "FULL", -1)
    games = due_games(4)
    batch = batches.batch_close(without=())
    assert (batch.claimed, batch.resolved, batch.released, batch.singly) == (4, 1, 3, [])
    assert sorted(numbers(games)) == [0, 0, 0, 1]
    assert batches.batches_close(without=(), until=time.monotonic() + 60)
    assert_whole(games)


def test_a_save_waits_a_tenth_of_a_second_for_a_batch_however_long_it_could_last(monkeypatch):
    """Sixteen games that take 20 ms each. The least of three attempts: the machine may be busy."""
    resolve, began = DummyRules.resolve, threading.Event()

    def slow(self: Any, *values: Any) -> Any:
        began.set()
        time.sleep(0.02)
        return resolve(self, *values)

    def save(player: Player) -> float:
        assert Player.objects.exists()  # connected
        began.wait(60)
        started = time.monotonic()
        with pytest.raises(Refused, match="due"):
            order_form_save(
                player=player, turn_name="secret/1", revision=0, orders=(Order("say", {"number": 9}),)
            )
        return time.monotonic() - started

    monkeypatch.setattr(DummyRules, "resolve", slow)
    monkeypatch.setattr(batches, "FULL", FULL)
    games, waits = due_games(16), []
    for _attempt in range(3):
        began.clear()
        last = seat([game for game in games if Game.objects.get(pk=game.pk).number == 0][-1], 2)
        waited, batch = at_once(lambda last=last: save(last), lambda: batches.batch_close(without=()))
        assert batch.released
        waits.append(waited)
    assert min(waits) < 0.1 + 0.03, waits  # and the save itself


def test_a_batch_that_was_cut_short_claims_fewer_next(monkeypatch):
    monkeypatch.setattr(batches, "FULL", -1)
    due_games(4)
    asked: list[int] = []
    close = batches.batch_close
    monkeypatch.setattr(
        batches,
        "batch_close",
        lambda *, without, most: asked.append(most) or close(without=without, most=most),
    )
    assert batches.batches_close(without=(), until=time.monotonic() + 60)
    assert asked == [16, 1, 2, 1, 2]


def test_a_hand_whose_time_is_over_leaves_the_rest():
    games = due_games(2)
    assert batches.batches_close(without=(), until=time.monotonic() - 1) is False
    assert numbers(games) == [0, 0]


@pytest.mark.parametrize("kind", ["bots", "may close early", "door", "two turns"])
def test_a_game_whose_resolution_reads_what_it_wrote_goes_singly(kind):
    plain, other = due_games(2)
    turn = open_turn(other)
    if kind == "bots":
        Player.objects.filter(game=other, number=2).update(is_bot=True, user=None)
    elif kind == "may close early":
        Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
    else:
        window = Window("door", (), ("say",), Closes.AT_ONCE, welcome=("p1",))
        later = turn.deadline + timedelta(milliseconds=1) if kind == "two turns" else None
        asked = window if later is None else Window("later", (1,), ("say",), Closes.AT_NOON, ("p1",))
        turn.pk, turn.name, turn.deadline, turn.window = None, asked.name, later, encode(asked)
        turn.save(force_insert=True)
    first = other.turns.get(name="secret/1").pk
    batch = batches.batch_close(without=())
    assert (batch.resolved, numbers([plain, other])) == (1, [1, 0])
    assert batch.singly == ([first, turn.pk] if kind == "two turns" else [first])


def test_eight_workers_close_forty_games_once_each():
    games = due_games(40)
    until = time.monotonic() + 60
    done = at_once(*[lambda: batches.batches_close(without=(), until=until)] * 8)
    assert done == [True] * 8
    assert_whole(games)


def test_what_is_resolved_while_a_batch_claims_it_is_left_out(monkeypatch):
    """The claim saw the turn open, then waited for nobody: the game was free again."""
    first, second = due_games(2)
    unresolved = claims._unresolved

    def meanwhile(games: list[Game]) -> Any:
        Turn.objects.filter(game=first, name="secret/1").update(status=Turn.Status.RESOLVED)
        return unresolved(games)

    monkeypatch.setattr(claims, "_unresolved", meanwhile)
    batch = batches.batch_close(without=())
    assert (batch.claimed, batch.resolved, batch.singly) == (2, 1, [])
    assert numbers([first, second]) == [0, 1]


def test_a_batch_whose_commit_fails_is_done_again_singly(monkeypatch):
    games, refusals, commit = due_games(3), [OperationalError("gone")], connection.commit

    def refused() -> None:
        if refusals:
            raise refusals.pop()
        commit()

    monkeypatch.setattr(connection, "commit", refused)
    assert sweep.drain_due_turns() is False
    assert_whole(games)
