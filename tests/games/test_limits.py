"""Limits on posting: far above what a person does, kept with both caches, and nothing typed is lost."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from config.rates import RATES
from games.models import Game, OrderForm
from games.services.rehearsals import rehearsal_create
from tests.builder import make_user, open_turn, running_game, seat

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 7, 48, 5, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def post_orders(client: Client, game: Game, number: str = "7"):
    turn = open_turn(game)
    form = OrderForm.objects.filter(turn=turn, player__user__isnull=False).first()
    fields = {"turn": turn.name, "revision": form.revision if form else 0, "number": number}
    return client.post(reverse("games:orders", args=[game.public_id]), fields)


def used_up(action: str, user, now: datetime = NOW) -> None:
    """As if the user had posted as often as he may."""
    rate = RATES[action]
    cache.set(f"limit:{action}:user-{user.pk}:{int(now.timestamp() // rate.seconds)}", rate.most, 3600)


def rehearsal(user) -> Game:
    return rehearsal_create(
        user=user, title="dummy", name="Ana", bots=2, options={"breaks": False}, game_name="Alone"
    )


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("kind", ["game", "rehearsal"])
def test_sixty_forms_a_minute_are_taken_and_the_next_one_is_kept_to_copy(clock, kind):
    game = running_game() if kind == "game" else rehearsal(make_user("Ana"))
    client = client_of(seat(game, 1).user)
    assert {post_orders(client, game).status_code for _ in range(60)} == {303}
    refused = post_orders(client, game, "4711")
    assert refused.status_code == 429
    assert b"4711" in refused.content and b"60 times" in refused.content
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "4711" not in OrderForm.objects.get(turn=open_turn(game), player__user=seat(game, 1).user).orders
    clock.shift(60)
    assert post_orders(client, game, "4711").status_code == 303


@pytest.mark.parametrize(("second", "wait"), [(0, 60), (0.5, 60), (59, 1), (59.5, 1)])
def test_the_wait_is_what_is_left_of_the_minute(clock, second, wait):
    moment = NOW.replace(second=0) + timedelta(seconds=second)
    clock.move_to(moment)
    game = running_game()
    used_up("orders", seat(game, 1).user, moment)
    refused = post_orders(client_of(seat(game, 1).user), game)
    assert (refused.status_code, refused["Retry-After"]) == (429, str(wait))
    assert b"Wait 1 min" in refused.content


def test_the_others_are_not_held_up(clock):
    game = running_game()
    used_up("orders", seat(game, 1).user)
    assert post_orders(client_of(seat(game, 1).user), game).status_code == 429
    assert post_orders(client_of(seat(game, 2).user), game).status_code == 303


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("create", "games:create"),
        ("rehearse", "games:rehearsal"),
        ("join", "games:join"),
        ("upload", "accounts:picture"),
        ("delete", "games:account_delete"),
        ("preferences", "accounts:preferences"),
        ("preferences", "accounts:profile"),
    ],
)
def test_each_limit_is_the_same_page_and_does_nothing(clock, action, name):
    user = make_user("Ana")
    used_up(action, user)
    address = reverse(name, args=["none"] if action == "join" else [])
    typed = {"name": "Fifth Avenue", "display_name": "Somebody", "password": "correct horse"}
    answer = client_of(user).post(address, typed)
    assert answer.status_code == 429
    assert b"Fifth Avenue" in answer.content and b"This was not saved" in answer.content
    assert b"correct horse" not in answer.content
    user.refresh_from_db()
    assert user.display_name == "Ana" and not Game.objects.exists()


@pytest.mark.parametrize("secret", ["password", "oldpassword", "password1", "code"])
def test_secrets_are_not_shown_again_nor_what_the_page_itself_had_put_there(secret):
    client = Client(enforce_csrf_checks=True)
    posted = {"login": "ana@example.org", secret: "493 027", "at": "2026-11-22T11:00", "line_version": "77"}
    page = client.post(reverse("account_login"), posted).content.decode()
    assert "ana@example.org" in page
    assert not [value for value in ("493 027", "2026-11-22T11:00", "77</dd>") if value in page]


def test_reading_is_never_limited(clock):
    user = make_user("Ana")
    used_up("create", user)
    assert client_of(user).get(reverse("games:create")).status_code == 200


def test_visitors_share_the_limit_of_their_address(clock):
    client = Client()
    answers = [client.post(reverse("accounts:preferences"), {"theme": "dark"}) for _ in range(121)]
    assert [a.status_code for a in answers[-2:]] == [302, 429]


def test_orders_are_taken_while_the_cache_cannot_be_reached_and_still_limited(clock, settings):
    settings.CACHES = {"default": {"BACKEND": "web.cache.Redis", "LOCATION": "redis://127.0.0.1:1/0"}}
    cache.clear()
    game = running_game()
    client = client_of(seat(game, 1).user)
    assert [post_orders(client, game).status_code for _ in range(61)][-2:] == [303, 429]


@pytest.mark.services
def test_the_limit_is_kept_by_redis_too(clock, settings, redis_url):
    settings.CACHES = {"default": {"BACKEND": "web.cache.Redis", "LOCATION": redis_url}}
    game = running_game()
    client = client_of(seat(game, 1).user)
    assert [post_orders(client, game).status_code for _ in range(61)][-2:] == [303, 429]
    cache.close()


def test_who_waits_between_two_posts_is_counted_all_the_same(clock):
    """The cache in a folder gave a count five minutes from the second post on, whatever its window."""
    user = make_user("Ana")
    client, url = client_of(user), reverse("games:account_delete")
    answers = []
    for _ in range(RATES["delete"].most + 1):
        answers.append(client.post(url, {"password": "a guess"}).status_code)
        if len(answers) == 5:
            clock.shift(301)
    assert answers == [400] * 10 + [429]
