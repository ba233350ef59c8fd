"""The lobby: what it lists, in which order, for whom, and what it costs; settings of a new game."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.contract import Order
from games.models import Game, Notice, Turn
from games.reads.lobby import public_games
from games.services.games import game_cancel, game_join
from games.services.order_forms import order_form_save
from games.services.turns import turn_close
from tests.builder import GameFactory, UserFactory, open_turn, seat

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)  # Saturday, 08:48 in Paris
MOST_QUERIES = 12


@pytest.fixture
def ana(client, clock):
    """Logged in at the hour of these tests: by another one, her session might be over."""
    user = UserFactory(display_name="Ana", time_zone="Europe/Paris")
    client.force_login(user)
    return user


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def settings(**changes: object) -> dict[str, object]:
    values = {
        "title": "dummy", "name": "Cinquième Avenue", "min_players": "2", "max_players": "4", "who": "public",
        "hour": "12:00", "zone": "Europe/Paris", "seat_name": "Ana",
    }  # fmt: skip
    return {key: value for key, value in {**values, **changes}.items() if value is not None}


# ---- what it lists --------------------------------------------------------------------------------


def test_a_visitor_sees_public_games_only(client):
    public, private = GameFactory(name="Broadway"), GameFactory(name="Secret Lane", private=True)
    page = client.get("/games/").content.decode()
    assert public.name in page
    assert private.name not in page
    assert "Before noon" not in page
    assert 'action="/try/"' in page, "whoever looks in without an account may play at once"


def test_an_empty_lobby_names_the_first_step(client, ana):
    page = client.get("/games/").content.decode()
    assert "Begin with a rehearsal" in page
    assert page.count('action="/games/rehearsal/"') == 1
    assert 'action="/try/"' not in page
    assert "No open game has a free place" in page
    GameFactory(name="Broadway", creator=ana)
    page = client.get("/games/").content.decode()
    assert "Begin with a rehearsal" not in page
    assert "You have no game running" in page


def test_my_running_games_come_first_the_next_noon_before_the_others(client, ana, clock):
    GameFactory(name="Tomorrow", creator=ana, running=True)
    GameFactory(name="This evening", creator=ana, running=True)
    Turn.objects.filter(game__name="This evening").update(deadline=NOW + timedelta(hours=3, minutes=12))
    page = client.get("/games/").content.decode()
    cards = page.partition("Before noon")[2]
    assert cards.index("This evening") < cards.index("Tomorrow")
    assert "Noon in 3 h 12" in page
    assert "2 games await you" in page
    assert "to do" in page


def test_the_badge_counts_the_orders_saved(client, ana, clock):
    game = GameFactory(creator=ana, running=True)
    order = Order("say", {"number": 7})
    order_form_save(player=seat(game, 1), turn_name=open_turn(game).name, revision=0, orders=(order, order))
    page = client.get("/games/").content.decode()
    assert "2 orders" in page
    assert "Your 2 orders are saved." in page
    assert "await" not in page


def test_an_empty_form_is_an_answer(client, ana, clock):
    game = GameFactory(creator=ana, running=True)
    order_form_save(player=seat(game, 1), turn_name=open_turn(game).name, revision=0, orders=())
    assert "You pass this turn." in client.get("/games/").content.decode()


def test_noon_is_told_in_my_time_zone(client, ana, clock):
    ana.time_zone = "Europe/London"
    ana.save()
    GameFactory(creator=ana, running=True)
    assert "12:00 Paris (11:00 for you)" in client.get("/games/").content.decode()


def test_a_finished_game_shows_my_result(client, ana, clock):
    game = GameFactory(creator=ana, running=True)
    while game.stage == Game.Stage.RUNNING:
        turn = open_turn(game)
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    page = client.get("/games/").content.decode()
    assert "1 of 2, 0 points" in page
    assert "Scores" in page


def test_what_is_empty_is_a_line_at_the_end_and_no_section(client, clock):
    """A heading without a game stands over the open ones alone, where one may be created; what could be
    watched or read is told in two sentences below."""
    page = client.get("/games/").content.decode()
    assert re.findall("<h2[^>]*>(.*?)</h2>", page) == ["Open games"]
    GameFactory(name="Broadway")
    page = client.get("/games/").content.decode()
    assert re.findall("<h2[^>]*>(.*?)</h2>", page) == ["Open games"]
    order = ("Open games</h2>", "Broadway", "No game to watch", "No public game is over yet")
    assert sorted(order, key=page.index) == list(order)


def test_anybody_finds_a_finished_public_game_and_reads_it(client, clock):
    game = GameFactory(name="Broadway", running=True)
    while game.stage == Game.Stage.RUNNING:
        turn = open_turn(game)
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    for address in ("/games/", "/games/finished/"):
        page = client.get(address).content.decode()
        assert "Broadway" in page
        assert f'href="/g/{game.public_id}/' in page
    page = client.get(f"/g/{game.public_id}/", follow=True)
    assert page.request["PATH_INFO"] == f"/g/{game.public_id}/news/", "its last edition"
    assert page.status_code == 200
    assert "The game is over" in page.content.decode()


def test_whoever_has_games_of_his_own_is_not_told_that_there_are_none(client, ana, clock):
    """His own stand in a list of their own; the public ones below are those of the others."""
    before = client.get("/games/").content.decode()
    assert "No public game is over yet" in before
    assert "No open game has a free place" in before
    gathering, game = GameFactory(creator=ana), GameFactory(creator=ana, running=True)
    while game.stage == Game.Stage.RUNNING:
        turn = open_turn(game)
        clock.move_to(turn.deadline)
        assert turn_close(turn_id=turn.pk)
        game.refresh_from_db()
    page = client.get("/games/").content.decode()
    assert gathering.name in page
    assert "No public game is over yet" not in page
    assert "No other public game is over yet" in page
    assert "No open game has a free place" not in page
    assert "No other open game has a free place" in page


def test_nothing_another_player_does_before_noon_shows(client, ana, clock):
    game = GameFactory(creator=ana, running=True)
    before = client.get("/games/").content
    clock.shift(1)  # a second later, within the same minute
    order_form_save(player=seat(game, 2), turn_name=open_turn(game).name, revision=0, orders=())
    after = client.get("/games/").content
    assert _without_tokens(before) == _without_tokens(after)


def _without_tokens(page: bytes) -> list[bytes]:
    return [line for line in page.split(b">") if b"csrf" not in line and b"X-CSRFToken" not in line]


def test_an_open_game_is_joined_by_one_button(client, ana):
    game = GameFactory(name="Broadway")
    page = client.get("/games/").content.decode()
    assert f'action="/g/{game.public_id}/join/"' in page
    client.post(f"/g/{game.public_id}/join/")
    assert game.players.filter(user=ana, name="Ana").exists()


def test_a_game_without_a_free_place_is_not_listed_as_open(client, ana):
    game = GameFactory(name="Broadway", players=3)
    Game.objects.filter(pk=game.pk).update(max_players=3)
    assert "Broadway" not in client.get("/games/").content.decode()


def test_a_cancelled_game_stays_for_two_weeks(client, ana, clock):
    game = GameFactory(name="Broadway", creator=ana)
    game_cancel(game=game, author=ana)
    assert "Its creator cancelled the game" in client.get("/games/").content.decode()
    clock.shift(timedelta(days=15))
    assert "Broadway" not in client.get("/games/").content.decode()


def test_a_stuck_turn_is_told_as_late(client, ana, clock):
    game = GameFactory(creator=ana, running=True, options={"breaks": True})
    Turn.objects.filter(game=game, status="open").update(status="stuck")
    assert "The resolution is late" in client.get("/games/").content.decode()


@pytest.mark.parametrize("user", ["player", "visitor"])
def test_thirty_games_cost_no_more_than_three(client, clock, user):
    ana = UserFactory(display_name="Ana")
    if user == "player":
        client.force_login(ana)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/games/").status_code == 200
        return len(queries)

    def make(count: int) -> None:
        for n in range(count):
            creator = ana if n % 2 else UserFactory()
            running = GameFactory(creator=creator, running=True, players=3)
            GameFactory(players=2)
            Notice.objects.create(
                user=ana, game=running, kind="resolved", key=f"x{n}", data={"turn": "secret/1"}
            )
            if creator is ana:
                order_form_save(
                    player=seat(running, 1), turn_name=open_turn(running).name, revision=0, orders=()
                )

    make(2)
    few = cost()
    make(28)
    assert cost() == few <= MOST_QUERIES


# ---- lists to their end ---------------------------------------------------------------------------


def test_the_lobby_shows_the_newest_and_leads_to_all(client, ana, clock):
    for n in range(30):
        GameFactory(name=f"Street {n:02}")
        clock.shift(60)
    page = client.get("/games/").content.decode()
    assert "Street 29" in page and "Street 24" in page and "Street 23" not in page
    assert 'href="/games/open/"' in page and 'href="/games/running/"' not in page
    first = client.get("/games/open/").content.decode()
    second = client.get("/games/open/2/").content.decode()
    assert "Street 29" in first and "Street 06" in first and "Street 05" not in first
    assert "Street 05" in second and "Street 00" in second and "Street 06" not in second
    assert 'href="/games/open/2/"' in first and 'href="/games/open/1/"' in second
    assert 'href="/games/open/3/"' not in second
    assert client.get("/games/open/3/").status_code == 404


def test_all_my_games_are_listed_the_next_noon_first_and_nobody_elses(client, ana, clock):
    for n in range(14):
        GameFactory(name=f"Mine {n:02}", creator=ana, running=True)
    GameFactory(name="Somebody else’s", private=True)
    Turn.objects.filter(game__name="Mine 00").update(deadline=NOW + timedelta(hours=1))
    page = client.get("/games/").content.decode()
    assert "Mine 00" in page and 'href="/games/mine/"' in page
    listed = client.get("/games/mine/").content.decode()
    assert all(f"Mine {n:02}" in listed for n in range(14))
    assert listed.index("Mine 00") < listed.index("Mine 13")
    assert "Somebody" not in listed
    assert client.get("/games/none/").status_code == 404


def test_a_visitor_has_no_games_of_his_own(client):
    assert client.get("/games/mine/").status_code == 404


@pytest.mark.parametrize(
    ("which", "by"), [("open", "created_at"), ("running", "started_at"), ("finished", "finished_at")]
)
def test_the_newest_games_come_out_of_an_index(which, by):
    """However many there are: nothing is sorted, no other game is looked at."""
    with connection.cursor() as cursor:
        if connection.vendor != "sqlite":
            pytest.skip("PostgreSQL sorts a handful of rows: its plan depends on how many there are")
        statement = public_games(which, 1, 6, 0)
        cursor.execute(f"EXPLAIN QUERY PLAN {statement.sql}", statement.values)
        plan = [row[-1] for row in cursor.fetchall()]
    assert any(f"USING INDEX games_by_{by} " in line for line in plan), plan
    assert not any("TEMP B-TREE" in line for line in plan), plan


# ---- notices --------------------------------------------------------------------------------------


def test_notices_are_shown_until_put_away(client, ana):
    game = GameFactory(name="Broadway")
    Notice.objects.create(user=ana, game=game, kind="removed", key="removed/2")
    page = client.get("/games/").content.decode()
    assert "Your place was given back" in page
    client.get("/games/notices/")
    assert Notice.objects.filter(read_at=None).count() == 1
    assert client.post("/games/notices/").status_code == 302
    assert "Your place was given back" not in client.get("/games/").content.decode()


def test_what_the_lobby_had_no_room_for_is_shown_after_the_rest_was_put_away(client, ana, clock):
    """Whoever comes back from a journey finds that he was taken out of a game, too."""
    Notice.objects.create(user=ana, game=GameFactory(name="Broadway"), kind="removed", key="removed/2")
    for number in range(9):
        clock.shift(61)
        game = GameFactory(name=f"Avenue {number}")
        for turn in range(3):
            Notice.objects.create(user=ana, game=game, kind="resolved", key=f"resolved/{turn}")
    page = client.get("/games/")
    assert "Your place was given back" not in page.content.decode()
    clock.shift(1)
    Notice.objects.create(user=ana, game=game, kind="finished", key="finished")  # while he reads
    until = re.search(r'name="at" value="([^"]+)"', page.content.decode())[1]
    client.post("/games/notices/", {"at": until})
    assert sorted(Notice.objects.filter(read_at=None).values_list("kind", flat=True)) == [
        "finished", "removed", "resolved", "resolved", "resolved"
    ]  # fmt: skip
    page = client.get("/games/").content.decode()
    assert "Your place was given back" in page
    assert "The game is over" in page


@pytest.mark.parametrize(
    "moment", ["", "now", "0001-01-01T00:00:00+23:00", "\x00", "9999-12-31T23:59:59-23:00"]
)
def test_notices_are_put_away_whatever_moment_is_posted(client, ana, moment):
    Notice.objects.create(user=ana, game=GameFactory(), kind="removed", key="removed/2")
    assert client.post("/games/notices/", {"at": moment}).status_code == 302
    assert not Notice.objects.filter(read_at=None).exists()


def test_of_the_course_of_a_game_the_last_word_is_shown(client, ana):
    for name, turns in (("Broadway", 20), ("Fifth Avenue", 1)):
        game = GameFactory(name=name)
        Notice.objects.create(user=ana, game=game, kind="removed", key="removed/2")
        for turn in range(turns):
            Notice.objects.create(user=ana, game=game, kind="started", key=f"started/{turn}")
        Notice.objects.create(user=ana, game=game, kind="finished", key="finished")
    page = client.get("/games/").content.decode()
    assert page.count("The game is over. The final places") == 2
    assert "The game has started. Open it" not in page
    assert page.count("Your place was given back") == 2


def test_a_paused_game_asks_for_nothing(client, ana):
    game = GameFactory(name="Broadway", creator=ana, running=True)
    assert "1 game awaits you" in client.get("/games/").content.decode()
    game.paused = True
    game.save()
    page = client.get("/games/").content.decode()
    assert "The game is paused" in page
    assert "awaits you" not in page
    assert "to do" not in page


# ---- a new game -----------------------------------------------------------------------------------


def test_creating_asks_a_visitor_to_log_in(client):
    assert client.get("/games/new/")["Location"] == "/account/login/?next=/games/new/"


def test_a_visitor_who_posts_reads_what_he_had_typed(client):
    response = client.post("/games/new/", settings())
    assert response.status_code == 403
    assert "Cinquième Avenue" in response.content.decode()


def test_a_game_is_created_as_asked(client, ana):
    chosen = {"hour": "20:30", "zone": "America/Toronto", "early-dummy": "on", "who": "invitation"}
    response = client.post("/games/new/", settings(**chosen))
    game = Game.objects.get()
    assert response["Location"] == f"/g/{game.public_id}/"
    assert (game.name, game.hour, game.zone) == ("Cinquième Avenue", time(20, 30), "America/Toronto")
    assert (game.min_players, game.max_players, game.close_when_all_ready, game.is_public) == (
        2,
        4,
        True,
        False,
    )
    assert game.players.get().name == "Ana"
    assert game.options == {"breaks": False, "closes": "at_noon"}
    assert len(game.invitation) >= 22


def test_the_chosen_titles_options_are_kept_and_no_others(client, ana):
    client.post("/games/new/", settings(**{"option-dummy-breaks": "on", "option-other-luck": "on"}))
    assert Game.objects.get().options == {"breaks": True, "closes": "at_noon"}


def test_fifty_players_are_behind_a_fold(client, ana):
    assert "<details" in client.get("/games/new/").content.decode()
    client.post("/games/new/", settings(more_players="50"))
    assert Game.objects.get().max_players == 50


def test_ten_are_proposed_and_a_title_of_fewer_takes_its_own_most(client, ana):
    """The Corporate Game's D2. Ten left as proposed is no wish; nine for a title of eight is one."""
    page = client.get("/games/new/").content.decode()
    assert '<option value="10" selected>' in page.split('name="max_players"')[1].split("</select>")[0]
    summary = client.get(
        "/games/new/", settings(title="cardline", max_players="10"), headers={"HX-Request": "true"}
    )
    assert "2 to 8" in summary.content.decode()
    refused = client.post("/games/new/", settings(title="cardline", max_players="9"))
    assert "at most 8 players" in refused.content.decode()
    client.post("/games/new/", settings(title="cardline", max_players="10"))
    assert Game.objects.get().max_players == 8


