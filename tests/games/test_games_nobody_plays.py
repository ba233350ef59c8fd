"""A game in which no person has handed in for three noons pauses itself; one of its players lets it go on,
or it is abandoned after thirty days."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.contract import Order
from games.models import By, FinalStanding, Game, LedgerEntry, Notice, OrderForm, Turn
from games.noticetexts import notice_text
from games.registry import all_skins, skin_for
from games.selectors import window_of
from games.services import masters, pauses
from games.services.leaving import seat_leave
from games.services.order_forms import order_form_save
from games.services.pauses import game_go_on, games_abandon, games_pause_themselves
from games.services.turns import turn_close
from games.services.vacations import DONE_FOR
from games.tasks import close_due, tidy
from tests.battery import site
from tests.builder import WHY, hand_in, ledger, make_user, open_turn, refused, running_game, seat
from tests.games.test_asleep import asleep
from tools import stage

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SEVEN = (Order("say", {"number": 7}),)
TITLES = [skin.rules.meta.key for skin in all_skins()]


@pytest.fixture
def game(clock) -> Game:
    """A game of moves: each noon without one resolves the mover's turn, nine times."""
    return running_game(("Ana", "Bruno", "Dimitri"), options={"closes": "at_once"})


def noon(game: Game, clock) -> None:
    """Noon comes, and the minute's sweep after it."""
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    games_pause_themselves(now=timezone.now())
    game.refresh_from_db()


def idle(game: Game, clock) -> Game:
    for _ in range(3):
        noon(game, clock)
    assert game.idle_since == timezone.now()
    return game


def move(game: Game, number: int) -> None:
    """A player moves; the answer opens the next one's turn."""
    turn = open_turn(game)
    order_form_save(player=seat(game, number), turn_name=turn.name, revision=turn.acts.get(f"p{number}", 0),
                    orders=SEVEN)  # fmt: skip


