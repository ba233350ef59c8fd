"""Push messages: what a device is sent, who it belongs to, and when it is forgotten."""

from __future__ import annotations

import base64
import json
import os

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from py_vapid import Vapid02

from config.environment import env_vapid, random_vapid
from games import outgoing, push
from games.models import Delivery, Notice, PushDevice
from games.services.deliveries import notices_send
from games.services.pushes import MOST_DEVICES, digest_of, push_subscribe, push_unsubscribe
from tests.builder import make_user, refused, running_game, seat
from tests.doors import strike
from tools.listening import listening, silence, status, world

pytestmark = pytest.mark.django_db
ENDPOINT = "https://push.example.org/send/abc"


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Browser:
    """The keys of one, as its push manager hands them out."""

    def __init__(self, endpoint: str = ENDPOINT) -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.fields = {"endpoint": endpoint, "p256dh": b64(point), "auth": b64(self.auth), "name": "Firefox"}

    def read(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(plain)


def test_a_message_is_for_that_browser_alone_and_says_no_more_than_the_turn(monkeypatch):
    game = running_game()
    ana = seat(game, 1).user
    with listening(status(201)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        browser = Browser(server.url("/send/abc"))
        push_subscribe(user=ana, **browser.fields)
        strike(game)
        notices_send()
        asked = server.asked[-1]
    said = browser.read(asked.body)
    assert said["title"] == game.name and said["body"].endswith("there is news.")
    assert said["path"] == f"/g/{game.public_id}/" and set(said) == {"title", "body", "path", "tag"}
    assert asked.headers["Content-Encoding"] == "aes128gcm" and int(asked.headers["TTL"]) > 3600
    assert len(asked.headers["Topic"]) == 32
    assert Vapid02.verify(asked.headers["Authorization"])
    assert game.name.encode() not in asked.body
    notice = Notice.objects.get(user=ana, kind=Notice.Kind.RESOLVED)
    assert notice.deliveries.get(channel="push").state == Delivery.State.SENT


@pytest.mark.parametrize("code", [404, 410])
def test_a_subscription_that_its_browser_has_ended_is_forgotten(code, monkeypatch):
    game = running_game()
    ana = seat(game, 1).user
    with listening(status(code)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        push_subscribe(user=ana, **Browser(server.url()).fields)
        strike(game)
        notices_send()
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("answer", [status(500), status(429), silence(30)], ids=["500", "429", "silence"])
def test_a_push_service_in_trouble_keeps_the_subscription(answer, monkeypatch):
    game = running_game()
    ana = seat(game, 1).user
    with listening(answer) as server:
        monkeypatch.setattr(outgoing, "_network", world(server, seconds=1))
        push_subscribe(user=ana, **Browser(server.url()).fields)
        strike(game)
        notices_send()
    device = PushDevice.objects.get()
    assert device.rests_until is not None and device.answer
    assert Delivery.objects.filter(channel="push", state=Delivery.State.WAITING).exists()


def test_one_device_of_two_is_enough(monkeypatch):
    game = running_game()
    ana = seat(game, 1).user
    with listening(status(410), status(201)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        for path in ("/one", "/two"):
            push_subscribe(user=ana, **Browser(server.url(path)).fields)
        strike(game)
        notices_send()
        notices_send()
    assert len({asked.line for asked in server.asked}) == 2
    assert PushDevice.objects.count() == 1
    assert not Delivery.objects.filter(channel="push").exclude(state=Delivery.State.SENT).exists()


def test_a_browser_belongs_to_who_subscribed_last():
    ana, bruno, browser = make_user("Ana"), make_user("Bruno"), Browser()
    push_subscribe(user=ana, **browser.fields)
    push_subscribe(user=bruno, **browser.fields)
    assert PushDevice.objects.get().user == bruno
    assert not push_unsubscribe(user=ana, digest=digest_of(ENDPOINT))
    assert push_unsubscribe(user=bruno, digest=digest_of(ENDPOINT))


def test_a_user_has_so_many_devices_and_the_oldest_goes():
    ana = make_user("Ana")
    for n in range(MOST_DEVICES + 2):
        push_subscribe(user=ana, **Browser(f"{ENDPOINT}/{n}").fields)
    kept = set(PushDevice.objects.values_list("endpoint", flat=True))
    assert kept == {f"{ENDPOINT}/{n}" for n in range(2, MOST_DEVICES + 2)}


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/send"}, {"endpoint": "http://push.example.org/"}, {"endpoint": ""},
        {"p256dh": "x"}, {"p256dh": b64(b"\4" + b"\0" * 64)}, {"auth": b64(b"short")}, {"auth": "%%%"},
    ],
    ids=str,
)  # fmt: skip
def test_what_no_browser_sends_is_refused(wrong):
    ana = make_user("Ana")
    assert refused(push_subscribe, user=ana, **{**Browser().fields, **wrong}) == "push_subscription"
    client = Client()
    client.force_login(ana)
    answer = client.post(reverse("games:push"), {**Browser().fields, **wrong}, follow=True)
    assert "was not added" in answer.content.decode()
    assert not PushDevice.objects.exists()


def test_under_another_key_everybody_subscribes_anew(settings):
    ana = make_user("Ana")
    push_subscribe(user=ana, **Browser().fields)
    from games.channels.push import PushChannel

    assert PushChannel().reaches([ana.pk]) == {ana.pk}
    settings.VAPID_PRIVATE_KEY = random_vapid()
    assert PushChannel().reaches([ana.pk]) == set()
    client = Client()
    client.force_login(ana)
    page = client.get(reverse("games:channels")).content.decode()
    assert digest_of(ENDPOINT) not in page and push.public_key() in page
    push_subscribe(user=ana, **{**Browser().fields})
    assert PushChannel().reaches([ana.pk]) == {ana.pk} and PushDevice.objects.count() == 1


def test_the_key_is_made_once_and_kept_beside_the_secret_key(settings, monkeypatch):
    path = settings.DATA_DIR / "vapid_key"
    assert path.read_text() == settings.VAPID_PRIVATE_KEY
    assert path.stat().st_mode & 0o777 == 0o600
    key = random_vapid()
    monkeypatch.setenv("VAPID_PRIVATE_KEY", key)
    assert env_vapid("VAPID_PRIVATE_KEY") == key
    for wrong in ("short", b64(b"\0" * 32), b64(b"\xff" * 32), key + "AAAA"):
        monkeypatch.setenv("VAPID_PRIVATE_KEY", wrong)
        with pytest.raises(ImproperlyConfigured) as told:
            env_vapid("VAPID_PRIVATE_KEY")
        assert wrong not in str(told.value)


def test_a_device_is_added_and_taken_away_by_the_page():
    ana, client = make_user("Ana"), Client()
    client.force_login(ana)
    assert client.post(reverse("games:push"), Browser().fields).status_code == 302
    page = client.get(reverse("games:channels")).content.decode()
    assert "Firefox" in page and ENDPOINT not in page
    client.post(reverse("games:push"), {"act": "remove", "digest": digest_of(ENDPOINT)})
    assert not PushDevice.objects.exists()


def test_the_worker_is_at_the_root_and_keeps_no_page(client):
    response = client.get("/worker.js")
    assert response["Content-Type"].startswith("text/javascript")
    text = response.content.decode()
    assert '"fetch"' not in text and "caches" not in text
    assert "worker-src 'self'" in response["Content-Security-Policy"]
