"""The admin, address by address and role by role: who gets what, and that no secret is on any page."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import permissions
from games.admin.acts import ACTS
from games.models import (
    Drawer,
    Game,
    LedgerEntry,
    Mastership,
    Notice,
    OrderForm,
    Player,
    ReaderEvents,
    ReadingRight,
    Resolution,
    Seed,
    Turn,
)
from games.registry import skin_for
from games.services import masters, seating
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_close
from games.texts import turn_text
from tests.builder import NOON, WHY, make_user, open_turn, running_game, seat
from tests.dummy import UNSAID
from tests.games.admin.helpers import CANARY, act, change

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# ---- every address by every role ------------------------------------------------------------------

PAGES = {
    # Strangers and players never get in; then: staff without a game, master of another, master of
    # this one, master who plays, superuser.
    "index": (200, 200, 200, 200, 200),
    "games_game_changelist": (403, 200, 200, 200, 200),
    "games_game_add": (403, 200, 200, 200, 200),
    "change": (404, 404, 200, 200, 200),
    "accounts_user_changelist": (403, 403, 403, 403, 200),
    "user": (403, 403, 403, 403, 200),
    "account_emailaddress_changelist": (403, 403, 403, 403, 200),
}


def address(name: str, game: Game) -> str:
    if name == "change":
        return change(game)
    if name == "user":
        return reverse("admin:accounts_user_change", args=[seat(game, 1).user_id])
    return reverse(f"admin:{name}")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_by_every_role(game, clients, name):
    url = address(name, game)
    stranger = clients["stranger"].get(url)
    assert stranger.status_code == 302
    entrance = clients["stranger"].get(url, follow=True)
    assert entrance.redirect_chain[-1][0].startswith(reverse("account_login"))
    assert clients["player"].get(url, follow=True).status_code == 403
    roles = ("staff", "other", "master", "plays", "superuser")
    assert tuple(clients[role].get(url).status_code for role in roles) == PAGES[name]


@pytest.mark.parametrize("slug", [a.slug for a in ACTS])
@pytest.mark.parametrize("method", ["get", "post"])
def test_every_act_by_every_role_without_a_reason(game, clients, slug, method):
    """Nobody gets through: strangers are sent to the log-in, others have no such game, who plays may only
    speak, masters do not name masters; whoever may act is asked for a reason."""
    url, entries = act(game, slug), game.ledger.count()
    status = {role: getattr(client, method)(url).status_code for role, client in clients.items()}
    assert status["stranger"] == 302
    assert status["player"] == 302
    assert (status["staff"], status["other"]) == (404, 404)
    superuser_only = slug in permissions.OF_SUPERUSERS
    asked = {302, 200} if method == "get" else {422}
    assert status["superuser"] in asked
    assert status["master"] in ({403} if superuser_only else asked)
    assert status["plays"] in (asked if slug == "announce" else {403})
    assert game.ledger.count() == entries


def test_who_is_logged_out_comes_back_after_the_log_in(game):
    client = Client()
    response = client.get(change(game), follow=True)
    assert response.request["PATH_INFO"] == reverse("account_login")
    assert f"next={reverse('admin:index')}" in response.redirect_chain[-1][0].replace("%2F", "/")


def test_pages_for_editing_rows_do_not_exist(game, clients):
    base = reverse("admin:games_game_changelist")
    for path in (f"{game.pk}/", f"{game.pk}/delete/", f"{game.pk}/history/", "999999/change/"):
        assert clients["superuser"].get(base + path).status_code == 404
    assert clients["superuser"].post(change(game), {"name": "x", "stage": "finished"}).status_code == 405
    game.refresh_from_db()
    assert game.name == "Fifth Avenue"


def test_only_games_and_accounts_are_registered():
    registered = set(admin.site._registry)
    hidden = {
        Drawer,
        ReaderEvents,
        ReadingRight,
        LedgerEntry,
        Mastership,
        Notice,
        OrderForm,
        Player,
        Resolution,
        Seed,
        Turn,
    }
    assert Game in registered
    assert not hidden & registered
    assert {m._meta.label for m in registered} == {"games.Game", "accounts.User", "account.EmailAddress"}


# ---- what is on the pages -------------------------------------------------------------------------


def walk(client: Client) -> dict[str, str]:
    """Every admin page that can be reached by links from the first one."""
    pages, waiting = {}, [reverse("admin:index")]
    while waiting:
        url = waiting.pop()
        if url in pages:
            continue
        response = client.get(url, follow=True)
        assert response.status_code == 200, (url, response.status_code)
        pages[url] = page = response.content.decode()
        for link in re.findall(r'href="([^"#]+)"', page):
            link = link.replace("&amp;", "&")
            if link.startswith("?"):
                link = url.partition("?")[0] + link
            if link.startswith("/admin/") and "?" not in link and "password" not in link:
                waiting.append(link)
    return pages


@pytest.mark.parametrize("role", ["staff", "other", "master", "plays", "superuser"])
def test_no_admin_page_of_anyone_shows_a_secret(game, clients, role):
    Turn.objects.filter(game=game, status=Turn.Status.OPEN).update(
        status=Turn.Status.STUCK, incident="ab12", incident_step="RuntimeError in resolve, line 1"
    )
    secrets = [str(CANARY), "luck"]
    secrets += [bytes(s.secret).hex() for s in Seed.objects.filter(turn__game=game)]
    secrets += [f.salt for f in OrderForm.objects.all()] + [f.fingerprint for f in OrderForm.objects.all()]
    secrets += [u.password for u in {p.user for p in game.players.select_related("user")}]
    pages = walk(clients[role])
    assert len(pages) >= {"staff": 1, "other": 8, "master": 9, "plays": 5, "superuser": 20}[role]
    if role in ("master", "plays", "superuser"):
        assert change(game) in pages
    else:
        assert not [url for url, page in pages.items() if "Fifth Avenue" in page]
    for url, page in pages.items():
        assert not [s for s in secrets if s in page], url


def test_who_handed_in_for_a_sealed_turn_is_told_to_nobody(game, clients):
    mine, theirs = (clients[role].get(change(game)).content.decode() for role in ("master", "plays"))
    assert "sealed until noon" in mine
    assert "not shown to players" in theirs
    assert "You play in this game." in theirs
    assert "You play in this game." not in mine


def test_an_option_is_told_by_what_was_chosen(clients):
    """Not each as a yes: most options of a title are a choice among several."""
    chosen = {"characteristic": "co2", "hand_size": "6"}
    game = running_game(("Carla", "Dario"), title="cardline", options=chosen)
    page = clients["superuser"].get(change(game)).text
    skin = skin_for("cardline")
    for key, value in (("characteristic", "co2"), ("hand_size", "6"), ("mode", "default")):
        name, choice = (skin.option_text(said)[0] for said in (key, f"{key}.{value}"))
        assert f"<dt>{html.escape(str(name))}</dt><dd>{html.escape(str(choice))}</dd>" in page


def test_no_player_is_proposed_to_be_taken_out(game, clients):
    page = clients["superuser"].get(act(game, "unseat")).text
    chosen = re.search(r'<select name="seat".*?</select>', page, re.S)[0]
    assert re.findall(r'<option value="(\d*)" selected', chosen) in ([], [""])
    assert '<option value="">' in chosen or '<option value="" selected>' in chosen


def test_a_master_who_leaves_his_seat_does_not_see_who_handed_in(game, clients):
    """He could look, and give himself the seat back."""
    master = Mastership.objects.get(game=game, user__display_name="Shiro").user
    seating.seat_take(game=game, number=2, author=master, reason=WHY)
    page = clients["plays"].get(change(game)).content.decode()
    assert "You have played in this game." in page
    assert "not shown to players" in page
    assert '<span class="small soft">Ana</span>' not in page
    for slug in ("noon", "extend", "seat", "unseat", "bot", "pause"):
        assert clients["plays"].get(act(game, slug)).status_code == 403


@pytest.mark.parametrize("role", ["plays", "master", "superuser"])
def test_handing_in_changes_no_byte_for_a_master(game, clients, role):
    pages = [change(game), reverse("admin:games_game_changelist"), "/games/"]
    before = [_bare(clients[role].get(page).content.decode()) for page in pages]
    OrderForm.objects.filter(turn__status=Turn.Status.OPEN).delete()
    assert [_bare(clients[role].get(page).content.decode()) for page in pages] == before


def _bare(page: str) -> str:
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"', "", page)


def test_a_stuck_turn_shows_class_step_and_incident_and_nothing_else(clock, boss):
    game = running_game(options={"breaks": True})
    for day in range(2):
        clock.move_to(NOON + timedelta(days=day))
        turn_close(turn_id=open_turn(game).pk)
    stuck = Turn.objects.get(game=game, status=Turn.Status.STUCK)
    client = Client()
    client.force_login(boss)
    page = client.get(change(game)).content.decode()
    assert "RuntimeError in resolve, dummy.py line" in page
    assert stuck.incident in page
    assert UNSAID not in page
    assert f"{act(game, 'retry')}?turn=secret%2F2" in page
    assert "give the number of the incident to whoever runs the site" in page
    listed = client.get(reverse("admin:games_game_changelist")).content.decode()
    assert "a turn is stuck" in listed
    done = client.post(act(game, "retry"), {"turn": "secret/2", "reason": WHY}, follow=True)
    assert "The turn is stuck again, under a new number" in done.content.decode()
    assert game.ledger.first().act == "retried"


def test_a_noon_by_hand_that_is_stuck_tells_so_and_what_trying_again_did(clock, boss):
    game = running_game(options={"breaks": True})
    client = Client()
    client.force_login(boss)
    struck = []
    for name in ("secret/1", "secret/2"):
        answer = client.post(act(game, "noon"), {"turn": name, "reason": WHY}, follow=True)
        struck.append(answer.content.decode())
    assert "Noon has struck; the turn is resolved." in struck[0]
    assert "Noon has struck, but the turn is stuck." in struck[1]
    again = client.post(act(game, "retry"), {"turn": "secret/2", "reason": WHY}, follow=True)
    assert "The turn is open again, with the orders it had" in again.content.decode()


def test_a_stuck_turn_of_a_paused_game_says_what_comes_first(clock, boss):
    game = running_game()
    Turn.objects.filter(game=game, status=Turn.Status.OPEN).update(
        status=Turn.Status.STUCK, incident="ab12", incident_step="RuntimeError in resolve, line 1"
    )
    Game.objects.filter(pk=game.pk).update(paused=True)
    client = Client()
    client.force_login(boss)
    assert "resume it first" in client.get(change(game)).content.decode()


def test_a_turn_past_its_deadline_is_late_on_the_page_and_in_the_list(game, clients, clock):
    listed = reverse("admin:games_game_changelist")
    assert "Admin</a> &rsaquo; Games to run</div>" in clients["master"].get(listed).content.decode()
    late = '<span class="badge bad">late</span>'
    assert late not in clients["master"].get(listed).content.decode()
    clock.move_to(open_turn(game).deadline + timedelta(minutes=2))
    assert late in clients["master"].get(change(game)).content.decode()
    assert late in clients["master"].get(listed).content.decode()


def test_a_master_sees_who_missed_which_turns(game, clients):
    """Bruno has handed in nothing, neither in the first turn nor in this one: of this one it is not told."""
    page = clients["master"].get(change(game)).content.decode()
    assert "To come" not in page
    seats = dict(re.findall(r'<tr>\s*<th scope="row">(Ana|Bruno)(.*?)</tr>', page, re.S))
    assert re.search(r"<td>\s*·\s*</td>", seats["Ana"])
    missed = re.search(r'<td>\s*1<br>\s*<span class="small soft">(.*?)</span>\s*</td>', seats["Bruno"])
    assert missed[1] == turn_text(game, "secret/1")
    theirs = clients["plays"].get(change(game)).content.decode()
    assert "To come" not in theirs
    assert theirs.count("not shown to players") == 3


def test_rehearsals_are_nobodys_to_run(game, clients):
    rehearsal = rehearsal_create(user=make_user("Dimitri"), title="dummy", name="Dimitri")
    Mastership.objects.create(game=rehearsal, user=make_user("Jack", is_staff=True))
    boss = clients["superuser"]
    page = boss.get(reverse("admin:games_game_changelist")).content.decode()
    assert page.count("Fifth Avenue") == 1
    assert f"/{rehearsal.pk}/change/" not in page
    assert boss.get(change(rehearsal)).status_code == 404
    assert boss.post(act(rehearsal, "pause"), {"reason": WHY}).status_code == 404


def test_the_list_cannot_be_searched_by_hidden_columns(game, clients):
    base = reverse("admin:games_game_changelist")
    for query in (
        "?invitation__startswith=a",
        "?creator__email__startswith=a",
        "?turns__forms__orders__contains=7",
    ):
        response = clients["master"].get(base + query)
        assert response.status_code in (302, 400)
    users = reverse("admin:accounts_user_changelist")
    assert clients["superuser"].get(users + "?password__startswith=md5").status_code in (302, 400)


def test_pages_cost_the_same_for_two_players_and_for_forty(clock, django_assert_max_num_queries, boss):
    client = Client()
    client.force_login(boss)
    many = running_game(tuple(f"P{n}" for n in range(40)), max_players=40)
    for game in [running_game(("Ana", "Bruno"), name="Park Avenue"), many]:
        for n in range(3):
            masters.game_resolve_now(game=game, turn=f"secret/{n + 1}", author=boss, reason=WHY)
        with django_assert_max_num_queries(12):
            client.get(change(game))
    with django_assert_max_num_queries(9):
        client.get(reverse("admin:games_game_changelist"))


def test_an_act_reads_no_more_of_a_game_than_it_needs(game, clients):
    for client, status in ((clients["plays"], 403), (clients["master"], 200)):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(act(game, "pause")).status_code == status
        told = " ".join(query["sql"] for query in asked)
        assert "games_mastership" in told
        assert "games_ledgerentry" not in told and "games_resolution" not in told


def test_pages_keep_to_the_content_security_policy(game, clients):
    for url, page in walk(clients["superuser"]).items():
        assert " style=" not in page, url
        assert "<style" not in page, url
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), url
        assert not re.search(r"\son(click|load|change|submit)=", page), url


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_speak_the_readers_language(game, clients, language):
    user = make_user("Jack", is_staff=True, is_superuser=True, language=language)
    client = Client()
    client.force_login(user)
    assert f'<html lang="{language}"' in client.get(change(game)).content.decode()
