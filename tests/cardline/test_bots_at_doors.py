"""A bot in a seat the game no longer waits for comes back by the door, so that no game dies of it."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.contract import Dice, Order, Orders, PlayerId, decode
from games.contract import Event as ChapterEvents
from games.models import Game, OrderForm, Player, ReaderEvents, Resolution, Turn
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services import masters, seating
from games.services.order_forms import order_form_save
from games.services.turns import turn_close, turns_due
from games.tasks import close_due
from tests.battery import site
from tests.builder import make_user, seat
from tests.cardline.test_site import new_game

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
WHY = "They are on a ship."
MOST_MINUTES = 400


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def master():
    return make_user("Shiro", is_staff=True, is_superuser=True)


def public(game: Game):
    return view_of(game, None).public


def miss(game: Game, clock) -> None:
    """The main question passes without an answer."""
    turn = site.main_turn(game)
    clock.move_to(turn.deadline + timedelta(minutes=1))
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def minutes(game: Game, clock, most: int = MOST_MINUTES) -> int:
    """Minutes of the sweep until nothing is to be closed; how many turns that took."""
    closed = 0
    for _ in range(most):
        clock.shift(timedelta(minutes=1))
        found = [pk for pk in turns_due(timezone.now()) if turn_close(turn_id=pk)]
        if not found:
            break
        closed += len(found)
    else:
        pytest.fail(f"{closed} turns and no end")
    game.refresh_from_db()
    return closed


def asleep(clock, count: int = 2, mode: str = "sequential") -> Game:
    """A game in which everybody has missed two questions."""
    game = new_game(count, mode)
    while not public(game).asleep:
        miss(game, clock)
    return game


def to_bot(game: Game, number: int, master) -> None:
    game.refresh_from_db()
    seating.player_to_bot(game=game, number=number, author=master, reason=WHY)


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_a_game_asleep_goes_on_when_a_seat_is_handed_to_a_bot(clock, master, mode):
    game = asleep(clock, mode=mode)
    assert minutes(game, clock) == 0  # people who are away are left in peace
    to_bot(game, 2, master)
    assert minutes(game, clock) == 1  # the door
    assert kinds(game)["returned"] == 1
    # The other one still has the days that the rules give him: one card a noon, and no more.
    for played in (1, 2):
        miss(game, clock)
        assert minutes(game, clock) == 0
        assert kinds(game)["placed"] == played
        assert public(game).skips_in_a_row["p1"] <= 3 + played
    while game.stage == Game.Stage.RUNNING:
        miss(game, clock)
    assert public(game).outcome.winners == ("p2",)


def kinds(game: Game) -> Counter[str]:
    """How often each kind of event was told to everybody, by the first word of the kind."""
    rows = ReaderEvents.objects.filter(game=game, reader="public")
    return Counter(
        event.kind.split("_")[0] for row in rows for event in decode(row.content, tuple[ChapterEvents, ...])
    )


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_bots_alone_keep_to_noon_until_somebody_comes_back(clock, master, mode):
    game = asleep(clock, 3, mode)
    for number in (2, 3):
        to_bot(game, number, master)
    minutes(game, clock)
    assert game.stage == Game.Stage.RUNNING
    waiting = site.main_turn(game)
    assert "p1" not in window_of(waiting).awaited
    assert (waiting.can_close_early, waiting.deadline > timezone.now()) == (False, True)
    order_form_save(player=seat(game, 1), turn_name="return", revision=0, orders=(Order("return"),))
    minutes(game, clock)
    assert "p1" in window_of(site.main_turn(game)).awaited


def test_two_bots_come_back_one_by_one_each_in_a_resolution_of_its_own(clock, master):
    game = asleep(clock, 3, "simultaneous")
    to_bot(game, 2, master)
    to_bot(game, 3, master)
    door = game.turns.get(name="return")
    assert OrderForm.objects.filter(turn=door).count() == 2
    assert turn_close(turn_id=door.pk), "the second follows the first at once"
    door.refresh_from_db()
    assert (door.can_close_early, OrderForm.objects.filter(turn=door).count()) == (False, 0)
    acts = Resolution.objects.filter(game=game, turn=door)
    assert [(act.cause, act.missing) for act in acts] == [("act", "[]")] * 2
    assert all(act.forms.count('"orders"') == 1 for act in acts)


def hand_in(game: Game, number: int) -> None:
    """What a bot would do, by a person; a turn that may close then does."""
    turn = site.main_turn(game)
    player = seat(game, number)
    dice = Dice(f"{turn.name}/{number}".encode())
    orders = skin_for("cardline").rules.sample(view_of(game, player), window_of(turn), dice)
    order_form_save(player=player, turn_name=turn.name, revision=0, orders=orders or any_card(game, player))
    turn.refresh_from_db()
    if turn.can_close_early:
        assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def any_card(game: Game, player: Player) -> Orders:
    state = public(game)
    card = state.hands[PlayerId(player.pid)][0]
    return (Order("place", {"card": card, "gap": 0, "line_version": state.line_version}),)


def one_away(clock) -> Game:
    """Two play all at once, and the second has missed two rounds."""
    game = new_game(2, "simultaneous")
    while public(game).dormant != ("p2",):
        hand_in(game, 1)
        miss(game, clock)
    return game


def test_who_is_awake_is_waited_for_and_the_bot_that_came_back_has_its_card_in(clock, master):
    game = one_away(clock)
    before = site.main_turn(game)
    to_bot(game, 2, master)
    assert minutes(game, clock) == 1  # the door alone
    after = site.main_turn(game)
    assert (after.name, after.deadline) == (before.name, before.deadline)
    assert public(game).dormant == ()
    assert OrderForm.objects.filter(turn=after, player=seat(game, 2)).exists()
    hand_in(game, 1)
    assert public(game).round_no == window_of(after).chapter + 1 or public(game).outcome


def test_a_bot_handed_the_seat_whose_move_it_is_plays_within_the_minute(clock, master):
    game = new_game(2)
    turn = site.main_turn(game)
    assert turn.name.endswith("p1")
    to_bot(game, 1, master)
    turn.refresh_from_db()
    assert turn.can_close_early
    assert minutes(game, clock) == 1
    assert site.main_turn(game).name.endswith("p2")


def test_a_paused_game_waits_with_the_bot_at_the_door(clock, master):
    game = asleep(clock)
    masters.game_pause(game=game, author=master, reason=WHY)
    to_bot(game, 2, master)
    assert minutes(game, clock) == 0
    assert public(game).asleep
    game.refresh_from_db()
    masters.game_resume(game=game, author=master, reason=WHY)
    assert minutes(game, clock) > 0
    assert not public(game).asleep


def test_no_bot_walks_through_a_door_while_a_turn_is_stuck_or_due(clock, master):
    game = one_away(clock)
    main, door = site.main_turn(game), game.turns.get(name="return")
    to_bot(game, 2, master)
    Turn.objects.filter(pk=main.pk).update(status=Turn.Status.STUCK)
    assert not turn_close(turn_id=door.pk)
    Turn.objects.filter(pk=main.pk).update(status=Turn.Status.OPEN)
    assert not turn_close(turn_id=door.pk, now=main.deadline)
    assert public(game).dormant == ("p2",)
    assert turn_close(turn_id=door.pk)
    assert public(game).dormant == ()


def test_a_sealed_round_that_opens_again_with_the_card_of_all_it_awaits_closes(clock):
    """Somebody away hands in, the last one awake resigns, and the first comes back to a game of two."""
    game = new_game(3, "simultaneous")
    while public(game).dormant != ("p2", "p3"):
        hand_in(game, 1)
        miss(game, clock)
    order_form_save(
        player=seat(game, 2), turn_name=site.main_turn(game).name, revision=0,
        orders=any_card(game, seat(game, 2)),
    )  # fmt: skip
    number = public(game).round_no
    order_form_save(player=seat(game, 1), turn_name="resign", revision=0, orders=(Order("resign"),))
    assert public(game).asleep  # a card that waits wakes nobody
    assert minutes(game, clock) == 0
    order_form_save(player=seat(game, 2), turn_name="return", revision=0, orders=(Order("return"),))
    assert minutes(game, clock) == 1
    assert public(game).round_no == number + 1 or public(game).outcome


def test_games_of_people_are_left_alone(clock):
    game = new_game(2)
    hand_in(game, 1)
    assert minutes(game, clock) == 0


def test_bots_that_follow_each_other_answer_within_one_sweep(clock, master):
    game = new_game(3)
    for number in (2, 3):
        to_bot(game, number, master)
    while not site.main_turn(game).name.endswith("p1"):  # who begins is drawn
        clock.shift(timedelta(minutes=1))
        close_due()
    hand_in(game, 1)
    clock.shift(timedelta(minutes=1))
    close_due()
    assert site.main_turn(game).name.endswith("p1"), "both bots have played"


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_a_game_that_sleeps_keeps_its_chapter_and_its_past_editions(clock, client, mode):
    game = asleep(clock, mode=mode)
    assert game.chapter >= 2
    editions = [f"/g/{game.public_id}/log/{chapter}/" for chapter in range(game.latest + 1)]
    client.force_login(seat(game, 1).user)
    assert {client.get(page).status_code for page in editions} == {200}
    before = (game.chapter, game.latest)
    order_form_save(player=seat(game, 1), turn_name="return", revision=0, orders=(Order("return"),))
    game.refresh_from_db()
    assert not public(game).asleep
    assert (game.chapter, game.latest) >= before
    assert {client.get(page).status_code for page in editions} == {200}
