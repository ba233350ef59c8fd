"""Acts by who does them and when, through the pages: what changes, which buttons are there, and that no act
lets anybody read what is hidden in another's seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from msgspec import Struct

from accounts.models import Picture
from games import permissions
from games.admin.acts import ACTS
from games.contract import Order
from games.models import Game, LedgerEntry, LeftForm, Mastership, OrderForm, Player, Sitting, Turn
from games.services import masters, seating
from games.services.games import game_cancel, game_join, game_leave, game_start
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.builder import NOON, WHY, GameFactory, make_user, open_turn, seat
from tests.games.admin.helpers import act as act_url
from tests.games.admin.helpers import change

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STAGES = ("gathering", "running", "paused", "stuck", "finished", "cancelled")
WHO = {
    "creator": {},
    "master": {"is_staff": True},
    "master plays": {"is_staff": True},
    "master played": {"is_staff": True},
    "superuser": {"is_staff": True, "is_superuser": True},
    "superuser plays": {"is_staff": True, "is_superuser": True},
    "superuser played": {"is_staff": True, "is_superuser": True},
    "plain": {},
}
SEATS = ("creator", "master plays", "superuser plays", "bystander", "master played", "superuser played")

# act: stage: who may. Whoever is not named changes nothing, and has no button.
RUN = {"master", "superuser"}  # who runs the game and never had a seat of it
STAFF = set(WHO) - {"creator", "plain"}
SUPER = {who for who in WHO if who.startswith("superuser")}
IN = {"creator", "master plays", "superuser plays"}
ASKED = ("running", "paused", "stuck")
TABLE: dict[str, dict[str, set[str]]] = {
    # in the admin
    "start": {"gathering": RUN},
    "fill": {"gathering": RUN},
    "bots": {"gathering": RUN},
    "pause": {"running": RUN, "stuck": RUN},
    "resume": {"paused": RUN},
    "extend": {"running": RUN},
    "noon": {"running": RUN},
    "retry": {"stuck": STAFF},  # its noon has passed
    "announce": dict.fromkeys(STAGES, STAFF),
    "seat": dict.fromkeys(("gathering", *ASKED), RUN),
    "unseat": dict.fromkeys(("gathering", *ASKED), RUN),
    "bot": dict.fromkeys(ASKED, RUN),
    "settings": {"gathering": RUN},
    "cancel": {"gathering": RUN},
    "name": dict.fromkeys(STAGES, SUPER),
    "dismiss": dict.fromkeys(STAGES, SUPER),
    "rename": dict.fromkeys(STAGES, SUPER),
    "picture": dict.fromkeys(STAGES, SUPER),
    "retitle": dict.fromkeys(STAGES, SUPER),
    "seat himself": {},
    # on the site
    "join": {"gathering": set(WHO) - IN},
    "leave": dict.fromkeys(("gathering", *ASKED), IN),
    "site start": {"gathering": {"creator"}},
    "site bots": {"gathering": {"creator"}},
    "edit": {"gathering": {"creator"}},
    "remove": {"gathering": {"creator"}},
    "site cancel": {"gathering": {"creator"}},
    "invitation_change": {"gathering": {"creator", "master"}},
    "resolve_now": {},
    "throw_away": {},
}
NO_BUTTON = {("announce", "cancelled")}  # it could be posted by hand; there is nobody to read it


class World(Struct):
    """A game in one stage, its users by what they are to it, and what each seat hides, by its user."""

    game: Game
    users: dict[str, Any]
    secrets: dict[int, tuple[str, ...]]

    def client(self, who: str) -> Client:
        client = Client()
        client.force_login(self.users[who])
        return client


@pytest.fixture
def world(clock) -> Callable[[str], World]:
    return lambda stage: _world(clock, stage)


def _world(clock: Any, stage: str) -> World:
    users = {who: make_user(f"{who.title().replace(' ', '')}", **fields) for who, fields in WHO.items()}
    users |= {name: make_user(name.title()) for name in ("bystander", "newcomer")}
    users["spare"] = make_user("Spare", is_staff=True)
    masters = [users[who] for who in WHO if who.startswith("master")]
    seats = [users[who] for who in SEATS]
    game = GameFactory(seats=seats, masters=masters, max_players=8, options={"breaks": stage == "stuck"})
    made = World(game, users, {})
    picture = Picture.objects.create(owner=users["creator"], content=b"", content_type="image/webp")
    game.players.filter(number=1).update(picture=picture)
    if stage in ("gathering", "cancelled"):
        for who in ("master played", "superuser played"):
            game_leave(player=game.players.get(user=users[who]))
        if stage == "cancelled":
            game_cancel(game=game, author=users["creator"])
    else:
        game_start(game=game, author=users["creator"])
        _play(clock, made, stage)
    game.refresh_from_db()
    return made


def _play(clock: Any, made: World, stage: str) -> None:
    """A first turn in which each seat hides a number, a second one in which each has saved another; two
    players taken out, a bot in one of the places. Then to the stage."""
    game = made.game
    act = {"game": game, "author": made.users["superuser"], "reason": WHY}
    for turn in (1, 2):
        for player in game.players.all():
            number = turn * 10_000_000 + 7_310_000 + player.number
            made.secrets[player.user_id] = (*made.secrets.get(player.user_id, ()), str(number))
            order_form_save(
                player=player, turn_name=f"secret/{turn}", revision=0,
                orders=(Order("say", {"number": number}),),
            )  # fmt: skip
        if turn == 1:
            _close(clock, game, NOON)
    seating.seat_take(number=5, **act)
    seating.player_to_bot(number=6, **act)
    if stage == "paused":
        masters.game_pause(**act)
    elif stage == "stuck":
        _close(clock, game, NOON + timedelta(days=1))
    elif stage == "finished":
        _close(clock, game, NOON + timedelta(days=1))
        _close(clock, game, NOON + timedelta(days=2))


def _close(clock: Any, game: Game, noon: Any) -> None:
    clock.move_to(noon)
    turn_close(turn_id=open_turn(game).pk)
    clock.move_to(noon + timedelta(minutes=1))


# ---- doing --------------------------------------------------------------------------------------


def attempt(made: World, client: Client, who: str, act: str) -> int:
    """Post an act as its page would, with all that it asks; the status."""
    game, users = made.game, made.users
    site = {
        "remove": {"number": "4", "who": "Bystander"},
        "join": {"name": f"{who} here"},
        "leave": {"means": "for good"},
        "edit": {
            "title": "dummy", "name": "Park Avenue", "min_players": "2", "max_players": "8",
            "who": "public", "hour": "12:00", "zone": "Europe/Paris",
        },
        "resolve_now": {"turn": "secret/2"},
    }  # fmt: skip
    if act in TABLE and act not in ADMIN:
        name = act.removeprefix("site ")
        address = reverse(f"games:{name}", args=[game.public_id])
        return client.post(address, site.get(name, {})).status_code
    settings = {"min_players": "2", "max_players": "8", "who": "public", "hour": "13:00"}
    place = {} if game.number < 0 else {"seat": "6"}
    fields = {
        "extend": {"until": "2026-11-26T12:00"},
        "noon": {"turn": "secret/2"},
        "retry": {"turn": "secret/2"},
        "seat": {**place, "email": users["newcomer"].email},
        "seat himself": {**place, "email": users[who].email, "name": f"{who} again"},
        "bots": {"count": "1"},
        "rename": {"seat": "1"},
        "picture": {"seat": "1"},
        "retitle": {"name": "Plain Street"},
        "unseat": {"seat": "4"},
        "bot": {"seat": "4"},
        "settings": {**settings, "name": "Park Avenue", "zone": "Europe/Paris"},
        "name": {"user": str(users["spare"].pk)},
        "dismiss": {"user": str(users["master"].pk)},
    }.get(act, {})
    slug = "seat" if act == "seat himself" else act
    return client.post(act_url(game, slug), {"reason": WHY, **fields}).status_code


ADMIN = {act.slug for act in ACTS} | {"seat himself"}


OF_A_PLAYER = "player_id IN (SELECT id FROM games_player WHERE game_id = %s)"
WHERE = {
    Game: "id = %s",
    **dict.fromkeys((Player, Sitting, Mastership, LedgerEntry, Turn), "game_id = %s"),
    **dict.fromkeys((OrderForm, LeftForm), OF_A_PLAYER),
}


def rows(game: Game) -> list[Any]:
    """All that an act could change. Asked for in SQL: it is read more than a thousand times."""
    found: list[Any] = []
    with connection.cursor() as cursor:
        for model, where in WHERE.items():
            cursor.execute(f"SELECT * FROM {model._meta.db_table} WHERE {where} ORDER BY id", [game.pk])
            found.append(cursor.fetchall())
    return found


def read(made: World, client: Client) -> str:
    """Every page about the game that this client gets to see."""
    game = made.game
    base = reverse("games:game", args=[game.public_id])
    pages = [base, f"{base}news/1/", f"{base}message/1/", f"{base}orders/", f"{base}ledger/", change(game)]
    pages.append(act_url(game, "seat"))
    return "".join(client.get(page, follow=True).content.decode() for page in pages)


def assert_reads_nothing_of_others(made: World, client: Client, who: str, act: str) -> None:
    mine = made.users[who].pk
    seen = read(made, client)
    for user, numbers in made.secrets.items():
        if user != mine:
            assert not [number for number in numbers if number in seen], (who, act)


def test_the_table_speaks_of_every_act_there_is():
    assert {act.slug for act in ACTS} | {"seat himself"} == ADMIN <= set(TABLE)
    assert {act.slug for act in ACTS} == {act.value for act in permissions.GameAct}


@pytest.mark.parametrize("stage", STAGES)
def test_every_act_by_everybody_in_every_stage(world, stage):
    made = world(stage)
    assert bool(made.secrets) is (stage not in ("gathering", "cancelled"))
    before = rows(made.game)
    wrong = []
    for who in WHO:
        client = made.client(who)
        for act, stages in TABLE.items():
            point = transaction.savepoint()
            status = attempt(made, client, who, act)
            changed = rows(made.game) != before
            if status >= 500 or changed is not (who in stages.get(stage, ())):
                wrong.append((who, act, "done" if changed else "refused", status))
            # Before the start nothing is hidden; at the end everything is opened to the players.
            if changed and made.secrets and stage != "finished":
                assert_reads_nothing_of_others(made, client, who, act)
            transaction.savepoint_rollback(point)
    assert not wrong


def test_what_is_hidden_would_be_seen_by_this_test(world):
    """Each player does read what his own seat hides, on the pages that are read here."""
    made = world("running")
    for who in ("bystander", "master plays"):
        seen = read(made, made.client(who))
        assert all(number in seen for number in made.secrets[made.users[who].pk])


@pytest.mark.parametrize("stage", STAGES)
def test_the_admin_shows_the_buttons_of_what_may_be_done_and_no_other(world, stage):
    made = world(stage)
    for who in sorted(STAFF):
        page = made.client(who).get(change(made.game)).content.decode()
        shown = set(re.findall(r"/act/(\w+)/", page))
        may = {act for act, stages in TABLE.items() if act in ADMIN and who in stages.get(stage, ())}
        assert shown == may - {act for act, at in NO_BUTTON if at == stage}, who
        assert ("You play in this game." in page) is who.endswith("plays")
        assert ("You have played in this game." in page) is who.endswith("played")


# ---- two acts after one another -------------------------------------------------------------------


@pytest.mark.parametrize("who", sorted(RUN))
@pytest.mark.parametrize("first", ["unseat", "bot"])
def test_nobody_frees_a_seat_and_sits_down_in_it(world, who, first):
    made = world("running")
    client = made.client(who)
    assert client.post(act_url(made.game, first), {"reason": WHY, "seat": "4"}).status_code == 302
    himself = {"reason": WHY, "seat": "4", "email": made.users[who].email, "name": "Me"}
    answer = client.post(act_url(made.game, "seat"), himself)
    assert answer.status_code == 422
    assert "game masters cannot give one to themselves" in answer.content.decode()
    assert seat(made.game, 4).user is None
    assert_reads_nothing_of_others(made, client, who, first)


@pytest.mark.parametrize("former", ["master played", "superuser played"])
def test_nobody_sits_in_two_seats_one_after_the_other(world, former):
    """Number 5 is empty, number 6 a bot's: each had the one, and may have that one back alone."""
    made = world("running")
    client, user = made.client("master"), made.users[former]
    own, other = ("5", "6") if former == "master played" else ("6", "5")
    give = {"reason": WHY, "email": user.email, "name": str(user)}
    answer = client.post(act_url(made.game, "seat"), {**give, "seat": other})
    assert answer.status_code == 422
    assert "has sat in another place of this game" in answer.content.decode()
    back = client.post(act_url(made.game, "seat"), {"reason": WHY, "back": str(user.pk), "seat": other})
    assert back.status_code == 422
    assert client.post(act_url(made.game, "seat"), {**give, "seat": own}).status_code == 302
    assert seat(made.game, int(own)).user == user


