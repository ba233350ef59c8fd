"""What operators read when something breaks: where it broke, and nothing that anybody typed."""

from __future__ import annotations

import html
import inspect
import io
import logging
import re
import sys
import time
from pathlib import Path

import pytest
from celery import shared_task
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.views.debug import get_exception_reporter_filter, technical_500_response

from accounts.middleware import PreferencesMiddleware
from config import logs
from config.urls import *  # noqa: F403
from config.urls import urlpatterns as the_sites
from games.models import Turn
from games.services.turns import turn_close, turn_mark_stuck
from tests import dummy
from tests.builder import open_turn, running_game
from tests.dummy import UNSAID
from tools import servers

SECRET = "hush-hush"  # no few figures: the addresses of objects in a report hold any by chance
BREAKS_AT = inspect.getsource(dummy).partition("raise RuntimeError(UNSAID)")[0].count("\n") + 1
MARK = f"my sealed bid is {SECRET}"


def breaks(request: HttpRequest) -> HttpResponse:
    orders = request.POST["orders"]
    raise ValueError(f"cannot read {orders!r}")


@shared_task
def task_breaks(orders: str) -> None:
    kept = orders
    raise ValueError(f"cannot read {kept!r}")


urlpatterns = [path("breaks/", breaks), *the_sites]


@pytest.fixture
def log(settings):
    """What the site's own handler writes; mails go to the outbox."""
    settings.ADMINS = [("operator", "operator@noon.example")]
    settings.ROOT_URLCONF = __name__
    handler = next(
        h for h in logging.getLogger().handlers
        if type(h) is logging.StreamHandler and type(h.formatter).__module__ == "config.logs"
    )  # fmt: skip
    before = handler.setStream(io.StringIO())
    yield handler.stream
    handler.setStream(before)


def assert_closed(text: str) -> None:
    assert SECRET not in text and UNSAID not in text and "sealed" not in text and "csrf" not in text.lower()


@pytest.mark.django_db
def test_a_view_that_breaks_tells_where_and_not_what_was_posted(log):
    client = Client(raise_request_exception=False)
    answer = client.post(f"/breaks/?token={SECRET}", {"orders": MARK})
    assert answer.status_code == 500
    page = html.unescape(answer.content.decode())
    assert MARK in page, "to whoever typed it, and to nobody else"
    assert_closed(page.replace(MARK, ""))
    assert "unsafe" not in answer["Content-Security-Policy"] and answer["X-Frame-Options"] == "DENY"
    (sent,) = mail.outbox
    for text in (log.getvalue(), sent.subject + sent.body):
        assert "ValueError" in text and "in breaks" in text
        assert_closed(text)
    assert not sent.alternatives


@pytest.mark.django_db
def test_what_was_typed_is_kept_by_no_cache_wherever_it_broke(log, monkeypatch):
    """The reader's preferences, which say so of every page, may be what cannot be read."""
    monkeypatch.setattr(PreferencesMiddleware, "__call__", lambda self, request: breaks(request))
    answer = Client(raise_request_exception=False).post("/breaks/", {"orders": MARK})
    assert answer.status_code == 500
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_the_same_place_sends_one_mail_an_hour(log):
    for _ in range(3):
        Client(raise_request_exception=False).post("/breaks/", {"orders": MARK})
    assert len(mail.outbox) == 1
    assert log.getvalue().count("in breaks") == 3


def test_a_mail_whose_process_was_killed_is_sent_by_the_next_that_reports_the_same(log, monkeypatch):
    """Of a crew that is killed one by one, the last may die while it mails."""

    def killed(*args):
        raise SystemExit

    monkeypatch.setattr(logs, "AGAIN", 0.2)
    dies, lives = logs.OperatorMail(), logs.OperatorMail()
    monkeypatch.setattr(dies, "send_mail", killed)
    record = logging.makeLogRecord({"name": "site", "levelno": logging.ERROR, "msg": "process killed"})
    with pytest.raises(SystemExit):
        dies.emit(record)
    for _ in range(3):
        lives.emit(record)
    assert not mail.outbox
    servers.wait_until(lambda: mail.outbox, 10, "the mail")
    for handler in (lives, logs.OperatorMail()):
        handler.emit(record)
    time.sleep(0.5)  # longer than until the next attempt
    assert len(mail.outbox) == 1


def test_a_task_that_breaks_tells_where_and_not_with_what(log):
    task_breaks.apply(args=[MARK])
    (sent,) = mail.outbox
    for text in (log.getvalue(), sent.subject + sent.body):
        assert "ValueError" in text and "in task_breaks" in text
        assert_closed(text)


def stuck_game():
    """A game whose second turn was tried by two workers one after the other, and is stuck."""
    game = running_game(options={"breaks": True})
    for _ in range(2):
        turn = open_turn(game)
        Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
        turn_close(turn_id=turn.pk)
    return game.turns.select_related("game").get(status=Turn.Status.STUCK)


@pytest.mark.django_db
def test_rules_that_break_are_logged_with_game_turn_and_every_frame_without_the_forms(log, settings):
    settings.MAIL_CONFIGURED = True
    turn = stuck_game()
    (sent,) = mail.outbox
    place = re.compile(r'  File "(/.*)", line \d+, in (\w+)\n    \S')
    for text in (log.getvalue(), sent.subject + "\n" + sent.body):
        assert (
            f"game={turn.game.public_id} turn_id={turn.pk} turn={turn.name} incident={turn.incident} " in text
        )
        frames = [(Path(file).name, function) for file, function in place.findall(text)]
        assert frames[0][0] == "turns.py" and frames[-1] == ("dummy.py", "resolve")
        assert ("resolving.py", "resolve_turn") in frames
        assert f"\n{type(RuntimeError()).__name__}\n" in text, "the class alone, without its message"
        assert_closed(text)
    assert turn.incident_step == f"RuntimeError in resolve, dummy.py line {BREAKS_AT}"


@pytest.mark.django_db
def test_of_two_workers_that_fail_the_one_who_marks_the_turn_tells_of_it(log, settings):
    """The slower one finds it marked: its incident would exist nowhere."""
    settings.MAIL_CONFIGURED = True
    turn = open_turn(running_game())
    assert [turn_mark_stuck(turn_id=turn.pk, problem=ValueError(MARK)) for _ in range(2)] == [True, False]
    turn.refresh_from_db()
    assert re.findall(r"incident=(\w+)", log.getvalue()) == [turn.incident]
    assert re.findall(r"incident (\w+)", "".join(m.subject for m in mail.outbox)) == [turn.incident]
    assert log.getvalue().count(" ERROR ") == 1


def test_djangos_own_reports_hold_nothing_either(rf):
    request = rf.post("/breaks/", {"orders": MARK}, HTTP_COOKIE=f"sessionid={SECRET}")
    assert get_exception_reporter_filter(request).get_post_parameters(request) == {}
    try:
        raise RuntimeError("no message of ours")
    except RuntimeError:
        locally = MARK
        report = technical_500_response(request, *sys.exc_info()).content.decode()
    assert locally
    assert SECRET not in report
