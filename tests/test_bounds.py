"""How much one user can make a table grow. The tables are found by walking all models: each says its bound,
and has a test here that somebody who tries to add more does not."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import NewsChoices, Picture, Session, User, UserChannel
from accounts.services import picture_set
from config.bounds import NOT_BY_USERS, THEIRS, Bound, bound_of
from games import models
from games.contract import Order
from games.models import Game, LedgerEntry, OrderForm, Player, Sitting
from games.services import deputies as deputies_service
from games.services import games as games_service
from games.services import talk as talk_service
from games.services import vacations as vacations_service
from games.services.agreements import proposal_make, proposal_vote
from games.services.deliveries import channel_stop
from games.services.games import game_cancel, game_create, game_edit, game_join, game_leave
from games.services.hooks import hook_set
from games.services.order_forms import MAX_ORDERS, MAX_TOGETHER, SavedForm, most_orders, order_form_save
from games.services.refusals import Refused
from games.services.rehearsals import rehearsal_create
from games.services.vacations import vacation_begin
from tests.builder import GameFactory, UserFactory, make_user, open_turn, plan, refused, running_game, seat

pytestmark = pytest.mark.django_db
HELD: dict[str, list[str]] = {}


def holds(*labels: str) -> Callable[[Any], Any]:
    """Marks the test that a table's bound holds."""

    def decorate(test: Any) -> Any:
        for label in labels:
            HELD.setdefault(label, []).append(test.__name__)
        return test

    return decorate


