"""Mail by SMTP has its time as a whole: a server that answers byte by byte holds nobody up."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.mail import get_connection, send_mail

from config.smtp import TimedEmailBackend
from games.channels import Away
from games.channels.mail import MailChannel
from tools.chaos.mail import Mood, Sink

SECONDS = 0.6


@pytest.fixture
def sink(settings) -> Iterator[Sink]:
    found = Sink()
    settings.EMAIL_BACKEND = "config.smtp.TimedEmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", found.port, False
    settings.EMAIL_TIMEOUT = SECONDS
    yield found
    found.close()


def test_mails_arrive_by_one_connection(sink):
    with get_connection() as connection:
        assert isinstance(connection, TimedEmailBackend)
        for number in range(3):
            send_mail(f"Mail {number}", "one line\n" * 50, None, ["ana@example.org"], connection=connection)
    assert [subject for _, subject, _ in sink.kept] == ["Mail 0", "Mail 1", "Mail 2"]


@pytest.mark.parametrize("mood", [Mood.BYTE_BY_BYTE, Mood.WAITS], ids=lambda mood: mood.value)
def test_a_server_that_is_slow_has_its_time_as_a_whole(mood, sink):
    sink.mood, began = mood, time.monotonic()
    with pytest.raises(Away), MailChannel().connect():
        pytest.fail("it was opened")
    assert SECONDS / 2 < time.monotonic() - began < 20


@pytest.mark.parametrize("mood", [Mood.BYTE_BY_BYTE, Mood.WAITS, Mood.DIES], ids=lambda mood: mood.value)
def test_so_has_each_mail(mood, sink):
    connection = get_connection()
    connection.open()
    sink.mood, began = mood, time.monotonic()
    with pytest.raises(OSError, match=r"closed|connected"):
        mail.EmailMessage("Mail", "text", None, ["ana@example.org"], connection=connection).send()
    connection.close()
    assert time.monotonic() - began < 20
    assert not sink.kept


def test_a_connection_that_is_open_for_long_still_sends(sink):
    with get_connection() as connection:
        time.sleep(SECONDS * 1.5)
        send_mail("Mail", "text", None, ["ana@example.org"], connection=connection)
    assert len(sink.kept) == 1
