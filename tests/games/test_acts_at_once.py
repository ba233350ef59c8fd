"""An act that is resolved at once, and the forms that lie in other turns meanwhile."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games.contract import Closes, Order, Outcome, PlayerId, Problem, Window, encode
from games.models import Notice, OrderForm, Player, Turn
from games.selectors import desks_of, open_turns, view_of
from games.services import order_forms
from games.services.order_forms import Declined, SavedForm, order_form_save
from games.services.turns import turn_close
from tests.builder import MORNING, running_game, seat
from tests.dummy import DummyRules

pytestmark = pytest.mark.django_db

BOTH = (PlayerId("p1"), PlayerId("p2"))


@pytest.fixture(params=[False, True], ids=["without dice", "with dice"])
def draws(request) -> bool:
    return request.param


@pytest.fixture
def game(monkeypatch, draws, clock):
    """Beside its question a door stands open; whoever uses it makes every form for the question illegal."""
    windows, resolve = DummyRules.windows, DummyRules.resolve

    def with_door(self, public):
        return *windows(self, public), Window("gift", (), ("say",), Closes.AT_ONCE, welcome=BOTH)

    def resolve_door(self, state, window, forms, dice):
        if window.kind != "gift":
            return resolve(self, state, window, forms, dice)
        if draws:
            dice.below(6, "gift")
        return Outcome(replace(state, public=replace(state.public, breaks=True)))

    def check(self, view, window, orders):
        return (Problem("not_a_number"),) if window.kind == "secret" and view.public.breaks else ()

    monkeypatch.setattr(DummyRules, "windows", with_door)
    monkeypatch.setattr(DummyRules, "resolve", resolve_door)
    monkeypatch.setattr(DummyRules, "check", check)
    game = running_game()
    hand_in(game, 1, "secret/1")
    return game


def hand_in(game, number: int, turn: str, revision: int = 0) -> SavedForm | Declined:
    orders = (Order("say", {"number": 1}),)
    return order_form_save(player=seat(game, number), turn_name=turn, revision=revision, orders=orders)


def test_it_is_refused_where_it_breaks_its_authors_own_form_unless_dice_were_drawn(game, draws):
    answer = hand_in(game, 1, "gift")
    game.refresh_from_db()
    form = OrderForm.objects.get()
    if draws:  # a refusal would tell what was drawn
        assert isinstance(answer, SavedForm)
        assert (game.number, form.set_aside) == (1, True)
    else:
        assert isinstance(answer, Declined)
        assert (game.number, form.set_aside) == (0, False)


def test_it_sets_anothers_form_aside_and_he_is_told(game):
    assert isinstance(hand_in(game, 2, "gift"), SavedForm)
    assert OrderForm.objects.get().set_aside
    told = Notice.objects.get(kind="set_aside")
    assert (told.user, told.data) == (seat(game, 1).user, {"turn": "secret/1"})


@pytest.mark.parametrize("number", [1, 2])
def test_a_form_for_a_question_that_it_pauses_stays(game, monkeypatch, number):
    """Nothing is asked there any more: the form comes back with its question."""
    windows = DummyRules.windows
    monkeypatch.setattr(
        DummyRules, "windows", lambda self, public: windows(self, public)[1 if public.breaks else 0 :]
    )
    assert isinstance(hand_in(game, number, "gift"), SavedForm)
    assert game.turns.get(name="secret/1").status == Turn.Status.PAUSED
    assert not OrderForm.objects.get(turn__name="secret/1").set_aside
    assert not Notice.objects.filter(kind="set_aside").exists()


@pytest.mark.parametrize("number", [1, 2])
def test_a_form_goes_where_its_author_is_asked_no_longer(game, monkeypatch, number):
    """Who leaves by a door is not held back by what he had handed in, and nobody is told to save it again."""
    windows = DummyRules.windows

    def without_the_first(self, public):
        question, *doors = windows(self, public)
        return (replace(question, awaited=BOTH[1:]) if public.breaks else question), *doors

    monkeypatch.setattr(DummyRules, "windows", without_the_first)
    assert isinstance(hand_in(game, number, "gift"), SavedForm)
    assert OrderForm.objects.get(turn__name="secret/1").set_aside
    assert not Notice.objects.filter(kind="set_aside").exists()


def test_a_bot_whose_form_was_set_aside_is_asked_again_at_once(game, monkeypatch):
    """Its new form is made from what it sees now, and counts at noon as if nothing had happened."""
    Player.objects.filter(game=game, number=1).update(is_bot=True, user=None)
    now, before = (Order("say", {"number": 2}),), OrderForm.objects.get()
    monkeypatch.setattr(DummyRules, "advise", lambda self, view, *_rest: now if view.public.breaks else None)
    monkeypatch.setattr(
        DummyRules, "check",
        lambda self, view, window, orders: (
            (Problem("not_a_number"),)
            if window.kind == "secret" and view.public.breaks and orders != now
            else ()
        ),
    )  # fmt: skip
    assert isinstance(hand_in(game, 2, "gift"), SavedForm)
    form = OrderForm.objects.get(turn__name="secret/1")
    assert (form.player_id, form.orders, form.set_aside) == (before.player_id, encode(now), False)


def bots_act(game, number: int) -> bool:
    """A bot's form lies at the door and is resolved; whether it was."""
    Player.objects.filter(game=game, number=number).update(is_bot=True, user=None)
    door = game.turns.get(name="gift")
    OrderForm.objects.create(
        turn=door, player=seat(game, number), orders=encode((Order("say", {"number": 1}),)), salt="00",
        fingerprint="X", saved_at=MORNING,
    )  # fmt: skip
    game.turns.filter(pk=door.pk).update(can_close_early=True)
    return turn_close(turn_id=door.pk)


