"""The page of deliveries: channel by channel the last success, the last refusal in words, and a test."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import UserChannel
from games import outgoing
from games.models import Delivery, Notice, Webhook
from games.services import deliveries
from games.services.hooks import hook_set
from games.services.notices import tell
from games.services.pushes import push_subscribe
from tests.builder import make_user, running_game, seat
from tests.games.test_deliveries import LATER, REFUSES, TAKES, Fake, has  # noqa: F401
from tests.games.test_push import Browser
from tools.listening import listening, status, world

pytestmark = pytest.mark.django_db
PAGE, TEST = "/account/news/", "/account/news/test/"


@pytest.fixture
def clock():
    with time_machine.travel(datetime.now(UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def ana(clock, settings):
    settings.MAIL_CONFIGURED = True
    user = seat(running_game(), 1).user
    Notice.objects.all().delete()
    return user


@pytest.fixture
def page(ana):
    client = Client()
    client.force_login(ana)
    return lambda: " ".join(client.get(PAGE).content.decode().split())


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def news_of(user, key="x"):
    game = user.seats.first().game
    tell(game=game, users=[user.pk], kind="resolved", key=f"resolved/{key}", data={"turn": "setup"})


def test_nothing_has_happened_yet(ana, page):
    assert "None yet." in page() and "None so far." in page() and "ana@example.org" in page()


def test_what_was_refused_and_came_in_the_end_is_both(ana, page, clock, has):  # noqa: F811
    has(channel := Fake("mail", LATER))
    news_of(ana)
    deliveries.notices_send()
    assert "The other side said: “450 try again later”." in page()
    assert "It was tried again, and arrived." not in page()
    channel.answer = TAKES
    clock.shift(90)
    deliveries.notices_send()
    row = Delivery.objects.get()
    assert row.state == "sent" and row.refused_at < row.tried_at
    assert "450 try again later" in page() and "It was tried again, and arrived." in page()
    assert "Fifth Avenue · A resolution is published" in page()


def test_a_channel_that_has_stopped_says_why_and_goes_on_with_a_test(ana, page, has):  # noqa: F811
    has(Fake("mail", REFUSES))
    news_of(ana)
    deliveries.notices_send()
    assert "550 user unknown" in page() and "Go on with a test" in page()
    assert f"{PAGE}#delivery" in client_of(ana).get("/games/").content.decode()
    assert client_of(ana).post(TEST, {"channel": "mail"}).status_code == 302
    assert UserChannel.objects.get().stopped_at is None
    assert "Go on with a test" not in page()
    (message,) = mail.outbox
    assert message.to == ["ana@example.org"] and "This is a test." in message.body
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_mail_server_that_is_away_is_told(ana, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", 9, 1
    client = client_of(ana)
    answer = client.post(TEST, {"channel": "mail"}, follow=True)
    assert "The test has not arrived" in answer.content.decode()


@pytest.mark.parametrize(("code", "said"), [(204, "has taken it"), (404, "has not arrived: 404")])
def test_a_test_by_a_webhook(ana, monkeypatch, code, said):
    with listening(status(code)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook_set(url=server.url(), style="signed", language="en", set_by=ana, user=ana)
        answer = client_of(ana).post(TEST, {"channel": "hook"}, follow=True)
    assert said in answer.content.decode()
    assert len(server.asked) == 1


def test_a_test_by_the_devices_goes_to_the_first_that_takes_it(ana, monkeypatch):
    with listening(status(410), status(201)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        for path in ("/one", "/two", "/three"):
            push_subscribe(user=ana, **Browser(server.url(path)).fields)
        answer = client_of(ana).post(TEST, {"channel": "push"}, follow=True)
    assert "has taken it" in answer.content.decode()


@pytest.mark.parametrize("channel", ["push", "hook", "smoke", ""])
def test_without_such_a_channel_nothing_is_sent(ana, channel):
    answer = client_of(ana).post(TEST, {"channel": channel}, follow=True)
    assert "There is nothing to send a test to" in answer.content.decode() and mail.outbox == []


def test_a_webhook_that_was_given_up_is_still_shown(ana, page):
    hook_set(url="https://hooks.example.org/", style="signed", language="en", set_by=ana, user=ana)
    Webhook.objects.update(stopped_at=timezone.now())
    UserChannel.objects.update_or_create(user=ana, kind="hook", defaults={"stopped_at": timezone.now()})
    assert page().count("Go on with a test") == 1 and "published-hook" in page()


def test_nobody_reads_the_deliveries_of_another(ana, page, has):  # noqa: F811
    has(Fake("mail", REFUSES))
    bruno = make_user("Basil")
    tell(game=ana.seats.first().game, users=[bruno.pk], kind="resolved", key="r", data={"turn": "setup"})
    deliveries.notices_send()
    assert "550 user unknown" not in page()
    assert "550 user unknown" in client_of(bruno).get(PAGE).content.decode()


def test_what_a_channel_that_has_stopped_was_not_asked_hides_no_refusal(ana, page, has, clock):  # noqa: F811
    """It was refused once, and is not asked for what waits behind that: the page goes on saying why."""
    has(Fake("mail", REFUSES))
    for key in ("a", "b"):
        news_of(ana, key)
    deliveries.notices_send()
    assert Delivery.objects.filter(channel="mail", state="failed").count() >= 2
    assert REFUSES.answer in page()