def test_two_are_proposed_and_a_title_of_more_takes_its_own_least(client, ana):
    """MegaCorps' least is three. Two left as proposed is no wish; four is one."""
    page = client.get("/games/new/").content.decode()
    assert '<option value="2" selected>' in page.split('name="min_players"')[1].split("</select>")[0]
    asked = settings(title="megacorps", max_players="6")
    summary = client.get("/games/new/", asked, headers={"HX-Request": "true"})
    assert "3 to 6" in summary.content.decode()
    assert client.post("/games/new/", asked).status_code == 302
    assert Game.objects.get().min_players == 3
    client.post("/games/new/", {**asked, "name": "Park Avenue", "min_players": "4"})
    assert Game.objects.get(name="Park Avenue").min_players == 4


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("title", "chess", "this one cannot be played here"),
        ("title", None, "No title was chosen."),
        ("name", "", "The game has no name yet."),
        ("name", "···", "neither a letter nor a digit"),
        ("name", "Broad\u202eway", "an invisible character"),
        ("name", "x" * 61, "61 characters; the limit is 60"),
        ("min_players", "many", "not a number of players"),
        ("min_players", "1", "at least 2 players"),
        ("min_players", "9" * 5000, "not a number of players"),
        ("max_players", "1", "contradict each other"),
        ("more_players", "51", "at most 50 players"),
        ("more_players", "-3", "not a number of players"),
        ("who", "nobody", "You have not said who may come."),
        ("hour", "25:00", "not an hour of the day"),
        ("hour", "", "No hour was given."),
        ("zone", "Mars/Olympus", "That time zone is not known here"),
        ("zone", None, "No time zone was chosen."),
        ("seat_name", "", "You have no name in this game yet."),
        ("seat_name", "#2", "begins with #"),
    ],
)
def test_a_refusal_stands_next_to_its_field_and_what_was_typed_stays(client, ana, field, value, sentence):
    response = client.post("/games/new/", settings(**{field: value}))
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'role="alert"' in page
    if field != "name":
        assert 'value="Cinquième Avenue"' in page
    assert not Game.objects.exists()


