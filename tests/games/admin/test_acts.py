"""The acts of game masters, from the button to the ledger."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import (
    Game,
    Mastership,
    Notice,
)
from games.services import seating
from games.services.games import game_join
from tests.builder import WHY, GameFactory, make_user, open_turn, seat
from tests.games.admin.helpers import act, change

pytestmark = pytest.mark.django_db


def post(client: Client, game: Game, slug: str, **values) -> str:
    """Do an act as a master would: its page first, then the button; the page it leads to."""
    asked = client.get(act(game, slug))
    assert asked.status_code == 200
    response = client.post(act(game, slug), {"reason": WHY, **values}, follow=True)
    assert response.redirect_chain, re.findall(r'role="alert">([^<]+)', response.content.decode())
    return response.content.decode()


def beside(response, field: str) -> list[str]:
    """What is told beside a field, rather than above the form."""
    found = re.search(rf'<div id="id_{field}_error">(.*?)</div>', response.content.decode(), re.S)
    return re.findall(r'role="alert">([^<]+)', found[1]) if found else []


def test_pausing_and_resuming_from_the_admin(game, clients):
    assert "The game is paused." in post(clients["master"], game, "pause")
    twice = clients["master"].post(act(game, "pause"), {"reason": WHY})
    assert "its clock stands still until a game master resumes it" in twice.content.decode()
    game.refresh_from_db()
    assert game.paused
    entry = game.ledger.first()
    assert (entry.act, entry.reason, entry.author.display_name) == ("paused", WHY, "Shiro")
    assert "The clock stands still." in clients["master"].get(change(game)).content.decode()
    assert "fresh deadlines" in post(clients["master"], game, "resume")


def test_moving_the_deadline_is_asked_in_the_games_own_hour(game, clients):
    page = clients["master"].get(act(game, "extend")).content.decode()
    assert 'value="2026-11-23T12:00"' in page
    post(clients["master"], game, "extend", until="2026-11-23T18:30")
    assert open_turn(game).deadline == datetime(2026, 11, 23, 17, 30, tzinfo=UTC)
    late = clients["master"].post(act(game, "extend"), {"reason": WHY, "until": "2026-11-23T12:00"})
    assert late.status_code == 422
    assert beside(late, "until") == [
        "Deadline not moved: it can only be moved to a later moment. Choose one."
    ]
    assert 'value="2026-11-23T12:00"' in late.content.decode()
    odd = clients["master"].post(act(game, "extend"), {"reason": WHY, "until": "tomorrow"})
    assert "that is not a date and time" in odd.content.decode()


def test_noon_now_from_the_admin_strikes_once(game, clients):
    page = clients["master"].get(act(game, "noon")).content.decode()
    assert 'name="turn" value="secret/2"' in page
    post(clients["master"], game, "noon", turn="secret/2")
    game.refresh_from_db()
    assert game.chapter == 3
    again = clients["superuser"].post(act(game, "noon"), {"reason": WHY, "turn": "secret/2"})
    assert again.status_code == 422
    assert "The turn was not resolved twice" in again.content.decode()
    nameless = clients["superuser"].post(act(game, "noon"), {"reason": WHY})
    assert "The turn was not resolved twice" in nameless.content.decode()
    game.refresh_from_db()
    assert game.chapter == 3


def test_who_plays_speaks_to_the_players_and_is_marked(game, clients):
    assert "The players are told." in post(clients["plays"], game, "announce")
    assert game.ledger.first().plays


def test_an_act_out_of_season_leads_back_with_a_sentence(game, clients):
    response = clients["master"].get(act(game, "resume"), follow=True)
    assert "this is not possible now" in response.content.decode()
    refused = clients["master"].post(act(game, "resume"), {"reason": WHY})
    assert "the game is not paused" in refused.content.decode()


def test_seats_are_given_taken_and_handed_to_bots(game, clients):
    master = clients["master"]
    post(master, game, "bot", seat="1")
    assert seat(game, 1).is_bot
    unknown = master.post(act(game, "seat"), {"reason": WHY, "email": "nobody@example.org", "seat": "1"})
    assert "no account has this address" in unknown.content.decode()
    make_user("Jack")
    post(master, game, "seat", seat="1", email="Jack@example.org")
    assert (seat(game, 1).user.display_name, seat(game, 1).name) == ("Jack", "Jack")
    post(master, game, "unseat", seat="1")
    assert seat(game, 1).user is None
    taken = master.post(act(game, "unseat"), {"reason": WHY, "seat": "1"})
    assert taken.status_code == 422
    assert [e.act for e in game.ledger.all()[:3]] == ["unseated", "seated", "bot"]


def test_a_game_is_filled_and_started_from_the_admin(clock, boss):
    game = GameFactory(seats=("Ana",))
    client = Client()
    client.force_login(boss)
    early = client.post(act(game, "start"), {"reason": WHY})
    assert early.status_code == 422
    game_join(game=game, user=make_user("Bruno"), name="Bruno")
    make_user("Dimitri")
    post(client, game, "seat", email="dimitri@example.org", name="Mitya")
    assert seat(game, 3).name == "Mitya"
    post(client, game, "start")
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING
    assert [(e.act, e.reason) for e in game.ledger.all()[:2]] == [("started", WHY), ("seated", WHY)]


def test_announcing_from_the_admin(game, clients):
    post(clients["master"], game, "announce", reason="No noon on Christmas Day.")
    assert Notice.objects.filter(kind="announced", data__reason="No noon on Christmas Day.").count() == 2
    nothing = clients["master"].post(act(game, "announce"), {"reason": " "})
    assert beside(nothing, "reason") == ["Nothing was announced: you wrote nothing. Write your message."]


def test_a_superuser_names_and_dismisses_masters(game, clients):
    staff = make_user("Jack", is_staff=True)
    boss = clients["superuser"]
    assert "Jack" in boss.get(act(game, "name")).content.decode()
    assert "Ana (" not in boss.get(act(game, "name")).content.decode()
    post(boss, game, "name", user=str(staff.pk))
    assert Mastership.objects.filter(game=game, user=staff).exists()
    client = Client()
    client.force_login(staff)
    assert client.get(change(game)).status_code == 200
    post(boss, game, "dismiss", user=str(staff.pk))
    assert client.get(change(game)).status_code == 404
    assert game.ledger.first().reason == WHY


CREATE = {
    "title": "dummy", "name": "Park Avenue North", "min_players": "2", "max_players": "4",
    "who": "invitation", "hour": "12:00", "zone": "Europe/Paris", "reason": WHY,
}  # fmt: skip


def test_creating_a_game_in_the_admin(game, clients):
    url = reverse("admin:games_game_add")
    lena = Mastership.objects.get(game__name="Park Avenue").user
    made = clients["superuser"].post(url, {**CREATE, "masters": [str(lena.pk)]}, follow=True)
    new = Game.objects.get(name="Park Avenue North")
    assert made.redirect_chain[-1][0] == change(new)
    assert new.players.count() == 0
    assert [m.user for m in new.masterships.all()] == [lena]
    assert new.ledger.get(act="created").reason == WHY
    bad = clients["superuser"].post(url, {**CREATE, "reason": "", "name": ""})
    assert bad.status_code == 422
    assert "no reason was given" in bad.content.decode()
    gone = clients["superuser"].post(url, {**CREATE, "name": "Another", "masters": ["999"]})
    assert "somebody chosen here is no longer a member of staff" in gone.content.decode()


def test_whoever_creates_a_game_here_finds_it_here(game, clients):
    url = reverse("admin:games_game_add")
    assert "Game masters" not in clients["master"].get(url).content.decode()
    made = clients["master"].post(url, CREATE, follow=True)
    new = Game.objects.get(name="Park Avenue North")
    assert made.redirect_chain[-1][0] == change(new)
    assert [m.user.display_name for m in new.masterships.all()] == ["Shiro"]
    assert f"/i/{new.invitation}/" in made.content.decode()
    assert (
        "Park Avenue North" in clients["master"].get(reverse("admin:games_game_changelist")).content.decode()
    )


def test_an_empty_seat_is_given_even_though_its_name_stays_taken_by_itself(game, clients):
    shiro = Mastership.objects.get(game=game, user__display_name="Shiro").user
    seating.seat_take(game=game, number=1, author=shiro, reason=WHY)
    give = {"game": game, "author": shiro, "reason": WHY, "number": 1}
    seating.seat_give(user=make_user("Dimitri"), name="Ana", **give)
    assert seat(game, 1).name == "Ana"


def test_a_place_goes_back_to_who_had_it_without_his_address(game, clients):
    """Ana is ill: a bot plays for her, then she comes back. Her master need not know her address."""
    master, ana = clients["master"], seat(game, 1).user
    post(master, game, "unseat", seat="2")
    assert "Ana" not in master.get(act(game, "seat")).content.decode()
    post(master, game, "bot", seat="1")
    page = master.get(act(game, "seat")).content.decode()
    assert "Ana (a bot)" in page
    assert "Bruno (empty)" in page
    assert ana.email not in page
    post(master, game, "seat", seat="1", back=str(ana.pk))
    assert (seat(game, 1).user, seat(game, 1).name, seat(game, 1).is_bot) == (ana, "Ana", False)
    assert Notice.objects.filter(user=ana, data__act="seated").count() == 1


def test_nobody_but_a_former_player_is_given_a_place_without_an_address(game, clients):
    master = clients["master"]
    post(master, game, "bot", seat="1")
    stranger = make_user("Jack")
    refused = master.post(act(game, "seat"), {"reason": WHY, "seat": "1", "back": str(stranger.pk)})
    assert beside(refused, "back") == ["Nothing was chosen here. Choose one."]
    nobody = master.post(act(game, "seat"), {"reason": WHY, "seat": "1"})
    assert beside(nobody, "email") == ["No place was given: that is not an e-mail address. Write one."]
    gone = game.ledger.get(act="bot").data["about"]
    User.objects.filter(pk=gone).update(is_active=False)
    closed = master.post(act(game, "seat"), {"reason": WHY, "seat": "1", "back": str(gone)})
    assert beside(closed, "back") == ["No place was given: this account is closed. Choose another."]


def test_refusals_stand_beside_what_they_are_about_and_nothing_typed_is_lost(game, clients):
    master = clients["master"]
    post(master, game, "bot", seat="1")
    give = {"reason": WHY, "seat": "1"}
    make_user("Jack")
    taken = master.post(act(game, "seat"), {**give, "email": "jack@example.org", "name": "Bruno"})
    assert len(beside(taken, "name")) == 1
    assert 'value="jack@example.org"' in taken.content.decode()
    twice = master.post(act(game, "seat"), {**give, "email": seat(game, 2).user.email})
    assert len(beside(twice, "email")) == 1
