"""Before the start: joining, leaving, editing, removing, cancelling, starting; a game that never fills."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from games.models import Game, LedgerEntry, Notice
from games.registry import skin_for
from games.services import tidying
from games.services.games import game_join
from games.services.refusals import Refused
from games.services.rehearsals import rehearsal_create
from games.tasks import tidy
from tests.builder import GameFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return UserFactory(display_name="Ana")


@pytest.fixture
def bruno():
    return UserFactory(display_name="Bruno")


def visitor(user: object = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def url(game: Game, act: str = "") -> str:
    return f"/g/{game.public_id}/{act}/" if act else f"/g/{game.public_id}/"


def text(response: object) -> str:
    return response.content.decode()


def settings_of(game: Game, **changes: object) -> dict[str, object]:
    values = {
        "name": game.name, "min_players": game.min_players, "max_players": game.max_players,
        "who": "public" if game.is_public else "invitation", "hour": "12:00", "zone": game.zone,
    }  # fmt: skip
    return {**values, **changes}


# ---- who may see it -------------------------------------------------------------------------------


def test_a_private_game_looks_like_none_to_strangers(ana, bruno):
    private = GameFactory(creator=ana, private=True)
    for client in (visitor(), visitor(bruno)):
        there = client.get(url(private))
        nowhere = client.get("/g/zzzzzzzzzzzz/")
        assert (there.status_code, nowhere.status_code) == (404, 404)
        assert _same(there, private.public_id) == _same(nowhere, "zzzzzzzzzzzz")
        for act in ("join", "leave", "start", "edit", "remove", "cancel", "invitation"):
            client.post(url(private, act))
    assert private.players.count() == 1
    assert Game.objects.get().stage == "gathering"


def _same(response: object, public_id: str) -> list[str]:
    """A page without what every page makes anew."""
    return [part for part in text(response).replace(public_id, "").split(">") if "oken" not in part]


def test_the_page_says_who_is_in_and_what_is_set(ana, bruno):
    game = GameFactory(creator=ana, name="Broadway", options={"breaks": True})
    page = text(visitor(bruno).get(url(game)))
    assert "Broadway" in page
    assert "3 free places" in page
    assert "2 to 4" in page
    assert "12:00, Paris time" in page
    assert "Breaks" in page
    assert "Your name in this game" in page
    assert game.invitation not in page


def test_a_visitor_is_asked_to_log_in_and_comes_back(ana):
    game = GameFactory(creator=ana)
    assert f"/account/login/?next={url(game)}" in text(visitor().get(url(game)))
    assert visitor().post(url(game, "join"))["Location"] == f"/account/login/?next={url(game)}"


def test_only_the_creator_sees_the_invitation_and_what_changes_the_game(ana, bruno):
    game = GameFactory(creator=ana)
    visitor(bruno).post(url(game, "join"))
    mine, his = text(visitor(ana).get(url(game))), text(visitor(bruno).get(url(game)))
    link = f"/i/{game.invitation}/"
    assert link in mine
    assert link not in his
    for act in ("edit", "cancel", "remove", "invitation"):
        assert url(game, act) in mine
        assert url(game, act) not in his
    assert url(game, "leave") in his


@pytest.mark.parametrize("act", ["join", "leave", "start", "remove", "cancel", "invitation"])
def test_reading_the_address_of_an_act_leads_to_the_game(ana, act):
    game = GameFactory(creator=ana, players=2)
    response = visitor(ana).get(url(game, act))
    assert (response.status_code, response["Location"]) == (302, url(game))
    game.refresh_from_db()
    assert game.stage == "gathering"
    assert game.players.count() == 2


@pytest.mark.parametrize("act", ["start", "edit", "remove", "cancel", "invitation"])
def test_what_is_the_creators_is_nobody_elses(ana, bruno, act):
    game = GameFactory(creator=ana, players=2)
    visitor(bruno).post(url(game, "join"))
    token = game.invitation
    assert visitor(bruno).post(url(game, act), {"number": "1"}).status_code == 404
    game.refresh_from_db()
    assert (game.stage, game.invitation, game.players.count()) == ("gathering", token, 3)


def test_settings_posted_after_the_log_in_ended_are_kept_in_sight(ana):
    game = GameFactory(creator=ana)
    page = visitor().post(url(game, "edit"), {"name": "Tuesdays in Tours"})
    assert page.status_code == 403
    assert "Tuesdays in Tours" in text(page)


# ---- joining and leaving --------------------------------------------------------------------------


def test_joining_takes_a_place_under_a_name_of_ones_own(ana, bruno):
    game = GameFactory(creator=ana)
    response = visitor(bruno).post(url(game, "join"), {"name": "  Le   Bruno "})
    assert response["Location"] == url(game)
    assert game.players.get(number=2).name == "Le Bruno"


def test_names_are_unique_within_a_game_and_what_was_typed_stays(ana, bruno):
    game = GameFactory(creator=ana)
    response = visitor(bruno).post(url(game, "join"), {"name": "ANA"})
    assert response.status_code == 422
    assert "a player of this game is called ANA" in text(response)
    assert 'value="ANA"' in text(response)
    assert game.players.count() == 1


@pytest.mark.parametrize("name", ["An\u200da", "ana\ufe0f", "Ａna", "\u3164", "Ana\u034f"])
def test_nobody_passes_for_another_by_a_sign_that_prints_nothing(ana, bruno, name):
    game = GameFactory(creator=ana)
    assert visitor(bruno).post(url(game, "join"), {"name": name}).status_code == 422
    assert game.players.count() == 1


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "#2", "\x00", "…", "a\u202eb", "<b>"])
def test_no_name_breaks_the_page(ana, bruno, name):
    game = GameFactory(creator=ana)
    response = visitor(bruno).post(url(game, "join"), {"name": name})
    assert response.status_code in (302, 422)
    assert game.players.count() == (2 if response.status_code == 302 else 1)
    assert not re.search(r"<b>\s*</b>", text(visitor(bruno).get(url(game))))


def test_one_place_per_account(ana):
    game = GameFactory(creator=ana)
    page = text(visitor(ana).post(url(game, "join"), {"name": "Zoe"}, follow=True))
    assert "No second place was taken" in page
    assert game.players.count() == 1


def test_the_last_place_starts_the_game(ana, bruno):
    game = GameFactory(creator=ana, players=3)
    response = visitor(bruno).post(url(game, "join"), follow=True)
    game.refresh_from_db()
    assert game.stage == "running"
    assert game.invitation is None
    assert "the game has started" in text(response)
    assert Notice.objects.filter(kind="started").count() == 4


def test_the_last_place_is_taken_once(ana, bruno):
    game = GameFactory(creator=ana, players=3)
    late = visitor(UserFactory(display_name="Chloé"))
    late.get(url(game))
    visitor(bruno).post(url(game, "join"))
    page = text(late.post(url(game, "join"), follow=True))
    assert "no longer gathering players" in page
    assert game.players.count() == 4


def test_a_full_game_that_has_not_started_says_so(ana, bruno):
    game = GameFactory(creator=ana, players=2)
    Game.objects.filter(pk=game.pk).update(max_players=2)
    assert "Every place is taken" in text(visitor(bruno).get(url(game)))
    page = text(visitor(bruno).post(url(game, "join"), follow=True))
    assert "No place was taken: every place of this game is." in page
    assert game.players.count() == 2


def test_leaving_gives_the_place_back(ana, bruno):
    game = GameFactory(creator=ana)
    client = visitor(bruno)
    client.post(url(game, "join"))
    assert client.post(url(game, "leave"))["Location"] == "/games/"
    assert game.players.count() == 1
    client.post(url(game, "join"))
    assert game.players.count() == 2


def test_nobody_leaves_a_started_game_this_way(ana):
    game = GameFactory(creator=ana, running=True)
    page = text(visitor(ana).post(url(game, "leave"), follow=True))
    assert "no longer gathering players" in page
    assert game.players.count() == 2


# ---- what its creator may do ----------------------------------------------------------------------


def test_starting_needs_enough_players_and_says_how_many(ana, bruno):
    game = GameFactory(creator=ana, min_players=3)
    visitor(bruno).post(url(game, "join"))
    client = visitor(ana)
    page = text(client.get(url(game)))
    assert "It takes 1 more player to start." in page
    assert "Start the game" not in page
    page = text(client.post(url(game, "start"), follow=True))
    assert "Not started: 2 players are in, and it takes 3." in page
    visitor(UserFactory()).post(url(game, "join"))
    assert "Start the game" in text(client.get(url(game)))
    client.post(url(game, "start"))
    game.refresh_from_db()
    assert game.stage == "running"


@pytest.mark.parametrize(("least", "offered"), [(2, False), (3, True)])
def test_fewer_players_are_proposed_only_where_the_title_takes_fewer(ana, least, offered):
    game = GameFactory(creator=ana, min_players=least)
    client = visitor(ana)
    page, refused = text(client.get(url(game))), text(client.post(url(game, "start"), follow=True))
    assert "Send the link" in page
    assert "Not started: 1 player is in" in refused
    for shown in (page, refused):
        assert ("lower “At least”" in shown) is offered


@pytest.mark.parametrize("mail", [True, False])
def test_how_players_learn_that_a_game_was_closed_depends_on_the_mail(ana, settings, mail):
    settings.MAIL_CONFIGURED = mail
    page = text(visitor(ana).get(url(GameFactory(creator=ana))))
    assert "A game that has not started after 14 days is closed." in page
    assert ("Its players learn of it by mail and from their list of games." in page) is mail
    assert ("Its players learn of it from their list of games." in page) is not mail


def test_seats_are_numbered_without_gaps_at_the_start(ana):
    game = GameFactory(creator=ana, players=3)
    client = visitor(ana)
    client.post(url(game, "remove"), {"number": "2", "who": game.players.get(number=2).name})
    client.post(url(game, "start"))
    assert [p.number for p in game.players.order_by("number")] == [1, 2]


def test_editing_tells_those_who_joined_what_changed(ana, bruno):
    game = GameFactory(creator=ana, name="Broadway")
    visitor(bruno).post(url(game, "join"))
    changed = settings_of(game, hour="20:30", max_players=3, **{"option-dummy-breaks": "on"})
    assert visitor(ana).post(url(game, "edit"), changed)["Location"] == url(game)
    game.refresh_from_db()
    assert (game.hour.hour, game.max_players, game.options["breaks"]) == (20, 3, True)
    page = text(visitor(bruno).get("/games/"))
    assert "The settings have changed: number of players, hour of noon, options." in page
    assert not Notice.objects.filter(user=ana).exists()


def test_editing_nothing_tells_nobody(ana, bruno):
    game = GameFactory(creator=ana)
    visitor(bruno).post(url(game, "join"))
    visitor(ana).post(url(game, "edit"), settings_of(game))
    assert not Notice.objects.exists()


def test_there_are_no_fewer_places_than_players(ana):
    game = GameFactory(creator=ana, players=3)
    response = visitor(ana).post(url(game, "edit"), settings_of(game, max_players=2))
    assert response.status_code == 422
    assert "Settings not changed: 3 players are in already." in text(response)
    assert visitor(ana).post(url(game, "edit"), settings_of(game, max_players=3)).status_code == 302


def test_the_settings_shown_are_those_of_the_game(ana):
    game = GameFactory(
        creator=ana, name="Broadway", max_players=20, zone="Asia/Kolkata", close_when_all_ready=True
    )
    page = text(visitor(ana).get(url(game, "edit")))
    assert 'value="Broadway"' in page
    assert 'value="20"' in page
    assert '<option value="Asia/Kolkata" selected>' in page
    assert 'name="seat_name"' not in page


def test_the_settings_say_when_a_turn_closes(ana):
    """At noon only where nobody's answer closes it."""
    for title, told in (
        ("dummy", "at noon"),
        ("cardline", "as soon as everybody awaited has answered, at noon at the latest"),
    ):
        page = text(visitor(ana).get(url(GameFactory(creator=ana, title=title))))
        assert re.search(r"A turn closes</th><td[^>]*>([^<]*)</td>", page)[1] == told


