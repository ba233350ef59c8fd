"""Again with the same: one press makes a game like the one that is over, and invites everybody who played."""

from __future__ import annotations

import pytest
from django.core import mail
from django.test import Client

from games.models import Game, Notice
from games.services.deliveries import notices_send
from games.services.games import MAX_GATHERING, game_cancel
from games.services.rehearsals import rehearsal_create
from games.services.rematches import LONGEST, MAX_REMATCHES, next_name
from tests.builder import GameFactory, make_user, plan, seat
from tools import stage

pytestmark = pytest.mark.django_db
SETTINGS = (
    "title", "min_players", "max_players", "is_public", "hour", "zone", "options", "days", "notice",
    "close_when_all_ready", "on_leave",
)  # fmt: skip


@pytest.fixture
def over():
    """A private game of three that is over."""
    game = GameFactory(
        seats=("Ana", "Bruno", "Chloé"), running=True, name="Fifth Avenue", is_public=False, min_players=3,
        zone="Asia/Tokyo",
    )  # fmt: skip
    return ended(game)


def ended(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED, days=[0, 2])
    game.refresh_from_db()
    return game


def client_of(user) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def again(game: Game) -> str:
    return f"/g/{game.public_id}/again/"


def press(game: Game, number: int):
    return client_of(seat(game, number).user).post(again(game), follow=True)


def test_one_press_makes_a_game_with_the_same_settings(over):
    page = client_of(seat(over, 2).user).get(f"/g/{over.public_id}/ledger/").content.decode()
    assert again(over) in page
    response = press(over, 2)
    made = over.rematches.get()
    assert response.redirect_chain[-1][0] == f"/g/{made.public_id}/"
    assert "everybody who played is invited" in response.content.decode()
    assert made.creator == seat(over, 2).user
    assert [player.name for player in made.players.all()] == ["Bruno"]
    assert made.name == "Fifth Avenue 2"
    assert made.stage == Game.Stage.GATHERING
    for field in SETTINGS:
        assert getattr(made, field) == getattr(over, field), field


def test_everybody_else_who_played_is_invited_once_and_takes_the_place_in_two_presses(over, settings):
    press(over, 1)
    made = over.rematches.get()
    told = Notice.objects.filter(game=made, kind=Notice.Kind.REMATCH)
    assert {notice.user.display_name for notice in told} == {"Bruno", "Chloé"}
    chloe = client_of(seat(over, 3).user)
    lobby = chloe.get("/games/").content.decode()
    assert "Ana wants to play again with the same players" in lobby
    link = f"/i/{made.invitation}/"
    assert link in lobby
    assert link not in client_of(seat(over, 1).user).get("/games/").content.decode()
    chloe.post(link, {"name": "Chloé"})
    assert made.players.filter(name="Chloé").exists()
    settings.MAIL_CONFIGURED, mail.outbox = True, []
    notices_send()
    assert {m.to[0] for m in mail.outbox if link in m.body} == {"bruno@example.org", "chloé@example.org"}


def test_whoever_presses_later_takes_a_place_in_the_same_game(over):
    press(over, 1)
    response = press(over, 2)
    made = over.rematches.get()
    assert "somebody had asked for this game before you" in response.content.decode()
    assert [player.name for player in made.players.all()] == ["Ana", "Bruno"]
    press(over, 2)
    press(over, 1)
    assert made.players.count() == 2
    assert Notice.objects.filter(kind=Notice.Kind.REMATCH).count() == 2


def test_only_players_of_a_game_that_is_over_may(over):
    for user in (make_user("Lena"), make_user("Jack", is_staff=True, is_superuser=True)):
        assert client_of(user).post(again(over)).status_code == 404
    assert client_of(None).post(again(over)).status_code in (302, 401, 403)
    ana = client_of(seat(over, 1).user)
    assert ana.get(again(over)).status_code == 302
    running = GameFactory(seats=(seat(over, 1).user, seat(over, 2).user), running=True, name="Park Avenue")
    page = ana.post(again(running), follow=True).content.decode()
    assert "No new game was created: this one is not over." in page
    alone = ended(rehearsal_create(user=seat(over, 1).user, title="dummy", name="Ana", bots=2))
    assert "No new game was created" in ana.post(again(alone), follow=True).content.decode()
    assert not Game.objects.filter(rematch_of__isnull=False).exists()


def test_a_game_is_offered_again_three_times_and_no_more(over):
    ana = seat(over, 1).user
    for _ in range(MAX_REMATCHES):
        press(over, 1)
        made = over.rematches.get(stage=Game.Stage.GATHERING)
        game_cancel(game=made, author=ana)
    page = press(over, 1).content.decode()
    assert "this one has been offered again 3 times" in page
    assert over.rematches.count() == MAX_REMATCHES


def test_who_gathers_players_for_as_many_games_as_allowed_creates_no_more(over):
    ana = seat(over, 1).user
    for number in range(MAX_GATHERING):
        stage.game_of(plan(name=f"Avenue {number}x"), [ana], starts=False)
    assert "Game not created" in press(over, 1).content.decode()
    assert not over.rematches.exists()
    assert not Notice.objects.filter(kind=Notice.Kind.REMATCH).exists()


def test_seats_of_bots_and_of_closed_accounts_are_not_invited(over):
    over.players.filter(number=3).update(user=None, is_bot=True)
    press(over, 1)
    assert [n.user.display_name for n in Notice.objects.filter(kind=Notice.Kind.REMATCH)] == ["Bruno"]


@pytest.mark.parametrize(
    ("name", "then"),
    [
        ("Fifth Avenue", "Fifth Avenue 2"),
        ("Fifth Avenue 2", "Fifth Avenue 3"),
        ("Fifth Avenue 99", "Fifth Avenue 100"),
        ("Fifth Avenue 1", "Fifth Avenue 1 2"),
        ("1984", "1984 2"),
        ("x" * LONGEST, "x" * (LONGEST - 2) + " 2"),
    ],
)
def test_the_name_counts_on(name, then):
    assert next_name(name) == then
