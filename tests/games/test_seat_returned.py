"""A seat that changes hands: whose form counts, who sees it, and what comes back with its author."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import User
from games.contract import Order, Problem, decode
from games.models import Game, LeftForm, Notice, OrderForm, Player, Resolution, Turn
from games.selectors import lobby_for
from games.services import masters, seating
from games.services.accounts import account_delete
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from games.tasks import tidy
from tests.builder import NOON, WHY, make_user, open_turn, running_game, say, seat
from tests.dummy import DummyRules
from tests.games.admin.helpers import act as act_url

pytestmark = pytest.mark.django_db
HIS = 47_110_815  # what Bruno saves


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Ana", "Bruno", "Dimitri")


@pytest.fixture
def bruno(game):
    """Bruno, who has saved."""
    say(game, 2, HIS)
    return seat(game, 2).user


def take(game, master, act="unseat") -> None:
    done = _client(master).post(act_url(game, act), {"reason": WHY, "seat": "2"})
    assert done.status_code == 302


def give(game, master, user) -> None:
    fields = {"reason": WHY, "seat": "2", "email": user.email}
    assert _client(master).post(act_url(game, "seat"), fields).status_code == 302


def _client(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def pages(game, user) -> str:
    base = reverse("games:game", args=[game.public_id])
    client = _client(user)
    found = [client.get(url, follow=True) for url in (f"{base}orders/", base, reverse("games:lobby"))]
    return "".join(page.content.decode() for page in found)


def counted(game, clock) -> dict[str, int]:
    """What each player's form said at the noon that comes now."""
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    forms = decode(Resolution.objects.filter(game=game).latest("number").forms, dict)
    return {pid: form["orders"][0]["data"]["number"] for pid, form in forms.items()}


@pytest.mark.parametrize("act", ["unseat", "bot"])
def test_who_comes_back_before_noon_finds_his_form_as_it_was(game, master, bruno, clock, act):
    before = OrderForm.objects.values().get(player=seat(game, 2))
    take(game, master, act)
    give(game, master, bruno)
    after = OrderForm.objects.values().get(player=seat(game, 2))
    assert {**after, "id": 0} == {**before, "id": 0}
    assert str(HIS) in pages(game, bruno)
    assert not LeftForm.objects.exists()
    assert counted(game, clock)["p2"] == HIS


@pytest.mark.parametrize("act", ["unseat", "bot"])
def test_what_he_saved_counts_for_nobody_while_he_is_away(game, master, bruno, clock, act):
    take(game, master, act)
    assert counted(game, clock).get("p2") != HIS


@pytest.mark.parametrize("act", ["unseat", "bot"])
def test_the_next_one_neither_sees_it_nor_plays_it(game, master, bruno, clock, act):
    take(game, master, act)
    jack = make_user("Jack")
    give(game, master, jack)
    assert str(HIS) not in pages(game, jack)
    base = reverse("games:game", args=[game.public_id])
    order_form_save(player=seat(game, 2), turn_name="secret/1", revision=_revision(game), orders=(_said(5),))
    assert str(HIS) not in _client(jack).get(f"{base}orders/").content.decode()
    assert counted(game, clock)["p2"] == 5
    assert LeftForm.objects.get().user == bruno


def test_each_of_two_holders_finds_his_own(game, master, bruno, clock):
    take(game, master)
    jack = make_user("Jack")
    give(game, master, jack)
    order_form_save(player=seat(game, 2), turn_name="secret/1", revision=0, orders=(_said(5),))
    take(game, master, "bot")
    give(game, master, bruno)
    assert str(HIS) in pages(game, bruno)
    take(game, master)
    give(game, master, jack)
    assert counted(game, clock)["p2"] == 5


def test_a_form_whose_turn_has_closed_stays_away(game, master, bruno, clock):
    take(game, master)
    assert "p2" not in counted(game, clock)
    give(game, master, bruno)
    assert not OrderForm.objects.filter(turn=open_turn(game), player=seat(game, 2)).exists()
    assert str(HIS) not in pages(game, bruno)


def test_a_form_of_a_turn_that_may_open_again_comes_back_too(game, master, bruno):
    Turn.objects.filter(game=game).update(status=Turn.Status.PAUSED)
    take(game, master)
    assert not OrderForm.objects.exists()
    Turn.objects.filter(game=game).update(
        status=Turn.Status.OPEN
    )  # for a seat that no turn asks is not given
    give(game, master, bruno)
    assert str(HIS) in OrderForm.objects.get().orders


def test_what_is_no_longer_legal_comes_back_set_aside(game, master, bruno, clock, monkeypatch):
    take(game, master)
    monkeypatch.setattr(DummyRules, "check", lambda *args: (Problem("not_a_number", 0, "number"),))
    give(game, master, bruno)
    monkeypatch.undo()
    assert OrderForm.objects.get().set_aside
    assert Notice.objects.get(kind="set_aside").user == bruno
    assert "p2" not in counted(game, clock)


def test_without_a_form_of_his_own_a_bots_is_his(game, master, clock):
    bruno = seat(game, 2).user
    take(game, master, "bot")
    bots = OrderForm.objects.get(player=seat(game, 2))
    give(game, master, bruno)
    assert OrderForm.objects.get(player=seat(game, 2)).author == bruno
    assert f"say {decode(bots.orders, list)[0]['data']['number']}" in pages(game, bruno)