def test_a_player_taken_out_is_told(ana, bruno):
    game = GameFactory(creator=ana, name="Broadway")
    visitor(bruno).post(url(game, "join"))
    client = visitor(ana)
    assert "Remove: Bruno" in text(client.get(url(game)))
    client.post(url(game, "remove"), {"number": "2", "who": "Bruno"})
    assert not game.players.filter(user=bruno).exists()
    page = text(visitor(bruno).get("/games/"))
    assert "Your place was given back." in page
    notices = page[: page.index("Your place was given back.")]
    assert url(game) not in notices  # it would lead to a page he may not see


@pytest.mark.parametrize("number", ["1", "7", "", "two", "²", "9" * 30, "\x00"])
def test_nobody_else_is_taken_out(ana, number):
    game = GameFactory(creator=ana, players=2)
    page = text(visitor(ana).post(url(game, "remove"), {"number": number, "who": "\x00"}, follow=True))
    assert "this player has left the game" in page
    assert game.players.count() == 2


def test_a_page_of_before_takes_out_nobody_who_came_since(ana, bruno):
    game = GameFactory(creator=ana)
    visitor(bruno).post(url(game, "join"))
    visitor(bruno).post(url(game, "leave"))
    visitor(UserFactory(display_name="Lena")).post(url(game, "join"))
    page = text(visitor(ana).post(url(game, "remove"), {"number": "2", "who": "Bruno"}, follow=True))
    assert "this player has left the game" in page
    assert game.players.get(number=2).name == "Lena"