def tables() -> list[Any]:
    """The models of the site; those that tests bring along are no part of it."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


# ---- the list ---------------------------------------------------------------------------------------


def test_every_table_has_a_bound_and_every_bound_a_test():
    found = {model._meta.label: bound_of(model) for model in tables()}
    assert len(found) > 20
    assert not [label for label, bound in found.items() if bound is None]
    grow = {label for label, bound in found.items() if bound and bound is not NOT_BY_USERS}
    assert grow == HELD.keys()


def test_what_holds_a_user_is_bounded_by_something_users_cannot_move():
    """A table with a key to the user that says it is not written by users is written by operators alone."""
    of_users = {
        model._meta.label
        for model in tables()
        if any(field.related_model is User for field in model._meta.concrete_fields if field.related_model)
    }
    assert {"games.Game", "games.Player", "games.Notice", "accounts.Picture"} <= of_users
    free = {label for label in of_users if bound_of(apps.get_model(label)) is NOT_BY_USERS}
    operators = {
        "games.LeftForm",
        "games.Mastership",
        "admin.LogEntry",
        "accounts.User_groups",
        "accounts.User_user_permissions",
    }
    assert free == operators


def test_theirs_names_no_table_that_is_not_there_and_none_of_ours():
    labels = {model._meta.label for model in tables()}
    assert not THEIRS.keys() - labels
    assert not [label for label in THEIRS if "bound" in apps.get_model(label).__dict__]
    assert isinstance(Game.bound, Bound)


# ---- games and seats --------------------------------------------------------------------------------


@holds("games.Game")
def test_games_that_are_not_over_have_a_bound(monkeypatch):
    monkeypatch.setattr(games_service, "MAX_GAMES", 3)
    ana = make_user("Ana")
    first = GameFactory(creator=ana, name="One")
    for name in ("Two", "Three"):
        game_join(game=GameFactory(name=name), user=ana, name="Ana")
    assert refused(game_create, creator=ana, plan=plan(name="Four")) == "too_many_games"
    fourth = GameFactory(name="Four")
    assert refused(game_join, game=fourth, user=ana, name="Ana") == "too_many_games"
    client = Client()
    client.force_login(ana)
    answer = client.post(reverse("games:join", args=[fourth.public_id]), follow=True)
    assert b"3 games of yours are not over" in answer.content
    game_cancel(game=first, author=ana)
    assert game_join(game=fourth, user=ana, name="Ana")


@holds("games.Sitting")
def test_coming_and_going_before_the_start_keeps_one_sitting():
    ana, game = make_user("Ana"), GameFactory()
    for _ in range(3):
        game_leave(player=game_join(game=game, user=ana, name="Ana"))
    assert Sitting.objects.filter(user=ana).count() == 1


def test_who_runs_tables_for_others_may_have_more(monkeypatch):
    monkeypatch.setattr(games_service, "MAX_GAMES", 1)
    master = make_user("Shiro", is_staff=True)
    for name in ("One", "Two"):
        game_create(creator=master, plan=plan(name=name))
    assert Game.objects.count() == 2


def test_a_game_that_is_over_and_a_rehearsal_do_not_count(monkeypatch):
    monkeypatch.setattr(games_service, "MAX_GAMES", 1)
    ana = make_user("Ana")
    game = GameFactory(creator=ana)
    Game.objects.filter(pk=game.pk).update(stage="finished", invitation=None)
    rehearsal_create(
        user=ana, title="dummy", name="Ana", bots=2, options={"breaks": False}, game_name="Alone"
    )
    assert game_create(creator=ana, plan=plan(), seat_name="Ana")


@holds("games.Player", "games.FinalStanding")
def test_one_user_has_one_seat_in_a_game_and_a_seat_one_place_at_its_end():
    ana = make_user("Ana")
    game = GameFactory()
    game_join(game=game, user=ana, name="Ana")
    assert refused(game_join, game=game, user=ana, name="Ana again") == "already_in"
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(game=game, number=9, user=ana, name="Third")
    player = Player.objects.get(game=game, user=ana)
    models.FinalStanding.objects.create(game=game, player=player, rank=1, score=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        models.FinalStanding.objects.create(game=game, player=player, rank=2, score=1)


@holds("games.LedgerEntry")
def test_the_creator_of_a_game_writes_three_lines_of_its_ledger_at_most():
    ana, bruno = make_user("Ana"), make_user("Bruno")
    game = GameFactory(creator=ana)
    for n in range(5):
        game_edit(game=game, author=ana, plan=plan(name=f"Park Avenue {n}"))
        game_leave(player=game_join(game=game, user=bruno, name="Bruno"))
        games_service.invitation_renew(game=game)
    game_join(game=game, user=bruno, name="Bruno")
    games_service.game_start(game=game, author=ana)
    assert refused(game_cancel, game=game, author=ana) == "started"
    assert LedgerEntry.objects.filter(game=game).count() <= LedgerEntry.bound.most


@holds("games.Proposal", "games.Vote")
def test_who_proposes_and_answers_again_and_again_adds_one_of_each():
    game = running_game(("Ana", "Bruno", "Dimitri"))
    for kind in models.Proposal.Kind.values:
        for number in (1, 2, 1):
            with contextlib.suppress(Refused):
                proposal_make(player=seat(game, number), kind=kind)
            with contextlib.suppress(Refused):
                proposal_vote(player=seat(game, number), kind=kind, agrees=False)
    kept = models.Proposal.objects.filter(game=game)
    assert kept.count() <= models.Proposal.bound.most == len(models.Proposal.Kind)
    assert {row.votes.count() for row in kept} <= {0, 1, 2}
    with pytest.raises(IntegrityError), transaction.atomic():
        kept.create(game=game, kind=kept[0].kind, opened_at=timezone.now(), until=timezone.now())


# ---- turns, forms, resolutions ----------------------------------------------------------------------


def rows_of(game: Game) -> dict[str, int]:
    return {
        name: getattr(models, name).objects.filter(**{key: game}).count()
        for name, key in (
            ("Turn", "game"), ("Seed", "turn__game"), ("OrderForm", "turn__game"), ("Resolution", "game"),
            ("Drawer", "game"), ("ReaderEvents", "game"), ("ReadingRight", "game"), ("Notice", "game"),
            ("Delivery", "notice__game"),
        )
    }  # fmt: skip


@holds(
    "games.Turn",
    "games.Seed",
    "games.OrderForm",
    "games.Drawer",
    "games.ReaderEvents",
    "games.ReadingRight",
    "games.Notice",
    "games.Delivery",
)
def test_whoever_saves_again_and_again_adds_one_form_and_nothing_else():
    game = running_game()
    before = rows_of(game)
    player, turn = seat(game, 1), open_turn(game)
    for revision in range(5):
        orders = (Order("say", {"number": revision}),)
        order_form_save(player=player, turn_name=turn.name, revision=revision, orders=orders)
    assert rows_of(game) == {**before, "OrderForm": 1}
    form = OrderForm.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        OrderForm.objects.create(turn=turn, player=player, saved_at=form.saved_at)


def test_every_constraint_that_a_bound_speaks_of_is_there():
    """A bound of one row for something is a constraint of the database, or a key."""
    for model in tables():
        bound = bound_of(model)
        if model._meta.app_label == "games" and bound and bound.by == "a constraint":
            unique = any(field.unique for field in model._meta.concrete_fields if not field.primary_key)
            assert model._meta.total_unique_constraints or unique or model._meta.constraints, model


@holds("accounts.UserChannel")
def test_a_channel_of_a_user_is_one_row():
    user = make_user("Ana")
    for _ in range(3):
        channel_stop(user_id=user.pk, kind="mail", why="550")
    row = UserChannel.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        UserChannel.objects.create(user=user, kind=row.kind)


@holds("accounts.NewsChoices")
def test_choices_of_news_are_one_row_of_known_kinds_and_channels():
    ana, client = make_user("Ana"), Client()
    client.force_login(ana)
    for number in range(3):
        client.post("/account/news/", {f"kind{number}-mail": "never", "published-mail": "never"})
    assert set(NewsChoices.objects.get().ways) <= {"published"}
    with pytest.raises(IntegrityError), transaction.atomic():
        NewsChoices.objects.create(user=ana)


@holds("games.Vacation")
def test_the_vacations_of_one_user_have_a_bound():
    user, today = make_user("Ana"), timezone.localdate()
    asked = {"user": user, "zone": timezone.get_current_timezone_name(), "plan": "pass", "game": None}
    for n in range(models.Vacation.bound.most):
        day = today + timedelta(days=n)
        vacation_begin(first=day, last=day, **asked)
    day += timedelta(days=1)
    assert refused(vacation_begin, first=day, last=day, **asked) == "away_often"
    assert models.Vacation.bound.most == vacations_service.MOST


@holds("games.Deputy")
def test_the_requests_for_one_vacation_have_a_bound():
    game, today = running_game(), timezone.localdate()
    zone = timezone.get_current_timezone_name()  # in which today is today
    kept = vacation_begin(user=seat(game, 1).user, first=today, last=today, zone=zone, plan="pass", game=game)
    for n in range(models.Deputy.bound.most):
        deputies_service.deputy_withdraw(
            deputy=deputies_service.deputy_ask(vacation=kept, name=f"Nobody {n}", reads_talk=False)
        )
    again = {"vacation": kept, "name": "Nobody", "reads_talk": False}
    assert refused(deputies_service.deputy_ask, **again) == "deputy_often"
    assert models.Deputy.bound.most == deputies_service.MOST_ASKED


@holds("games.Resolution")
def test_acts_at_a_door_have_a_bound():
    """Held in `tests/games/test_acts_at_once.py`, with a door; here, that its number is the model's."""
    from games.services import order_forms
    from tests.games import test_acts_at_once

    assert order_forms.MAX_ACTS == models.Resolution.bound.most == 200
    assert callable(test_acts_at_once.test_acts_at_one_door_have_a_bound)