def page(user, path: str, language: str = "en") -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    answer = client.get(path, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


# ---- it pauses itself -----------------------------------------------------------------------------


def test_the_third_noon_without_a_form_of_a_person_pauses_the_game(game, clock):
    noon(game, clock)
    noon(game, clock)
    assert not game.paused
    noon(game, clock)
    assert (game.paused, game.idle_since) == (True, timezone.now())
    entry = ledger(game)
    assert (entry.act, entry.author, entry.author_name) == (LedgerEntry.Act.PAUSED, None, "")
    told = Notice.objects.filter(game=game, kind=Notice.Kind.ANNOUNCED)
    assert set(told.values_list("user_id", flat=True)) == set(game.players.values_list("user_id", flat=True))
    text = notice_text(told.first())
    assert "paused itself" in text
    assert "let it go on" in text
    assert "Thursday 24 December" in text
    clock.shift(5 * DAY)
    close_due()
    assert open_turn(game).deadline < timezone.now()
    assert not Notice.objects.filter(game=game, created_at__gt=timezone.now() - DAY).exists()


def test_the_minutes_sweep_finds_it(game, clock):
    for _ in range(3):
        clock.move_to(open_turn(game).deadline)
        close_due()
        close_due()
    game.refresh_from_db()
    assert game.idle_since is not None


@pytest.mark.parametrize("by", list(By))
def test_forms_of_bots_plans_and_deputies_do_not_count(clock, by):
    game = running_game(options={"closes": "in_parts"})
    for count in range(2):
        hand_in(game, 1, SEVEN)
        OrderForm.objects.update(by=by)
        noon(game, clock)
        assert Game.objects.get(pk=game.pk).played_at == (
            game.started_at if by in DONE_FOR else timezone.now()
        ), count


def test_a_form_of_a_person_begins_the_count_anew(game, clock):
    noon(game, clock)
    noon(game, clock)
    move(game, 3)
    noon(game, clock)
    noon(game, clock)
    assert not game.paused


def test_a_form_that_lies_in_an_open_turn_changes_nothing(clock):
    """Whether the game pauses would tell who has handed in."""
    twins = [running_game(seats, title="corporate") for seats in (("Ana", "Bruno"), ("Chloé", "Dimitri"))]
    for _ in range(3):
        for game in twins:
            turn = open_turn(game)
            clock.move_to(turn.deadline)
            turn_close(turn_id=turn.pk)
    stage.hand_in(twins[0], open_turn(twins[0]), (1,))
    assert OrderForm.objects.filter(turn__game=twins[0]).count() == 2
    assert games_pause_themselves(now=timezone.now()) == 2


def test_two_turns_of_one_noon_are_one_noon(game, clock):
    noon(game, clock)
    noon(game, clock)
    again = game.resolutions.order_by("-number").first()
    again.pk, again.number = None, 99
    again.save()
    assert games_pause_themselves(now=timezone.now()) == 0


def test_noons_by_hand_do_not_count(game, clock, boss):
    noon(game, clock)
    noon(game, clock)
    masters.game_resolve_now(game=game, turn=open_turn(game).name, author=boss, reason=WHY)
    clock.shift(timedelta(hours=3))
    assert games_pause_themselves(now=timezone.now()) == 0


def test_a_rehearsal_does_not_pause(game, clock):
    for _ in range(3):
        clock.move_to(open_turn(game).deadline)
        turn_close(turn_id=open_turn(game).pk)
    Game.objects.filter(pk=game.pk).update(is_rehearsal=True)
    assert games_pause_themselves(now=timezone.now()) == 0
    Game.objects.filter(pk=game.pk).update(is_rehearsal=False)
    assert games_pause_themselves(now=timezone.now()) == 1


@pytest.mark.parametrize("title", ["megacorps", "machtspiele", "controle"])
def test_a_sleeping_game_pauses_after_three_noons_of_its_calendar_and_wakes(title, clock):
    game = asleep(title, 3, clock)
    assert all(turn.deadline is None for turn in Turn.objects.filter(game=game, status=Turn.Status.OPEN))
    clock.shift(4 * DAY)
    assert games_pause_themselves(now=timezone.now()) == 1
    door = window_of(stage.main_turn(game))
    player = seat(game, 1)
    order = (Order(door.orders[0]),)
    assert refused(order_form_save, player=player, turn_name=door.name, revision=0, orders=order) == "paused"
    game_go_on(player=player)
    assert games_pause_themselves(now=timezone.now()) == 0
    order_form_save(player=player, turn_name=door.name, revision=0, orders=order)
    game.refresh_from_db()
    assert not window_of(stage.main_turn(game)).is_door


# ---- it goes on -----------------------------------------------------------------------------------


def test_one_player_lets_it_go_on_and_the_count_begins_anew(game, clock):
    idle(game, clock)
    clock.shift(10 * DAY)
    ana = seat(game, 1)
    client = site.client_of(ana.user)
    text = client.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "This game has paused itself" in text
    assert f'action="/g/{game.public_id}/go-on/"' in text
    answer = client.post(f"/g/{game.public_id}/go-on/")
    assert answer.status_code == 303
    game.refresh_from_db()
    assert (game.paused, game.idle_since, game.played_at) == (False, None, timezone.now())
    assert open_turn(game).deadline > timezone.now() + timedelta(hours=20)
    entry = ledger(game)
    assert (entry.act, entry.author, entry.plays) == (LedgerEntry.Act.RESUMED, ana.user, True)
    told = Notice.objects.filter(game=game, key__startswith="resumed/")
    assert set(told.values_list("user_id", flat=True)) == {seat(game, 2).user_id, seat(game, 3).user_id}
    assert {notice_text(n) for n in told} == {"Ana has let the game go on, with fresh deadlines."}
    assert refused(game_go_on, player=ana) == "not_idle"
    noon(game, clock)
    noon(game, clock)
    assert not game.paused
    noon(game, clock)
    assert game.idle_since == timezone.now()


def test_a_pause_of_a_master_is_not_for_players_to_end(game, clock, boss):
    masters.game_pause(game=game, author=boss, reason=WHY)
    assert refused(game_go_on, player=seat(game, 1)) == "not_idle"
    assert "go-on" not in page(seat(game, 1).user, f"/g/{game.public_id}/")
    clock.shift(100 * DAY)
    tidy()
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING


def test_a_master_can_resume_it_too(game, clock, boss):
    idle(game, clock)
    masters.game_resume(game=game, author=boss, reason=WHY)
    game.refresh_from_db()
    assert (game.paused, game.idle_since) == (False, None)


def test_who_watches_reads_how_it_goes_on_and_has_no_button(game, clock):
    idle(game, clock)
    text = page(make_user("Inès"), f"/g/{game.public_id}/")
    assert "It goes on as soon as one of its players says so." in text
    assert "/go-on/" not in text


def test_who_left_meanwhile_changes_nothing(game, clock):
    idle(game, clock)
    ana = seat(game, 1)
    seat_leave(player=seat(game, 1))
    assert refused(game_go_on, player=ana) == "no_such_player"


# ---- it is abandoned ------------------------------------------------------------------------------


def test_one_that_cannot_be_ended_keeps_nothing_else_from_being_tidied(game, clock, monkeypatch):
    idle(game, clock)
    clock.shift(31 * DAY)
    monkeypatch.setattr(pauses, "game_end_early", None)
    old = timezone.now() - 90 * DAY
    forgotten = Notice.objects.create(user=seat(game, 1).user, kind="stuck", key="old", read_at=old)
    tidy()
    assert not Notice.objects.filter(pk=forgotten.pk).exists()


def test_after_thirty_days_it_is_abandoned(game, clock):
    idle(game, clock)
    clock.shift(30 * DAY - timedelta(minutes=1))
    assert games_abandon(now=timezone.now()) == 0
    clock.shift(timedelta(minutes=1))
    tidy()
    game.refresh_from_db()
    assert (game.stage, game.ended) == (Game.Stage.FINISHED, Game.Ended.ABANDONED)
    assert (game.paused, game.finished_at) == (False, timezone.now())
    assert not game.has_final_places
    assert not FinalStanding.objects.filter(game=game).exists()
    assert not Turn.objects.filter(game=game).exclude(status=Turn.Status.RESOLVED).exists()
    assert ledger(game).act == LedgerEntry.Act.ENDED
    told = Notice.objects.filter(game=game, kind=Notice.Kind.FINISHED)
    assert told.count() == 3
    assert "no final places" in notice_text(told.first())
    tidy()
    assert told.count() == 3


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_an_abandoned_game_says_so_and_none_shows_places(title, language, clock):
    game = stage.started_game(title, 3, title)
    clock.shift(DAY)
    assert turn_close(turn_id=stage.main_turn(game).pk) or True
    Game.objects.filter(pk=game.pk).update(paused=True, idle_since=timezone.now())
    clock.shift(30 * DAY)
    assert games_abandon(now=timezone.now()) == 1
    user = seat(game, 1).user
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    plain = {
        "en": "This game was not played to its end",
        "fr": "Cette partie n’a pas été jouée jusqu’au bout",
    }
    for found in skin_for(title).pages:
        cache.clear()
        answer = client.get(f"/g/{game.public_id}/{found.slug}/")
        if found.final:
            assert answer.status_code == 404
        else:
            assert answer.status_code == 200
            assert plain[language] in answer.content.decode()
    assert client.get(f"/g/{game.public_id}/result.png").status_code == 404
    for path in ("", "ledger/", "draws/"):
        assert plain[language] in client.get(f"/g/{game.public_id}/{path}", follow=True).content.decode()
    lobby = client.get("/games/").content.decode()
    assert game.name in lobby
    for path in ("", "talk/"):
        assert client.get(f"/g/{game.public_id}/{path}", follow=True).status_code == 200
    assert client.get(f"/g/{game.public_id}/draws.json").status_code == 200