def test_cancelling_tells_those_who_joined_and_leaves_a_page(ana, bruno):
    game = GameFactory(creator=ana, name="Broadway", private=True)
    game.players.create(number=2, user=bruno, name="Bruno")
    visitor(ana).post(url(game, "cancel"))
    page = text(visitor(bruno).get(url(game)))
    assert "Its creator cancelled the game before it started." in page
    assert "/games/new/" in page
    assert "cancelled the game" in text(visitor(bruno).get("/games/"))
    assert not Notice.objects.filter(user=ana).exists(), "who does it need not be told"
    assert LedgerEntry.objects.filter(act="cancelled").count() == 1


def test_a_game_that_never_fills_is_closed_after_two_weeks(ana, bruno):
    game = GameFactory(creator=ana)
    visitor(bruno).post(url(game, "join"))
    with time_machine.travel(timezone.now() + timedelta(days=13), tick=False):
        tidy()
        game.refresh_from_db()
        assert game.stage == "gathering"
    with time_machine.travel(timezone.now() + timedelta(days=14, minutes=1), tick=False):
        tidy()
        game.refresh_from_db()
        assert (game.stage, game.ended, game.invitation) == ("cancelled", "never_filled", None)
        for user in (ana, bruno):
            client = visitor(user)
            told = "This game did not find enough players in time. It is closed"
            assert told in text(client.get("/games/"))
            assert told in text(client.get(url(game)))