def test_a_bots_act_sets_anothers_form_aside_as_a_persons_does(game):
    assert bots_act(game, 2)
    assert OrderForm.objects.get(turn__name="secret/1", player__number=1).set_aside
    told = Notice.objects.get(kind="set_aside")
    assert (told.user, told.data) == (seat(game, 1).user, {"turn": "secret/1"})


def test_a_bots_act_that_breaks_its_own_form_counts_and_it_is_asked_again(game, monkeypatch):
    """Nobody would read a refusal: the bot answers the question from what it sees now."""
    now = (Order("say", {"number": 2}),)
    monkeypatch.setattr(DummyRules, "advise", lambda self, view, *_rest: now if view.public.breaks else None)
    monkeypatch.setattr(
        DummyRules, "check",
        lambda self, view, window, orders: (
            (Problem("not_a_number"),)
            if window.kind == "secret" and view.public.breaks and orders != now
            else ()
        ),
    )  # fmt: skip
    assert bots_act(game, 1)
    form = OrderForm.objects.get(turn__name="secret/1")
    assert (form.orders, form.set_aside, form.player.number) == (encode(now), False, 1)
    assert not game.turns.filter(status=Turn.Status.STUCK).exists()


def test_a_door_where_no_form_lies_any_more_is_left_open(game):
    door = game.turns.get(name="gift")
    game.turns.filter(pk=door.pk).update(can_close_early=True)
    assert not turn_close(turn_id=door.pk)
    door.refresh_from_db()
    assert (door.can_close_early, door.status) == (False, Turn.Status.OPEN)


def test_a_form_handed_in_anew_counts_again(game, monkeypatch):
    hand_in(game, 2, "gift")
    monkeypatch.setattr(DummyRules, "check", lambda self, view, window, orders: ())
    hand_in(game, 1, "secret/1", revision=1)
    assert not OrderForm.objects.get().set_aside


def test_what_was_complete_waits_again(game):
    game.close_when_all_ready = True
    game.save(update_fields=["close_when_all_ready"])
    OrderForm.objects.update(ready=True)
    game.turns.filter(name="secret/1").update(can_close_early=True)
    hand_in(game, 2, "gift")
    assert not game.turns.get(name="secret/1").can_close_early


