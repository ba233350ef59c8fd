"""What closing a turn leaves alone: paused games, turns closed already, forms that are not asked for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from games.contract import Closes, Order, PlayerId, Problem, Window, encode
from games.models import Game, OrderForm, Turn
from games.services import claims, openings, resolving
from games.services.masters import game_pause
from games.services.order_forms import order_form_save
from games.services.refusals import Refused
from games.services.rehearsals import rehearsal_create
from games.services.seating import player_to_bot
from games.services.turns import turn_close, turn_mark_stuck, turn_resolve_now
from games.tasks import close_due
from games.writes import Writes
from tests.builder import MORNING, NOON, make_user, open_turn, seat
from tests.dummy import DummyRules

pytestmark = pytest.mark.django_db


def say(game: Game, number: int) -> None:
    orders = (Order("say", {"number": number}),)
    order_form_save(player=seat(game, number), turn_name="secret/1", revision=0, orders=orders, ready=True)


def asking(*players: str, closes: Closes = Closes.AT_NOON) -> Window:
    """The dummy's first question, to these players."""
    return Window("secret", (1,), ("say",), closes, tuple(map(PlayerId, players)))


def test_a_turn_that_is_claimed_and_not_resolved_leaves_no_trace(game):
    turn = open_turn(game)
    with transaction.atomic():
        claim = claims.claim_turn(turn.pk)
        assert claim is not None
        assert (claim.turn, claim.game.number) == (turn, game.number + 1)
        transaction.set_rollback(True)
    game.refresh_from_db()
    assert game.number == 0
    with transaction.atomic():
        assert claims.claim_turn(game.turns.get(name="setup").pk) is None


def test_a_message_that_comes_late_closes_no_paused_game(game, clock, boss):
    turn = open_turn(game)
    game_pause(game=game, author=boss, reason="A storm.")
    clock.move_to(NOON)
    assert not turn_close(turn_id=turn.pk)
    game.refresh_from_db()
    assert game.number == 0


def test_a_turn_that_is_resolved_does_not_become_stuck(game, clock):
    turn = open_turn(game)
    clock.move_to(NOON)
    assert turn_close(turn_id=turn.pk)
    turn_mark_stuck(turn_id=turn.pk, problem=ValueError())
    turn.refresh_from_db()
    assert (turn.status, turn.incident) == (Turn.Status.RESOLVED, "")


def test_noon_of_an_ordinary_game_is_struck_by_nobody(game):
    assert not turn_resolve_now(game=game, turn_name="secret/1")
    assert open_turn(game).name == "secret/1"


def test_a_form_of_somebody_who_is_asked_no_more_is_not_resolved(game, clock):
    say(game, 1)
    say(game, 2)
    Turn.objects.update(window=encode(asking("p2")))
    clock.move_to(NOON)
    close_due()
    forms = game.resolutions.get(number=1).forms
    assert '"p2"' in forms
    assert '"p1"' not in forms


def test_no_turn_of_a_game_that_is_over_waits_for_anything(game, clock):
    for name, status in (("paused", Turn.Status.PAUSED), ("door", Turn.Status.OPEN)):
        Turn.objects.create(
            game=game, name=name, chapter=0, window=encode(Window(name, (), (), Closes.AT_ONCE)),
            opened_at=MORNING, status=status,
        )  # fmt: skip
    Game.objects.update(number=0)
    state = claims.Seats(ids={PlayerId(f"p{n}"): seat(game, n).pk for n in (1, 2)})
    writes = Writes()
    resolving.finish(writes, game, list(game.turns.all()), state, (), NOON)
    writes.run()
    assert set(game.turns.values_list("status", flat=True)) == {Turn.Status.RESOLVED}


def test_a_turn_that_comes_back_has_a_fresh_deadline_and_may_raise_the_alarm_again(game, clock):
    turn = open_turn(game)
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.PAUSED, alarmed=True)
    clock.move_to(NOON + timedelta(days=3))
    openings.sync_turns(game, [asking("p1", "p2")], NOON + timedelta(days=3))
    turn.refresh_from_db()
    assert (turn.status, turn.alarmed) == (Turn.Status.OPEN, False)
    assert turn.deadline == NOON + timedelta(days=4)


@pytest.mark.parametrize("early", [True, False])
def test_all_being_ready_closes_a_turn_only_where_the_game_was_created_so(game, early):
    Game.objects.update(close_when_all_ready=early)
    say(game, 1)
    assert not open_turn(game).can_close_early
    say(game, 2)
    assert open_turn(game).can_close_early is early


