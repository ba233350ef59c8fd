"""Outages are not the players' fault: noon moves once, by the rule that `how.html` tells."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from games import clock as rule
from games.ledgertexts import ledger_text
from games.models import Game, Heartbeat, LedgerEntry, Notice, Resolution, Turn
from games.noticetexts import notice_text
from games.services.outages import heartbeat_write, outages_settle, web_silences
from games.services.sweep import web_sweep
from games.tasks import close_due
from tests.builder import MORNING, NOON, GameFactory, open_turn, running_game

DAY = timedelta(days=1)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)

pytestmark = pytest.mark.django_db


def alive(since: datetime, until: datetime, role: str = "web") -> None:
    Heartbeat.objects.create(role=role, since=since, until=until)


def back_at(clock, moment: datetime) -> None:
    """The site starts again: the pages give their first heartbeat, then a worker looks."""
    clock.move_to(moment)
    heartbeat_write(role="web", now=moment)
    close_due()


# ---- the pure rule ------------------------------------------------------------------------------------


def test_the_page_tells_the_figures_of_the_rule(client: Client):
    text = re.sub(r"\s+", " ", client.get("/how-noon-works/").content.decode())
    assert f"more than {int(rule.MOST_LOST.total_seconds()) // 60} minutes of the last six hours" in text
    assert rule.LAST_HOURS == 6 * HOUR


def test_silences_are_what_lies_between_signs():
    a, b = NOON - 5 * HOUR, NOON - 4 * HOUR
    assert rule.silences([], NOON) == []
    assert rule.silences([(a, b), (NOON - HOUR, NOON)], NOON) == [(b, NOON - HOUR)]
    assert rule.silences([(NOON - HOUR, NOON), (a, NOON - 2 * HOUR), (a, b)], NOON) == [
        (NOON - 2 * HOUR, NOON - HOUR)
    ]
    assert rule.silences([(a, b), (b + rule.SILENCE, NOON)], NOON) == []
    assert rule.silences([(a, b)], NOON) == [(b, NOON)]


def test_a_stretch_within_a_longer_one_invents_no_outage():
    longer, within = (NOON - 5 * HOUR, NOON - HOUR), (NOON - 4 * HOUR, NOON - 3 * HOUR)
    assert rule.silences([longer, within, (NOON - HOUR, NOON)], NOON) == []
    assert rule.silences([within, longer], NOON) == [(NOON - HOUR, NOON)]


def test_signs_of_a_clock_that_was_ahead_are_no_silence_beyond_now():
    assert rule.silences([(NOON + HOUR, NOON + 2 * HOUR)], NOON) == []


def test_time_is_lost_only_within_six_hours_and_since_the_turn_opened():
    silent = [(NOON - 10 * HOUR, NOON - 5 * HOUR), (NOON - 2 * HOUR, NOON + HOUR)]
    assert rule.lost_time(silent, NOON - DAY, NOON) == 3 * HOUR
    assert rule.lost_time(silent, NOON - HOUR, NOON) == HOUR


def test_the_new_noon_is_one_of_a_played_day_and_leaves_six_hours():
    weekdays = rule.Calendar(datetime.min.time().replace(hour=12), "Europe/Paris", (0, 1, 2, 3, 4))
    friday = datetime(2026, 11, 20, 11, tzinfo=UTC)
    assert rule.deadline_after_outage(weekdays, friday, friday - HOUR) == friday + 3 * DAY
    tuesday = friday + 4 * DAY
    assert rule.deadline_after_outage(weekdays, friday, tuesday - 6 * HOUR) == tuesday
    assert rule.deadline_after_outage(weekdays, friday, tuesday - 5 * HOUR) == tuesday + DAY


# ---- heartbeats -----------------------------------------------------------------------------------------


def test_signs_of_life_are_one_stretch_until_a_silence(clock):
    for minutes in (0, 1, 3, 6):
        heartbeat_write(role="web", now=MORNING + minutes * MINUTE)
    heartbeat_write(role="web", now=MORNING + 10 * MINUTE)
    rows = list(Heartbeat.objects.order_by("since").values_list("since", "until"))
    assert rows == [(MORNING, MORNING + 6 * MINUTE), (MORNING + 10 * MINUTE, MORNING + 10 * MINUTE)]


def test_a_clock_set_back_neither_hides_an_outage_nor_makes_one(clock):
    heartbeat_write(role="web", now=MORNING)
    heartbeat_write(role="web", now=MORNING + DAY)  # wrong by a day
    heartbeat_write(role="web", now=MORNING + MINUTE)
    assert web_silences(MORNING + MINUTE) == []
    assert Heartbeat.objects.get().until == MORNING + MINUTE


def test_signs_are_forgotten_after_thirty_days_but_for_the_newest(clock):
    alive(MORNING - 50 * DAY, MORNING - 49 * DAY)
    alive(MORNING - 45 * DAY, MORNING - 40 * DAY)
    heartbeat_write(role="web", now=MORNING)
    assert sorted(Heartbeat.objects.values_list("since", flat=True)) == [MORNING - 45 * DAY, MORNING]


# ---- deadlines ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "moves"), [(60, False), (61, True)])
def test_noon_moves_when_more_than_an_hour_was_lost(clock, lost, moves):
    game = running_game()
    alive(MORNING, NOON - lost * MINUTE)
    back_at(clock, NOON + 5 * MINUTE)
    game.refresh_from_db()
    assert (game.number == 0) is moves
    turn = game.turns.get(name="secret/1")
    if moves:
        assert (turn.status, turn.deadline, turn.moved_from) == ("open", NOON + DAY, NOON)
    else:
        assert turn.status == Turn.Status.RESOLVED


def test_noon_moves_while_it_is_still_to_come(clock):
    game = running_game()
    alive(MORNING, NOON - 3 * HOUR)
    back_at(clock, NOON - HOUR)
    assert open_turn(game).deadline == NOON + DAY


def test_what_was_lost_earlier_in_the_day_moves_nothing(clock):
    game = running_game()
    alive(MORNING, NOON - 12 * HOUR)
    back_at(clock, NOON - 6 * HOUR)
    alive(NOON - 6 * HOUR, NOON)
    clock.move_to(NOON)
    close_due()
    game.refresh_from_db()
    assert game.number == 1


def test_a_site_down_over_three_noons_moves_once_then_closes(clock):
    game = running_game()
    alive(MORNING, NOON - 2 * HOUR)
    back = NOON + 3 * DAY - 3 * HOUR
    back_at(clock, back)
    assert open_turn(game).deadline == NOON + 4 * DAY  # three hours would not be enough
    close_due()
    # It goes down again before the new noon: the same turn does not move a second time.
    Heartbeat.objects.filter(role="web").update(until=back)
    back_at(clock, NOON + 4 * DAY + HOUR)
    game.refresh_from_db()
    assert game.number == 1
    assert Resolution.objects.get(game=game, number=1).at == NOON + 4 * DAY
    assert LedgerEntry.objects.filter(game=game, act="outage").count() == 1
    assert Notice.objects.filter(game=game, key__startswith="outage/").count() == 2


def test_nothing_closes_or_moves_while_the_pages_are_out_of_reach(clock):
    game = running_game()
    alive(MORNING, NOON - 2 * HOUR)
    clock.move_to(NOON + HOUR)
    assert close_due() == 0
    assert open_turn(game).deadline == NOON
    back_at(clock, NOON + 2 * HOUR)
    assert open_turn(game).deadline == NOON + DAY


def test_a_dead_worker_is_no_outage_players_could_hand_in(clock):
    game = running_game()
    alive(MORNING, NOON + HOUR)
    alive(MORNING, NOON - 5 * HOUR, "worker")
    clock.move_to(NOON + HOUR)
    close_due()
    game.refresh_from_db()
    assert game.number == 1


def test_without_any_sign_of_life_nothing_is_known_and_nothing_moves(clock):
    game = running_game()
    clock.move_to(NOON + HOUR)
    close_due()
    game.refresh_from_db()
    assert game.number == 1


def test_paused_games_rehearsals_and_complete_turns_stay(clock):
    from games.services.rehearsals import rehearsal_create

    paused = running_game()
    Game.objects.filter(pk=paused.pk).update(paused=True)
    complete = running_game(("Chloé", "Dimitri"))
    complete.turns.filter(status="open").update(can_close_early=True)
    rehearsal = rehearsal_create(user=paused.creator, title="dummy", name="Ana", bots=2)
    alive(MORNING, NOON - 2 * HOUR)
    clock.move_to(NOON - HOUR + 30 * MINUTE)
    heartbeat_write(role="web", now=timezone.now())
    outages_settle(now=timezone.now())
    assert open_turn(paused).deadline == NOON
    assert open_turn(complete).deadline == NOON
    assert open_turn(rehearsal).deadline is None
    assert not LedgerEntry.objects.filter(act="outage").exists()


@pytest.mark.parametrize(("language", "words"), [("en", "out of reach"), ("fr", "injoignable")])
def test_players_are_told_in_the_ledger_and_by_a_notice(clock, language, words):
    game = running_game()
    alive(MORNING, NOON - 2 * HOUR)
    back_at(clock, NOON + HOUR)
    with translation.override(language):
        assert words in ledger_text(game.ledger.get(act="outage"))
        assert words in notice_text(Notice.objects.filter(game=game, key__startswith="outage/")[0])


def test_the_look_costs_the_same_for_one_game_and_for_many(clock, django_assert_num_queries):
    for names in (("Ana", "Bruno"), ("Chloé", "Dimitri"), ("Jack", "Lena")):
        running_game(names)
    alive(MORNING, NOON - HOUR)
    assert rule.MOST_LOST == HOUR
    with django_assert_num_queries(1):
        assert outages_settle(now=NOON - HOUR) == set()


# ---- without a worker -----------------------------------------------------------------------------------


def test_the_web_closes_what_is_due_when_no_worker_is_heard(clock, caplog):
    game = running_game()
    clock.move_to(NOON + 2 * MINUTE)
    alive(MORNING, NOON, "worker")
    assert web_sweep(now=timezone.now(), since=MORNING) == 0
    clock.move_to(NOON + 4 * MINUTE)
    assert web_sweep(now=timezone.now(), since=MORNING) == 1
    game.refresh_from_db()
    assert game.number == 1
    assert "no worker heard" in caplog.text


def test_the_web_looks_after_missed_noons_and_days_of_a_start_then_too(clock):
    game = running_game(on_missed=["told"] * 3)
    waiting = GameFactory(creator=game.creator, starts_on=NOON.date())
    alive(MORNING, NOON, "worker")
    clock.move_to(NOON + 4 * MINUTE)
    for _ in range(2):
        assert web_sweep(now=timezone.now(), since=MORNING) == (not game.number)
        game.refresh_from_db()
    assert game.number == game.missed_until == 1
    waiting.refresh_from_db()
    assert waiting.starts_on is None  # nobody had joined


def test_a_web_that_has_just_started_gives_the_worker_its_three_minutes(clock):
    running_game()
    alive(MORNING - DAY, NOON - HOUR, "worker")
    clock.move_to(NOON + MINUTE)
    assert web_sweep(now=timezone.now(), since=NOON) == 0


def test_a_queue_out_of_reach_does_not_hold_up_noon(clock, monkeypatch):
    from games import tasks

    game = running_game()

    def refused(*args, **options):
        raise ConnectionError

    monkeypatch.setattr(tasks.drain_due_turns, "apply_async", refused)
    clock.move_to(NOON)
    assert close_due() == 1
    game.refresh_from_db()
    assert game.number == 1