@pytest.mark.parametrize(("seats", "most"), [(1, 100), (8, 100), (10, 100), (20, 50), (50, 20), (5_000, 1)])
def test_the_orders_of_one_turn_have_a_bound_that_its_seats_share(seats, most):
    assert most_orders(seats) == most
    assert seats * most <= max(MAX_TOGETHER, seats) and most <= MAX_ORDERS


def test_at_a_table_of_fifty_a_form_holds_twenty_orders_and_says_so():
    game = running_game(tuple(f"Player {n}" for n in range(50)), max_players=50)
    client = Client()
    client.force_login(seat(game, 1).user)
    orders = tuple(Order("say", {"number": n}) for n in range(21))
    turn = open_turn(game).name
    save = {"player": seat(game, 1), "turn_name": turn, "revision": 0}
    assert refused(order_form_save, **save, orders=orders) == "too_many_orders"
    assert isinstance(order_form_save(**save, orders=orders[:20]), SavedForm)


# ---- what is said -----------------------------------------------------------------------------------


@holds(
    "games.Conversation",
    "games.ConversationSeat",
    "games.ConversationReader",
    "games.Message",
    "games.MessageReport",
)
def test_what_one_player_says_has_a_bound_and_what_is_kept_of_it_one_row(monkeypatch):
    monkeypatch.setattr(talk_service, "MAX_A_DAY", 6)
    monkeypatch.setattr(talk_service, "MAX_GROUPS", 2)
    game = running_game(("Ana", "Bruno", "Chloé"), press="all")
    ana, bruno = Client(), Client()
    ana.force_login(seat(game, 1).user)
    bruno.force_login(seat(game, 2).user)
    talk = reverse("games:talk", args=[game.public_id])
    for n in range(4):
        ana.post(talk, {"to": ["2", "3"], "text": f"A group, {n}"})
    assert models.Conversation.objects.count() == 2
    for n in range(8):
        ana.post(f"{talk}p2/", {"text": f"Letter {n}"})
        ana.post(f"{talk}p2/draft/", {"text": f"Draft {n}"})
        bruno.get(f"{talk}p1/")
        bruno.post(f"{talk}p1/report/", {"which": "1", "why": "other", "words": f"{n}"})
    assert models.Conversation.objects.count() == 3
    assert models.ConversationSeat.objects.count() == 3 + 3 + 2
    assert models.Message.objects.count() == 6
    assert models.ConversationReader.objects.count() == 2
    assert models.MessageReport.objects.count() == 1


