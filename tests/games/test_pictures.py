"""Who may see an uploaded avatar: whoever may see one of its seats, and its owner."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.services import picture_set
from games import access
from tests.builder import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    ana = UserFactory(display_name="Ana")
    picture_set(user=ana, content=b"webp")
    return ana


def seen(owner, reader) -> bool:
    client = Client()
    if reader:
        client.force_login(reader)
    return client.get(reverse("games:picture", args=[owner.picture.key])).status_code == 200


def test_without_a_seat_its_owner_alone_sees_it(ana):
    assert seen(ana, ana)
    assert not seen(ana, UserFactory())
    assert not seen(ana, None)


def test_everybody_sees_the_seats_of_a_public_game(ana):
    GameFactory(creator=ana)
    assert seen(ana, None)
    assert seen(ana, UserFactory())


def test_a_private_game_shows_its_seats_to_its_own_alone(ana):
    creator, bruno, master = UserFactory(), UserFactory(), UserFactory(is_staff=True)
    GameFactory(creator=creator, seats=(ana, bruno), masters=(master,), is_public=False)
    for reader in (creator, bruno, master):
        assert seen(ana, reader)
    for reader in (None, UserFactory(), UserFactory(is_staff=True)):
        assert not seen(ana, reader)


def test_a_master_who_is_no_longer_of_the_staff_is_a_stranger(ana):
    master = UserFactory(is_staff=True)
    game = GameFactory(creator=ana, masters=(master,), is_public=False)
    assert access.game_for(master, game.public_id).is_master
    master.is_staff = False
    master.save()
    client = Client()
    client.force_login(master)
    assert client.get(reverse("games:game", args=[game.public_id])).status_code == 404
    assert not seen(ana, master)
