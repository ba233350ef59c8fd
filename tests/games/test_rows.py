"""Rows written and read by hand are those that the models would write and read, on both databases."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from games import rows
from games.models import Drawer, Game, Notice, ReaderEvents, ReadingRight, Turn
from tests.games.helpers import open_turn

pytestmark = pytest.mark.django_db(transaction=True)
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


def test_many_rows_by_one_statement_with_texts_numbers_and_json(game):
    readers = [f"p{n}" for n in range(1, 4)]
    of = {"game_id": game.pk, "number": 99, "chapter": 7}
    told = {"game_id": game.pk, "kind": "resolved", "key": "k", "created_at": NOW}
    with transaction.atomic():
        rows.run(
            rows.insert(ReaderEvents, of, {"reader": readers, "content": [AWKWARD, "", "[]"]}),
            rows.insert(
                ReadingRight, of,
                {"reader": readers, "of": readers, "chapters": [[1, 2], [], [3]], "without": [["a"], [], []]},
            ),
            rows.insert(Notice, {**told, "data": {"turn": AWKWARD}}, {"user_id": users(game)}),
        )  # fmt: skip
    events = ReaderEvents.objects.filter(number=99).order_by("reader")
    assert [(e.reader, e.content, e.chapter) for e in events] == [
        ("p1", AWKWARD, 7), ("p2", "", 7), ("p3", "[]", 7)
    ]  # fmt: skip
    granted = ReadingRight.objects.filter(number=99).order_by("reader").values_list("chapters", "without")
    assert list(granted) == [([1, 2], ["a"]), ([], []), ([3], [])]
    notices = list(Notice.objects.filter(key="k").order_by("user_id"))
    assert [n.user_id for n in notices] == sorted(users(game))
    first = notices[0]
    assert (first.data, first.created_at, first.tries, first.sent_at) == ({"turn": AWKWARD}, NOW, 0, None)


def users(game: Game) -> list[int]:
    return list(game.players.values_list("user_id", flat=True))


def test_no_row_at_all(game):
    with transaction.atomic():
        of = {"game_id": game.pk, "number": 99, "schema": 1}
        assert rows.run(rows.insert(Drawer, of, {"owner": [], "content": []})) == [[]]
    assert not Drawer.objects.filter(number=99).exists()


def test_once_leaves_what_is_there_and_numbered_tells_the_id(game):
    of = {"game_id": game.pk, "kind": "resolved", "key": "once", "created_at": NOW}
    with transaction.atomic():
        rows.run(rows.insert(Notice, {**of, "data": {"n": 1}}, {"user_id": users(game)[:1]}))
        rows.run(rows.insert(Notice, {**of, "data": {"n": 2}}, {"user_id": users(game)}, once=True))
        turn = {"game_id": game.pk, "name": "by hand", "chapter": 1, "window": "{}", "opened_at": NOW,
                "commitment": ""}  # fmt: skip
        (((pk,),),) = rows.run(rows.insert(Turn, turn, numbered=True))
    kept = dict(Notice.objects.filter(key="once").values_list("user_id", "data"))
    assert sorted(data["n"] for data in kept.values()) == [1, *[2] * (len(users(game)) - 1)]
    made = Turn.objects.get(pk=pk)
    assert (made.name, made.status, made.can_close_early, made.opened_at) == ("by hand", "open", False, NOW)


def test_an_update_changes_what_it_names(game):
    turn = open_turn(game)
    with transaction.atomic():
        rows.run(
            rows.update(Turn, turn.pk, {"resolved_at": NOW, "can_close_early": True, "incident": AWKWARD[:9]})
        )
    after = Turn.objects.get(pk=turn.pk)
    assert (after.resolved_at, after.can_close_early, after.incident) == (NOW, True, AWKWARD[:9])
    assert (after.name, after.deadline) == (turn.name, turn.deadline)


def test_what_the_database_refuses_is_raised_and_nothing_is_kept(game):
    of = {"game_id": game.pk, "number": 99, "schema": 1}
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.run(
            rows.insert(Drawer, of, {"owner": ["p1"], "content": ["kept?"]}),
            rows.Statement("SELECT 1 FROM nowhere"),
            rows.insert(Drawer, of, {"owner": ["p2"], "content": ["kept?"]}),
        )
    assert not Drawer.objects.filter(number=99).exists()
    assert Game.objects.filter(pk=game.pk).exists(), "the connection goes on"
