"""Names and pictures that superusers take away, with a reason told to their owners."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from accounts.pictures import reencode
from accounts.services import picture_set
from games.ledgertexts import ledger_text
from games.models import Game, LedgerEntry, Notice, Player
from games.noticetexts import notice_text
from games.services.leaving import seat_leave
from games.services.moderation import CREATOR, game_rename, name_take, picture_take
from tests.builder import (
    WHY,
    GameFactory,
    UserFactory,
    ledger,
    make_user,
    master_of,
    refused,
    running_game,
    seat,
)
from tests.games.admin.helpers import act, change

pytestmark = pytest.mark.django_db
BAD = "Foul Mouth"


@pytest.fixture
def boss(clock: object) -> Any:
    return make_user("Zoé", is_staff=True, is_superuser=True)


@pytest.fixture
def foul(clock: object) -> Any:
    return UserFactory(display_name=BAD)


@pytest.fixture
def game(foul: Any) -> Game:
    return running_game(("Ana", foul), on_leave="bot")


def kept() -> str:
    """Everything that says a name somewhere."""
    rows = [*LedgerEntry.objects.values("data", "author_name"), *Notice.objects.values("data")]
    return str([*rows, *Player.objects.values_list("name")])


def test_a_name_goes_everywhere_and_its_owner_is_told(game, foul, boss):
    other = GameFactory(creator=foul, name="Sixth Avenue")
    name_take(game=game, number=2, author=boss, reason=WHY)
    foul.refresh_from_db()
    assert (seat(game, 2).name, seat(other, 1).name, str(foul)) == ("Player 2", "Player 1", "Player 2")
    assert BAD not in kept()
    assert (ledger(game).act, ledger(game).reason, ledger(game).author) == ("name_taken", WHY, boss)
    told = Notice.objects.get(user=foul, kind="announced")
    assert "Your name was taken away by the site. You are now called Player 2" in notice_text(told)
    assert WHY in notice_text(told)


def test_a_name_that_was_left_behind_goes_too(game, foul, boss):
    seat_leave(player=seat(game, 2))
    name_take(game=game, number=2, author=boss, reason=WHY)
    assert seat(game, 2).name == "Player 2"
    assert BAD not in str(list(Player.objects.values_list("name")))


def test_a_plain_name_is_never_somebody_else_s(foul, boss):
    game = running_game(("Player 2", foul))
    name_take(game=game, number=2, author=boss, reason=WHY)
    assert seat(game, 2).name == "Player 102"


def test_a_creator_without_a_seat_loses_the_name(foul, boss):
    game = GameFactory(creator=foul, seats=("Ana",))
    name_take(game=game, number=CREATOR, author=boss, reason=WHY)
    foul.refresh_from_db()
    assert str(foul) == "Player"
    assert refused(name_take, game=game, number=7, author=boss, reason=WHY) == "no_such_player"


def test_a_picture_is_deleted_everywhere(game, foul, boss):
    out = BytesIO()
    Image.new("RGB", (40, 40), "red").save(out, "PNG")
    picture_set(user=foul, content=reencode(SimpleUploadedFile("me.png", out.getvalue(), "image/png")))
    Player.objects.filter(user=foul).update(picture=foul.picture)
    picture_take(game=game, number=2, author=boss, reason=WHY)
    foul.refresh_from_db()
    assert (foul.picture, foul.pictures.count(), seat(game, 2).picture) == (None, 0, None)
    assert "Your picture was taken away" in notice_text(Notice.objects.get(user=foul, kind="announced"))
    assert refused(picture_take, game=game, number=2, author=boss, reason=WHY) == "no_picture"


def test_a_game_gets_another_name(foul, boss):
    game = GameFactory(creator=foul, name=BAD, seats=("Ana",))
    game_rename(game=game, name="Plain Street", author=boss, reason=WHY)
    game.refresh_from_db()
    assert game.name == "Plain Street"
    assert ledger_text(ledger(game)).endswith("It is now called Plain Street.")
    assert "Plain Street" in notice_text(Notice.objects.get(user=foul, kind="announced"))


def test_it_is_an_act_of_superusers_alone(game, boss):
    pages = {}
    for user in (boss, master_of(game)):
        client = Client()
        client.force_login(user)
        pages[user] = (client, client.get(change(game)).content.decode())
    (site, desk), (other, others) = pages.values()
    assert "Names and pictures" in desk
    assert "Names and pictures" not in others
    assert other.post(act(game, "rename"), {"seat": "2", "reason": WHY}).status_code == 403
    assert site.post(act(game, "rename"), {"seat": "2", "reason": ""}).status_code == 422
    assert site.post(act(game, "picture"), {"seat": "2", "reason": WHY}).status_code == 422
    assert site.post(act(game, "retitle"), {"name": " ", "reason": WHY}).status_code == 422
    assert site.post(act(game, "rename"), {"seat": "2", "reason": WHY}).status_code == 302
    assert seat(game, 2).name == "Player 2"
