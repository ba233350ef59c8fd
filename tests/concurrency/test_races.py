"""Races on PostgreSQL: two workers on one turn, forms in the last second, acts at the same moment.

On SQLite every writing transaction waits for the one before (IMMEDIATE), so these run where
transactions really overlap: `NOON_TEST_DATABASE_URL` names a PostgreSQL server.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from games.contract import Order
from games.models import Game, Notice, OrderForm, Player, Resolution, Turn
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services import resolving
from games.services.accounts import account_delete
from games.services.deliveries import notices_send
from games.services.games import MAX_GATHERING, game_create, game_join
from games.services.masters import game_extend
from games.services.notices import tell
from games.services.order_forms import (
    SavedForm,
    order_form_ready,
    order_form_save,
    order_form_withdraw,
)
from games.services.refusals import Refused
from games.services.turns import turn_close
from tests.builder import GameFactory, make_user, open_turn, plan, running_game, seat

pytestmark = pytest.mark.django_db(transaction=True)  # several connections see each other's rows


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run all acts together, each on its own connection; what each returned or raised."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            barrier.wait(60)
            return act()
        except Exception as problem:
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def cardline_game() -> Game:
    """Two players, all at once: a round that is sealed until both are in."""
    options = {o.key: o.default for o in skin_for("cardline").rules.meta.options} | {"mode": "simultaneous"}
    return running_game(title="cardline", max_players=2, options=options)


def play(player: Player, turn: Turn) -> Any:
    """Any card of the hand, left of the line."""
    public = view_of(turn.game, player).public
    data = {"card": public.hands[player.pid][0], "gap": 0, "line_version": public.line_version}
    return order_form_save(player=player, turn_name=turn.name, revision=0, orders=(Order("place", data),))


def due(game: Game) -> Turn:
    turn = open_turn(game)
    Turn.objects.filter(pk=turn.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    return turn


def closes(turn: Turn) -> bool:
    """Whether a worker that tries again and again closes it, once its noon has come."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if turn_close(turn_id=turn.pk):
            return True
    return False


@pytest.mark.parametrize("_round", range(5))
def test_eight_workers_close_one_turn_once(_round):
    game = running_game()
    turn = due(game)
    done = at_once(*[lambda: turn_close(turn_id=turn.pk)] * 8)
    assert done.count(True) == 1
    assert done.count(False) == 7
    assert Resolution.objects.filter(game=game, turn=turn).count() == 1
    assert game.turns.filter(status=Turn.Status.OPEN).count() == 1
    assert not game.turns.filter(status=Turn.Status.STUCK).exists()


def test_of_eight_workers_whose_rules_raise_one_marks_the_turn_and_tells_of_it(caplog, settings):
    settings.MAIL_CONFIGURED, settings.ADMINS = True, [("operator", "operator@noon.example")]
    game = running_game(options={"breaks": True})
    assert turn_close(turn_id=due(game).pk)
    turn = due(game)
    assert at_once(*[lambda: turn_close(turn_id=turn.pk)] * 8) == [False] * 8
    stuck = game.turns.get(status=Turn.Status.STUCK)
    (line,) = (r.getMessage() for r in caplog.records if r.levelno == logging.ERROR)
    assert f"turn_id={turn.pk} turn={turn.name} incident={stuck.incident} " in line
    assert [message.subject.rpartition(" ")[2] for message in mail.outbox] == [stuck.incident]


@pytest.mark.parametrize("_round", range(5))
def test_a_form_racing_with_noon_is_counted_or_refused_never_both(_round):
    game = running_game()
    turn = open_turn(game)
    player = seat(game, 1)
    Turn.objects.filter(pk=turn.pk).update(deadline=timezone.now() + timedelta(milliseconds=30))

    def save() -> Any:
        return order_form_save(
            player=player, turn_name="secret/1", revision=0, orders=(Order("say", {"number": 9}),)
        )

    saved, closed = at_once(save, lambda: closes(turn))
    assert closed
    resolution = Resolution.objects.get(game=game, turn=turn)
    counted = '"p1"' in resolution.forms
    assert counted == isinstance(saved, SavedForm)
    assert isinstance(saved, SavedForm | Refused)


