"""The games that a master runs: as rows of the lobby, and in the admin."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import selectors
from games.access import Spot
from games.models import (
    Conversation,
    Delivery,
    Game,
    Mastership,
    MessageReport,
    Notice,
    Player,
    Sitting,
    Turn,
)
from games.services import notices, talk
from games.services.games import game_join, game_start
from tests.builder import GameFactory, UserFactory, make_user, open_turn, running_game, seat

pytestmark = pytest.mark.django_db
LIST = "/admin/games/game/"


@pytest.fixture
def lena(clock: object) -> Any:
    return make_user("Lena", is_staff=True, is_organizer=True, language="en", time_zone="Europe/Paris")


def browser(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def runs(user: Any, *games: Game) -> None:
    for game in games:
        Mastership.objects.get_or_create(game=game, user=user)


def plain(answer: Any) -> str:
    words = re.sub(r"<[^>]+>", " ", answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")
    return " ".join(words.split())


def test_tables_one_runs_stand_above_before_noon_by_the_instant(lena):
    """Noon of Montréal comes after that of Paris, although both are at twelve."""
    far = running_game(("Ana", "Bruno"), name="Conseil", zone="America/Toronto")
    near = running_game(("Carla", "Dario"), name="Broadway")
    waits = GameFactory(seats=("Eva",), name="Jeudi", max_players=4)
    plays = running_game((lena, "Filip"), name="Mine")
    runs(lena, far, near, waits, plays)
    page = plain(browser(lena).get("/games/"))
    rows = page[page.index("Tables you run") : page.index("Before noon")]
    assert rows.index("Broadway") < rows.index("Conseil") < rows.index("Jeudi")
    assert "Mine" not in rows
    assert "12:00 Montreal" in rows or "12:00 Toronto" in rows
    assert "18:00" in rows
    assert rows.count("To come sealed until noon") == 2
    assert "3 free" in rows
    assert "Tables you run" not in plain(browser(make_user("Gil", is_staff=True)).get("/games/"))
    assert "Jeudi" in plain(browser(lena).get("/games/tables/"))
    assert Client().get("/games/tables/").status_code == 404


def test_who_is_to_come_is_named_only_where_the_table_sees_it(lena):
    game = running_game(("Carla", "Dario"), title="cardline", name="Hauteurs")
    runs(lena, game)
    found = selectors.run_games([game], timezone.now())[0]
    awaited = selectors.window_of(open_turn(game)).awaited
    assert {name for name in ("Carla", "Dario") if name in found.to_come} == set(found.to_come)
    assert len(found.to_come) == len(awaited)
    assert not found.sealed
    for name in found.to_come:
        assert name in plain(browser(lena).get(LIST))
    Player.objects.filter(game=game).update(user=None)
    assert selectors.run_games([game], timezone.now())[0].to_come == (), "nobody comes to an empty place"


def test_stuck_and_not_reached_are_in_view(lena):
    game = running_game(("Ana", "Bruno"))
    runs(lena, game)
    Turn.objects.filter(game=game).update(status=Turn.Status.STUCK)
    ana = seat(game, 1).user

    def fails(kind: str) -> Notice:
        notice = Notice.objects.create(user=ana, game=game, kind=kind, key=kind)
        Delivery.objects.create(notice=notice, channel="mail", state="failed", next_at=timezone.now())
        return notice

    fails("set_aside")
    assert "not reached: Ana" not in plain(browser(lena).get(LIST))
    notice = fails("resolved")
    for page in ("/games/", LIST):
        shown = plain(browser(lena).get(page))
        assert "a turn is stuck" in shown
        assert "Ana" in shown
    Notice.objects.filter(pk=notice.pk).update(created_at=timezone.now() - timedelta(days=4))
    assert "Ana" not in plain(browser(lena).get(LIST))


def test_whoever_plays_reads_no_more_in_the_list_than_players_do(lena):
    game = running_game((lena, "Bruno"), title="cardline", name="Hauteurs")
    runs(lena, game)
    notice = Notice.objects.create(user=seat(game, 2).user, game=game, kind="started", key="x")
    Delivery.objects.create(notice=notice, channel="mail", state="failed", next_at=timezone.now())
    assert "not reached" not in plain(browser(lena).get(LIST))


def test_thirty_tables_cost_no_more_queries_than_two(lena):
    def cost(page: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser(lena).get(page).status_code == 200
        return len(queries)

    def make(count: int) -> None:
        for _ in range(count):
            runs(lena, GameFactory(running=True, players=2))
            runs(lena, GameFactory(running=True, title="cardline", players=2))

    make(1)
    few = [cost(page) for page in ("/games/", "/games/tables/", LIST)]
    make(7)
    assert [cost(page) for page in ("/games/", "/games/tables/", LIST)] == few


def test_a_master_chooses_what_is_told_of_the_games_he_runs(lena):
    """What asks for an act is told in any case; starts and ends only to who wants them."""
    page = browser(lena)
    assert "News of the games you run" in page.get("/account/profile/").content.decode()
    assert "News of the games" not in browser(UserFactory()).get("/account/profile/").content.decode()
    for chosen, told in (("", 0), ("all", 1)):
        page.post("/account/profile/", {"display_name": "Lena", "run_news": chosen})
        game = GameFactory(players=2, masters=(lena,))
        game_start(game=game, author=game.creator)
        assert Notice.objects.filter(user=lena, game=game, kind="started").count() == told
        notices.tell_table(game=game, kind="stuck", key="x", asks=True)
        assert Notice.objects.filter(user=lena, game=game, kind="stuck").count() == 1
    runner = GameFactory(seats=(lena, "Bruno"))
    game_start(game=runner, author=lena)
    assert Notice.objects.filter(user=lena, game=runner, kind="started").count() == 1


def test_a_table_one_runs_is_listed_once_and_nobody_who_runs_one_is_told_to_find_a_game(lena):
    game = GameFactory(creator=lena, seats=("Ana",), name="Jeudi", is_public=False)
    runs(lena, game)
    page = plain(browser(lena).get("/games/"))
    buttons = [f"{button} Jeudi" for button in ("Its invitation", "Start, bots in the free places")]
    assert page.count("Jeudi") - sum(page.count(button) for button in buttons) == 1
    assert "Your other games" not in page
    assert "Begin with a rehearsal" not in page and "Before noon" not in page
    assert "Rehearsal against bots" in page


def test_reports_and_whom_to_write_to_are_a_press_away(lena):
    """And are no business of a master who has had a seat there."""
    game = running_game(("Ana", "Bruno"), press="all", name="Broadway")
    ana, bruno = seat(game, 1), seat(game, 2)
    runs(lena, game)
    spot = Spot(Conversation.Kind.LETTER, "1-2", (ana.pk, bruno.pk), writes=True)
    for text in ("Go away.", "Go away now."):
        said = talk.message_send(
            game=game, spot=spot, author=bruno.user, player=bruno, text=text, began=timezone.now()
        )
        talk.message_report(message=said, game=game, reporter=ana.user, why="insult", words="")
    notice = Notice.objects.create(user=bruno.user, game=game, kind="resolved", key="x")
    Delivery.objects.create(notice=notice, channel="mail", state="failed", next_at=timezone.now())

    def shown() -> str:
        return plain(browser(lena).get("/games/"))

    reports, letter = f"/g/{game.public_id}/talk/reports/", f"/g/{game.public_id}/talk/masters-2/"
    page = browser(lena).get("/games/").content.decode()
    buttons = [f'class="btn" href="{where}"' for where in (reports, letter)]
    assert all(button in page for button in buttons)
    assert "Reports 2 to read" in shown() and "Write to Bruno Broadway" in shown()
    for address in (reports, letter):
        assert browser(lena).get(address).status_code == 200
    talk.report_decide(game=game, report=MessageReport.objects.first(), author=lena, remove=False)
    assert "Reports 1 to read" in shown()
    Sitting.objects.create(game=game, user=lena, since=timezone.now(), until=timezone.now())
    page = browser(lena).get("/games/").content.decode()
    assert not any(button in page for button in buttons) and "Reports none" in shown()


def test_a_row_says_what_a_game_waits_for_and_who_is_away(lena):
    gathering = GameFactory(seats=("Ana",), name="Jeudi", min_players=3, max_players=5)
    runs(lena, gathering)
    running = running_game(("Carla", "Dario"), name="Broadway")
    runs(lena, running)
    Game.objects.filter(pk=running.pk).update(away="p2:2026-11-25")
    Player.objects.filter(game=running, number=1).update(offer="o" * 24)
    page = plain(browser(lena).get("/games/"))
    assert "2 players before it can start" in page
    assert "Start, bots in the free places Jeudi" in page
    assert browser(lena).get(f"/admin/games/game/{gathering.pk}/act/fill/").status_code == 200
    assert "2 players · Dario is away until Wednesday 25 November." in page
    assert "1 offered" in page
    game_join(game=gathering, user=make_user("Eva"), name="Eva")
    game_join(game=gathering, user=make_user("Filip"), name="Filip")
    assert "nobody: it can start" in plain(browser(lena).get("/games/"))


def test_no_reports_are_masculine_in_french(lena):
    runs(lena, running_game())
    lena.language = "fr"
    lena.save()
    assert "Signalements aucun " in plain(browser(lena).get("/games/"))
