"""A form that is being saved while its author loses the seat."""

from __future__ import annotations

import pytest

from games.contract import Order
from games.models import OrderForm
from games.services import claims, seating
from games.services.order_forms import order_form_ready, order_form_save, order_form_withdraw
from games.services.refusals import Refused
from tests.builder import WHY, make_user, master_of, open_turn, running_game, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def lost(clock, monkeypatch):
    """A game, and what makes its second player lose his seat while he waits for the game's row."""
    game = running_game(("Ana", "Bruno", "Dimitri"), close_when_all_ready=True)
    master, before = master_of(game), claims.claim_game

    def lose(given: bool) -> None:
        def waited(player, turn_name):
            monkeypatch.setattr(claims, "claim_game", before)
            seating.seat_take(game=game, number=2, author=master, reason=WHY)
            if given:
                user = make_user("Inès")
                seating.seat_give(game=game, user=user, name="Inès", number=2, author=master, reason=WHY)
            return before(player, turn_name)

        monkeypatch.setattr(claims, "claim_game", waited)

    return game, lose


@pytest.mark.parametrize("given", [False, True])
def test_it_does_not_count_for_whoever_has_the_seat_next(lost, given):
    game, lose = lost
    player, turn = seat(game, 2), open_turn(game).name
    lose(given)
    with pytest.raises(Refused, match="not_asked"):
        order_form_save(player=player, turn_name=turn, revision=0, orders=(Order("say", {"number": 7}),))
    assert not OrderForm.objects.filter(player=player).exists()


def test_he_neither_says_ready_nor_takes_back_what_the_next_one_saved(lost):
    game, lose = lost
    player, turn = seat(game, 2), open_turn(game)
    OrderForm.objects.create(
        turn=turn, player=player, author=player.user, orders="[]", fingerprint="F", saved_at=turn.opened_at
    )
    lose(False)
    with pytest.raises(Refused, match="not_asked"):
        order_form_ready(player=player, turn_name=turn.name, revision=1, ready=True)
    lose(False)  # what happened while he waited went back with his transaction
    with pytest.raises(Refused, match="not_asked"):
        order_form_withdraw(player=player, turn_name=turn.name, revision=1)
