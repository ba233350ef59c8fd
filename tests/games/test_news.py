"""Pages of a running game ask for news of their turn: the cost of the answer, its content, and no secrets."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Turn
from games.services.masters import game_extend, game_pause
from games.services.order_forms import order_form_ready
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_close
from games.views.live import LOOKS
from tests.battery import site
from tests.builder import MORNING, WHY, make_user, master_of

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
# Session with user; and game with seat and turns, of which the answer is made.
MOST_PER_POLL = 2
SLUGS = ("orders", "wall-street", "newsfeeds", "message", "players", "corporations", "ledger", "draws")


@pytest.fixture
def clock():
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(clock) -> Game:
    """In its first turn, a day before its noon."""
    game = site.new_game("corporate", wire_transfers=True)
    noon(game, clock)
    return game


def asked_of(page: str) -> str:
    """The address at which a page asks for news, with its pulse."""
    found = re.findall(r'data-ask="([^"]+)"', page)
    assert len(found) == 1
    return found[0]


def noon(game: Game, clock) -> None:
    turn = site.main_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_asks_and_is_answered_without_a_byte_for_few_queries(game, clock, slug):
    address = f"/g/{game.public_id}/{slug}/"
    for client in (site.client_of(site.seats(game)[0].user), site.client_of()):
        page = client.get(address)
        if page.status_code != 200:  # what only players have
            continue
        asked = asked_of(page.content.decode())
        assert asked.startswith(address)
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(asked, **HTMX)
        assert (answer.status_code, answer.content) == (204, b"")
        assert len(queries) <= MOST_PER_POLL


@pytest.mark.parametrize("slug", SLUGS)
def test_the_answer_is_the_same_in_every_byte_whatever_the_others_do(game, clock, slug):
    ana, bruno, chloe = site.seats(game)
    client = site.client_of(ana.user)
    Game.objects.filter(pk=game.pk).update(close_when_all_ready=True)
    asked = asked_of(client.get(f"/g/{game.public_id}/{slug}/").content.decode())

    def shown() -> tuple[int, bytes, list[tuple[str, str]]]:
        answer = client.get(asked, **HTMX)
        return answer.status_code, answer.content, sorted(answer.headers.items())

    before = shown()
    assert before[0] == 204
    door = game.turns.get(status=Turn.Status.OPEN, position__gt=0)
    sent = {"turn": door.name, "revision": "0", "act": "transfer", "to": chloe.pid, "amount": "1000"}
    number = Game.objects.get(pk=game.pk).number
    assert site.client_of(bruno.user).post(f"/g/{game.public_id}/orders/", sent).status_code == 303
    assert Game.objects.get(pk=game.pk).number == number + 1
    assert shown() == before
    for player in (bruno, chloe):
        site.hand_in(game, player)
        assert shown() == before
        order_form_ready(player=player, turn_name=site.main_turn(game).name, revision=1, ready=True)
        assert shown() == before


@pytest.mark.parametrize(
    ("slug", "leads"),
    [("orders", ""), ("wall-street", "wall-street/"), ("message", "message/"), ("players", "players/")],
)
def test_after_noon_the_answer_leads_to_what_came_of_it(game, clock, slug, leads):
    client = site.client_of(site.seats(game)[0].user)
    base = f"/g/{game.public_id}/"
    asked = asked_of(client.get(f"{base}{slug}/").content.decode())
    noon(game, clock)
    answer = client.get(asked, **HTMX)
    assert answer["HX-Redirect"] == f"{base}{leads}"
    text = answer.content.decode()
    assert f'href="{base}{leads}"' in text
    assert ("was not saved" in text) is (slug == "orders")
    if not leads:  # where a reader who comes by himself is led: the message he has not read
        assert client.get(base, follow=True).redirect_chain[-1][0] == f"{base}message/"


def test_a_page_of_the_past_is_told_and_keeps_its_reader(game, clock):
    client = site.client_of(site.seats(game)[0].user)
    noon(game, clock)
    address = f"/g/{game.public_id}/wall-street/{game.latest}/"
    page = client.get(address).content.decode()
    assert "data-stays" in page
    assert "data-stays" not in client.get(f"/g/{game.public_id}/wall-street/").content.decode()


def test_when_the_game_ends_every_page_leads_to_its_own_address(game, clock):
    client = site.client_of(site.seats(game)[0].user)
    asked = asked_of(client.get(f"/g/{game.public_id}/players/").content.decode())
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
    assert client.get(asked, **HTMX)["HX-Redirect"] == f"/g/{game.public_id}/"


def test_a_deadline_that_moves_changes_the_clock_alone(game, clock):
    """The page may go on in the reader's hands: chapter and turn are as they were."""
    client = site.client_of(site.seats(game)[0].user)
    before = asked_of(client.get(f"/g/{game.public_id}/orders/").content.decode())
    until = site.main_turn(game).deadline + timedelta(days=1)
    game_extend(game=game, author=master_of(game), until=until, reason=WHY)
    answer = client.get(before, **HTMX)
    assert answer.status_code == 200
    after = asked_of(answer.content.decode())
    seen = [address.partition("?seen=")[2] for address in (before, after)]
    assert seen[0][:12] == seen[1][:12]
    assert seen[0][12:] != seen[1][12:]
    assert client.get(after, **HTMX).status_code == 204


