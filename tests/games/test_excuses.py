"""A place taken over shortly before noon: the turn is excused, nobody waits for it, nothing is missed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Excuse, Game, Sitting
from games.selectors import turns_missed
from games.services.leaving import place_take_over, seat_leave
from games.services.order_forms import order_form_ready
from games.services.seating import AT_LEAST, player_to_bot, seat_take
from games.services.turns import turn_close
from tests.builder import WHY, make_user, master_of, open_turn, refused, running_game, say, seat

pytestmark = pytest.mark.django_db


def taken_over(game: Game, clock, before: timedelta):
    """Inès takes Bruno's empty place so long before noon."""
    Game.objects.update(on_leave=Game.OnLeave.EMPTY)
    seat_leave(player=seat(game, 2))
    clock.move_to(open_turn(game).deadline - before)
    return place_take_over(token=seat(game, 2).offer or "", user=make_user("Inès"), name="Inès")


def missed(game: Game) -> dict:
    return turns_missed(game, game.players.all(), Sitting.objects.filter(game=game))


@pytest.mark.parametrize(("before", "excused"), [(AT_LEAST, False), (AT_LEAST - timedelta(seconds=1), True)])
def test_a_noon_nearer_than_twelve_hours_is_excused_once(game, clock, before, excused):
    inès = taken_over(game, clock, before)
    turn = open_turn(game)
    assert turn.excused == ({inès.pid: Excuse.NEW} if excused else {})
    clock.move_to(turn.deadline)
    turn_close(turn_id=turn.pk)
    assert inès.pid not in missed(game)  # its notice had begun before she came
    assert open_turn(game).excused == {}
    clock.move_to(open_turn(game).deadline)
    turn_close(turn_id=open_turn(game).pk)
    assert set(missed(game)) >= {inès.pid}


def test_an_excused_turn_is_missed_by_nobody_even_after_a_whole_notice(game, clock):
    turn = open_turn(game)
    turn.excused = {"p2": Excuse.AWAY.value}
    turn.save()
    clock.move_to(turn.deadline)
    turn_close(turn_id=turn.pk)
    assert set(missed(game)) == {"p1"}


def test_nobody_waits_for_who_has_just_come(clock):
    game = running_game(("Ana", "Bruno"), close_when_all_ready=True)
    taken_over(game, clock, timedelta(hours=3))
    say(game, 1)
    order_form_ready(player=seat(game, 1), turn_name=open_turn(game).name, revision=1, ready=True)
    assert open_turn(game).can_close_early


def test_a_place_emptied_by_a_master_is_offered_too(game):
    lena = master_of(game)
    seat_take(game=game, number=2, author=lena, reason=WHY)
    taken = seat(game, 2)
    assert (taken.user, taken.is_bot, bool(taken.offer)) == (None, False, True)
    player_to_bot(game=game, number=2, author=lena, reason=WHY)
    assert seat(game, 2).offer == taken.offer
    inès = make_user("Inès")
    place_take_over(token=taken.offer or "", user=inès, name="Inès")
    assert (seat(game, 2).user, seat(game, 2).offer) == (inès, None)
    assert refused(place_take_over, token=taken.offer, user=inès, name="Inès") == "no_such_offer"