def short(monkeypatch, days: int = 7) -> None:
    """Games of the dummy start after so many days with those who have joined."""
    rules = skin_for("dummy").rules
    monkeypatch.setattr(
        type(rules), "meta", replace(rules.meta, recruiting_days=days, may_start_below_max=True)
    )


def test_a_title_may_start_what_has_not_filled_with_those_who_joined(ana, bruno, monkeypatch):
    short(monkeypatch)
    enough, lonely = GameFactory(creator=ana), GameFactory(creator=ana)
    visitor(bruno).post(url(enough, "join"))
    assert "not started after 7 days starts with those who have joined" in text(visitor(ana).get(url(enough)))
    with time_machine.travel(timezone.now() + timedelta(days=6, hours=23), tick=False):
        tidy()
        assert set(Game.objects.values_list("stage", flat=True)) == {"gathering"}
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1), tick=False):
        tidy()
        for game in (enough, lonely):
            game.refresh_from_db()
        assert (enough.stage, lonely.stage) == ("running", "cancelled")
        assert {n.kind for n in Notice.objects.filter(game=enough)} == {"started"}
        told = "Its days of waiting were over: the game started with those who had joined."
        assert told in text(visitor(bruno).get(url(enough, "ledger")))


def test_a_game_that_cannot_start_holds_up_no_other(ana, bruno, monkeypatch, caplog):
    short(monkeypatch)
    broken, fine = GameFactory(creator=ana, players=2), GameFactory(creator=ana, players=2)
    begin = tidying.game_begin
    monkeypatch.setattr(
        tidying, "game_begin", lambda game, *rest: 1 // (game.pk != broken.pk) and begin(game, *rest)
    )
    with time_machine.travel(timezone.now() + timedelta(days=8), tick=False):
        tidy()
    for game in (broken, fine):
        game.refresh_from_db()
    assert (broken.stage, fine.stage) == ("gathering", "running")
    assert "game neither started nor closed" in caplog.text


