"""Noon: the row is the schedule, a turn is resolved once, orders close at the deadline."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.contract import Order
from games.models import Game, Notice, OrderForm, ReaderEvents, Resolution, Turn
from games.services.order_forms import Declined, SavedForm, order_form_save
from games.services.refusals import Refused
from games.services.turns import turn_close, turns_due
from games.tasks import close_due
from tests.builder import MORNING, NOON, GameFactory, open_turn, running_game, seat
from tests.dummy import UNSAID

pytestmark = pytest.mark.django_db


def say(game: Game, number: int, value: int, revision: int = 0, turn: str | None = None):
    return order_form_save(
        player=seat(game, number), turn_name=turn or open_turn(game).name, revision=revision,
        orders=(Order("say", {"number": value}),),
    )  # fmt: skip


def test_first_turn_ends_at_the_first_noon_a_day_away(game):
    assert open_turn(game).deadline == NOON
    assert game.chapter == 1
    assert game.latest == -1


def test_nothing_is_due_before_the_deadline(game, clock):
    clock.move_to(NOON - timedelta(seconds=1))
    assert turns_due(NOON - timedelta(seconds=1)) == {}
    assert not turn_close(turn_id=open_turn(game).pk)


def test_the_sweep_resolves_what_is_due_and_opens_the_next_turn(game, clock):
    say(game, 1, 7)
    clock.move_to(NOON + timedelta(seconds=30))
    assert close_due() == 1
    game.refresh_from_db()
    assert (game.number, game.chapter, game.latest) == (1, 2, 1)
    resolution = Resolution.objects.get(game=game, number=1)
    assert resolution.cause == "deadline"
    assert resolution.at == NOON
    assert '"p2"' in resolution.missing
    assert '"p1"' not in resolution.missing
    # From noon to noon, although the sweep came half a minute late.
    assert open_turn(game).deadline == NOON + timedelta(days=1)
    assert open_turn(game).name == "secret/2"


def test_a_turn_is_never_resolved_twice(game, clock):
    turn = open_turn(game)
    clock.move_to(NOON)
    assert turn_close(turn_id=turn.pk)
    assert not turn_close(turn_id=turn.pk)
    game.refresh_from_db()
    assert game.number == 1
    assert Resolution.objects.filter(game=game, turn=turn).count() == 1


def test_orders_are_cut_at_the_deadline_even_if_nothing_computes(game, clock):
    clock.move_to(NOON - timedelta(milliseconds=100))
    assert isinstance(say(game, 1, 5), SavedForm)
    for late in (NOON, NOON + timedelta(milliseconds=100), NOON + timedelta(hours=5)):
        clock.move_to(late)
        with pytest.raises(Refused, match="due"):
            say(game, 2, 6)
    assert OrderForm.objects.count() == 1


def test_a_noon_missed_by_hours_gives_the_full_notice_again(game, clock):
    clock.move_to(NOON + timedelta(hours=20))
    close_due()
    assert open_turn(game).deadline == NOON + timedelta(days=2)
    assert Resolution.objects.get(game=game, number=1).at == NOON


def test_a_stale_form_is_refused_and_nothing_is_lost(game):
    assert say(game, 1, 5).revision == 1
    with pytest.raises(Refused, match="stale") as refused:
        say(game, 1, 6)
    assert refused.value.params == {"revision": 1}
    assert say(game, 1, 6, revision=1).revision == 2
    assert OrderForm.objects.get().orders == '[{"kind":"say","data":{"number":6}}]'


def test_what_the_rules_refuse_is_not_kept(game):
    answer = order_form_save(
        player=seat(game, 1), turn_name="secret/1", revision=0, orders=(Order("shout", {}),)
    )
    assert isinstance(answer, Declined)
    assert answer.problems[0].code == "not_a_number"
    assert not OrderForm.objects.exists()


@pytest.mark.parametrize("bad", ["\x00", "\ud800", 10**12, 0.5])
def test_what_no_database_keeps_is_refused_at_the_form(game, bad):
    with pytest.raises(Refused, match="unkeepable"):
        order_form_save(
            player=seat(game, 1), turn_name="secret/1", revision=0, orders=(Order("say", {"number": bad}),)
        )


def test_rules_that_raise_keep_nothing_and_leave_other_games_on_time(clock, caplog):
    broken = running_game(("Ana", "Bruno"), options={"breaks": True})
    sound = running_game(("Chloé", "Dimitri"))
    for noon in (NOON, NOON + timedelta(days=1)):
        clock.move_to(noon)
        say_before = [g for g in (broken, sound) if g.stage == "running"]
        assert say_before
        close_due()
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.number, sound.number) == (1, 2)
    stuck = broken.turns.get(status=Turn.Status.STUCK)
    assert stuck.incident
    assert "RuntimeError" in stuck.incident_step
    assert UNSAID not in caplog.text + stuck.incident_step
    with pytest.raises(Refused, match="due"):
        say(broken, 1, 5, turn="secret/2")
    close_due()  # it is not tried again each minute
    assert Resolution.objects.filter(game=broken).count() == 2


def test_the_game_ends_with_standings_and_no_open_turn(game, clock):
    for day in range(3):
        say(game, 1, 100)
        clock.move_to(NOON + timedelta(days=day))
        close_due()
    game.refresh_from_db()
    assert game.stage == Game.Stage.FINISHED
    assert list(game.standings.order_by("rank").values_list("player__name", "rank", "score")) == [
        ("Ana", 1, 300),
        ("Bruno", 2, 0),
    ]
    assert not game.turns.filter(status=Turn.Status.OPEN).exists()
    assert Notice.objects.filter(game=game, kind="finished").count() == 2


def test_everybody_ready_closes_early_only_where_the_game_says_so(clock):
    from games.services.order_forms import order_form_ready

    game = running_game(close_when_all_ready=True)
    say(game, 1, 1)
    say(game, 2, 2)
    assert order_form_ready(player=seat(game, 1), turn_name="secret/1", revision=1, ready=True) is None
    closing = order_form_ready(player=seat(game, 2), turn_name="secret/1", revision=1, ready=True)
    assert closing == open_turn(game).pk
    assert turn_close(turn_id=closing)
    assert Resolution.objects.get(game=game, number=1).cause == "complete"
    plain = running_game(("Chloé", "Dimitri"))
    say(plain, 1, 1)
    with pytest.raises(Refused, match="nothing_saved"):
        order_form_ready(player=seat(plain, 1), turn_name="secret/1", revision=1, ready=True)


def test_a_turn_costs_the_same_queries_for_three_players_and_for_forty(clock):
    from tests.dummy import DummySkin

    costs = []
    for count in (3, 40):
        game = GameFactory(players=count, running=True, max_players=50)
        for player in game.players.select_related("game"):
            order_form_save(
                player=player, turn_name="secret/1", revision=0, orders=(Order("say", {"number": 3}),)
            )
        clock.move_to(NOON)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            turn_close(turn_id=open_turn(game).pk)
        costs.append([q["sql"] for q in queries if not q["sql"].startswith(("BEGIN", "COMMIT"))])
        clock.move_to(MORNING)
    assert DummySkin
    assert len(costs[0]) == len(costs[1]) <= 16, "\n".join(costs[1])


def test_events_are_one_row_per_reader(game, clock):
    clock.move_to(NOON)
    close_due()
    rows = ReaderEvents.objects.filter(game=game, number=1).values_list("reader", flat=True)
    assert sorted(rows) == ["p1", "p2", "public"]


def test_a_form_of_more_than_a_hundred_orders_is_refused(game):
    orders = tuple(Order("say", {"number": n}) for n in range(101))
    with pytest.raises(Refused, match="too_many_orders"):
        order_form_save(player=seat(game, 1), turn_name="secret/1", revision=0, orders=orders)
    assert isinstance(
        order_form_save(player=seat(game, 1), turn_name="secret/1", revision=0, orders=orders[:100]),
        SavedForm,
    )
