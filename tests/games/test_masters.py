"""What game masters may do to a game, what they may not, and what the ledger keeps of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Game, Mastership, Notice, OrderForm, Resolution, Turn
from games.services import masters, seating
from games.services.games import game_join
from games.services.refusals import Refused
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_close
from games.tasks import close_due
from tests.builder import (
    MORNING,
    NOON,
    WHY,
    GameFactory,
    ledger,
    make_user,
    open_turn,
    plan,
    refused,
    running_game,
    say,
    seat,
)
from tests.dummy import UNSAID

pytestmark = pytest.mark.django_db


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Ana", "Bruno", "Dimitri")


# ---- who may --------------------------------------------------------------------------------------


ACTS = [
    (masters.game_pause, {}),
    (masters.game_resume, {}),
    (masters.game_extend, {"until": NOON + timedelta(days=1)}),
    (masters.game_resolve_now, {"turn": "secret/1"}),
    (masters.turn_retry, {"turn": "secret/1"}),
    (masters.master_game_start, {}),
    (seating.seat_take, {"number": 1}),
    (seating.player_to_bot, {"number": 1}),
]


@pytest.mark.parametrize(("act", "values"), ACTS)
def test_only_its_masters_and_superusers_act_upon_a_game(game, act, values):
    staff = make_user("Lena", is_staff=True)
    creator = game.creator
    for user in (staff, creator):
        assert refused(act, game=game, author=user, reason=WHY, **values) == "not_master"
    assert game.ledger.count() == 2  # created, started


@pytest.mark.parametrize(("act", "values"), ACTS)
def test_every_act_needs_a_reason(game, master, act, values):
    assert refused(act, game=game, author=master, reason="  ", **values) == "no_reason"
    assert game.ledger.count() == 2


def test_announcing_and_seating_need_words_and_a_master(game, master):
    user = make_user("Inès")
    assert refused(masters.game_announce, game=game, author=master, text=" ") == "no_reason"
    assert refused(masters.game_announce, game=game, author=user, text=WHY) == "not_master"
    give = {"game": game, "user": user, "name": "Inès", "number": 1}
    assert refused(seating.seat_give, author=master, reason="", **give) == "no_reason"
    assert refused(seating.seat_give, author=user, reason=WHY, **give) == "not_master"


def test_a_master_whose_staff_rights_or_account_are_gone_is_no_master(game, master):
    master.is_staff = False
    assert refused(masters.game_pause, game=game, author=master, reason=WHY) == "not_master"
    master.is_staff, master.is_active = True, False
    assert refused(masters.game_pause, game=game, author=master, reason=WHY) == "not_master"


def test_only_a_superuser_names_masters_and_only_staff_is_named(game, master, boss):
    staff, player = make_user("Lena", is_staff=True), make_user("Inès")
    named = {"game": game, "reason": WHY}
    assert refused(masters.master_name, user=staff, author=master, **named) == "not_superuser"
    assert refused(masters.master_name, user=player, author=boss, **named) == "not_staff"
    assert refused(masters.master_name, user=staff, author=boss, game=game, reason="") == "no_reason"
    masters.master_name(user=staff, author=boss, **named)
    assert Mastership.objects.filter(game=game, user=staff).exists()
    assert (ledger(game).act, ledger(game).reason, ledger(game).data) == (
        "master_named",
        WHY,
        {"master": "Lena", "about": staff.pk},
    )
    assert refused(masters.master_name, user=staff, author=boss, **named) == "already_master"
    assert refused(masters.master_dismiss, user=staff, author=master, **named) == "not_superuser"
    masters.master_dismiss(user=staff, author=boss, **named)
    assert not Mastership.objects.filter(game=game, user=staff).exists()
    assert ledger(game).data == {"master": "Lena", "about": staff.pk, "gone": True}
    assert refused(masters.master_dismiss, user=staff, author=boss, **named) == "no_such_master"


def test_a_rehearsal_has_no_master(clock, boss):
    game = rehearsal_create(user=make_user("Ana"), title="dummy", name="Ana")
    assert refused(masters.game_pause, game=game, author=boss, reason=WHY) == "not_master"


# ---- creating and starting ------------------------------------------------------------------------


def test_a_created_game_has_no_seat_for_its_creator_who_runs_it_unless_others_are_named(clock, boss):
    staff = make_user("Lena", is_staff=True)
    game = masters.master_game_create(author=boss, plan=plan(), reason=WHY, masters=[staff])
    assert game.players.count() == 0
    assert [m.user for m in game.masterships.all()] == [staff]
    assert [(e.act, e.reason) for e in game.ledger.all()] == [("master_named", WHY), ("created", WHY)]
    masters.master_game_create(author=staff, plan=plan(name="Park Avenue"), reason=WHY)
    assert Mastership.objects.get(game__name="Park Avenue").user == staff
    assert (
        refused(masters.master_game_create, author=make_user("Inès"), plan=plan(), reason=WHY) == "not_master"
    )
    assert refused(masters.master_game_create, author=boss, plan=plan(), reason="") == "no_reason"


def test_starting_needs_enough_players_and_keeps_the_reason(clock, boss):
    game = GameFactory(seats=("Ana",))
    start = {"game": game, "author": boss, "reason": WHY}
    assert refused(masters.master_game_start, **start) == "too_few"
    game_join(game=game, user=make_user("Bruno"), name="Bruno")
    masters.master_game_start(**start)
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING
    assert (ledger(game).act, ledger(game).reason, ledger(game).author) == ("started", WHY, boss)
    assert refused(masters.master_game_start, **start) == "started"


# ---- the clock ------------------------------------------------------------------------------------


def test_a_paused_game_lets_noon_pass_and_resuming_gives_the_full_notice(game, master, clock):
    say(game, 1)
    masters.game_pause(game=game, author=master, reason=WHY)
    assert refused(masters.game_pause, game=game, author=master, reason=WHY) == "clock_stands"
    clock.move_to(NOON + timedelta(minutes=5))
    assert close_due() == 0
    with pytest.raises(Refused, match="paused"):
        say(game, 2)
    clock.move_to(NOON + timedelta(hours=2))  # 14:00 in Paris on Sunday: Monday's noon is too near
    masters.game_resume(game=game, author=master, reason=WHY)
    assert open_turn(game).deadline == NOON + timedelta(days=2)
    assert OrderForm.objects.get(player=seat(game, 1)).revision == 1
    assert refused(masters.game_resume, game=game, author=master, reason=WHY) == "not_paused"
    assert [e.act for e in game.ledger.all()[:2]] == ["resumed", "paused"]
    clock.move_to(NOON + timedelta(days=2))
    assert close_due() == 1


def test_resuming_across_the_change_of_clocks_ends_at_noon_of_the_wall(clock, boss):
    clock.move_to(datetime(2027, 3, 27, 10, 30, tzinfo=UTC))  # Saturday 11:30; clocks change on Sunday
    game = running_game()
    masters.game_pause(game=game, author=boss, reason=WHY)
    clock.move_to(datetime(2027, 3, 27, 11, 0, tzinfo=UTC))  # noon: 24 hours of the wall are 23 real ones
    game.refresh_from_db()
    masters.game_resume(game=game, author=boss, reason=WHY)
    assert open_turn(game).deadline == datetime(2027, 3, 28, 10, 0, tzinfo=UTC)


def test_a_deadline_moves_later_and_never_earlier(game, master, clock):
    move = {"game": game, "author": master, "reason": WHY}
    for until in (NOON, NOON - timedelta(hours=1)):
        assert refused(masters.game_extend, until=until, **move) == "not_later"
    assert refused(masters.game_extend, until=MORNING + timedelta(days=15), **move) == "too_late"
    until = NOON + timedelta(hours=30)
    masters.game_extend(until=until, **move)
    assert open_turn(game).deadline == until
    assert ledger(game).data == {"was": NOON.isoformat(), "until": until.isoformat()}
    assert Notice.objects.filter(kind="announced").count() == 3
    clock.move_to(NOON + timedelta(minutes=1))
    assert close_due() == 0
    clock.move_to(until)
    assert refused(masters.game_extend, until=until + timedelta(days=1), **move) == "due"
    assert close_due() == 1
    # Back to the game's own hour: the first noon a day after the one that was moved.
    assert open_turn(game).deadline == NOON + timedelta(days=3)


def test_a_deadline_may_move_by_two_weeks_to_the_minute(game, master):
    until = MORNING + timedelta(days=14)
    masters.game_extend(game=game, until=until, author=master, reason=WHY)
    assert open_turn(game).deadline == until


def test_a_paused_game_has_no_deadline_to_move_and_no_noon_to_strike(game, master):
    masters.game_pause(game=game, author=master, reason=WHY)
    act = {"game": game, "author": master, "reason": WHY}
    assert refused(masters.game_extend, until=NOON + timedelta(days=1), **act) == "clock_stands"
    assert refused(masters.game_resolve_now, turn="secret/1", **act) == "clock_stands"
    assert refused(masters.turn_retry, turn="secret/1", **act) == "clock_stands"


def test_noon_now_resolves_one_turn_once(game, master, clock):
    say(game, 1)
    strike = {"game": game, "turn": "secret/1", "author": master, "reason": WHY}
    assert masters.game_resolve_now(**strike)
    game.refresh_from_db()
    assert (game.number, game.chapter) == (1, 2)
    resolution = Resolution.objects.get(game=game, number=1)
    assert (resolution.cause, resolution.at) == ("master", MORNING)
    # A second master who pressed the same button does not strike the next noon as well.
    assert refused(masters.game_resolve_now, **strike) == "struck"
    game.refresh_from_db()
    assert game.number == 1
    assert [e.act for e in game.ledger.all()].count("noon_now") == 1
    assert open_turn(game).deadline == NOON


def test_a_stuck_turn_is_tried_again(clock, boss):
    game = running_game(options={"breaks": True})
    act = {"game": game, "author": boss, "reason": WHY}
    assert masters.game_resolve_now(turn="secret/1", **act)
    clock.move_to(NOON + timedelta(days=1))
    stuck = open_turn(game)
    assert not turn_close(turn_id=stuck.pk)
    assert refused(masters.turn_retry, turn="secret/1", **act) == "not_stuck"
    assert not masters.turn_retry(turn="secret/2", **act)  # still broken: stuck again, with a new number
    stuck.refresh_from_db()
    assert stuck.status == Turn.Status.STUCK
    assert stuck.incident not in ("", ledger(game).data["incident"])
    assert "RuntimeError" in stuck.incident_step
    assert UNSAID not in stuck.incident_step


def test_a_bot_that_came_while_the_turn_was_stuck_answers_once_it_is_open_again(clock, boss):
    """It would miss the noon otherwise: nobody asks it again."""
    game = running_game(options={"breaks": True})
    act = {"game": game, "author": boss, "reason": WHY}
    assert masters.game_resolve_now(turn="secret/1", **act)
    assert not masters.game_resolve_now(turn="secret/2", **act)
    seating.player_to_bot(number=1, **act)
    assert not OrderForm.objects.filter(turn__name="secret/2").exists()
    assert not masters.turn_retry(turn="secret/2", **act)
    assert OrderForm.objects.get(turn=open_turn(game)).player == seat(game, 1)


def test_an_announcement_reaches_every_player_and_the_ledger(game, master):
    masters.game_announce(game=game, text="No noon on Christmas Day.", author=master)
    assert (ledger(game).act, ledger(game).reason) == ("announced", "No noon on Christmas Day.")
    told = Notice.objects.filter(game=game, kind="announced")
    assert {n.user.display_name for n in told} == {"Ana", "Bruno", "Dimitri"}
    assert all(n.data["reason"] == "No noon on Christmas Day." for n in told)
