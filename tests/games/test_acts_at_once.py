"""An act that is resolved at once, and the forms that lie in other turns meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import Closes, Order, Outcome, PlayerId, Problem, Window, encode
from games.models import Notice, OrderForm, Turn
from games.services.order_forms import Declined, Saved, order_form_save
from games.services.turns import turn_close
from tests.dummy import DummyRules
from tests.games.helpers import MORNING, running_game, seat

pytestmark = pytest.mark.django_db(transaction=True)

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


def hand_in(game, number: int, turn: str, revision: int = 0) -> Saved | Declined:
    orders = (Order("say", {"number": 1}),)
    return order_form_save(player=seat(game, number), turn_name=turn, revision=revision, orders=orders)


def test_it_is_refused_where_it_breaks_its_authors_own_form_unless_dice_were_drawn(game, draws):
    answer = hand_in(game, 1, "gift")
    game.refresh_from_db()
    form = OrderForm.objects.get()
    if draws:  # a refusal would tell what was drawn
        assert isinstance(answer, Saved)
        assert (game.number, form.set_aside) == (1, True)
    else:
        assert isinstance(answer, Declined)
        assert answer.window.name == "secret/1"
        assert (game.number, form.set_aside) == (0, False)


def test_it_sets_anothers_form_aside_and_he_is_told(game):
    assert isinstance(hand_in(game, 2, "gift"), Saved)
    assert OrderForm.objects.get().set_aside
    told = Notice.objects.get(kind="set_aside")
    assert (told.user, told.data) == (seat(game, 1).user, {"turn": "secret/1"})


def test_a_form_handed_in_anew_counts_again(game, monkeypatch):
    hand_in(game, 2, "gift")
    monkeypatch.setattr(DummyRules, "check", lambda self, view, window, orders: ())
    hand_in(game, 1, "secret/1", revision=1)
    assert not OrderForm.objects.get().set_aside


def test_what_was_complete_waits_again(game):
    game.early = True
    game.save(update_fields=["early"])
    OrderForm.objects.update(ready=True)
    game.turns.filter(name="secret/1").update(marked=True)
    hand_in(game, 2, "gift")
    assert not game.turns.get(name="secret/1").marked


def test_no_door_is_answered_while_a_turn_of_the_game_is_stuck(game):
    """A bot's act waits at the door meanwhile, as people's are refused: the forms were cut."""
    door = game.turns.get(name="gift")
    OrderForm.objects.create(
        turn=door, player=seat(game, 2), orders=encode((Order("say", {"number": 1}),)), salt="00",
        fingerprint="X", saved_at=MORNING,
    )  # fmt: skip
    game.turns.filter(name="gift").update(marked=True)
    game.turns.filter(name="secret/1").update(status=Turn.Status.STUCK)
    assert not turn_close(turn_id=door.pk)
    game.turns.filter(name="secret/1").update(status=Turn.Status.OPEN)
    assert turn_close(turn_id=door.pk)
