"""Seats given, taken back and handed to bots, and what happens to their forms."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.contract import Closes, Order, PlayerId, Window, encode
from games.models import Game, Notice, OrderForm, Seed, Turn
from games.noticetexts import notice_text
from games.services import seating
from games.services.order_forms import order_form_save
from tests.builder import (
    NOON,
    WHY,
    GameFactory,
    ledger,
    make_user,
    open_turn,
    refused,
    running_game,
    say,
    seat,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def names() -> tuple[str, ...]:
    return ("Ana", "Bruno", "Dimitri")


def test_seating_before_the_start_takes_a_free_place_and_the_last_one_starts_the_game(clock, boss):
    game = GameFactory(seats=("Ana",), max_players=2)
    give = {"game": game, "author": boss, "reason": WHY}
    bruno = make_user("Bruno")
    assert refused(seating.seat_give, user=bruno, name="ana", **give) == "name_taken"
    seating.seat_give(user=bruno, name="Bruno", **give)
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING
    assert refused(seating.seat_give, user=bruno, name="B", **give) == "already_in"
    assert refused(seating.seat_give, user=make_user("Inès"), name="Inès", number=1, **give) == "no_such_seat"
    assert Notice.objects.filter(user=bruno, kind="announced").exists()


def test_unseating_before_the_start_frees_the_place(clock, boss):
    game = GameFactory(seats=("Ana",))
    seating.seat_take(game=game, number=1, author=boss, reason=WHY)
    assert game.players.count() == 0
    assert refused(seating.seat_take, game=game, number=1, author=boss, reason=WHY) == "no_such_player"


def test_unseating_empties_the_seat_and_what_was_saved_no_longer_counts(game, master):
    say(game, 2)
    bruno = seat(game, 2).user
    seating.seat_take(game=game, number=2, author=master, reason=WHY)
    empty = seat(game, 2)
    assert (empty.user, empty.is_bot, empty.name) == (None, False, "Bruno")
    assert not OrderForm.objects.filter(player=empty).exists()
    assert (ledger(game).act, ledger(game).reason, ledger(game).data) == (
        "unseated",
        WHY,
        {"name": "Bruno", "about": bruno.pk},
    )
    told = Notice.objects.get(user=bruno, kind="removed")
    assert notice_text(told).startswith("Your place was given back.")
    assert notice_text(told).endswith(WHY)


@pytest.mark.parametrize("out", [seating.seat_take, seating.player_to_bot])
def test_what_was_saved_for_a_question_that_may_come_back_goes_with_its_author(game, master, out):
    say(game, 2)
    paused = open_turn(game)
    later = Turn.objects.create(
        game=game, name="secret/9", chapter=9, window=paused.window, opened_at=paused.opened_at,
        commitment=paused.commitment, position=1,
    )  # fmt: skip
    Seed.objects.create(turn=later, secret=bytes(32))
    Turn.objects.filter(pk=paused.pk).update(status=Turn.Status.PAUSED)
    out(game=game, number=2, author=master, reason=WHY)
    assert not OrderForm.objects.filter(turn=paused).exists()


def test_a_bot_takes_a_seat_answers_at_once_and_gives_it_back(game, master):
    say(game, 2, 8)
    seating.player_to_bot(game=game, number=2, author=master, reason=WHY)
    form = OrderForm.objects.get(player=seat(game, 2))
    assert form.ready
    assert form.revision == 1
    assert seat(game, 2).is_bot
    told = Notice.objects.get(kind="removed")
    assert notice_text(told).startswith("A bot has taken your seat")
    assert refused(seating.player_to_bot, game=game, number=2, author=master, reason=WHY) == "no_such_player"
    user = make_user("Inès")
    seating.seat_give(game=game, user=user, name="Inès", number=2, author=master, reason=WHY)
    taken = seat(game, 2)
    assert (taken.user, taken.is_bot, taken.name) == (user, False, "Inès")
    assert "under the name Inès" in notice_text(Notice.objects.get(user=user))
    assert [e.act for e in game.ledger.all()[:2]] == ["seated", "bot"]


def test_the_last_answer_of_a_bot_closes_a_game_that_closes_early(clock, boss):
    game = running_game(close_when_all_ready=True)
    order_form_save(
        player=seat(game, 1), turn_name="secret/1", revision=0, ready=True,
        orders=(Order("say", {"number": 1}),),
    )  # fmt: skip
    assert not open_turn(game).can_close_early
    seating.player_to_bot(game=game, number=2, author=boss, reason=WHY)
    assert open_turn(game).can_close_early
    seating.seat_take(game=game, number=1, author=boss, reason=WHY)
    assert not open_turn(game).can_close_early


def test_between_noon_and_its_resolution_no_form_changes_hands(game, master, clock):
    say(game, 2)
    clock.move_to(NOON + timedelta(seconds=20))
    act = {"game": game, "number": 2, "author": master, "reason": WHY}
    assert refused(seating.seat_take, **act) == "due"
    assert refused(seating.player_to_bot, **act) == "due"
    assert OrderForm.objects.filter(player=seat(game, 2)).exists()


def test_an_empty_seat_is_not_given_between_noon_and_its_resolution_but_while_the_game_is_paused(
    game, master, clock
):
    seating.seat_take(game=game, number=2, author=master, reason=WHY)
    give = {"game": game, "user": make_user("Inès"), "name": "Inès", "author": master, "reason": WHY}
    clock.move_to(NOON + timedelta(seconds=20))
    assert refused(seating.seat_give, number=2, **give) == "due"
    Game.objects.update(paused=True)
    seating.seat_give(number=2, **give)
    assert seat(game, 2).name == "Inès"


def test_a_seat_is_given_under_no_name_that_looks_like_anothers(game, master):
    seating.seat_take(game=game, number=3, author=master, reason=WHY)
    give = {"game": game, "user": make_user("Inès"), "number": 3, "author": master, "reason": WHY}
    for name in ("bruno", "Bru\u200dno", "Ａna"):
        assert refused(seating.seat_give, name=name, **give) == "name_taken"
    seating.seat_give(name="Dimitri", **give)  # its own


def test_a_seat_that_no_question_is_put_to_is_given_to_nobody(game, master):
    seating.seat_take(game=game, number=3, author=master, reason=WHY)
    asked = Window("secret", (1,), ("say",), Closes.AT_NOON, (PlayerId("p1"), PlayerId("p2")))
    Turn.objects.update(window=encode(asked))
    give = {"game": game, "user": make_user("Inès"), "name": "Inès", "author": master, "reason": WHY}
    assert refused(seating.seat_give, number=3, **give) == "no_such_seat"
    assert refused(seating.player_to_bot, game=game, number=3, author=master, reason=WHY) == "no_such_player"


def test_whoever_takes_a_seat_over_has_read_nothing_yet(game, master):
    """What its former holder had read is not marked as read for the next one."""
    before = seat(game, 2)
    before.seen = {"news": 3}
    before.save(update_fields=["seen"])
    seating.seat_take(game=game, number=2, author=master, reason=WHY)
    give = {"number": 2, "author": master, "reason": WHY}
    seating.seat_give(game=game, user=make_user("Inès"), name="Inès", **give)
    assert seat(game, 2).seen == {}