def test_a_returned_form_that_is_not_ready_keeps_a_game_that_closes_early_open(clock, boss):
    game = running_game(close_when_all_ready=True)
    for number, ready in ((1, True), (2, False)):
        player = seat(game, number)
        order_form_save(player=player, turn_name="secret/1", revision=0, ready=ready, orders=(_said(number),))
    bruno = seat(game, 2).user
    act = {"game": game, "number": 2, "author": boss, "reason": WHY}
    seating.player_to_bot(**act)
    assert open_turn(game).can_close_early
    seating.seat_give(user=bruno, name="Bruno", **act)
    assert not open_turn(game).can_close_early


def test_what_a_deleted_account_left_is_shown_to_nobody(game, master, bruno):
    account_delete(user=bruno)
    jack = make_user("Jack")
    give(game, master, jack)
    assert str(HIS) not in pages(game, jack)
    assert str(HIS) not in OrderForm.objects.get().orders  # what the bot had handed in meanwhile


# ---- while a turn is stuck ------------------------------------------------------------------------


@pytest.fixture
def stuck(clock, boss) -> Game:
    """A game stuck in its second turn, in which Bruno has saved; an hour before or after its noon."""
    game = running_game(("Ana", "Bruno", "Dimitri"), options={"breaks": True})
    masters.game_resolve_now(game=game, turn="secret/1", author=boss, reason=WHY)
    say(game, 2, HIS)
    assert not masters.game_resolve_now(game=game, turn="secret/2", author=boss, reason=WHY)
    assert Turn.objects.get(name="secret/2").status == Turn.Status.STUCK
    return game


@pytest.mark.parametrize("act", ["unseat", "bot"])
def test_the_form_of_a_stuck_turn_is_not_the_next_ones_to_read(stuck, boss, act):
    take(stuck, boss, act)
    jack = make_user("Jack")
    give(stuck, boss, jack)
    assert OrderForm.objects.filter(player=seat(stuck, 2)).exists()
    assert str(HIS) not in pages(stuck, jack)
    assert not lobby_for(jack, timezone.now(), 0).forms  # nor how many orders it holds


def test_the_form_of_its_noon_counts_in_a_stuck_turn_whoever_has_the_seat(stuck, boss, clock, monkeypatch):
    take(stuck, boss)
    give(stuck, boss, make_user("Jack"))
    clock.move_to(NOON + timedelta(hours=1))
    _mend(stuck, monkeypatch)
    assert masters.turn_retry(game=stuck, turn="secret/2", author=boss, reason=WHY)
    forms = decode(Resolution.objects.filter(game=stuck).latest("number").forms, dict)
    assert forms["p2"]["orders"][0]["data"]["number"] == HIS


def test_a_stuck_turn_that_opens_again_has_the_forms_of_those_who_sit_there(stuck, boss, clock, monkeypatch):
    bruno = seat(stuck, 2).user
    take(stuck, boss)
    jack = make_user("Jack")
    give(stuck, boss, jack)
    _mend(stuck, monkeypatch)
    assert not masters.turn_retry(game=stuck, turn="secret/2", author=boss, reason=WHY)
    assert not OrderForm.objects.filter(turn=open_turn(stuck), player=seat(stuck, 2)).exists()
    take(stuck, boss)
    give(stuck, boss, bruno)
    assert counted(stuck, clock)["p2"] == HIS


def test_who_is_back_when_it_opens_again_has_his_form(stuck, boss, clock, monkeypatch):
    """It was open when he left, and stuck when he came."""
    bruno = seat(stuck, 2).user
    Turn.objects.filter(name="secret/2").update(status=Turn.Status.OPEN)
    take(stuck, boss)
    Turn.objects.filter(name="secret/2").update(status=Turn.Status.STUCK)
    give(stuck, boss, bruno)
    assert not OrderForm.objects.filter(turn__name="secret/2").exists()
    _mend(stuck, monkeypatch)
    assert not masters.turn_retry(game=stuck, turn="secret/2", author=boss, reason=WHY)
    assert counted(stuck, clock)["p2"] == HIS


def _mend(game, monkeypatch) -> None:
    """The cause is gone: a release has mended the rules."""
    mended = DummyRules.resolve

    def resolve(self, state, window, forms, dice):
        return mended(self, replace(state, public=replace(state.public, breaks=False)), window, forms, dice)

    monkeypatch.setattr(DummyRules, "resolve", resolve)


def _said(number: int) -> Order:
    return Order("say", {"number": number})


def _revision(game) -> int:
    form = OrderForm.objects.filter(player=seat(game, 2), turn=open_turn(game)).first()
    return form.revision if form else 0


def test_a_user_is_where_his_sittings_say(game, master, bruno):
    take(game, master)
    assert [(s.player_id, s.user, s.until is None) for s in game.sittings.filter(user=bruno)] == [
        (seat(game, 2).pk, bruno, False)
    ]
    give(game, master, bruno)
    assert [s.until is None for s in game.sittings.filter(user=bruno).order_by("pk")] == [False, True]
    assert Player.objects.filter(game=game, user__isnull=False).count() == 3
    assert User.objects.filter(seats__game=game).count() == 3


def test_what_was_left_is_deleted_once_the_turn_is_resolved_and_not_before(game, master, bruno, clock):
    take(game, master)
    turn = LeftForm.objects.get().turn
    for status in (Turn.Status.PAUSED, Turn.Status.STUCK, Turn.Status.OPEN):
        Turn.objects.filter(pk=turn.pk).update(status=status)
        tidy()
        assert LeftForm.objects.get().user == bruno
    counted(game, clock)
    assert LeftForm.objects.exists()
    tidy()
    assert not LeftForm.objects.exists()
