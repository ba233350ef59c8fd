"""Leaving a running game: the title's own door, or a place that is offered and taken over."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.invited import PLACE
from games.contract import Order
from games.ledgertexts import ledger_text
from games.models import Game, Notice, OrderForm, Player
from games.noticetexts import notice_text
from games.registry import skin_for
from games.services import seating
from games.services.accounts import account_delete
from games.services.leaving import Way, place_take_over, seat_leave, seats_of_closed_account
from games.services.order_forms import order_form_save
from games.services.refusals import Refused
from games.services.turns import turn_close
from games.texts import moment_text
from games.views import leaving
from tests.builder import (
    WHY,
    UserFactory,
    ledger,
    make_user,
    master_of,
    open_turn,
    refused,
    running_game,
    say,
    seat,
)
from tests.games.test_lobby import settings

pytestmark = pytest.mark.django_db
OF_SEATS = ("announced", "removed")
YES = {"means": "for good"}
NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture
def game(clock: object) -> Game:
    return running_game(NAMES)


def offered(game: Game, number: int) -> str:
    token = seat(game, number).offer
    assert token
    return token


@pytest.mark.parametrize(
    ("title", "way"),
    [
        ("corporate", Way.BOT),
        ("megacorps", Way.BOT),
        ("cardline", Way.DOOR),
        ("controle", Way.DOOR),
        ("machtspiele", Way.DOOR),
    ],
)
def test_every_title_can_be_left_by_its_own_door_where_it_has_one(clock, title, way):
    game = running_game(NAMES, title=title)
    assert bool(skin_for(title).rules.meta.leaves) == (way is Way.DOOR)
    if title == "controle":  # who plays what is settled first, and the door opens then
        clock.move_to(open_turn(game).deadline)
        turn_close(turn_id=open_turn(game).pk)
    assert seat_leave(player=seat(game, 2)) is way
    left = seat(game, 2)
    assert (left.user is None, left.is_bot, bool(left.offer)) == (way is Way.BOT,) * 3
    assert ledger(game).act == "left"
    assert ledger_text(ledger(game)).startswith("Bruno left the game.")


def test_who_left_by_a_door_for_good_has_nothing_more_to_leave_and_who_may_come_back_gives_the_place_away(
    clock,
):
    people = [make_user(name) for name in NAMES]
    cards, offices = (running_game(people, title=title, name=title) for title in ("cardline", "machtspiele"))
    for game in (cards, offices):
        seat_leave(player=seat(game, 2))
    assert refused(seat_leave, player=seat(cards, 2)) == "out_of_play"
    assert seat_leave(player=seat(offices, 2)) is Way.BOT


def test_all_are_told_and_masters_at_once(game):
    lena = master_of(game)
    seat_leave(player=seat(game, 2))
    told = Notice.objects.filter(kind="announced")
    assert {n.user.display_name for n in told} == {"Ana", "Chloé", lena.display_name}
    assert "Bruno has left the game. A bot plays there" in notice_text(told[0])


@pytest.mark.parametrize("policy", list(Game.OnLeave))
def test_what_was_saved_goes_and_a_bot_answers_if_the_settings_say_so(game, policy):
    Game.objects.update(on_leave=policy)
    say(game, 2)
    saved = OrderForm.objects.get(player=seat(game, 2)).fingerprint
    seat_leave(player=seat(game, 2))
    forms = OrderForm.objects.filter(player=seat(game, 2), set_aside=False)
    assert forms.exists() == (policy == Game.OnLeave.BOT)
    assert not forms.filter(fingerprint=saved).exists()


def test_a_place_is_taken_over_with_all_that_belongs_to_it(game):
    seat_leave(player=seat(game, 2))
    ines = make_user("Inès")
    taken = place_take_over(token=offered(game, 2), user=ines, name="Inès")
    assert (taken.number, taken.user, taken.name, taken.is_bot, taken.offer) == (2, ines, "Inès", False, None)
    form = OrderForm.objects.get(player=taken)
    assert form.author == ines  # the bot's form is theirs to keep or change
    assert (ledger(game).act, ledger(game).author) == ("taken", ines)
    assert "Inès has taken over" in notice_text(Notice.objects.filter(key__startswith="taken").first())


def test_who_may_take_a_place_over(game):
    lena, bruno = master_of(game), seat(game, 2).user
    seat_leave(player=seat(game, 2))
    take: dict[str, Any] = {"token": offered(game, 2), "name": "Zoé"}
    assert refused(place_take_over, user=lena, **take) == "own_seat"
    assert refused(place_take_over, user=seat(game, 1).user, **take) == "already_in"
    assert refused(place_take_over, user=bruno, **take) == "sat_before"
    assert refused(place_take_over, user=make_user("Inès"), token=take["token"], name="ana") == "name_taken"
    place_take_over(user=make_user("Zoé"), **take)
    assert refused(place_take_over, user=make_user("Yves"), **take) == "no_such_offer"


def test_the_place_of_a_master_s_choice_is_no_longer_offered(game):
    seat_leave(player=seat(game, 2))
    seating.seat_give(
        game=game, user=make_user("Inès"), name="Inès", number=2, author=master_of(game), reason=WHY
    )
    assert seat(game, 2).offer is None


def test_nobody_leaves_between_noon_and_its_resolution(game, clock):
    say(game, 2)
    clock.move_to(open_turn(game).deadline)
    assert refused(seat_leave, player=seat(game, 2)) == "due"
    assert OrderForm.objects.filter(player=seat(game, 2)).exists()


def test_a_game_does_not_wait_for_an_empty_place(clock):
    game = running_game(("Ana", "Bruno"), options={"closes": "in_parts"}, on_leave="empty")
    seat_leave(player=seat(game, 2))
    turn = open_turn(game)
    assert not turn.can_close_early
    done = order_form_save(
        player=seat(game, 1), turn_name=turn.name, revision=0, ready=True,
        orders=(Order("say", {"number": 1}),),
    )  # fmt: skip
    assert done.closes == turn.pk


def test_a_move_of_an_empty_place_is_not_waited_for(clock):
    game = running_game(NAMES, options={"closes": "at_once"}, on_leave="empty")
    seat_leave(player=seat(game, 1))
    turn = open_turn(game)
    assert turn.can_close_early  # it was Ana's move
    turn_close(turn_id=turn.pk)
    assert (open_turn(game).name, open_turn(game).can_close_early) == ("move/1/p2", False)


def test_a_game_that_everybody_has_left_keeps_its_noons(clock):
    game = running_game(NAMES, options={"closes": "in_parts"}, on_leave="empty")
    for number in (1, 2, 3):
        seat_leave(player=seat(game, number))
    assert not open_turn(game).can_close_early


@pytest.mark.parametrize("policy", list(Game.OnLeave))
def test_a_deleted_account_leaves_an_offered_place_without_its_name(game, policy):
    Game.objects.update(on_leave=policy)
    lena, bruno = master_of(game), seat(game, 2).user
    account_delete(user=bruno)
    left = seat(game, 2)
    assert (left.name, left.user, left.is_bot, bool(left.offer)) == ("#2", None, policy == "bot", True)
    told = Notice.objects.get(user=lena)
    assert notice_text(told).startswith("The account of a former player is closed.")
    assert "Bruno" not in str(list(game.ledger.values("data", "author_name")))
    place_take_over(token=offered(game, 2), user=make_user("Inès"), name="Inès")


def test_names_of_deleted_accounts_stay_in_no_notice_of_others(game):
    bruno = seat(game, 2).user
    seat_leave(player=seat(game, 2))
    account_delete(user=bruno)
    assert "Bruno" not in str(list(Notice.objects.values("data")))
    assert Player.objects.get(game=game, number=2).name == "#2"


def test_a_closed_account_is_told_to_the_masters_and_its_places_are_offered(game):
    lena, bruno = master_of(game), seat(game, 2).user
    other = running_game((bruno, "Yves"), name="Sixth Avenue")
    seats_of_closed_account(user=bruno)
    assert seat(game, 2).offer
    assert seat(other, 1).offer
    assert ledger(game).act == "closed"
    assert notice_text(Notice.objects.get(user=lena)).startswith("The account of Bruno is closed.")


# ---- the pages ------------------------------------------------------------------------------------


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_page_asks_once_and_says_what_leaving_means(game):
    site, leave = browser(seat(game, 2).user), f"/g/{game.public_id}/leave/"
    assert leave in site.get(f"/g/{game.public_id}/ledger/").content.decode()
    page = site.get(leave).content.decode()
    assert "A bot plays in your place from now on." in page
    assert "The place is offered in the lobby" in page
    assert seat(game, 2).user  # asking changes nothing
    site.post(leave)  # from the page of a game that has not started
    assert seat(game, 2).user
    assert site.post(leave, YES).url == "/games/"
    assert seat(game, 2).user is None
    assert site.post(leave, YES).status_code == 403  # and says why: no longer in this game
    assert Client().post(leave).url.startswith("/account/login/")
    assert browser(make_user("Yves")).get(leave).status_code == 302


def test_the_page_says_what_the_settings_and_the_rules_make_of_it(clock):
    people = [make_user(name) for name in NAMES]
    empty = running_game(people, on_leave="empty", is_public=False)
    cards = running_game(people, title="cardline", name="Cards")
    site = browser(people[1])
    page = site.get(f"/g/{empty.public_id}/leave/").content.decode()
    assert "Your place stays empty" in page
    assert "The others get a link" in page
    door = f"/g/{cards.public_id}/leave/"
    assert "You leave by the rules of this game" in site.get(door).content.decode()
    assert site.post(door, YES).url == f"/g/{cards.public_id}/"
    assert "There is nothing to leave" in site.get(door).content.decode()


def test_a_place_is_found_in_the_lobby_and_taken_there(game):
    seat_leave(player=seat(game, 2))
    link, site = f"/places/{offered(game, 2)}/", browser(make_user("Inès"))
    lobby = site.get("/games/").content.decode()
    assert link in lobby
    assert "Bruno, played by a bot for now" in lobby
    assert link not in browser(seat(game, 1).user).get("/games/").content.decode()
    page = site.get(link).content.decode()
    assert "A place to take over" in page
    assert "a bot plays there now" in page
    assert "Log in and come back here" in Client().get(link).content.decode()
    assert site.post(link, {"name": "ana"}).status_code == 422
    assert site.post(link, {"name": "Inès"}).url == f"/g/{game.public_id}/"
    assert seat(game, 2).name == "Inès"
    assert site.get(link).status_code == 404
    assert Client().post(link).status_code == 404


def test_a_private_game_offers_its_places_by_a_link_that_its_readers_find_in_the_ledger(clock):
    game = running_game(NAMES, is_public=False)
    seat_leave(player=seat(game, 2))
    link = f"/places/{offered(game, 2)}/"
    assert link in browser(seat(game, 1).user).get(f"/g/{game.public_id}/ledger/").content.decode()
    stranger = browser(make_user("Inès"))
    assert link not in stranger.get("/games/").content.decode()
    assert stranger.get(f"/g/{game.public_id}/ledger/").status_code == 404
    assert stranger.post(link, {"name": "Inès"}).status_code == 302
    assert stranger.get(f"/g/{game.public_id}/ledger/").status_code == 200


def test_logging_in_leads_back_to_the_place_without_its_token_in_any_query(game):
    seat_leave(player=seat(game, 2))
    token, site = offered(game, 2), Client()
    page = site.get(f"/places/{token}/").content.decode()
    assert "/account/login/?next=/places/kept/" in page and "/account/signup/?next=/places/kept/" in page
    assert f"next=/places/{token}" not in page
    assert site.post(f"/places/{token}/").url == "/account/login/?next=/places/kept/"
    typed = {"login": UserFactory(display_name="Inès").email, "password": "correct horse"}
    assert site.post("/account/login/", typed).url == "/places/kept/"
    assert "Take this place" in site.get("/places/kept/").content.decode()
    assert site.post("/places/kept/", {"name": "Inès"}).url == f"/g/{game.public_id}/"
    assert seat(game, 2).name == "Inès"
    assert not site.cookies[PLACE].value
    assert site.get("/places/kept/").status_code == 404


def test_the_address_of_a_place_stays_secret(game):
    seat_leave(player=seat(game, 2))
    for token in (offered(game, 2), "gone"):
        answer = Client().get(f"/places/{token}/")
        assert answer["Referrer-Policy"] == "strict-origin"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Cache-Control"] == "private, no-store"
    assert "Disallow: /places/" in Client().get("/robots.txt").content.decode()


@pytest.mark.parametrize("token", ["a%00b", "a" * 33, "%C3%A9"])
def test_what_is_no_token_of_a_place_is_not_looked_up(db, django_assert_num_queries, token):
    with django_assert_num_queries(0):
        answer = Client().get(f"/places/{token}/")
    assert answer.status_code == 404
    assert "no longer offered" in answer.content.decode()


def test_a_place_that_was_taken_meanwhile_is_gone(game, monkeypatch):
    seat_leave(player=seat(game, 2))
    link = f"/places/{offered(game, 2)}/"

    def late(**asked: Any) -> None:
        Player.objects.update(offer=None)
        raise Refused("no_such_offer")

    monkeypatch.setattr("games.views.leaving.place_take_over", late)
    answer = browser(make_user("Inès")).post(link, {"name": "Inès"})
    assert answer.status_code == 404
    assert "This place is no longer offered" in answer.content.decode()


def test_a_place_is_looked_up_once(game, monkeypatch):
    seat_leave(player=seat(game, 2))
    asked: list[str] = []
    looked_up = leaving.place_offered

    def counted(token: str) -> Player | None:
        asked.append(token)
        return looked_up(token)

    monkeypatch.setattr(leaving, "place_offered", counted)
    site, link = browser(make_user("Inès")), f"/places/{offered(game, 2)}/"
    assert site.get(link).status_code == 200
    assert site.post(link, {"name": ""}).status_code == 422
    assert len(asked) == 2


def test_the_next_noon_of_a_place_names_its_zone(game):
    seat_leave(player=seat(game, 2))
    reader = make_user("Inès", time_zone="Asia/Tokyo")
    page = browser(reader).get(f"/places/{offered(game, 2)}/").content.decode()
    with timezone.override("Asia/Tokyo"):
        assert moment_text(open_turn(game).deadline, game) in page


def test_a_superuser_who_closes_an_account_frees_its_places(game):
    boss = make_user("Zoé", is_staff=True, is_superuser=True)
    bruno = seat(game, 2).user
    browser(boss).post(reverse("admin:accounts_user_change", args=[bruno.pk]), {})
    assert seat(game, 2).offer


@pytest.mark.parametrize("policy", list(Game.OnLeave))
def test_the_creator_chooses_what_becomes_of_a_place(clock, policy):
    ana = make_user("Ana")
    browser(ana).post("/games/new/", settings(on_leave=policy.value))
    game = Game.objects.get()
    assert game.on_leave == policy
    room = browser(ana).get(f"/g/{game.public_id}/").content.decode()
    assert ("to a bot, until" in room) == (policy == Game.OnLeave.BOT)


def test_a_notice_is_in_its_reader_s_language_to_its_last_word(game):
    seat_leave(player=seat(game, 2))
    seating.seat_take(game=game, number=3, author=master_of(game), reason=WHY)
    with translation.override("fr"):
        texts = " ".join(notice_text(notice) for notice in Notice.objects.filter(kind__in=OF_SEATS))
    assert "dans le registre de la partie" in texts
    assert f"Le mot du maître du jeu\u00a0: {WHY}" in texts