def test_a_number_at_its_least_is_not_asked_to_be_lower(client, ana):
    text = "Raise this number"
    lowest = client.post("/games/new/", settings(min_players="2", max_players="1")).content.decode()
    assert f"{text}." in lowest
    assert f"{text}, or lower the other." not in lowest
    above = client.post("/games/new/", settings(min_players="4", max_players="3")).content.decode()
    assert f"{text}, or lower the other." in above


def test_damaged_posts_are_answered_with_sentences(client, ana):
    assert client.post("/games/new/", {}).status_code == 422
    damaged = {key: ["\x00", "𝕏" * 999, "-1"] for key in settings()}
    assert client.post("/games/new/", damaged).status_code == 422
    body = b"name=%ff%fe&title=dummy&hour=%00&zone=" + b"A" * 9000
    assert (
        client.post("/games/new/", body, content_type="application/x-www-form-urlencoded").status_code == 422
    )


def test_two_running_games_of_mine_have_two_names(client, ana):
    client.post("/games/new/", settings())
    response = client.post("/games/new/", settings(name="cinquième avenue"))
    assert response.status_code == 422
    assert "Add a word to tell them apart." in response.content.decode()
    Game.objects.update(stage="finished", invitation=None)
    assert client.post("/games/new/", settings()).status_code == 302