def test_a_form_that_was_set_aside_neither_closes_a_turn_nor_is_resolved(game, clock):
    Game.objects.update(close_when_all_ready=True)
    say(game, 1)
    OrderForm.objects.update(set_aside=True)
    say(game, 2)
    assert not open_turn(game).can_close_early
    clock.move_to(NOON)
    close_due()
    resolution = game.resolutions.get(number=1)
    assert '"p1"' not in resolution.forms
    assert resolution.missing == '["p1"]'


def test_a_sealed_turn_that_awaits_fewer_may_close(game):
    Turn.objects.update(window=encode(asking("p1", "p2", closes=Closes.TOGETHER)))
    say(game, 1)
    assert not open_turn(game).can_close_early
    openings.sync_turns(game, [asking("p1", closes=Closes.TOGETHER)], MORNING)
    assert open_turn(game).can_close_early


def test_a_turn_asked_no_more_closes_not_though_it_was_complete(game):
    Turn.objects.update(window=encode(asking("p1", closes=Closes.TOGETHER)))
    say(game, 1)
    openings.sync_turns(game, [], MORNING)
    turn = game.turns.get(name="secret/1")
    assert (turn.status, turn.can_close_early) == (Turn.Status.PAUSED, False)


def test_a_turn_that_comes_back_complete_may_close(game):
    Turn.objects.update(window=encode(asking("p1", closes=Closes.TOGETHER)))
    say(game, 1)
    for windows in ([], [asking("p1", closes=Closes.TOGETHER)]):
        openings.sync_turns(game, windows, MORNING)
    turn = game.turns.get(name="secret/1")
    assert (turn.status, turn.can_close_early) == (Turn.Status.OPEN, True)


def test_a_bot_whose_form_the_rules_refuse_hands_in_nothing(clock, monkeypatch):
    refuse = lambda self, view, window, orders: (Problem("not_a_number", 0, "number"),)  # noqa: E731
    monkeypatch.setattr(DummyRules, "check", refuse)
    rehearsal_create(user=make_user("Ana"), title="dummy", name="Ana", bots=2)
    assert not OrderForm.objects.exists()


def test_nobody_answers_a_turn_that_asks_others(game):
    Turn.objects.update(window=encode(asking("p2")))
    with pytest.raises(Refused, match="not_asked"):
        say(game, 1)


def test_nothing_is_taken_while_a_turn_is_stuck_also_before_noon(game):
    turn_mark_stuck(turn_id=open_turn(game).pk, problem=ValueError())
    with pytest.raises(Refused, match="due"):
        say(game, 1)


def test_bots_alone_keep_to_noon_where_a_question_closes_at_noon(game, clock, boss):
    """Otherwise a game that lost its people would be over within minutes."""
    for number in (1, 2):
        player_to_bot(game=game, number=number, author=boss, reason="They left.")
    clock.move_to(NOON)
    close_due()
    close_due()
    assert (open_turn(game).name, open_turn(game).can_close_early) == ("secret/2", False)


@pytest.mark.parametrize(
    ("noons", "who", "cause", "at_once"),
    [
        (0, "p2", "deadline", True), (2, "p2", "act", True), (3, "p2", "deadline", False),
        (2, "p1", "complete", False), (2, "p1", "setup", True), (3, "p1", "setup", False),
    ],
)  # fmt: skip
def test_bots_close_their_turns_at_once_while_a_person_acted_within_three_noons(
    game, noons, who, cause, at_once
):
    """`who` handed something in so many noons ago; p1 is a bot. A game that has just begun has nobody
    away. Rounds do not count: a game of moves may have many in a day."""
    game.chapter = 40
    game.resolutions.update(at=NOON - timedelta(days=noons), forms=encode({who: {}}), cause=cause)
    asked = Window("secret", (40, "again"), ("say",), Closes.TOGETHER, (PlayerId("p1"),))
    openings.sync_turns(game, [asked], NOON, bots=[PlayerId("p1")])
    assert game.turns.get(name=asked.name).can_close_early is at_once


def test_a_step_longer_than_its_column_is_cut(game):
    def where_it_broke_and_much_more_of_a_name_than_any_column_would_ever_have_room_for() -> None:
        raise ValueError

    with pytest.raises(ValueError, match=r"^$") as broken:
        where_it_broke_and_much_more_of_a_name_than_any_column_would_ever_have_room_for()
    assert turn_mark_stuck(turn_id=open_turn(game).pk, problem=broken.value)
    step = game.turns.get(name="secret/1").incident_step
    assert step.startswith("ValueError in where_it_broke_and_much_more")
    assert len(step) == Turn._meta.get_field("incident_step").max_length
