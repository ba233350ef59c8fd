"""Mail by a provider: what it answers when it is given a mail, and what it reports of one later."""

from __future__ import annotations

import json
import runpy
import threading
from base64 import b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import ModuleType
from typing import Any

import pytest

from accounts.models import ChannelKind, User, UserChannel
from config.environment import env_login, env_prefixed
from games.models import Delivery, Notice
from games.services.deliveries import notices_send
from tests.builder import make_user, running_game, seat
from tests.doors import strike
from tests.test_hosting_files import setting_of

pytestmark = pytest.mark.django_db
SIGN_IN = "noon:" + "k7Qz2mX9" * 4


# ---- the settings ---------------------------------------------------------------------------------------


def test_a_provider_is_named_by_one_variable_and_given_its_own(tmp_path):
    shown = "[s.EMAIL_BACKEND, s.MAIL_CONFIGURED, s.ANYMAIL.get('POSTMARK_SERVER_TOKEN')]"
    given = {"EMAIL_PROVIDER": "Postmark", "EMAIL_PROVIDER_SERVER_TOKEN": "abc"}
    assert setting_of(tmp_path, shown, **given) == ["anymail.backends.postmark.EmailBackend", True, "abc"]


def test_what_is_not_set_is_not_given_on(monkeypatch):
    for name, value in (("API_KEY", "abc"), ("API_URL", " "), ("", "mailgun")):
        monkeypatch.setenv(f"EMAIL_PROVIDER_{name}", value)
    assert env_prefixed("EMAIL_PROVIDER_") == {"API_KEY": "abc", "": "mailgun"}


@pytest.mark.parametrize(
    "value", ["somebody", "noon:short", "noon:with a space in it, and long", ":" + "x" * 30]
)
def test_a_sign_in_that_cannot_stand_in_an_address_is_refused_and_not_repeated(monkeypatch, value):
    monkeypatch.setenv("EMAIL_EVENTS_SIGN_IN", value)
    with pytest.raises(Exception, match="EMAIL_EVENTS_SIGN_IN is not a user name and a password") as raised:
        env_login("EMAIL_EVENTS_SIGN_IN")
    assert value not in str(raised.value)


# ---- sending --------------------------------------------------------------------------------------------


