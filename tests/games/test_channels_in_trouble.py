"""A push service and hooks that refuse, delay, answer slowly byte by byte and die: nothing is lost, nothing
is told twice, and noon comes first."""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from games import outgoing, tasks
from games.models import Delivery, Notice, PushDevice, RoomNews, Turn, Webhook
from games.services.deliveries import notices_send
from games.services.hooks import hook_set
from games.services.pushes import push_subscribe
from tests.builder import open_turn, running_game, seat
from tests.doors import strike
from tests.games.test_push import Browser
from tools.listening import Asked, Listener, byte_by_byte, death, listening, silence, status, world

pytestmark = pytest.mark.django_db
TROUBLE = (status(503), byte_by_byte(0.3), death, silence(30))


def everything_is_due_again() -> None:
    """As if the pauses were over."""
    past = timezone.now() - timedelta(seconds=1)
    Delivery.objects.filter(state=Delivery.State.WAITING).update(next_at=past)
    RoomNews.objects.filter(state=RoomNews.State.WAITING).update(next_at=past)
    Webhook.objects.update(rests_until=None)
    PushDevice.objects.update(rests_until=None)


def names(asked: list[Asked]) -> list[str]:
    return [one.headers.get("webhook-id") or one.headers["Topic"] for one in asked]


def test_nothing_is_lost_and_nothing_told_twice(monkeypatch):
    game = running_game()
    ana, bruno = (seat(game, n).user for n in (1, 2))
    with (
        listening(*TROUBLE, status(204)) as room,
        listening(*TROUBLE, status(204)) as own,
        listening(*TROUBLE, status(201)) as service,
        listening(status(204)) as healthy,
    ):
        servers: list[Listener] = [room, own, service, healthy]
        monkeypatch.setattr(outgoing, "_network", world(*servers, seconds=1))
        hook_set(url=room.url(), style="signed", language="en", set_by=ana, game=game)
        hook_set(url=own.url(), style="signed", language="en", set_by=ana, user=ana)
        hook_set(url=healthy.url(), style="signed", language="fr", set_by=bruno, user=bruno)
        push_subscribe(user=ana, **Browser(service.url()).fields)
        strike(game)
        runs = []
        for _ in range(len(TROUBLE) + 1):
            began = time.monotonic()
            notices_send()
            runs.append(time.monotonic() - began)
            everything_is_due_again()
        notices_send()
        for server in (room, own, service):
            tried = Counter(names(server.asked))
            # Each attempt has the same name, and the one that was taken was the last.
            assert len(tried) == 1 and set(tried.values()) == {len(TROUBLE) + 1}
        assert len(healthy.asked) == 1, "one that works is told once, and at once"
    assert not Delivery.objects.exclude(state=Delivery.State.SENT).exists()
    assert {row.state for row in RoomNews.objects.all()} == {RoomNews.State.SENT}
    assert Notice.objects.filter(kind=Notice.Kind.RESOLVED).count() == 2
    # One second for each of three that say nothing; what else passes is the machine's.
    assert max(runs) < 30


def test_noon_comes_first_and_is_on_time(monkeypatch, time_machine):
    game = running_game()
    turn = open_turn(game)
    closed: list[str] = []

    def ask(url: str, body: bytes, headers: dict[str, str]) -> int:
        closed.append(Turn.objects.get(pk=turn.pk).status)
        raise outgoing.NotSent(outgoing.WhyNotSent.SLOW)

    monkeypatch.setattr("games.channels.hook.post", ask)
    url = "https://hooks.example.org/"
    hook_set(url=url, style="signed", language="en", set_by=seat(game, 1).user, game=game)
    hook_set(url=url, style="signed", language="en", set_by=seat(game, 1).user, user=seat(game, 1).user)
    time_machine.move_to(turn.deadline + timedelta(seconds=1))
    tasks.close_due()
    assert closed and set(closed) == {Turn.Status.RESOLVED}


def test_one_that_never_answers_costs_one_request_a_run(monkeypatch):
    game = running_game()
    ana = seat(game, 1).user
    asked: list[str] = []

    def ask(url: str, body: bytes, headers: dict[str, str]) -> int:
        asked.append(url)
        raise outgoing.NotSent(outgoing.WhyNotSent.SLOW)

    monkeypatch.setattr("games.channels.hook.post", ask)
    for owner, path in (({"user": ana}, "own"), ({"game": game}, "room")):
        hook_set(url=f"https://hooks.example.org/{path}", style="signed", language="en", set_by=ana, **owner)
    for n in range(6):
        Notice.objects.create(
            user=ana, game=game, kind=Notice.Kind.RESOLVED, key=f"resolved/x/{n}", data={"turn": "secret/1"}
        )
    notices_send()
    assert sorted(asked) == ["https://hooks.example.org/own", "https://hooks.example.org/room"]
