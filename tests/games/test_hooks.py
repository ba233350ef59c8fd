"""Webhooks: what is posted, how it is signed, who may set them, and what becomes of one that fails."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from accounts.models import User
from games import outgoing
from games.channels.base import SendResult
from games.channels.hook import LONG, hook_post, news_of
from games.models import Delivery, Game, Notice, RoomNews, Webhook
from games.services.accounts import account_delete
from games.services.deliveries import notices_send
from games.services.hooks import hook_set, hook_try, room_news_tidy
from games.services.masters import game_pause, master_dismiss
from tests.builder import WHY, UserFactory, make_user, master_of, refused, running_game, seat
from tests.doors import strike
from tools.listening import byte_by_byte, death, listening, status, world

pytestmark = pytest.mark.django_db
DISCORD = "https://discord.example.org/api/webhooks/123/a-secret-word"
SAVE = {"act": "save", "url": DISCORD, "style": "discord", "language": "en"}


@pytest.fixture
def game() -> Game:
    return running_game()


def hook_of(url: str = DISCORD, style: str = "signed", **owner) -> Webhook:
    return hook_set(url=url, style=style, language="en", set_by=UserFactory(), **owner)


def everything_said(server) -> list[str]:
    return [
        json.loads(asked.body).get("content") or json.loads(asked.body)["data"]["text"]
        for asked in server.asked
    ]


# ---- what is posted -----------------------------------------------------------------------------------


def test_what_is_posted_is_signed_and_says_no_more_than_the_turn(game, monkeypatch):
    ana = seat(game, 1).user
    with listening() as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook = hook_of(server.url(), user=ana)
        strike(game)
        notices_send()
        asked = server.asked[-1]
    said = Verifier(hook.secret).verify(asked.body, asked.headers)
    assert said["type"] == "game.news"
    assert set(said["data"]) == {"text", "game", "turn", "url"}
    assert said["data"]["game"] == game.name and said["data"]["url"].endswith(f"/g/{game.public_id}/")
    assert said["data"]["text"].endswith("there is news.")
    notice = Notice.objects.get(user=ana, kind=Notice.Kind.RESOLVED)
    assert notice.deliveries.get(channel="hook").state == Delivery.State.SENT


def test_discord_is_given_a_line_that_calls_nobody(game, monkeypatch):
    Game.objects.filter(pk=game.pk).update(name="@everyone **loud** <b>")
    game.refresh_from_db()
    with listening() as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook = hook_of(server.url(), style="discord", game=game)
        hook_try(hook=hook)
        strike(game)
        notices_send()
        posted = [json.loads(asked.body) for asked in server.asked]
    assert all(set(one) == {"content", "allowed_mentions"} for one in posted)
    assert all(one["allowed_mentions"] == {"parse": []} for one in posted)
    assert "@everyone" not in posted[-1]["content"].replace("\\@", "")
    assert "webhook-signature" not in server.asked[0].headers


def test_the_room_of_a_game_is_told_once_however_many_play(game, monkeypatch):
    with listening() as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook_of(server.url(), game=game)
        strike(game)
        assert game.players.count() > 1
        for _ in range(3):
            notices_send()
        assert len(server.asked) == 1
        game_pause(game=game, author=master_of(game), reason=WHY)
        notices_send()
        notices_send()
    assert len(server.asked) == 2
    assert WHY not in server.asked[1].body.decode()


def test_the_room_is_not_told_what_concerns_one_player(game, monkeypatch):
    player = seat(game, 1)
    with listening() as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook_of(server.url(), game=game)
        hook_of(server.url("/own"), user=player.user)
        for kind in (Notice.Kind.NEAR, Notice.Kind.SET_ASIDE, Notice.Kind.UNANSWERED, Notice.Kind.REMOVED):
            Notice.objects.create(
                user=player.user, game=game, kind=kind, key=f"{kind}/x", data={"missed": "turn/1"}
            )
        notices_send()
    assert not server.asked
    assert not RoomNews.objects.exists() and not Delivery.objects.filter(channel="hook").exists()


# ---- what becomes of one that fails -------------------------------------------------------------------


def posted(hook: Webhook, notice: Notice) -> SendResult:
    hook.refresh_from_db()
    return hook_post(hook, news_of(notice)).result


@pytest.fixture
def notice(game) -> Notice:
    strike(game)
    return Notice.objects.filter(kind=Notice.Kind.RESOLVED).first()


@pytest.mark.parametrize(
    ("style", "code", "result"),
    [
        ("signed", 410, SendResult.FAILED), ("signed", 404, SendResult.LATER),
        ("signed", 302, SendResult.LATER), ("signed", 500, SendResult.LATER),
        ("discord", 404, SendResult.FAILED), ("discord", 401, SendResult.FAILED),
        ("discord", 429, SendResult.LATER), ("discord", 204, SendResult.DELIVERED),
    ],
)  # fmt: skip
def test_what_an_answer_means(game, notice, monkeypatch, style, code, result):
    with listening(status(code)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook = hook_of(server.url(), style=style, game=game)
        assert posted(hook, notice) is result
    hook.refresh_from_db()
    assert (hook.stopped_at is not None) == (result is SendResult.FAILED)
    assert (hook.sent_at is not None) == (result is SendResult.DELIVERED)


@pytest.mark.parametrize("answer", [byte_by_byte(0.5), death], ids=["byte by byte", "it dies"])
def test_one_that_is_slow_or_dies_rests_and_comes_back(game, notice, monkeypatch, answer):
    def stays(client):
        answer(client)

    with listening(stays, status(204)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server, seconds=0.8))
        hook = hook_of(server.url(), game=game)
        assert posted(hook, notice) is SendResult.LATER
        Webhook.objects.update(rests_until=None)
        monkeypatch.setattr(outgoing, "_network", world(server))
        assert posted(hook, notice) is SendResult.DELIVERED
    assert Webhook.objects.get().failing_since is None


def test_while_one_rests_nobody_asks_it(game, notice, monkeypatch):
    with listening() as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook = hook_of(server.url(), game=game)
        Webhook.objects.update(rests_until=timezone.now() + timedelta(minutes=1))
        assert posted(hook, notice) is SendResult.LATER
    assert not server.connected


def test_one_that_has_refused_for_days_is_asked_no_more_until_a_trial_arrives(game, notice, monkeypatch):
    with listening(status(500), status(204)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook = hook_of(server.url(), game=game)
        Webhook.objects.update(failing_since=timezone.now() - LONG - timedelta(hours=1))
        assert posted(hook, notice) is SendResult.FAILED
        assert posted(hook, notice) is SendResult.FAILED
        assert len(server.asked) == 1
        hook.refresh_from_db()
        assert hook_try(hook=hook).result is SendResult.DELIVERED
        assert posted(hook, notice) is SendResult.DELIVERED


def test_an_address_that_leads_inside_is_asked_once_and_never_again(game, notice, monkeypatch):
    monkeypatch.setattr(outgoing, "_network", outgoing.Network(lookup=lambda host, port: ["10.0.0.1"]))
    hook = hook_of(game=game)
    assert posted(hook, notice) is SendResult.FAILED
    hook.refresh_from_db()
    assert hook.answer == "not_public" and hook.stopped_at is not None


def test_another_address_is_given_anew_and_keeps_the_secret(game):
    first = hook_of(game=game)
    Webhook.objects.update(stopped_at=timezone.now(), answer="410")
    second = hook_of("https://other.example.org/", game=game)
    assert second.pk == first.pk and second.stopped_at is None and second.secret == first.secret


def test_news_of_a_room_is_forgotten_in_the_end(game):
    hook = hook_of(game=game)
    RoomNews.objects.create(hook=hook, key="a", next_at=timezone.now())
    room_news_tidy(now=timezone.now() + timedelta(days=59))
    assert RoomNews.objects.exists()
    room_news_tidy(now=timezone.now() + timedelta(days=61))
    assert not RoomNews.objects.exists()


# ---- the pages ----------------------------------------------------------------------------------------


def test_a_user_saves_tries_and_removes_an_address(game, monkeypatch):
    ana, client = seat(game, 1).user, Client()
    client.force_login(ana)
    page = reverse("games:channels")
    assert DISCORD not in client.get(page).content.decode()
    with listening(status(204), status(404)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        client.post(reverse("games:hook"), {**SAVE, "url": server.url(), "style": "signed"})
        hook = Webhook.objects.get(user=ana)
        assert hook.secret in client.get(page).content.decode()
        assert (
            "The test has arrived"
            in client.post(reverse("games:hook"), {"act": "try"}, follow=True).content.decode()
        )
        assert (
            "not found there"
            in client.post(reverse("games:hook"), {"act": "try"}, follow=True).content.decode()
        )
    client.post(reverse("games:hook"), {"act": "secret"})
    assert Webhook.objects.get(user=ana).secret != hook.secret
    client.post(reverse("games:hook"), {"act": "remove"})
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "url", ["http://hooks.example.org/", "https://127.0.0.1/", "https://a:b@hooks.example.org/"]
)
def test_an_address_that_is_never_asked_is_refused_in_words(game, url):
    client = Client()
    client.force_login(seat(game, 1).user)
    answer = client.post(reverse("games:hook"), {**SAVE, "url": url})
    assert answer.status_code == 422 and "Not saved" in answer.content.decode()
    assert (
        refused(hook_set, url=url, style="signed", language="en", set_by=seat(game, 1).user) == "hook_address"
    )
    assert not Webhook.objects.exists()


def test_only_who_created_or_runs_a_game_sets_its_webhook(game):
    url = reverse("games:game_hook", args=[game.public_id])
    for user, code in ((game.creator, 302), (master_of(game), 302), (make_user("Lena"), 404)):
        client = Client()
        client.force_login(user)
        cache.clear()
        assert client.post(url, SAVE).status_code == code
    player = next(p.user for p in game.players.all() if p.user not in (None, game.creator))
    client = Client()
    client.force_login(player)
    assert client.get(url).status_code == 404


def test_the_address_goes_with_who_gave_it(game):
    def given(user: User) -> bool:
        hook_set(url=DISCORD, style="discord", language="en", set_by=user, game=game)
        return Webhook.objects.filter(game=game).exists()

    master, boss = master_of(game), make_user("Dimitri", is_staff=True, is_superuser=True)
    assert given(master)
    master_dismiss(game=game, user=master, author=boss, reason=WHY)
    assert not Webhook.objects.exists()
    assert given(master)
    account_delete(user=master)
    assert not Webhook.objects.exists()


def test_posts_are_limited(game, monkeypatch):
    from config import rates

    monkeypatch.setitem(rates.RATES, "hooks", rates.Rate(1, 3600, rates.RATES["hooks"].addresses))
    client = Client()
    client.force_login(seat(game, 1).user)
    codes = [client.post(reverse("games:hook"), SAVE).status_code for _ in range(2)]
    assert codes == [302, 429]


def test_neither_address_nor_secret_is_logged(game, notice, monkeypatch, caplog):
    caplog.set_level("DEBUG")
    with listening(status(410)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        hook = hook_of(server.url("/a-secret-word"), game=game)
        posted(hook, notice)
    assert "webhook stopped 410" in caplog.text
    assert "a-secret-word" not in caplog.text and hook.secret not in caplog.text