def test_no_door_is_answered_while_a_turn_of_the_game_is_stuck(game):
    """A bot's act waits at the door meanwhile, as people's are refused: the forms were cut."""
    door = game.turns.get(name="gift")
    OrderForm.objects.create(
        turn=door, player=seat(game, 2), orders=encode((Order("say", {"number": 1}),)), salt="00",
        fingerprint="X", saved_at=MORNING,
    )  # fmt: skip
    game.turns.filter(name="gift").update(can_close_early=True)
    game.turns.filter(name="secret/1").update(status=Turn.Status.STUCK)
    assert not turn_close(turn_id=door.pk)
    game.turns.filter(name="secret/1").update(status=Turn.Status.OPEN)
    assert turn_close(turn_id=door.pk)


# ---- sent twice ------------------------------------------------------------------------------------


@pytest.fixture
def door(monkeypatch, clock):
    """A game with a door that stays open, through which everybody may say something at any time."""
    windows, resolve = DummyRules.windows, DummyRules.resolve

    def with_door(self, public):
        return *windows(self, public), Window("gift", (), ("say",), Closes.AT_ONCE, welcome=BOTH)

    def resolve_door(self, state, window, forms, dice):
        if window.kind != "gift":
            return resolve(self, state, window, forms, dice)
        (giver,) = forms
        given = replace(state.private[giver], said=state.private[giver].said + 1)
        return Outcome(replace(state, private={**state.private, giver: given}))

    monkeypatch.setattr(DummyRules, "windows", with_door)
    monkeypatch.setattr(DummyRules, "resolve", resolve_door)
    return running_game()


def given(game, number: int) -> int:
    """How often a player's gift was taken."""
    return int(view_of(game, seat(game, number)).private.said)


def client_of(game, number: int) -> Client:
    client = Client()
    client.force_login(seat(game, number).user)
    return client


def post(client: Client, game, revision: int, number: str = "4711"):
    fields = {"turn": "gift", "revision": str(revision), "number": number}
    return client.post(reverse("games:orders", args=[game.public_id]), fields)


def seen(game, number: int) -> int:
    """The count that the player's page carries for the door now."""
    desks = desks_of(seat(game, number), open_turns(game))
    return next(desk.revision for desk in desks if desk.window.name == "gift")


def test_an_act_posted_twice_is_done_once_and_the_second_keeps_what_was_typed(door):
    client = client_of(door, 1)
    first, second = (post(client, door, 0) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 409)
    assert given(door, 1) == 1
    assert b"4711" in second.content and b"not done again" in second.content


def test_two_acts_alike_each_from_a_fresh_page_are_both_done(door):
    client = client_of(door, 1)
    assert [post(client, door, seen(door, 1)).status_code for _ in range(2)] == [303, 303]
    assert given(door, 1) == 2


def test_another_players_act_makes_no_page_stale_and_does_not_show(door):
    before = seen(door, 1)
    assert post(client_of(door, 2), door, 0).status_code == 303
    assert seen(door, 1) == before == 0
    assert post(client_of(door, 1), door, before).status_code == 303


def test_who_has_acted_before_has_saved_no_form_there(door):
    post(client_of(door, 1), door, 0)
    desk = next(d for d in desks_of(seat(door, 1), open_turns(door)) if d.window.name == "gift")
    assert (desk.revision, desk.saved, desk.withdrawn) == (1, False, False)


def test_acts_at_one_door_have_a_bound(door, monkeypatch):
    monkeypatch.setattr(order_forms, "MAX_ACTS", 3)
    client = client_of(door, 1)
    answers = [post(client, door, seen(door, 1)) for _ in range(4)]
    assert [a.status_code for a in answers] == [303, 303, 303, 409]
    assert b"at most 3 times" in answers[-1].content and b"4711" in answers[-1].content
    assert given(door, 1) == 3
    assert post(client_of(door, 2), door, 0).status_code == 303
