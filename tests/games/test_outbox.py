"""Mailing notices: a mail server that does not answer costs notices no tries and the worker no minute."""

from __future__ import annotations

import smtplib
import time
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core import mail
from django.utils import timezone

from games import tasks
from games.channels import mail as mail_channel
from games.models import Delivery, Notice, Turn
from games.services import deliveries, notices
from games.services.turns import turn_close
from tests.builder import make_user, master_of, running_game, unsent

pytestmark = pytest.mark.django_db


class Connection:
    """A mail server of which nothing works but what `answers` does."""

    def __init__(self, answers) -> None:
        self.answers, self.asked = answers, 0

    def open(self) -> None:
        self._ask("open")

    def close(self) -> None:
        pass

    def send_messages(self, messages) -> int:
        self._ask("send")
        return len(messages)

    def _ask(self, what: str) -> None:
        self.asked += 1
        self.answers(what)


@pytest.fixture
def server(settings, monkeypatch):
    settings.MAIL_CONFIGURED = True
    running_game()
    assert Notice.objects.count() == 2

    def use(answers) -> Connection:
        one = Connection(answers)
        monkeypatch.setattr(mail_channel, "get_connection", lambda: one)
        return one

    return use


def fails(when: str, problem: Exception):
    def answers(what: str) -> None:
        if what == when:
            raise problem

    return answers


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ("open", ConnectionRefusedError()),
        ("open", smtplib.SMTPAuthenticationError(535, b"no")),
        ("send", TimeoutError()),
        ("send", smtplib.SMTPServerDisconnected()),
    ],
)
def test_a_mail_server_that_is_away_is_asked_once_and_costs_no_tries(server, caplog, when, problem):
    connection = server(fails(when, problem))
    for _ in range(7):
        connection.asked = 0
        assert deliveries.notices_send() == 0
        assert connection.asked <= 2
    assert "mail server out of reach waiting=2" in caplog.text
    server(lambda what: None)
    assert deliveries.notices_send() == 2
    assert not unsent().exists()


def test_one_address_that_is_refused_holds_up_no_other(server, caplog):
    first = Notice.objects.order_by("pk")[0]
    seen = iter([True, *[False] * 20])

    def refuses(what: str) -> None:
        if what == "send" and (next(seen) or not Delivery.objects.filter(notice=first, tries=1).exists()):
            raise smtplib.SMTPRecipientsRefused({})

    server(refuses)
    with time_machine.travel(datetime.now(UTC)) as clock:
        assert [deliveries.notices_send(), deliveries.notices_send()] == [1, 0]
        for _ in range(4 * 60):
            clock.shift(61)
            deliveries.notices_send()
    row = Delivery.objects.get(notice=first)
    assert (row.tries, row.state) == (5, "failed")
    levels = [record.levelname for record in caplog.records if "notice not sent" in record.getMessage()]
    assert levels == ["WARNING"] * 4 + ["ERROR"], "given up is told"


def test_a_mail_server_that_puts_strangers_off_gets_the_mail_in_the_end(server):
    """Greylists do, for five minutes at least; so do servers that take only so many mails in an hour."""
    with time_machine.travel(datetime.now(UTC)) as clock:
        until = timezone.now() + timedelta(minutes=70)

        def puts_off(what: str) -> None:
            if what == "send" and timezone.now() < until:
                raise smtplib.SMTPRecipientsRefused({"ana@example.org": (450, b"try again later")})

        server(puts_off)
        for _ in range(3 * 60):
            clock.shift(60)
            deliveries.notices_send()
    assert not unsent().exists()


def test_a_slow_mail_server_gets_no_more_than_its_time(server, monkeypatch):
    server(lambda what: None)
    moments = iter([0, 1, 21, 100, 101, 102])
    monkeypatch.setattr(deliveries.time, "monotonic", lambda: next(moments))
    assert [deliveries.notices_send(), deliveries.notices_send()] == [1, 1]


def test_mail_goes_by_the_sites_own_connection(settings):
    settings.MAIL_CONFIGURED = True
    running_game()
    assert deliveries.notices_send() == 2 and len(mail.outbox) == 2


def test_two_processes_at_once_send_a_notice_once(server):
    others = []

    def meanwhile(what: str) -> None:
        if what == "send" and not others:
            others.append(0)
            others[0] = deliveries.notices_send()  # another process, while this one waits for the server

    server(meanwhile)
    assert deliveries.notices_send() + others[0] == 2
    assert list(Delivery.objects.values_list("tries", flat=True)) == [1, 1]