def test_ten_games_may_gather_players_at_a_time(client, ana):
    for n in range(10):
        client.post("/games/new/", settings(name=f"Game {n}"))
    response = client.post("/games/new/", settings())
    assert "10 of your games are gathering players" in response.content.decode()
    assert Game.objects.count() == 10


def test_the_summary_says_when_it_would_be_played(client, ana, clock):
    page = client.get("/games/new/").content.decode()
    # htmx takes the buttons of a form it works for: it must work for the summary instead.
    assert '<form class="stack-l" method="post" id="settings">' in page
    assert "Sun 22 Nov" in page
    assert "12:00, Paris time" in page
    fragment = client.get("/games/new/", settings(hour="07:00"), HTTP_HX_REQUEST="true").content.decode()
    assert "Mon 23 Nov" in fragment
    assert "<html" not in fragment


def test_the_settings_are_read_in_french(client, ana):
    ana.language = "fr"
    ana.save()
    page = client.post("/games/new/", settings(name="")).content.decode()
    assert "Créer une partie" in page
    assert "La partie n’a pas encore de nom." in page
    assert "Bonjour Ana" in client.get("/games/").content.decode()


def test_a_cancelled_game_is_listed_no_more_after_two_weeks(client, ana, clock):
    game = GameFactory(creator=ana, name="Broadway")
    game_cancel(game=game, author=ana)
    clock.shift(timedelta(days=14, minutes=1))
    client.force_login(ana)
    assert "Broadway" not in client.get("/games/").content.decode()


