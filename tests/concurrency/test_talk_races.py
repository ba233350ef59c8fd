"""Writing, reading and being told at the same moment, on PostgreSQL: nobody waits for each other for ever,
and what a page counts is what there is."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.query import QuerySet
from django.utils import timezone

from games.access import Spot
from games.channels import channels
from games.models import Conversation, Delivery, Game, Message, Notice, Vacation
from games.services import deliveries, talk, vacations
from tests.builder import running_game, seat
from tests.concurrency.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)  # several connections see each other's rows
A_MOMENT = 0.5  # seconds, of one that holds its locks


@pytest.fixture
def game() -> Game:
    return running_game(("Ana", "Bruno"), press="all")


def say(game: Game, number: int, text: str) -> Message:
    known = Conversation.objects.filter(game=game, key="table").first()
    author, spot = seat(game, number), Spot(Conversation.Kind.TABLE, "table", (), known, writes=True)
    assert author.user is not None
    return talk.message_send(
        game=game, spot=spot, author=author.user, player=author, text=text, began=timezone.now()
    )


def read(game: Game, number: int, upto: int) -> int:
    reader = seat(game, number)
    assert reader.user is not None
    found = Conversation.objects.select_related("game").get(game=game)
    return talk.conversation_read(conversation=found, user=reader.user, player=reader, number=upto)


def test_days_away_noted_while_somebody_writes_wait_for_nobody_for_ever(game, monkeypatch):
    noted, told = threading.Event(), threading.Event()
    create, tell = Vacation.objects.create, talk.tell

    def slow_create(**values: Any) -> Vacation:
        made = create(**values)
        noted.set()
        told.wait(A_MOMENT)
        return made

    def slow_tell(**values: Any) -> None:
        tell(**values)
        told.set()
        threading.Event().wait(A_MOMENT)

    monkeypatch.setattr(Vacation.objects, "create", slow_create)
    monkeypatch.setattr(talk, "tell", slow_tell)
    day = timezone.localdate() + timedelta(days=1)

    def away() -> Vacation:
        user = seat(game, 2).user
        return vacations.vacation_begin(user=user, first=day, last=day, zone="UTC", plan="pass", game=game)

    def writes() -> Message:
        noted.wait(5)
        return say(game, 1, "Hello")

    made = at_once(away, writes)
    assert [type(each) for each in made] == [Vacation, Message], made


def test_a_message_written_while_another_is_read_is_counted(game, monkeypatch):
    say(game, 1, "One")
    counted, count = threading.Event(), QuerySet.count

    def slow_count(rows: QuerySet[Any]) -> int:
        found = count(rows)
        if threading.current_thread().name == "reads":
            counted.set()
            threading.Event().wait(A_MOMENT)
        return found

    monkeypatch.setattr(QuerySet, "count", slow_count)

    def reads() -> int:
        threading.current_thread().name = "reads"
        return read(game, 2, 1)

    def writes() -> Message:
        counted.wait(5)
        return say(game, 1, "Two")

    assert at_once(reads, writes)[0] == 0
    assert seat(game, 2).unread == 1


def test_a_message_is_read_while_its_channels_are_worked_out(game, settings, monkeypatch):
    settings.MAIL_CONFIGURED = True
    say(game, 1, "One")
    written = threading.Event()

    def slow(_notices: object) -> None:
        written.set()
        threading.Event().wait(A_MOMENT)

    monkeypatch.setattr(deliveries, "room_news_write", slow)

    def reads() -> int:
        written.wait(5)
        return read(game, 2, 1)

    routed, unread = at_once(lambda: deliveries.notices_route(channels()), reads)
    assert routed and unread == 0, (routed, unread)
    about = Notice.objects.filter(kind=Notice.Kind.MESSAGE, user=seat(game, 2).user)
    assert not about.exists() and not Delivery.objects.filter(notice__in=about).exists()
