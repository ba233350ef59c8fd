"""What players of a game of moves are told: their own questions; for all the start, each round, the end."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import translation

from games.contract import Dice
from games.models import Game, Notice, Resolution, Turn
from games.noticetexts import notice_text
from games.registry import skin_for
from games.selectors import notices_shown, view_of, window_of
from games.services.deliveries import notices_send
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import NOON, open_turn, running_game
from tests.games.scripted import answer, door, move, script, sealed

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Bruno", "Chloé")


def told(game: Game) -> dict[str, list[str]]:
    """The notices of each player, by name and in order."""
    found: dict[str, list[str]] = {name: [] for name in NAMES}
    for notice in Notice.objects.filter(game=game).select_related("user").order_by("pk"):
        found[notice.user.display_name].append(notice.kind)
    return found


def started(monkeypatch, *steps, **changes):
    """A scripted game of three, whose notices of the start are gone."""
    script(monkeypatch, *steps)
    game = running_game(NAMES, **changes)
    assert set(map(tuple, told(game).values())) == {("started",)}
    Notice.objects.all().delete()
    return game


def test_whoever_is_asked_is_told_and_nobody_else(monkeypatch, clock):
    first, second = move(1, 1), move(1, 2)
    game = started(monkeypatch, (first,), (second,))
    answer(game, 1, first)
    assert told(game) == {"Ana": [], "Bruno": ["asked"], "Chloé": []}
    notice = Notice.objects.get()
    assert notice.data["asked"] == second.name
    assert notice.data["until"] == open_turn(game).deadline.isoformat()


def test_whoever_has_just_acted_reads_what_he_is_asked_next_in_the_answer(monkeypatch, clock):
    first, second = move(1, 1), move(1, 1, "again")
    game = started(monkeypatch, (first,), (second,), (move(1, 2),))
    answer(game, 1, first)
    assert told(game)["Ana"] == []
    clock.move_to(open_turn(game).deadline)
    assert turn_close(turn_id=open_turn(game).pk)
    assert told(game) == {"Ana": ["unanswered"], "Bruno": ["asked"], "Chloé": []}


def test_a_player_who_is_not_awaited_is_told_of_no_question(monkeypatch, clock):
    """As one who has left a standing order, and may still change his mind."""
    first, bid = move(1, 1), sealed(1, 2, welcome=(3,))
    game = started(monkeypatch, (first,), (bid,))
    answer(game, 1, first)
    assert told(game) == {"Ana": [], "Bruno": ["asked"], "Chloé": []}


def test_a_round_that_is_over_is_told_to_all_with_the_question_of_the_next_one(monkeypatch, clock):
    first, second = move(1, 1), move(2, 2)
    game = started(monkeypatch, (first,), (second,))
    answer(game, 1, first)
    assert told(game) == {"Ana": ["chapter_over"], "Bruno": ["asked"], "Chloé": ["chapter_over"]}
    texts = {n.user.display_name: notice_text(n) for n in Notice.objects.select_related("user")}
    assert texts["Ana"] == "Turn 1 is over. Read what it brought."
    assert texts["Bruno"].startswith(
        "Turn 1 is over. move (2, 2): your answer is awaited, until Sunday 22 Nov"
    )


def test_questions_of_one_round_make_two_mails_at_most(monkeypatch, clock):
    """One that he is asked, one that he missed; the round that is over is told to the two others."""
    steps = [(move(1, 2, kind),) for kind in ("a", "b", "c", "d")]
    game = started(monkeypatch, (move(1, 1),), *steps, (move(2, 1),))
    answer(game, 1, move(1, 1))
    for _ in steps:
        turn = open_turn(game)
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
    assert told(game) == {"Ana": ["asked"], "Bruno": ["asked", "unanswered"], "Chloé": ["chapter_over"]}


def test_somebody_asked_by_a_question_that_stood_open_is_told_and_those_it_asked_before_are_not(
    monkeypatch, clock
):
    aside = move(1, 1)
    game = started(monkeypatch, (sealed(1, 2), aside), (sealed(1, 2, 3),))
    answer(game, 1, aside)
    assert told(game) == {"Ana": [], "Bruno": [], "Chloé": ["asked"]}


def test_an_act_at_a_door_is_told_to_whom_it_asks_something(monkeypatch, clock):
    main = sealed(1, 2, 3)
    game = started(monkeypatch, (main, door(1)), (main, move(1, 2, "reply"), door(1)), (main, door(1)))
    answer(game, 1, door(1))
    assert told(game) == {"Ana": [], "Bruno": ["asked"], "Chloé": []}
    answer(game, 2, move(1, 2, "reply"))
    assert told(game) == {"Ana": [], "Bruno": ["asked"], "Chloé": []}


def test_of_several_questions_the_one_that_closes_first_is_named(monkeypatch, clock):
    """A question that stood open asks somebody else, too, and closes before the one that opens."""
    first, fresh = move(1, 1), move(1, 3)
    game = started(monkeypatch, (first, sealed(1, 2)), (fresh, sealed(1, 2, 3)))
    clock.move_to(NOON - timedelta(hours=1))
    answer(game, 1, first)
    assert told(game) == {"Ana": [], "Bruno": [], "Chloé": ["asked"]}
    data = Notice.objects.get().data
    assert (data["asked"], data["until"]) == (sealed(1, 2, 3).name, NOON.isoformat())


def test_who_is_asked_again_and_again_in_a_round_is_mailed_once_for_it(monkeypatch, clock):
    moves = [move(1, 1 + n % 2, f"move{n}") for n in range(8)]
    game = started(monkeypatch, *[(each,) for each in moves])
    for each in moves[:-1]:
        answer(game, int(each.awaited[0][1:]), each)
    assert told(game) == {"Ana": ["asked"], "Bruno": ["asked"], "Chloé": []}


def test_the_end_is_told_to_all_whatever_they_were_told_before_and_by_a_door_too(monkeypatch, clock):
    game = started(monkeypatch, (sealed(1, 2, 3), door(1)))
    answer(game, 1, door(1))
    assert told(game) == {name: ["finished"] for name in NAMES}


def test_the_mail_is_written_in_the_readers_language_and_the_lobby_shows_the_newest(
    monkeypatch, clock, settings
):
    settings.MAIL_CONFIGURED = True
    first, second = move(1, 1), move(1, 2)
    game = started(monkeypatch, (first,), (second,), (move(2, 3),))
    bruno = game.players.get(number=2).user
    bruno.language = "fr"
    bruno.save()
    answer(game, 1, first)
    notices_send()
    (sent,) = mail.outbox
    assert sent.to == [bruno.email]
    assert "votre réponse est attendue, jusqu’au dimanche 22 novembre" in sent.body
    answer(game, 2, second)
    assert [notice.kind for notice in notices_shown(bruno.pk, NOON)] == ["chapter_over"]
    with translation.override("fr"):
        assert "Lisez" in notice_text(notices_shown(bruno.pk, NOON)[0])


def test_where_turns_close_at_noon_everybody_is_told_of_each_resolved_turn(clock):
    game = running_game(NAMES)
    for _noon in range(3):
        clock.move_to(open_turn(game).deadline)
        assert turn_close(turn_id=open_turn(game).pk)
        game.refresh_from_db()
    assert told(game) == {name: ["started", "resolved", "resolved", "finished"] for name in NAMES}


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_a_game_with_absent_players_mails_nobody_more_than_twice_a_round(clock, mode):
    """Cardline from the start to the end; each hands in two times out of three."""
    game, chance = site.new_game("cardline", mode=mode), random.Random(7)
    rules = skin_for("cardline").rules
    users = {player.pid: player.user_id for player in site.seats(game)}
    for _move in range(400):
        game.refresh_from_db()
        if game.stage == Game.Stage.FINISHED:
            break
        turn = open_turn(game)
        before = set(Notice.objects.values_list("pk", flat=True))
        awaited = window_of(turn).awaited
        for player in site.seats(game):
            if player.pid in awaited and chance.random() < 0.66:
                orders = rules.advise(view_of(game, player), window_of(turn), Dice(chance.randbytes(8))) or ()
                order_form_save(player=player, turn_name=turn.name, revision=0, orders=orders)
        game.refresh_from_db()
        if not game.turns.filter(pk=turn.pk, status=Turn.Status.RESOLVED).exists():
            clock.move_to(turn.deadline)
            turn_close(turn_id=turn.pk)
        assert_told_once(before, users)
    assert game.stage == Game.Stage.FINISHED and game.latest > 2
    assert Resolution.objects.filter(game=game).count() > 5
    mails = Counter(Notice.objects.exclude(kind__in=["started", "finished"]).values_list("user", "key"))
    assert set(mails.values()) == {1}
    a_round = Counter((user, key.partition("/")[2]) for user, key in mails)
    assert max(a_round.values()) <= 2
    ends = Counter(Notice.objects.filter(kind__in=["started", "finished"]).values_list("user", "kind"))
    assert ends == {(user, kind): 1 for user in users.values() for kind in ("started", "finished")}


def assert_told_once(before: set[int], users: dict[str, int]) -> None:
    """Of one resolution nobody is told twice."""
    fresh = Notice.objects.exclude(pk__in=before)
    assert max(Counter(fresh.values_list("user", flat=True)).values(), default=0) <= 1
    assert set(fresh.values_list("user", flat=True)) <= set(users.values())