def test_a_form_that_was_set_aside_is_still_to_do(client, ana, clock):
    game = GameFactory(creator=ana, players=2, running=True)
    orders = (Order("say", {"number": 1}),)
    order_form_save(player=seat(game, 1), turn_name="secret/1", revision=0, orders=orders)
    assert "to do" not in client.get("/games/").content.decode()
    seat(game, 1).forms.update(set_aside=True)
    assert "to do" in client.get("/games/").content.decode()


# ---- a game that waits ------------------------------------------------------------------------------


def test_a_visitor_is_not_taken_for_the_creator_whose_account_is_deleted(ana):
    game = GameFactory(creator=ana, min_players=3, max_players=3)
    game_join(game=game, user=UserFactory(display_name="Bruno"), name="Bruno")
    Game.objects.update(creator=None, created_at=timezone.now() - timedelta(hours=25))
    page = Client().get("/games/").content.decode()
    assert game.name in page
    assert "bots can take the free places" not in page


def test_the_creator_of_a_game_that_waits_longer_than_a_day_is_offered_bots(client, ana):
    game = GameFactory(creator=ana, min_players=3, max_players=3)
    bruno = UserFactory(display_name="Bruno")
    game_join(game=game, user=bruno, name="Bruno")
    client.force_login(ana)
    assert "Start with bots" not in client.get("/games/").content.decode()
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(hours=25))
    page = client.get("/games/").content.decode()
    assert "It has waited for a day: bots can take the free places." in page
    client.force_login(bruno)
    assert "Start with bots" not in client.get("/games/").content.decode()
    client.force_login(ana)
    client.post(f"/g/{game.public_id}/bots/", {"act": "start"})
    game.refresh_from_db()
    assert game.stage == Game.Stage.RUNNING
    assert [player.is_bot for player in game.players.order_by("number")] == [False, False, True]
    assert "Start with bots" not in client.get("/games/").content.decode()
