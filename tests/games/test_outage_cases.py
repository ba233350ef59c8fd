"""Cases at the edge of the rule on outages: many, sealed turns, short notice, changes of the hour."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine

from games import clock as rule
from games.contract import Order
from games.models import Drawer, Game, Heartbeat, LedgerEntry, Notice, OrderForm, Resolution, Turn
from games.services.order_forms import order_form_save
from games.services.outages import _game_move, heartbeat_write
from games.tasks import close_due
from tests.battery.site import hand_in, new_game, seats
from tests.builder import open_turn, running_game, seat

MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
NOON = datetime(2026, 11, 22, 11, 0, tzinfo=UTC)  # Sunday, 12:00 in Paris
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock():
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


def up_but_for(*silent: tuple[datetime, datetime], until: datetime) -> None:
    """Signs of life from the morning on, with these gaps."""
    since = MORNING
    for start, end in silent:
        Heartbeat.objects.create(role="web", since=since, until=start)
        since = end
    Heartbeat.objects.create(role="web", since=since, until=until)


def look(clock, moment: datetime) -> None:
    clock.move_to(moment)
    heartbeat_write(role="web", now=moment)
    close_due()


def gaps(count: int, minutes: int) -> list[tuple[datetime, datetime]]:
    """So many outages of so many minutes, half an hour from one to the next."""
    starts = [NOON - 5 * HOUR + n * 30 * MINUTE for n in range(count)]
    return [(start, start + minutes * MINUTE) for start in starts]


@pytest.mark.parametrize(
    ("count", "minutes", "moves"),
    [(3, 20, False), (3, 21, True), (1, 2, False), (8, 3, False), (8, 9, True)],
    ids=["an hour in all", "three minutes more", "a new release", "releases all morning", "a flapping site"],
)
def test_several_outages_add_up_and_those_of_three_minutes_are_none(clock, count, minutes, moves):
    game = running_game()
    up_but_for(*gaps(count, minutes), until=NOON)
    look(clock, NOON + MINUTE)
    game.refresh_from_db()
    assert (game.number == 0) is moves
    assert LedgerEntry.objects.filter(act="outage").exists() is moves


def test_of_an_outage_over_noon_only_what_lay_before_it_counts(clock):
    game = running_game()
    up_but_for((NOON - 30 * MINUTE, NOON + 9 * HOUR), until=NOON + 9 * HOUR)
    look(clock, NOON + 9 * HOUR)
    game.refresh_from_db()
    assert game.number == 1
    assert Resolution.objects.get(game=game, number=1).at == NOON
    # Late by more than three hours: the next turn has its full notice from now on.
    assert open_turn(game).deadline == NOON + 2 * DAY


def test_a_turn_of_short_notice_has_lost_only_what_came_after_it_opened(clock):
    early, late = running_game(notice=6), running_game(("Chloé", "Dimitri"), notice=6)
    opened = NOON - 6 * HOUR
    for game, since in ((early, opened), (late, opened + 40 * MINUTE)):
        game.turns.filter(status="open").update(opened_at=since, deadline=NOON)
    up_but_for((NOON - 7 * HOUR, NOON - 4 * HOUR - 30 * MINUTE), until=NOON)
    look(clock, NOON - HOUR)
    assert open_turn(early).deadline == NOON + DAY  # ninety minutes
    assert open_turn(late).deadline == NOON  # fifty


def test_forms_stay_through_the_move_may_still_be_changed_and_count_at_the_new_noon(clock):
    game = running_game()
    for number in (1, 2):
        order_form_save(
            player=seat(game, number), turn_name="secret/1", revision=0,
            orders=(Order("say", {"number": number}),),
        )  # fmt: skip
    up_but_for((NOON - 3 * HOUR, NOON + HOUR), until=NOON + HOUR)
    look(clock, NOON + HOUR)
    form = OrderForm.objects.get(player=seat(game, 2))
    order_form_save(
        player=seat(game, 2), turn_name="secret/1", revision=form.revision,
        orders=(Order("say", {"number": 40}),),
    )  # fmt: skip
    Heartbeat.objects.filter(role="web").update(until=NOON + DAY)
    look(clock, NOON + DAY)
    game.refresh_from_db()
    assert game.number == 1
    hidden = Drawer.objects.filter(game=game, owner="hidden").latest("number")
    assert hidden.content == '{"sum":41}'


@pytest.mark.parametrize("everybody", [False, True])
def test_a_sealed_turn_moves_with_its_forms_unless_everybody_is_in(clock, everybody):
    game = new_game("cardline", mode="simultaneous")
    turn = open_turn(game)
    for player in seats(game)[: 3 if everybody else 1]:
        for n in range(20):
            if not turn.forms.filter(player=player).exists():
                hand_in(game, player, f"try {n}")
    game.refresh_from_db()
    turn.refresh_from_db()
    up_but_for((turn.deadline - 2 * HOUR, turn.deadline + HOUR), until=turn.deadline + HOUR)
    was = turn.deadline
    look(clock, was + HOUR)
    turn.refresh_from_db()
    if everybody:
        assert (turn.status, turn.moved_from) == (Turn.Status.RESOLVED, None)
    else:
        assert (turn.status, turn.deadline, turn.moved_from) == (Turn.Status.OPEN, was + DAY, was)
        assert turn.forms.count() == 1


def test_a_game_that_was_paused_over_the_outage_gets_a_fresh_deadline_and_no_second_one(clock):
    game = running_game()
    Game.objects.filter(pk=game.pk).update(paused=True)
    up_but_for((NOON - 5 * HOUR, NOON - HOUR), until=NOON - HOUR)
    look(clock, NOON - HOUR)
    Game.objects.filter(pk=game.pk).update(paused=False)
    game.turns.filter(status="open").update(deadline=NOON + DAY)  # what resuming does
    close_due()
    turn = open_turn(game)
    assert (turn.deadline, turn.moved_from) == (NOON + DAY, None)


def test_the_game_next_to_it_with_a_later_hour_keeps_its_noon(clock):
    game = running_game()
    other = running_game(("Chloé", "Dimitri"), hour=time(23))
    up_but_for((NOON - 3 * HOUR, NOON - HOUR), until=NOON - HOUR)
    look(clock, NOON - HOUR)
    assert open_turn(game).moved_from == NOON
    assert open_turn(other).moved_from is None


def test_a_second_look_moves_nothing_twice_and_tells_nobody_twice(clock):
    game = running_game()
    up_but_for((NOON - 3 * HOUR, NOON - HOUR), until=NOON - HOUR)
    for minutes in range(5):
        look(clock, NOON - HOUR + minutes * MINUTE)
    assert open_turn(game).deadline == NOON + DAY
    assert LedgerEntry.objects.filter(game=game, act="outage").count() == 1


PARIS = rule.Calendar(time(12), "Europe/Paris")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            datetime(2026, 10, 24, 10, tzinfo=UTC),
            datetime(2026, 10, 25, 11, tzinfo=UTC),
        ),  # an hour comes twice
        (datetime(2027, 3, 27, 11, tzinfo=UTC), datetime(2027, 3, 28, 10, tzinfo=UTC)),  # an hour is left out
    ],
)
def test_noon_moves_to_noon_on_the_wall_when_the_hour_changes(before, after):
    assert rule.deadline_after_outage(PARIS, before, before - HOUR) == after
    # Six hours are six hours: the site back at 05:30 or 06:30 by the wall, whatever was done to the clocks.
    assert rule.deadline_after_outage(PARIS, before, after - 6 * HOUR) == after
    assert rule.deadline_after_outage(PARIS, before, after - 5 * HOUR) == after + DAY


@pytest.mark.parametrize(
    "noon", [datetime(2026, 10, 25, 11, tzinfo=UTC), datetime(2027, 3, 28, 10, tzinfo=UTC)]
)
def test_six_hours_before_noon_are_counted_in_real_time(noon):
    silent = [(noon - 20 * HOUR, noon - 5 * HOUR)]
    assert rule.lost_time(silent, noon - DAY, noon) == HOUR


def test_a_night_hour_that_is_left_out_is_never_skipped_by_a_move():
    night = rule.Calendar(time(2, 30), "Europe/Paris")
    before = datetime(2027, 3, 27, 1, 30, tzinfo=UTC)
    moved = rule.deadline_after_outage(night, before, before)
    assert moved == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)  # 03:30, as the clock jumped


def test_a_turn_that_closed_while_the_outage_was_looked_at_is_not_moved(clock):
    game = running_game()
    turn = open_turn(game)
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.RESOLVED)
    clock.move_to(NOON)
    _game_move(game.pk, [turn.pk], [(NOON - 5 * HOUR, NOON)], NOON)
    turn.refresh_from_db()
    assert (turn.deadline, turn.moved_from) == (NOON, None)
    assert not LedgerEntry.objects.filter(act="outage").exists()


def test_several_turns_of_a_game_move_together_and_are_told_as_one(clock):
    """The entry in the ledger names the earliest deadline, and the most that was lost of any."""
    game = running_game()
    first = open_turn(game)
    second = Turn.objects.create(
        game=game, name="secret/9", chapter=9, window=first.window, opened_at=first.opened_at, position=1,
        deadline=NOON + 4 * HOUR, commitment=first.commitment,
    )  # fmt: skip
    up_but_for((NOON - 4 * HOUR, NOON - 30 * MINUTE), until=NOON - 30 * MINUTE)
    look(clock, NOON - 30 * MINUTE)
    for turn, was in ((first, NOON), (second, NOON + 4 * HOUR)):
        turn.refresh_from_db()
        assert (turn.deadline, turn.moved_from) == (NOON + DAY, was)
    entry = LedgerEntry.objects.get(game=game, act="outage")
    assert entry.data["was"] == NOON.isoformat()
    assert entry.data["until"] == (NOON + DAY).isoformat()
    assert entry.data["minutes"] == 210  # of the first; the second lost 90
    assert Notice.objects.filter(game=game, key__startswith="outage/").count() == 2


def test_games_with_different_hours_move_by_one_outage(clock):
    games = [running_game(), running_game(("Chloé", "Dimitri"), hour=time(14))]
    up_but_for((NOON - 4 * HOUR, NOON - HOUR), until=NOON - HOUR)
    look(clock, NOON - HOUR)
    assert [open_turn(game).moved_from for game in games] == [NOON, NOON + 2 * HOUR]
    assert [open_turn(game).deadline for game in games] == [NOON + DAY, NOON + DAY + 2 * HOUR]