@pytest.mark.parametrize("_round", range(5))
def test_a_form_taken_back_at_noon_is_gone_or_counted_never_both(_round):
    game = running_game()
    turn, player = open_turn(game), seat(game, 1)
    order_form_save(player=player, turn_name="secret/1", revision=0, orders=(Order("say", {"number": 9}),))
    Turn.objects.filter(pk=turn.pk).update(deadline=timezone.now() + timedelta(milliseconds=30))

    def take_back() -> str:
        order_form_withdraw(player=player, turn_name="secret/1", revision=1)
        return "taken back"

    taken, closed = at_once(take_back, lambda: closes(turn))
    assert closed
    counted = '"p1"' in Resolution.objects.get(game=game, turn=turn).forms
    assert counted == (taken != "taken back")
    assert taken == "taken back" or taken.code in ("due", "withdrawn_late")


@pytest.mark.parametrize("_round", range(5))
def test_a_card_taken_back_while_the_last_one_comes_in_closes_the_round_or_keeps_it_open(_round):
    """Everybody awaited is in for a moment only: the round is resolved with both cards, or with none."""
    game = cardline_game()
    turn, first, second = open_turn(game), seat(game, 1), seat(game, 2)
    play(first, turn)

    def last() -> Any:
        saved = play(second, turn)
        return saved.closes and turn_close(turn_id=saved.closes)

    taken, closed = at_once(lambda: order_form_withdraw(player=first, turn_name=turn.name, revision=1), last)
    turn.refresh_from_db()
    if taken is None:
        assert not closed
        assert (turn.status, turn.can_close_early) == (Turn.Status.OPEN, False)
        assert list(OrderForm.objects.filter(set_aside=False)) == [OrderForm.objects.get(player=second)]
    else:
        assert taken.code == "withdrawn_late"
        assert closed
        assert Resolution.objects.get(game=game, turn=turn).forms.count('"fingerprint"') == 2


def in_parts_game() -> tuple[Game, Turn]:
    """Two players who have both saved a part of their forms."""
    game = running_game(options={"closes": "in_parts"})
    turn = open_turn(game)
    for number in (1, 2):
        order_form_save(player=seat(game, number), turn_name=turn.name, revision=0, orders=())
    return game, turn


def complete(game: Game, number: int, turn: Turn) -> bool:
    """Say that a form is complete; whether that closed the turn."""
    closing = order_form_ready(player=seat(game, number), turn_name=turn.name, revision=1, ready=True)
    return closing is not None and turn_close(turn_id=closing)


@pytest.mark.parametrize("_round", range(5))
def test_two_forms_complete_at_the_same_moment_close_the_turn_once(_round):
    game, turn = in_parts_game()
    assert sorted(at_once(*(lambda n=n: complete(game, n, turn) for n in (1, 2)))) == [False, True]
    assert Resolution.objects.get(game=game, turn=turn).forms.count('"fingerprint"') == 2


@pytest.mark.parametrize("_round", range(5))
def test_a_part_saved_while_the_last_form_is_complete_keeps_the_turn_open_or_comes_late(_round):
    game, turn = in_parts_game()
    complete(game, 1, turn)
    orders = (Order("say", {"number": 9}),)
    saved, closed = at_once(
        lambda: order_form_save(player=seat(game, 1), turn_name=turn.name, revision=1, orders=orders),
        lambda: complete(game, 2, turn),
    )
    turn.refresh_from_db()
    assert closed == isinstance(saved, Refused)
    assert turn.status == (Turn.Status.RESOLVED if closed else Turn.Status.OPEN)
    assert closed or not turn.can_close_early


def test_a_form_waiting_for_the_lock_past_the_deadline_is_late():
    game = running_game()
    turn, player = open_turn(game), seat(game, 1)
    Turn.objects.filter(pk=turn.pk).update(deadline=timezone.now() + timedelta(milliseconds=300))
    held = threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            held.set()
            threading.Event().wait(0.6)

    def save() -> Any:
        held.wait(60)
        return order_form_save(
            player=player, turn_name="secret/1", revision=0, orders=(Order("say", {"number": 9}),)
        )

    _, answer = at_once(hold, save)
    assert isinstance(answer, Refused)
    assert answer.code == "due"
    assert not OrderForm.objects.exists()


def test_the_last_place_is_taken_once_and_starts_the_game_once():
    creator = make_user("Ana")
    game = GameFactory(creator=creator, max_players=2)
    users = [make_user(name) for name in ("Bruno", "Chloé", "Dimitri")]
    done = at_once(*[lambda u=user: game_join(game=game, user=u, name=str(u)) for user in users])
    assert sum(isinstance(d, Player) for d in done) == 1
    assert sorted(d.code for d in done if isinstance(d, Refused)) == ["started", "started"]
    assert game.players.count() == 2
    assert Resolution.objects.filter(game=game, number=0).count() == 1


