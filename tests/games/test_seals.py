"""The seal of a turn's draws is shown where players can keep it: on receipts, in messages, at noon."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Player, Turn
from games.services.turns import turn_close
from tests.battery.site import client_of, hand_in, main_turn, new_game, seats
from tests.releases.play import go_on

pytestmark = pytest.mark.django_db


@pytest.fixture(
    params=[("corporate", {}), ("cardline", {"mode": "simultaneous"})], ids=lambda given: given[0]
)
def game(request, clock) -> Game:
    """Of each title, at a turn that is sealed until everybody has handed in."""
    title, options = request.param
    game = new_game(title, **options)
    if title == "corporate":
        go_on(game)
    return game


def page(game: Game, player: Player, slug: str = "orders/") -> str:
    answer = client_of(player.user).get(f"/g/{game.public_id}/{slug}", follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_receipt_holds_the_seal_before_the_turn_is_resolved(game):
    turn, player = main_turn(game), seats(game)[0]
    assert turn.commitment not in page(game, player)
    hand_in(game, player)
    assert turn.commitment in page(game, player)
    assert turn.commitment not in page(game, seats(game)[1])


def test_the_receipt_of_a_pass_holds_it(clock):
    game = new_game("corporate")
    go_on(game)
    turn, player = main_turn(game), seats(game)[0]
    hand_in(game, player, empty=True)
    assert turn.commitment in page(game, player)
    clock.move_to(turn.deadline + timedelta(seconds=1))
    assert turn.commitment in page(game, player)


def test_the_page_shown_at_noon_holds_it(game, clock):
    turn, player = main_turn(game), seats(game)[0]
    hand_in(game, player)
    clock.move_to(turn.deadline + timedelta(seconds=1))
    assert turn.commitment in page(game, player)


def test_the_message_of_a_turn_holds_its_seal_and_how_often_the_form_was_saved(clock):
    game = new_game("corporate")
    go_on(game)
    turn, player = main_turn(game), seats(game)[0]
    hand_in(game, player)
    hand_in(game, player, "again")
    for other in seats(game)[1:]:
        hand_in(game, other)
    Turn.objects.filter(pk=turn.pk).update(can_close_early=True)
    assert turn_close(turn_id=turn.pk)
    text = page(game, player, "message/1/")
    assert turn.commitment in text and "Saved 2 times." in text