def test_a_place_given_back_before_the_start_is_no_seat_one_has_sat_in(world):
    """There was nothing to see: who left may join again, and be seated in whatever place is free later."""
    made = world("gathering")
    leaver = made.users["bystander"]
    game_leave(player=made.game.players.get(user=leaver))
    game_join(game=made.game, user=leaver, name="Again")
    game_leave(player=made.game.players.get(user=leaver))
    assert Sitting.objects.filter(game=made.game, user=leaver).count() == 1
    game_start(game=made.game, author=made.users["creator"])
    act = {"game": made.game, "author": made.users["superuser"], "reason": WHY}
    seating.seat_take(number=1, **act)
    seating.seat_give(user=leaver, name="Again", number=1, **act)
    assert seat(made.game, 1).user == leaver


def test_what_somebody_was_to_a_game_is_known_for_good(world):
    """Neither a new mastership nor a bot in his place makes a former player one who may run the game."""
    made = world("running")
    game, user = made.game, made.users["master played"]
    Mastership.objects.filter(game=game, user=user).delete()
    masters.master_name(game=game, user=user, author=made.users["superuser"], reason=WHY)
    game.ledger.all().delete()
    for act in permissions.CLOCK | permissions.SEATS:
        why = permissions.refusal(act, permissions.actor_in(game, user))
        assert why is permissions.Why.MASTER_PLAYS