def test_due_and_paused_are_told_once(game, clock):
    client = site.client_of(site.seats(game)[0].user)
    address = f"/g/{game.public_id}/orders/"
    asked = asked_of(client.get(address).content.decode())
    opened = timezone.now()
    clock.move_to(site.main_turn(game).deadline)
    for state, words in (("due", "Noon has passed"), ("waits", "The game is paused")):
        if state == "waits":
            clock.move_to(opened)
            game_pause(game=game, author=master_of(game), reason=WHY)
        page = client.get(asked, **HTMX).content.decode()
        assert f'data-state="{state}"' in page
        assert "<template>" in page and words in page.partition("<template>")[2].partition("</template>")[0]
        asked = asked_of(page)
        assert client.get(asked, **HTMX).status_code == 204


def test_a_page_says_whether_its_turn_may_close_early(game, clock):
    client = site.client_of(site.seats(game)[0].user)
    address = f"/g/{game.public_id}/orders/"
    left = int((site.main_turn(game).deadline - timezone.now()).total_seconds())
    page = client.get(address).content.decode()
    assert "data-early" not in page and f'data-left="{left}"' in page
    Game.objects.filter(pk=game.pk).update(close_when_all_ready=True)
    assert "data-early" in client.get(address).content.decode()
    together = site.client_of(site.seats(game)[0].user)
    other = Game.objects.create(title="corporate", name="None", hour=game.hour, zone=game.zone)
    assert "data-ask" not in together.get(f"/g/{other.public_id}/").content.decode()


def test_nobody_asks_in_a_rehearsal_nor_after_the_end(clock):
    user = make_user("Ana")
    client = site.client_of(user)
    game = rehearsal_create(user=user, title="corporate", name="Ana", bots=2, options={})
    base = f"/g/{game.public_id}/"
    assert "data-ask" not in client.get(f"{base}orders/").content.decode()
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
    assert "data-ask" not in client.get(f"{base}ledger/").content.decode()


@pytest.mark.parametrize("seen", ["", "0" * 20, "0" * 36, "f" * 21, "none", "é" * 20, "-" * 20])
def test_a_pulse_nobody_was_given_is_answered_with_the_page_or_the_way(game, clock, seen):
    client = site.client_of(site.seats(game)[0].user)
    for slug in SLUGS:
        answer = client.get(f"/g/{game.public_id}/{slug}/", {"seen": seen}, **HTMX)
        assert answer.status_code == 200


def test_a_form_that_comes_back_unsaved_says_so_to_its_script(game, clock):
    """Its fields are as the page drew them, and would be taken for untouched."""
    client = site.client_of(site.seats(game)[0].user)
    address = f"/g/{game.public_id}/orders/"
    page = client.get(address).content.decode()
    assert "data-typed" not in page
    posted = {"turn": site.main_turn(game).name, "revision": "0", "act": "add-sabotage", "open-sabotage": "1"}
    refused = client.post(address, {**posted, "sabotage-steps": "more", "sabotage-steps_more": "137"})
    assert refused.status_code == 422
    assert "data-typed" in refused.content.decode()


# ---- without scripts ------------------------------------------------------------------------------


def refresh_in(page: str) -> tuple[int, str] | None:
    found = re.search(r'<noscript><meta http-equiv="refresh" content="(\d+); url=([^"]+)"></noscript>', page)
    return (int(found[1]), found[2]) if found else None


def test_without_scripts_a_page_waits_for_its_noon_and_stops_after_some_tries(game, clock):
    client = site.client_of(site.seats(game)[0].user)
    base = f"/g/{game.public_id}/"
    opened = timezone.now()
    for slug in ("wall-street", "orders"):
        clock.move_to(opened)
        page = client.get(f"{base}{slug}/").content.decode()
        assert refresh_in(page) is None  # far from noon
        assert f'<a href="{base}">See whether it is out</a>' in page
        deadline = site.main_turn(game).deadline
        clock.move_to(deadline - timedelta(minutes=10))
        found = refresh_in(client.get(f"{base}{slug}/").content.decode())
        assert found == (None if slug == "orders" else (605, f"{base}{slug}/?look=1"))
        clock.move_to(deadline)
        address, pauses = f"{base}{slug}/", []
        while found := refresh_in(client.get(address).content.decode()):
            pauses.append(found[0])
            address = found[1]
        assert len(pauses) == LOOKS
        assert pauses == sorted(pauses) and pauses[0] == 10 and sum(pauses) > 300


def test_without_scripts_the_page_that_waited_leads_to_what_came_of_it(game, clock):
    client = site.client_of(site.seats(game)[0].user)
    base = f"/g/{game.public_id}/"
    noon(game, clock)
    assert client.get(f"{base}orders/?look=3", follow=True).redirect_chain[-1][0] == f"{base}message/"
    assert client.get(f"{base}orders/?look=x").status_code == 200


# ---- refused posts --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_post_to_what_is_not_there_shows_what_was_typed(game, clock, language):
    stranger = site.client_of(make_user("Zoé"), language)
    answer = stranger.post(f"/g/{game.public_id}/orders/", {"turn": "quarter/1", "secrets": "by the river"})
    assert answer.status_code == 404
    assert "<dd>by the river</dd>" in answer.content.decode()
    assert '<dl class="typed">' not in stranger.get("/not-there/").content.decode()
