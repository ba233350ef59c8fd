"""The state of the site: the page for people, the figures for machines, the alarms for operators."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.contract import Order
from games.models import Heartbeat, Mastership, Notice, Turn
from games.services.masters import game_pause, game_resume
from games.services.operators import alarms_raise
from games.services.order_forms import order_form_save
from games.services.turns import turn_mark_stuck
from games.tasks import close_due
from games.views import status as view
from tests.builder import MORNING, NOON, make_user, open_turn, running_game, seat
from tests.dummy import UNSAID

MINUTE = timedelta(minutes=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailed(settings):
    settings.MAIL_CONFIGURED = True
    settings.ADMINS = [("operator", "operator@example.org")]


def signs(now: datetime) -> None:
    for role in ("web", "worker"):
        Heartbeat.objects.create(role=role, since=now, until=now)


# ---- machines -------------------------------------------------------------------------------------------


def test_health_is_well_in_two_queries(client: Client, clock, django_assert_num_queries):
    running_game()
    signs(MORNING)
    with django_assert_num_queries(2):
        answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok", "version": "0.1.0", "database": True, "worker_seconds": 0, "web_seconds": 0,
        "backlog": 0, "late_seconds": 0, "stuck": 0, "waiting": 0, "next_noon": NOON.isoformat(),
    }  # fmt: skip
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(("silence", "status"), [(3 * MINUTE, 200), (4 * MINUTE, 503)])
def test_health_says_when_no_worker_is_heard(client, clock, silence, status):
    signs(MORNING - silence)
    answer = client.get("/health/")
    assert answer.status_code == status
    assert answer.json()["status"] == ("ok" if status == 200 else "no worker")


@pytest.mark.parametrize(("late", "status"), [(5 * MINUTE, 200), (5 * MINUTE + MINUTE / 60, 503)])
def test_health_says_when_a_turn_is_late(client, clock, late, status):
    running_game()
    clock.move_to(NOON + late)
    signs(NOON + late)
    answer = client.get("/health/")
    assert answer.status_code == status
    assert answer.json()["backlog"] == 1
    assert answer.json()["late_seconds"] == int(late.total_seconds())


@pytest.mark.parametrize(
    ("silence", "late", "status"),
    [
        (0 * MINUTE, 0 * MINUTE, "stuck"),
        (4 * MINUTE, 0 * MINUTE, "no worker"),
        (0 * MINUTE, 6 * MINUTE, "late"),
    ],
)
def test_health_is_not_well_while_a_turn_is_stuck(client, clock, caplog, silence, late, status):
    """The worst is said first; a probe that asks each minute writes nothing into the log."""
    running_game()
    turn_mark_stuck(turn_id=open_turn(running_game(("Chloé", "Dimitri"))).pk, problem=ValueError())
    clock.move_to(NOON + late if late else MORNING)
    signs(timezone.now() - silence)
    caplog.clear()
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["status"], answer.json()["stuck"]) == (503, status, 1)
    assert not caplog.records


def test_health_answers_without_a_database(client, monkeypatch):
    def gone(now):
        raise DatabaseError("host=10.0.0.7 user=noon")

    monkeypatch.setattr(view, "health_at", gone)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {"status": "down", "version": "0.1.0", "database": False}


def test_who_has_handed_in_does_not_show(client, clock):
    game = running_game(close_when_all_ready=True)
    signs(MORNING)
    before = shown(client)
    for number in (1, 2):
        order_form_save(
            player=seat(game, number), turn_name="secret/1", revision=0, orders=(Order("say", {"number": 3}),)
        )
    Turn.objects.filter(game=game, status="open").update(can_close_early=True)
    assert shown(client) == before


def shown(client: Client) -> tuple[bytes, bytes]:
    page = client.get("/status/").content
    return client.get("/health/").content, page[page.index(b"<main") : page.index(b"</main>")]


# ---- people -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "title", "well", "late"),
    [
        ("en", "Service status", "All is well.", "Noon is late by 6 min."),
        ("fr", "État du service", "Tout va bien.", "Midi a 6\u00a0min de retard."),
    ],
)
def test_the_page_in_both_languages(client, clock, language, title, well, late):
    running_game()
    signs(MORNING)
    client.cookies["django_language"] = language
    text = client.get("/status/").content.decode()
    assert title in text
    assert well in text
    clock.move_to(NOON + 6 * MINUTE)
    Heartbeat.objects.update(until=NOON + 6 * MINUTE)
    assert late.replace("\u00a0", " ") in client.get("/status/").content.decode().replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "stuck", "well"),
    [("en", "1 turn is stuck.", "All is well."), ("fr", "1 tour est bloqué.", "Tout va bien.")],
)
def test_not_all_is_well_where_a_turn_is_stuck(client, clock, language, stuck, well):
    running_game()
    signs(MORNING)
    Turn.objects.filter(status=Turn.Status.OPEN).update(status=Turn.Status.STUCK)
    client.cookies["django_language"] = language
    text = client.get("/status/").content.decode()
    assert stuck in text
    assert well not in text


def test_the_page_tells_last_and_next_noon_and_outages(client, clock):
    running_game()
    clock.move_to(NOON + MINUTE / 2)
    close_due()
    Heartbeat.objects.create(role="web", since=MORNING, until=NOON - 2 * 60 * MINUTE)
    Heartbeat.objects.create(role="web", since=NOON - 60 * MINUTE, until=NOON + MINUTE / 2)
    text = client.get("/status/").content.decode()
    assert "published 30 seconds later" in text
    assert "in 23 h 59" in text
    assert "for 1 h 00" in text


def test_the_footer_leads_there_and_the_page_costs_few_queries(client, clock, django_assert_max_num_queries):
    assert 'href="/status/"' in client.get("/").content.decode()
    with django_assert_max_num_queries(5):
        client.get("/status/")


def test_a_dead_worker_shows(client, clock):
    signs(MORNING - 10 * MINUTE)
    assert "Nothing is being resolved at the moment." in client.get("/status/").content.decode()


# ---- operators --------------------------------------------------------------------------------------------


def test_a_late_turn_raises_the_alarm_once(clock, caplog, mailed):
    game = running_game()
    turn = open_turn(game)
    assert alarms_raise(now=NOON + 5 * MINUTE) == 0
    assert alarms_raise(now=NOON + 5 * MINUTE + MINUTE / 60) == 1
    assert alarms_raise(now=NOON + 6 * MINUTE) == 0
    lines = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert [r.getMessage() for r in lines] == [
        f"turn late game={game.public_id} turn_id={turn.pk} turn=secret/1 late_s=301"
    ]
    assert len(mail.outbox) == 1
    assert mail.outbox[0].to == ["operator@example.org"]
    assert game.public_id in mail.outbox[0].body


def test_many_late_turns_are_one_mail(clock, mailed):
    for names in (("Ana", "Bruno"), ("Chloé", "Dimitri")):
        running_game(names)
    assert alarms_raise(now=NOON + 6 * MINUTE) == 2
    assert len(mail.outbox) == 1


def test_a_mail_server_that_refuses_is_a_line_in_the_log(clock, caplog, mailed, settings):
    settings.EMAIL_BACKEND = "tests.games.test_status.Refusing"
    running_game()
    assert alarms_raise(now=NOON + 6 * MINUTE) == 1
    assert "turn late" in caplog.text
    assert "operators not reached by mail ConnectionRefusedError" in caplog.text


class Refusing:
    def __init__(self, *args, **kwargs):
        pass

    def send_messages(self, messages):
        raise ConnectionRefusedError


def test_a_stuck_turn_is_told_at_once(clock, mailed):
    running_game(options={"breaks": True})
    for day in range(2):
        clock.move_to(NOON + timedelta(days=day))
        close_due()
    (told,) = (m for m in mail.outbox if "stuck" in m.subject)
    assert "in resolve\n" in told.body
    assert UNSAID not in told.body


@pytest.mark.parametrize("named", [True, False])
def test_a_stuck_turn_is_told_to_its_masters_or_else_to_the_superusers(clock, client, named, boss):
    game = running_game(options={"breaks": True})
    make_user("Inès", is_staff=True, is_superuser=True, is_active=False)
    master = make_user("Shiro", is_staff=True)
    if named:
        Mastership.objects.create(game=game, user=master)
    for day in range(2):
        clock.move_to(NOON + timedelta(days=day))
        close_due()
    told = Notice.objects.filter(kind="stuck")
    assert [notice.user for notice in told] == [master if named else boss]
    client.force_login(told[0].user)
    page = client.get(reverse("games:lobby")).content.decode()
    assert reverse("admin:games_game_change", args=[game.pk]) in page


def test_a_moved_or_resumed_turn_can_raise_the_alarm_again(clock, mailed, boss):
    game = running_game()
    clock.move_to(NOON + timedelta(minutes=6))
    assert alarms_raise(now=timezone.now()) == 1
    game_pause(game=game, author=boss, reason="A storm.")
    game_resume(game=game, author=boss, reason="It is over.")
    assert alarms_raise(now=timezone.now()) == 0
    clock.move_to(open_turn(game).deadline + timedelta(minutes=6))
    assert alarms_raise(now=timezone.now()) == 1


@pytest.mark.django_db(transaction=True)  # its lines are written after the commit
def test_the_log_tells_a_turn_s_story_without_orders(clock, caplog):
    caplog.set_level(logging.INFO)
    game = running_game()
    turn = open_turn(game)
    order_form_save(
        player=seat(game, 1),
        turn_name="secret/1",
        revision=0,
        orders=(Order("say", {"number": 471_108_154_711}),),
    )
    clock.move_to(NOON + MINUTE)
    close_due()
    line = next(r.getMessage() for r in caplog.records if r.getMessage().startswith("turn resolved"))
    for part in (f"game={game.public_id}", f"turn_id={turn.pk}", "turn=secret/1", "cause=deadline",
                 "number=1", "forms=1", "late_s=60.0"):  # fmt: skip
        assert part in line
    opened = [r.getMessage() for r in caplog.records if r.getMessage().startswith("turn opened")]
    assert any(f"turn_id={turn.pk} turn=secret/1" in text for text in opened)
    assert "471108154711" not in caplog.text


def test_a_paused_game_is_neither_late_nor_next(client: Client, clock):
    game = running_game()
    game_pause(game=game, author=make_user("Jack", is_staff=True, is_superuser=True), reason="A storm.")
    assert client.get("/health").json()["next_noon"] is None
    clock.move_to(NOON + 10 * MINUTE)
    signs(NOON + 10 * MINUTE)
    body = client.get("/health").json()
    assert (body["status"], body["backlog"], body["late_seconds"]) == ("ok", 0, 0)