def test_games_made_at_the_same_moment_are_counted_one_after_the_other():
    creator = make_user("Ana")
    for number in range(MAX_GATHERING - 1):
        game_create(creator=creator, plan=plan(name=f"Game {number}"))
    acts = [lambda n=n: game_create(creator=creator, plan=plan(name=f"Last {n}")) for n in range(4)]
    made = at_once(*acts)
    assert sorted(type(each).__name__ for each in made) == ["Game", "Refused", "Refused", "Refused"], made
    assert Game.objects.count() == MAX_GATHERING


def test_two_saves_of_one_revision_keep_one():
    game = running_game()
    player = seat(game, 1)
    saves = [
        lambda n=n: order_form_save(
            player=player, turn_name="secret/1", revision=0, orders=(Order("say", {"number": n}),)
        )
        for n in range(4)
    ]
    done = at_once(*saves)
    assert sum(isinstance(d, SavedForm) for d in done) == 1
    assert [d.code for d in done if isinstance(d, Refused)] == ["stale"] * 3
    assert OrderForm.objects.get().revision == 1


def test_an_extension_racing_with_noon_moves_it_or_comes_too_late():
    game = running_game()
    master = make_user("Jack", is_staff=True, is_superuser=True)
    turn = due(game)
    later = timezone.now() + timedelta(days=1)
    closed, moved = at_once(
        lambda: turn_close(turn_id=turn.pk),
        lambda: game_extend(game=game, until=later, author=master, reason="race"),
    )
    assert closed is True
    # Before noon it comes too late; after it, it speaks of the next turn, which may end later anyway.
    assert moved is None or (isinstance(moved, Refused) and moved.code in ("due", "not_later"))
    assert Resolution.objects.filter(game=game, turn=turn).count() == 1


def paused_in(monkeypatch: pytest.MonkeyPatch, name: str) -> threading.Event:
    """A resolution that waits a moment in its function `name`; the event is set when it is there."""
    reached, real = threading.Event(), getattr(resolving, name)

    def slow(*args: Any, **kwargs: Any) -> Any:
        reached.set()
        time.sleep(0.5)
        return real(*args, **kwargs)

    monkeypatch.setattr(resolving, name, slow)
    return reached


def test_an_account_deleted_while_its_game_starts_leaves_no_hole_in_it(monkeypatch):
    game = GameFactory(seats=("Ana",), max_players=3)
    bruno, chloe = make_user("Bruno"), make_user("Chloé")
    game_join(game=game, user=bruno, name="Bruno")
    starts = paused_in(monkeypatch, "set_up")
    joined, gone = at_once(
        lambda: game_join(game=game, user=chloe, name="Chloé"),
        lambda: starts.wait(60) and account_delete(user=bruno),
    )
    assert (type(joined), gone) == (Player, None)
    assert [p.name for p in game.players.order_by("number")] == ["Ana", "#2", "Chloé"]
    assert set(window_of(open_turn(game)).players) == {"p1", "p2", "p3"}


def test_an_account_deleted_at_noon_makes_no_turn_stuck(monkeypatch):
    game = running_game()
    turn, user = due(game), seat(game, 2).user
    noon = paused_in(monkeypatch, "write_notices")
    closed, gone = at_once(
        lambda: turn_close(turn_id=turn.pk),
        lambda: noon.wait(60) and account_delete(user=user),
    )
    turn.refresh_from_db()
    assert (closed, gone, turn.status) == (True, None, "resolved")


def test_eight_senders_mail_each_notice_once(settings, monkeypatch):
    settings.MAIL_CONFIGURED = True
    monkeypatch.setattr("games.services.deliveries.MOST_SECONDS", 60)
    game = running_game()
    Notice.objects.all().delete()
    users = [player.user_id for player in game.players.all()]
    for n in range(40):
        tell(
            game=game, users=users, kind=Notice.Kind.RESOLVED, key=f"resolved/{n}", data={"turn": "secret/1"}
        )
    found = at_once(*[notices_send] * 8)
    assert all(isinstance(number, int) for number in found), found
    assert not Notice.objects.exclude(deliveries__state="sent").exists()
    assert len(mail.outbox) == sum(found) == Notice.objects.count() == 80