# ---- accounts ---------------------------------------------------------------------------------------


@holds("accounts.Picture")
def test_a_user_has_one_picture():
    ana = UserFactory()
    again = User.objects.get(pk=ana.pk)  # as a second request read him, before the first had finished
    picture_set(user=ana, content=b"one")
    picture_set(user=again, content=b"two")
    assert Picture.objects.filter(owner=ana).count() == 1
    assert bytes(User.objects.get(pk=ana.pk).picture.content) == b"two"


def post_until_refused(client: Client, url: str, fields: Callable[[int], dict[str, Any]], most: int) -> int:
    """How many posts were taken before the first 429."""
    for n in range(most + 1):
        if client.post(url, fields(n)).status_code == 429:
            return n
    raise AssertionError(f"{most + 1} posts to {url} were taken")


@holds("accounts.User", "account.EmailAddress")
def test_an_address_signs_up_so_often_and_a_user_has_two_addresses(settings, frozen):
    def person(n: int) -> dict[str, Any]:
        client.logout()
        return {"email": f"p{n}@example.org", "password1": "correct horse", "display_name": f"P{n}"}

    client = Client()
    before = User.objects.count()
    taken = post_until_refused(client, reverse("account_signup"), person, User.bound.most)
    assert User.objects.count() - before <= taken <= User.bound.most
    ana = make_user("Ana")
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    client.force_login(ana)
    cache.clear()
    settings.MAIL_CONFIGURED = True
    for n in range(3):
        fields = {"action_add": "", "email": f"a{n}@example.org", "password": "correct horse"}
        client.post(reverse("account_email"), fields)
    assert EmailAddress.objects.filter(user=ana).count() <= THEIRS["account.EmailAddress"].most


@holds("account.EmailConfirmation")
def test_confirmations_are_asked_for_ten_times_a_minute_at_most(settings, frozen):
    settings.MAIL_CONFIGURED = True
    ana = make_user("Ana")
    EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
    client = Client()
    client.force_login(ana)
    for n in range(30):
        fields = {"action_add": "", "email": f"a{n}@example.org", "password": "correct horse"}
        client.post(reverse("account_email"), fields)
    assert EmailConfirmation.objects.filter(email_address__user=ana).count() <= 10


@holds("mfa.Authenticator")
def test_a_user_has_one_app_and_one_set_of_codes():
    ana = make_user("Ana")
    for kind in (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES):
        Authenticator.objects.create(user=ana, type=kind, data={})
        with pytest.raises(IntegrityError), transaction.atomic():
            Authenticator.objects.create(user=ana, type=kind, data={})
    assert Authenticator.objects.filter(user=ana).count() == THEIRS["mfa.Authenticator"].most


@holds("games.Webhook", "games.RoomNews")
def test_a_user_and_a_game_have_one_webhook_which_is_told_a_fact_once():
    ana, game = make_user("Ana"), running_game(("Bruno", "Chloé"))
    for url in ("https://a.example.org/", "https://b.example.org/"):
        for owner in ({"user": ana}, {"game": game}):
            hook = hook_set(url=url, style="signed", language="en", set_by=ana, **owner)
    assert models.Webhook.objects.count() == 2
    for owner in ({"user": ana}, {"game": game}, {}, {"user": make_user("Lena"), "game": game}):
        with pytest.raises(IntegrityError), transaction.atomic():
            models.Webhook.objects.create(url="https://c.example.org/", language="en", **owner)
    fact = {"hook": hook, "key": "resolved/x", "next_at": timezone.now()}
    models.RoomNews.objects.create(**fact)
    with pytest.raises(IntegrityError), transaction.atomic():
        models.RoomNews.objects.create(**fact)


@holds("games.PushDevice")
def test_devices_of_a_user_are_bounded():
    """Held in `tests/games/test_push.py`; here, that its number is the model's."""
    from games.services.pushes import MOST_DEVICES
    from tests.games import test_push

    assert models.PushDevice.bound.most == MOST_DEVICES
    assert callable(test_push.test_a_user_has_so_many_devices_and_the_oldest_goes)


@holds("accounts.Session")
def test_a_browser_has_one_session():
    ana, client = make_user("Ana"), Client()
    client.force_login(ana)
    for _ in range(5):
        client.get(reverse("games:lobby"))
        client.post(reverse("accounts:preferences"), {"theme": "dark"})
    assert Session.objects.count() == 1


@pytest.fixture
def frozen():
    with time_machine.travel("2026-11-21T07:48:00Z", tick=False):
        yield