class Provider:
    """A provider's interface on 127.0.0.1: what it answers next, and what it was asked."""

    def __init__(self) -> None:
        self.status, self.body = 200, b""
        self.asked: list[dict[str, Any]] = []
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                provider.asked.append(asked)
                to = [{"ErrorCode": 0, "Message": "OK", "MessageID": "1", "To": asked["To"]}]
                body = provider.body or json.dumps(to[0]).encode()
                self.send_response(provider.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                """Nothing on the terminal."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)


@pytest.fixture
def provider(settings) -> Iterator[Provider]:
    made = Provider()
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.MAIL_CONFIGURED = True
    settings.ANYMAIL = {
        "POSTMARK_SERVER_TOKEN": "abc",
        "POSTMARK_API_URL": f"http://127.0.0.1:{made.server.server_port}/",
        "REQUESTS_TIMEOUT": 5,
    }
    thread = threading.Thread(target=made.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


def one_notice() -> Delivery:
    """A turn is over; only the first player's notice is left."""
    game = running_game()
    strike(game)
    Notice.objects.exclude(user=seat(game, 1).user, kind=Notice.Kind.RESOLVED).delete()
    notices_send()
    return Delivery.objects.get()


def test_a_mail_goes_to_the_provider_whole(provider):
    assert one_notice().state == Delivery.State.SENT
    (asked,) = provider.asked
    headers = {header["Name"] for header in asked["Headers"]}
    assert {"List-Unsubscribe", "List-Unsubscribe-Post", "References", "Auto-Submitted"} <= headers
    assert asked["HtmlBody"] and asked["TextBody"]


def refusal(code: int, message: str) -> bytes:
    return json.dumps({"ErrorCode": code, "Message": message}).encode()


def test_an_address_that_the_provider_refuses_stops_the_channel(provider):
    provider.status, provider.body = (
        422,
        refusal(
            406,
            "Found inactive addresses: ana@example.org.\n Inactive recipients are ones that have bounced.",
        ),
    )
    row = one_notice()
    assert row.state == Delivery.State.FAILED
    assert UserChannel.objects.get(user=row.notice.user, kind=ChannelKind.MAIL).stopped_at is not None


def test_a_mail_that_the_provider_refuses_is_tried_again_and_costs_a_try(provider):
    provider.status, provider.body = 422, refusal(300, "Invalid e-mail request")
    row = one_notice()
    assert (row.state, row.tries, row.answer) == (Delivery.State.WAITING, 1, "422")


@pytest.mark.parametrize("status", [401, 429, 500, 503])
def test_a_provider_that_is_away_or_knows_us_not_costs_no_try(provider, status):
    provider.status, provider.body = status, refusal(10, "No")
    row = one_notice()
    assert (row.state, row.tries) == (Delivery.State.WAITING, 0)


def test_a_provider_that_nobody_reaches_costs_no_try(provider, settings):
    settings.ANYMAIL = {**settings.ANYMAIL, "POSTMARK_API_URL": "http://127.0.0.1:9/"}
    row = one_notice()
    assert (row.state, row.tries) == (Delivery.State.WAITING, 0)


# ---- what is reported later -----------------------------------------------------------------------------


@pytest.fixture
def ana() -> User:
    return make_user("Ana")


@pytest.fixture
def events(settings) -> None:
    """The URLs of a site whose provider reports, as `config.urls` makes them of its settings."""
    settings.EMAIL_PROVIDER, settings.EMAIL_EVENTS_SIGN_IN = "postmark", SIGN_IN
    settings.ANYMAIL = {"WEBHOOK_SECRET": SIGN_IN}
    module = ModuleType("urls_of_a_provider")
    vars(module).update(runpy.run_path("config/urls.py"))
    settings.ROOT_URLCONF = module


def report(client: Any, user: User, sign_in: str = SIGN_IN, **said: object) -> int:
    known = {"RecordType": "Bounce", "ID": 1, "MessageID": "1", "Email": user.email.upper()}
    found = client.post(
        "/mail/events/", json.dumps({**known, **said}), content_type="application/json",
        headers={"Authorization": f"Basic {b64encode(sign_in.encode()).decode()}"},
    )  # fmt: skip
    return int(found.status_code)


def stopped(user: User) -> bool:
    return UserChannel.objects.filter(user=user, kind=ChannelKind.MAIL, stopped_at__isnull=False).exists()


def test_a_mailbox_that_is_gone_stops_the_channel_and_says_so(events, client, ana):
    said = {"Type": "HardBounce", "Details": f"550 <{ana.email}> no such mailbox"}
    assert report(client, ana, **said) == 200
    channel = UserChannel.objects.get(user=ana, kind=ChannelKind.MAIL)
    assert channel.stopped_at is not None
    assert "no such mailbox" in channel.why and ana.email not in channel.why
    assert report(client, ana, **said) == 200
    assert Notice.objects.filter(user=ana, kind=Notice.Kind.CHANNEL_STOPPED).count() == 1


@pytest.mark.parametrize(
    "said",
    [
        {"Type": "Blocked"},
        {"Type": "Transient"},
        {"RecordType": "Delivery", "Recipient": "ana@example.org"},
        {"RecordType": "Open", "Recipient": "ana@example.org"},
    ],
)
def test_what_says_nothing_of_the_mailbox_changes_nothing(events, client, ana, said):
    assert report(client, ana, **said) == 200
    ana.refresh_from_db()
    assert not stopped(ana)
    assert ana.game_mail != User.GameMail.NEVER


def test_who_complains_gets_no_more_mails_about_games(events, client, ana):
    assert report(client, ana, RecordType="SpamComplaint", Type="SpamComplaint") == 200
    ana.refresh_from_db()
    assert ana.game_mail == User.GameMail.NEVER
    assert not stopped(ana), "the mailbox works"


def test_an_address_that_nobody_has_is_ignored(events, client, ana):
    ana.email = "nobody@example.org"
    assert report(client, ana, Type="HardBounce") == 200
    assert not UserChannel.objects.exists()


@pytest.mark.parametrize("sign_in", ["", "noon:", f"noon:{'x' * 32}"])
def test_who_does_not_sign_in_reports_nothing(events, client, ana, sign_in):
    assert report(client, ana, sign_in, Type="HardBounce") == 400
    assert not stopped(ana)


def test_without_a_sign_in_there_is_no_such_address(client):
    assert client.post("/mail/events/", "{}", content_type="application/json").status_code == 404