def test_a_rehearsal_goes_two_weeks_after_it_was_last_touched(ana):
    game = rehearsal_create(user=ana, title="dummy", name="Ana", bots=1)
    later = timezone.now() + timedelta(days=10)
    Game.objects.filter(pk=game.pk).update(touched_at=later)
    with time_machine.travel(later + timedelta(days=13), tick=False):
        tidy()
    assert Game.objects.filter(pk=game.pk).exists()
    with time_machine.travel(later + timedelta(days=14, minutes=1), tick=False):
        tidy()
    assert not Game.objects.filter(pk=game.pk).exists()


def test_no_name_looks_like_a_seat_whose_account_is_gone(ana, bruno):
    with pytest.raises(Refused, match="name_taken"):
        game_join(game=GameFactory(creator=ana), user=bruno, name="#2")


def test_a_player_taken_out_twice_is_told_twice(ana, bruno):
    game = GameFactory(creator=ana)
    for _again in range(2):
        visitor(bruno).post(url(game, "join"))
        visitor(ana).post(url(game, "remove"), {"number": 2, "who": "Bruno"})
    assert Notice.objects.filter(user=bruno, kind="removed").count() == 2


def test_a_link_to_a_started_public_game_leads_to_it(ana, bruno):
    game = GameFactory(creator=ana, running=True)
    assert visitor(bruno).get(url(game)).status_code == 302


def test_fifty_players_cost_no_more_queries_than_two(ana):
    few, many = GameFactory(creator=ana, players=2), GameFactory(creator=ana, players=40, max_players=50)
    client = visitor(ana)

    def cost(game: Game) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url(game)).status_code == 200
        return len(queries)

    assert cost(few) == cost(many) <= 6


def test_the_waiting_room_in_french(ana):
    ana.language = "fr"
    ana.save()
    game = GameFactory(creator=ana)
    page = text(visitor(ana).get(url(game)))
    assert "Il faut encore 1\u00a0joueur" in page or "Il faut encore 1 joueur" in page
    assert "Le lien à envoyer" in page


def test_the_policy_stands_above_what_one_agrees_to_and_below_what_one_has_to_do(ana, bruno):
    game = GameFactory(creator=ana, is_public=True)
    mine, theirs = text(visitor(ana).get(url(game))), text(visitor(bruno).get(url(game)))
    assert mine.index('id="invitation"') < mine.index('id="policy"')
    assert theirs.index('id="policy"') < theirs.index('id="join"')
    assert mine.count('id="policy"') == theirs.count('id="policy"') == 1