def test_who_gets_a_seat_while_he_acts_is_too_late(world, monkeypatch):
    """The question is asked with the game's row locked."""
    made = world("running")
    game, master, boss = made.game, made.users["master"], made.users["superuser"]
    before = masters.lock_game

    def seated_meanwhile(game_id):
        monkeypatch.setattr(masters, "lock_game", before)
        seating.seat_give(game=game, user=master, name="M", number=6, author=boss, reason=WHY)
        return before(game_id)

    monkeypatch.setattr(masters, "lock_game", seated_meanwhile)
    with pytest.raises(masters.Refused, match="master_plays"):
        masters.game_pause(game=game, author=master, reason=WHY)


@pytest.mark.parametrize("who", ["master plays", "master played", "superuser plays", "superuser played"])
def test_a_turn_stuck_before_its_noon_is_not_his_to_try_again(world, who, clock):
    """It would take orders again: somebody would choose whether, and when."""
    made = world("stuck")
    game, client = made.game, made.client(who)
    assert f"{act_url(game, 'retry')}?turn=" in client.get(change(game)).content.decode()
    clock.move_to(NOON + timedelta(hours=1))
    page = client.get(change(game)).content.decode()
    assert "you can try it again once its noon has passed" in page
    assert act_url(game, "retry") not in page
    posted = client.post(act_url(game, "retry"), {"reason": WHY, "turn": "secret/2"})
    assert posted.status_code == 403
    with pytest.raises(masters.Refused, match="master_plays"):
        masters.turn_retry(game=game, turn="secret/2", author=made.users[who], reason=WHY)
    assert Turn.objects.get(game=game, name="secret/2").status == Turn.Status.STUCK