@pytest.mark.parametrize("has_queue", [True, False])
def test_an_outbox_of_any_length_goes_within_its_minute(server, monkeypatch, has_queue):
    connection = server(lambda what: None)
    monkeypatch.setattr(deliveries, "AT_ONCE", 1)
    monkeypatch.setattr(tasks, "_no_queue", lambda: not has_queue)
    # With a queue the second notice goes by a message of its own.
    assert tasks.send_notices(time.time() + 55) == (1 if has_queue else 2)
    assert not unsent().exists()
    assert connection.asked == 4, "opened twice, sent twice, and asked no more"


def test_what_its_minute_is_too_short_for_waits_for_the_next(server, monkeypatch):
    server(lambda what: None)
    monkeypatch.setattr(deliveries, "AT_ONCE", 1)
    assert tasks.send_notices(time.time() - 1) == 1
    assert unsent().count() == 1


def test_a_mail_server_that_takes_nothing_is_not_asked_again_at_once(server):
    connection = server(fails("send", smtplib.SMTPRecipientsRefused({})))
    assert tasks.send_notices(time.time() + 55) == 0
    assert connection.asked == 3, "opened once, each notice tried once"


def test_what_waited_for_days_is_not_mailed_when_a_mail_server_comes(server):
    """A site that ran a year without mail, and is then given a server, must not send that year."""
    old = Notice.objects.order_by("pk")[0]
    Notice.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=3, minutes=1))
    server(lambda what: None)
    assert deliveries.notices_send() == 1
    assert not deliveries.notices_wait()
    assert list(unsent()) == [old]


def test_a_disabled_account_is_mailed_nothing(server):
    """Nor does what waits for it keep the outbox busy; once it is open again, what is still news goes."""
    server(lambda what: None)
    gone = Notice.objects.order_by("pk")[0]
    get_user_model().objects.filter(pk=gone.user_id).update(is_active=False)
    assert deliveries.notices_send() == 1
    assert list(unsent()) == [gone]
    assert not deliveries.notices_wait()
    get_user_model().objects.filter(pk=gone.user_id).update(is_active=True)
    assert deliveries.notices_send() == 1


def test_a_disabled_master_is_not_asked_to_mend_a_stuck_turn():
    game = running_game()
    master, root = master_of(game), make_user("Jack", is_staff=True, is_superuser=True)
    make_user("Lena", is_staff=True, is_superuser=True, is_active=False)
    get_user_model().objects.filter(pk=master.pk).update(is_active=False)
    notices.tell_masters(game=game, key="stuck/1", data={})
    assert list(Notice.objects.filter(key="stuck/1").values_list("user", flat=True)) == [root.pk]


def test_notices_put_away_long_ago_are_forgotten_and_no_others():
    running_game()
    now = timezone.now()
    old, other = Notice.objects.order_by("pk")
    Notice.objects.filter(pk=other.pk).update(created_at=now - timedelta(days=400))
    Notice.objects.filter(pk=old.pk).update(read_at=now - timedelta(days=59))
    tasks.tidy()
    assert set(Notice.objects.all()) == {old, other}, "one is not put away, the other not long ago"
    Notice.objects.filter(pk=old.pk).update(read_at=now - timedelta(days=61))
    tasks.tidy()
    assert set(Notice.objects.all()) == {other}


def test_a_mail_holds_the_seals_of_the_turn_that_was_resolved_and_of_the_next(settings, clock):
    """Where the site cannot change them; the next one's before anybody has handed in."""
    settings.MAIL_CONFIGURED = True
    game = running_game()
    deliveries.notices_send()
    (first,) = Turn.objects.filter(game=game, status="open", deadline__isnull=False)
    clock.move_to(first.deadline)
    assert turn_close(turn_id=first.pk)
    second = Turn.objects.get(game=game, status="open", deadline__isnull=False)
    deliveries.notices_send()
    assert len(mail.outbox) == 4
    started, resolved = mail.outbox[0].body, mail.outbox[-1].body
    assert f"Seal of Turn 1: {first.commitment}" in started and second.commitment not in started
    assert f"Seal of Turn 1: {first.commitment}" in resolved
    assert f"Seal of Turn 2: {second.commitment}" in resolved
