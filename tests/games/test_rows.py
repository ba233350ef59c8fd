"""Rows written and read by hand are those that the models would write and read, on both databases."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError, IntegrityError

from games import rows
from games.models import Drawer, Game, Notice, Player, ReaderEvents, ReadingRight, Seed, Turn
from games.reads import pages as reads
from games.writes import Writes
from games.writes.joined import joined as joined_writes
from tests.builder import open_turn, running_game

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 22, 11, 0, 0, 123456, tzinfo=UTC)
AWKWARD = 'a "quoted" back\\slash, {braces}, %s %b, line\nfeed, é 😀'


def test_what_is_built_by_hand_equals_what_the_mapper_reads(game):
    game.headline, game.finished_at = {"kind": "turn", "leader": AWKWARD}, NOW
    game.save()
    text = f"SELECT {rows.columns(Game, 'g')} FROM games_game g WHERE g.id = %s"
    with transaction.atomic():
        ((row,),) = rows.run(rows.Statement(text, (game.pk,)))
    by_hand, mapped = rows.build(Game, row), Game.objects.get(pk=game.pk)
    for field in Game._meta.concrete_fields:
        assert getattr(by_hand, field.attname) == getattr(mapped, field.attname), field.name
    assert not by_hand._state.adding


def test_what_is_fetched_together_is_what_each_statement_returns_and_an_error_is_raised(game):
    of_games = rows.Statement("SELECT id, name, 7 AS seven FROM games_game WHERE id = %s", (game.pk,))
    of_turns = rows.Statement("SELECT * FROM games_turn WHERE game_id = %s", (game.pk,))
    games, turns = rows.fetch_together(of_games, of_turns)
    assert games.rows == [(game.pk, game.name, 7)] and games.names == ("id", "name", "seven")
    assert [(one.pk, one.name, vars(one)["seven"]) for one in games.made(Game)] == [(game.pk, game.name, 7)]
    assert turns.made(Turn) == list(Turn.objects.filter(game=game))
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.fetch_together(of_games, rows.Statement("SELECT nothing FROM games_game"), of_turns)
    assert rows.fetch(of_games) == games.rows, "the connection goes on"


def test_a_moment_of_no_table_s_column_is_read_as_well(game):
    latest = "SELECT MAX(id) AS id, MAX(opened_at) AS finished_at FROM games_turn"
    text = f"SELECT id, finished_at FROM ({latest}) found"
    Turn.objects.filter(game=game).update(opened_at=NOW)
    (found,) = rows.fetch_as(Game, rows.Statement(text))
    assert found.finished_at == NOW


def test_what_a_statement_leaves_out_is_read_when_it_is_asked_for(game, django_assert_num_queries):
    mapped = game.players.select_related("user").first()
    (found, *_others) = rows.fetch_as(Player, reads.seats(game.pk))
    assert (found.pk, found.name, found.user_id) == (mapped.pk, mapped.name, mapped.user_id)
    with django_assert_num_queries(2):
        assert (found.seen, found.user) == (mapped.seen, mapped.user)
    found.name = "Renamed"
    found.save(update_fields=["name"])
    assert game.players.get(pk=found.pk).name == "Renamed"


def test_many_rows_by_one_statement_with_texts_numbers_and_json(game):
    readers = [f"p{n}" for n in range(1, 4)]
    of = {"game_id": game.pk, "number": 99, "chapter": 7}
    told = {"game_id": game.pk, "kind": "resolved", "key": "k", "created_at": NOW}
    writes = Writes()
    writes.insert(ReaderEvents, of, {"reader": readers, "content": [AWKWARD, "", "[]"]})
    writes.insert(
        ReadingRight, of,
        {"reader": readers, "of": readers, "chapters": [[1, 2], [], [3]], "without": [["a"], [], []]},
    )  # fmt: skip
    writes.insert(Notice, {**told, "data": {"turn": AWKWARD}}, {"user_id": users(game)})
    with transaction.atomic():
        writes.run()
    events = ReaderEvents.objects.filter(number=99).order_by("reader")
    assert [(e.reader, e.content, e.chapter) for e in events] == [
        ("p1", AWKWARD, 7), ("p2", "", 7), ("p3", "[]", 7)
    ]  # fmt: skip
    granted = ReadingRight.objects.filter(number=99).order_by("reader").values_list("chapters", "without")
    assert list(granted) == [([1, 2], ["a"]), ([], []), ([3], [])]
    notices = list(Notice.objects.filter(key="k").order_by("user_id"))
    assert [n.user_id for n in notices] == sorted(users(game))
    first = notices[0]
    assert (first.data, first.created_at, first.read_at, first.routed_at) == (
        {"turn": AWKWARD}, NOW, None, None
    )  # fmt: skip


def users(game: Game) -> list[int]:
    return list(game.players.values_list("user_id", flat=True))


@pytest.fixture
def ran(monkeypatch) -> list[rows.Statement]:
    """Every statement that is run by hand."""
    found: list[rows.Statement] = []
    run = rows.run
    monkeypatch.setattr(rows, "run", lambda *statements: found.extend(statements) or run(*statements))
    return found


def write(writes: Writes) -> None:
    with transaction.atomic():
        writes.run()


def test_no_row_at_all(game, ran):
    writes = Writes()
    writes.insert(Drawer, {"game_id": game.pk, "number": 99, "schema": 1}, {"owner": [], "content": []})
    write(writes)
    assert ran == []


def test_rows_of_two_games_that_are_alike_are_written_by_one_statement(game, ran):
    other, writes = running_game(("Chloé", "Dimitri")), Writes()
    ran.clear()
    for each, texts in ((game, ["1", "2"]), (other, ["3"])):
        at = len(texts)
        of = {"game_id": each.pk, "number": 99, "schema": 1}
        writes.insert(Drawer, of, {"owner": [f"p{n}" for n in range(len(texts))], "content": texts})
        writes.update(Game, each.pk, {"number": at, "headline": {"at": at}})
    write(writes)
    sent = 1 if connection.vendor == "postgresql" else 2  # one for each table, on PostgreSQL in one
    assert len(ran) == sent
    kept = Drawer.objects.filter(number=99).order_by("content").values_list("game_id", "owner", "content")
    assert list(kept) == [(game.pk, "p0", "1"), (game.pk, "p1", "2"), (other.pk, "p0", "3")]
    found = dict(Game.objects.values_list("number", "headline"))
    assert found == {1: {"at": 1}, 2: {"at": 2}}
    write(writes)
    assert len(ran) == sent, "what is written is forgotten"


def test_once_leaves_what_is_there_and_takes_the_rows_in_one_order(game, ran):
    of = {"game_id": game.pk, "kind": "resolved", "key": "once", "created_at": NOW}
    first, second = sorted(users(game))
    writes = Writes()
    writes.insert(Notice, {**of, "data": {"n": 1}}, {"user_id": [second]}, once=True)
    write(writes)
    writes.insert(Notice, {**of, "data": {"n": 2}}, {"user_id": [second, first]}, once=True)
    write(writes)
    kept = dict(Notice.objects.filter(key="once").values_list("user_id", "data"))
    assert kept == {first: {"n": 2}, second: {"n": 1}}
    taken = str(ran[-1].values if ran[-1].many is None else ran[-1].many)
    assert taken.index(str(first)) < taken.index(str(second))


def test_a_model_that_is_created_has_its_id_wherever_it_stands_for_it(game, ran):
    writes, made = Writes(), []
    ran.clear()
    writes.update(Game, game.pk, {"number": 7})
    for name in ("by hand", AWKWARD):
        turn = Turn(game=game, name=name, chapter=1, window="{}", opened_at=NOW, commitment="c")
        writes.create(turn, ("game_id", "name"))
        writes.insert(Seed, {"turn_id": turn, "secret": bytes(range(256)) + name.encode()})
        made.append(turn)
    write(writes)
    assert len(ran) == (1 if connection.vendor == "postgresql" else 3)
    assert Game.objects.get(pk=game.pk).number == 7
    for turn in made:
        kept = Turn.objects.get(name=turn.name)
        assert kept == turn and (kept.status, kept.can_close_early, kept.opened_at, kept.acts) == (
            "open",
            False,
            NOW,
            {},
        )
        assert kept.deadline is None
        assert bytes(Seed.objects.get(turn=turn).secret) == bytes(range(256)) + turn.name.encode()


def test_what_is_created_later_is_not_taken_for_what_was_created_before(game):
    writes = Writes()
    old, new = (
        Turn(game=game, name=name, chapter=1, window="{}", opened_at=NOW, commitment="c") for name in "ab"
    )
    writes.create(old, ("game_id", "name"))
    write(writes)
    writes.create(new, ("game_id", "name"))
    writes.insert(Seed, {}, {"turn_id": [new, old], "secret": [b"new", b"old"]})
    if connection.vendor == "postgresql":
        with pytest.raises(ValueError, match="refers to a row that exists"):
            write(writes)
        return
    write(writes)
    assert {seed.turn_id: bytes(seed.secret) for seed in Seed.objects.filter(turn__in=[old, new])} == {
        new.pk: b"new", old.pk: b"old",
    }  # fmt: skip


def test_rows_of_one_table_alone_are_created_together(game):
    writes = Writes()
    writes.create(Turn(game=game, name="a", chapter=1, opened_at=NOW), ("game_id", "name"))
    with pytest.raises(ValueError, match="a Notice is created together"):
        writes.create(Notice(game=game, key="a"), ("key",))


def test_an_update_changes_what_it_names(game):
    turn, writes = open_turn(game), Writes()
    writes.update(Turn, turn.pk, {"resolved_at": NOW, "can_close_early": True, "incident": AWKWARD[:9]})
    write(writes)
    after = Turn.objects.get(pk=turn.pk)
    assert (after.resolved_at, after.can_close_early, after.incident) == (NOW, True, AWKWARD[:9])
    assert (after.name, after.deadline) == (turn.name, turn.deadline)


def test_two_changes_of_one_row_are_both_made(game):
    turn, writes = open_turn(game), Writes()
    writes.update(Turn, turn.pk, {"can_close_early": True})
    writes.update(Turn, turn.pk, {"incident": "7"})
    write(writes)
    after = Turn.objects.get(pk=turn.pk)
    assert (after.can_close_early, after.incident) == (True, "7")


def test_statements_are_joined_unless_they_change_the_same_table_or_become_too_long():
    """Into one for PostgreSQL, whose parts run in no order: what is changed twice is changed in two."""

    def joined(*given: tuple[type[Any] | None, int, int]) -> list[tuple[str, list[Any]]]:
        """Of each: the model it changes, how many characters and how many values it has."""
        found = joined_writes([
            (model, rows.Statement(chr(97 + n) * length, [n] * values))
            for n, (model, length, values) in enumerate(given)
        ])  # fmt: skip
        return [(one.sql, list(one.values)) for one in found]

    assert joined() == []
    assert joined((None, 1, 2)) == [("a", [0, 0])]
    assert joined((None, 1, 2), (Turn, 2, 0), (Game, 1, 1)) == [("WITH w0 AS (a), w1 AS (bb) c", [0, 0, 2])]
    assert joined((Turn, 1, 1), (Game, 1, 1), (Turn, 1, 1), (None, 1, 0)) == [
        ("WITH w0 AS (a) b", [0, 1]), ("WITH w0 AS (c) d", [2])
    ]  # fmt: skip
    assert [len(values) for _sql, values in joined((None, 1, 30), (None, 1, 20), (None, 1, 1))] == [50, 1]
    assert [sql[0] for sql, _ in joined((None, 3000, 1), (None, 1000, 1), (None, 1, 1))] == ["a", "W"]


def test_what_the_database_refuses_is_raised_and_nothing_is_kept(game):
    of = {"game_id": game.pk, "number": 99, "schema": 1}
    writes = Writes()
    writes.insert(Drawer, of, {"owner": ["p1"], "content": ["kept?"]})
    writes.insert(
        ReaderEvents,
        {"game_id": game.pk, "number": 99, "chapter": 1, "content": "[]"},
        {"reader": ["p1", "p1"]},
    )
    with pytest.raises(IntegrityError):
        write(writes)
    assert not Drawer.objects.filter(number=99).exists()
    assert Game.objects.filter(pk=game.pk).exists(), "the connection goes on"
