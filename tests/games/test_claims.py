"""What a claim of a game reads, and what it need not read again."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.contract import Order
from games.models import Player
from games.selectors import view_of
from games.services import claims, order_forms
from games.services.order_forms import SavedForm, Seen, order_form_save
from games.services.refusals import Refused
from games.services.turns import turn_close
from tests.builder import NOON, open_turn, running_game, seat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("resolved_since", "read_again"), [(False, 0), (True, 1)])
def test_a_view_read_before_the_lock_counts_until_something_was_resolved(
    clock, monkeypatch, resolved_since, read_again
):
    game, reads = running_game(), []
    seen = Seen(game.number, view_of(game, seat(game, 1)))
    if resolved_since:
        clock.move_to(NOON)
        assert turn_close(turn_id=open_turn(game).pk)
        game.refresh_from_db()
    monkeypatch.setattr(order_forms, "view_of", lambda *args: reads.append(args) or view_of(*args))
    orders = (Order("say", {"number": 7}),)
    saved = order_form_save(
        player=seat(game, 1), turn_name=open_turn(game).name, revision=0, orders=orders, seen=seen
    )
    assert isinstance(saved, SavedForm) and len(reads) == read_again


def test_a_claim_has_the_turn_its_seed_the_own_form_and_the_state_once(clock):
    game = running_game()
    player, turn = seat(game, 1), open_turn(game)
    order_form_save(player=player, turn_name=turn.name, revision=0, orders=(Order("say", {"number": 7}),))
    with transaction.atomic():
        claim = claims.claim_game(player, turn.name)
        assert (claim.game, claim.turn, claim.own_form) == (game, turn, (turn.forms.get().pk, 1))
        assert len(claim.secret) == 32 and claim.game.number == game.number
        claims.read_for_act(claim)
        assert claim.game.number == game.number + 1  # the act's, which its resolution writes
        assert set(claim.seats.ids.values()) == set(Player.objects.values_list("pk", flat=True))
        assert claim.load() is claim.load()
        transaction.set_rollback(True)
    with transaction.atomic(), pytest.raises(Refused, match="closed"):
        claims.claim_game(player, "secret/2\0")
