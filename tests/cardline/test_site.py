"""A game on the real site: whole rehearsals, pages that ask for themselves, what they cost and hide."""

from __future__ import annotations

import html
import json
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from cardline.rules.content import CHARACTERISTICS, TABLES
from cardline.rules.figures import fits, line_values
from cardline.texts import amounts, names
from games.contract import Dice
from games.models import Game, ReaderEvents, Resolution
from games.registry import skin_for
from games.selectors import view_of, window_of
from games.services.order_forms import order_form_save
from games.services.rehearsals import rehearsal_create
from games.services.turns import turn_close
from tests.battery import site
from tests.builder import make_user, running_game, seat
from tests.pages import Page

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)
MOST_PER_POLL = 2
MOST_PER_PAGE = 12
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def new_game(count: int, mode: str = "sequential", **chosen: str) -> Game:
    options = {"characteristic": "co2", "mode": mode, "first_player": "0", **chosen}
    seats = ["Ana", *(f"Player {n}" for n in range(1, count))]
    return running_game(seats, title="cardline", max_players=8, name=f"Game of {count}", options=options)


def advise(game: Game, label: str = "") -> None:
    """Every awaited player plays as a bot would; the turn closes."""
    turn = site.main_turn(game)
    window, rules = window_of(turn), skin_for(game.title).rules
    for pid in window.awaited:
        player = seat(game, int(pid[1:]))
        orders = rules.advise(view_of(game, player), window, Dice(f"{label}{pid}{turn.name}".encode()))
        order_form_save(player=player, turn_name=turn.name, revision=0, orders=orders or ())
    turn.refresh_from_db()
    if turn.can_close_early:
        turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def fields(page: str) -> dict[str, str]:
    """What a browser would post of the form as it stands, with the first card."""
    form = page[page.index('id="form"') :].split("</form>")[0]
    found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    card = re.search(r'name="card" value="(\w+)"', page)
    assert card
    return {**found, "card": card[1], "gap": "0"}


def play_on(client: Client, game: Game) -> int:
    """The rehearsal to its end by its pages alone; the number of cards handed in."""
    base, cards = f"/g/{game.public_id}/", 0
    while True:
        cache.clear()  # nobody plays that fast
        shown = client.get(base, follow=True)
        assert Page(shown.content.decode()).wrong == []
        game.refresh_from_db()
        if game.stage != Game.Stage.RUNNING or 'id="play"' not in shown.content.decode():
            return cards
        answer = client.post(f"{base}orders/", fields(shown.content.decode()))
        assert answer.status_code == 303
        cards += 1


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_rehearsal_goes_to_its_end_or_leaves_its_player_watching(mode, language):
    user = make_user("Ana")
    options = {o.key: o.default for o in skin_for("cardline").rules.meta.options}
    options |= {"mode": mode, "hand_size": "2"}
    game = rehearsal_create(user=user, title="cardline", name="Ana", bots=3, options=options)
    client = site.client_of(user, language)
    assert play_on(client, game) > 0
    game.refresh_from_db()
    assert game.stage == Game.Stage.FINISHED  # what bots alone are awaited for is closed at once
    for address in site.addresses(game):
        assert client.get(address, follow=True).status_code == 200
    assert "cardline" in client.get(f"/g/{game.public_id}/scores/").content.decode()


def pulse_of(page: str) -> str:
    found = re.search(r"\?seen=(\w+)", page)
    assert found
    return found[1]


@pytest.mark.parametrize("slug", ["orders", "line"])
def test_a_waiting_page_asks_again_for_few_queries_and_shows_my_turn(clock, slug):
    game = new_game(2)
    bruno = site.client_of(seat(game, 2).user)
    address = f"/g/{game.public_id}/{slug}/"
    before = bruno.get(address).content.decode()
    seen = pulse_of(before)
    with CaptureQueriesContext(connection) as queries:
        answer = bruno.get(f"{address}?seen={seen}", **HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    assert len(queries) <= MOST_PER_POLL
    assert bruno.get(f"{address}?seen={seen}").status_code == 200  # a reader who asks gets a page
    advise(game)
    with CaptureQueriesContext(connection) as queries:
        answer = bruno.get(f"{address}?seen={seen}", **HTMX)
    assert answer.status_code == 200
    assert len(queries) <= MOST_PER_PAGE
    if slug == "orders":
        assert 'id="play"' in answer.content.decode()
        assert 'id="play"' not in before


def test_after_its_deadline_a_page_is_drawn_anew_though_nothing_has_changed(clock):
    game = new_game(2)
    bruno = site.client_of(seat(game, 2).user)
    address = f"/g/{game.public_id}/orders/"
    seen = pulse_of(bruno.get(address).content.decode())
    clock.move_to(NOW + timedelta(days=2))
    answer = bruno.get(f"{address}?seen={seen}", **HTMX)
    assert answer.status_code == 200
    assert 'id="noon"' in answer.content.decode()


def handed_in(page: str) -> str:
    """Who has handed in, as the platform says it on a page."""
    return page[page.index('id="who-is-in"') :].split("<dd>")[1].split("</dd>")[0]


def test_who_is_in_shows_and_what_is_in_does_not(clock):
    game = new_game(3, "simultaneous")
    visitor = site.client_of()
    address = f"/g/{game.public_id}/line/"
    before = visitor.get(address).content.decode()
    assert handed_in(before) == "–"
    site.hand_in(game, seat(game, 1), "one")
    after = visitor.get(f"{address}?seen={pulse_of(before)}", **HTMX).content.decode()
    assert handed_in(after) == "Ana"
    site.hand_in(game, seat(game, 1), "two")
    with CaptureQueriesContext(connection) as queries:
        assert visitor.get(f"{address}?seen={pulse_of(after)}", **HTMX).status_code == 204
    assert len(queries) <= MOST_PER_POLL


@pytest.mark.parametrize(("language", "button"), [("en", "Withdraw my card"), ("fr", "Retirer ma carte")])
def test_a_sealed_card_is_taken_back_by_its_button_and_the_round_waits_again(clock, language, button):
    game = new_game(3, "simultaneous")
    for number in (1, 2):
        site.hand_in(game, seat(game, number), "one")
    ana, visitor = site.client_of(seat(game, 1).user, language), site.client_of()
    page = ana.get(f"/g/{game.public_id}/orders/").content.decode()
    assert Page(page).wrong == []
    assert button in page
    line = f"/g/{game.public_id}/line/"
    seen = visitor.get(line).content.decode()
    assert f'formaction="/g/{game.public_id}/withdraw/"' in page
    posted = dict(re.findall(r'name="(turn|revision)" value="([^"]*)"', page))
    answer = ana.post(f"/g/{game.public_id}/withdraw/", posted)
    assert answer.status_code == 303
    after = ana.get(answer["Location"]).content.decode()
    assert button not in after
    assert 'id="in"' not in after
    assert "checked" not in after
    changed = visitor.get(f"{line}?seen={pulse_of(seen)}", **HTMX).content.decode()
    assert handed_in(seen) == f"Ana and {handed_in(changed)}"
    site.hand_in(game, seat(game, 3), "one")
    main = site.main_turn(game)
    assert not main.can_close_early  # the first is awaited again
    assert ana.post(f"/g/{game.public_id}/orders/", fields(after)).status_code == 303
    assert site.main_turn(game).name != main.name or site.main_turn(game).can_close_early


def test_what_came_of_a_card_is_told_once(clock):
    game = new_game(2)
    ana = site.client_of(seat(game, 1).user)
    address = f"/g/{game.public_id}/orders/"
    answer = ana.post(address, fields(ana.get(address).content.decode()))
    page = ana.get(answer["Location"].split("#")[0]).content.decode()
    assert page.count('id="verdict"') == 1
    assert "it counts at once" not in page
    resigned = ana.post(address, {"turn": "resign"})  # here nothing else says so
    assert "it counts at once" in ana.get(resigned["Location"].split("#")[0], follow=True).content.decode()


def test_a_card_of_ones_own_turn_is_final(clock):
    """In turn, a card placed is placed: there is nothing to take back."""
    game = new_game(2)
    ana = site.client_of(seat(game, 1).user)
    page = ana.get(f"/g/{game.public_id}/orders/").content.decode()
    assert "/withdraw/" not in page
    name = site.main_turn(game).name
    advise(game)
    answer = ana.post(f"/g/{game.public_id}/withdraw/", {"turn": name, "revision": "1"})
    assert answer.status_code == 409


def test_a_page_that_waits_for_noon_does_not_show_each_move(clock):
    game = site.new_game("dummy")
    player = site.seats(game)[0]
    page = site.client_of(player.user).get(f"/g/{game.public_id}/orders/")
    assert "data-seen=" in page.content.decode() and "data-moves" not in page.content.decode()
    for seen in ("", "0123456789abcdef"):
        answer = site.client_of(player.user).get(f"/g/{game.public_id}/orders/?seen={seen}", **HTMX)
        assert answer.status_code == 200


def page_costs(game: Game) -> dict[str, int]:
    client = site.client_of(seat(game, 1).user)
    costs = {}
    for address in site.addresses(game):
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        costs[address.split("/", 3)[-1] if address.startswith("/g/") else address] = len(queries)
    return costs


def test_pages_cost_the_same_for_more_players_and_more_past(clock):
    costs = []
    for count, rounds in ((2, 1), (8, 1), (8, 4)):
        game = new_game(count, "simultaneous", hand_size="10")
        for number in range(rounds):
            advise(game, str(number))
        costs.append(page_costs(game))
        for user in {player.user for player in game.players.select_related("user")}:
            user.delete()
    for address, cost in costs[0].items():
        assert cost <= MOST_PER_PAGE, f"{address}: {cost}"
        assert all(more[address] <= cost + 1 for more in costs[1:]), address


def unseen(game: Game) -> set[str]:
    """Cards of which no figure was ever told: hands, deck, and the box by name."""
    told = set(view_of(game, None).public.line)
    for row in ReaderEvents.objects.filter(game=game, reader="public"):
        told |= set(re.findall(r'"card":"(\w+)","figures"', row.content))
    return set(TABLES[1]) - told


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_no_figure_of_an_unseen_card_is_in_any_response(clock, mode):
    game = new_game(3, mode, hand_size="8")  # not over after four rounds: its draws would be opened
    for number in range(4):
        advise(game, str(number))
    hidden = {
        amounts.bare(key, TABLES[1][card].figures[key]).split("\u00a0")[0]
        for card in unseen(game)
        for key in CHARACTERISTICS
        if key != "co2"  # too short: two cards may share it
    }
    shown = {
        amounts.bare(key, card.figures[key]).split("\u00a0")[0]
        for iso3, card in TABLES[1].items()
        if iso3 not in unseen(game)
        for key in CHARACTERISTICS
    }
    found = 0
    for user in (seat(game, 1).user, None):
        for address, page in site.pages(game, site.client_of(user)).items():
            figures = set(re.findall(r"\d[\d,.]*\d", page))
            assert not figures & (hidden - shown), address
            found += len(figures & shown)
    assert found, "no figure at all: this test would find nothing"
    assert (
        not set(re.findall(r"\d[\d,.]*\d", site.client_of().get("/rules/cardline/").content.decode()))
        & hidden
    )


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
def test_flags_are_signs_of_the_text_and_no_image_names_a_card(clock, mode):
    game = new_game(3, mode)
    advise(game)
    public = view_of(game, None).public
    told = 0
    for address, page in site.pages(game, site.client_of(seat(game, 1).user)).items():
        assert re.findall(r"<image|<picture|background:", page) == [], address
        assert all("/pictures/" in source for source in re.findall(r'<img[^>]*src="([^"]*)"', page)), address
        found = re.findall(r'class="ensign">(..)</span>\s*<span class="letters">([A-Z]{2})<', page)
        assert all(names.flag(letters) == flag for flag, letters in found), address
        known = {*public.line, *(card for hand in public.hands.values() for card in hand)}
        assert {letters for _flag, letters in found} <= {names.iso2(card) for card in known}, address
        told += len(found)
    assert told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_name_flag_and_continent_of_every_card_in_every_hand_are_everybodys(clock, language):
    """Section 9, D1."""
    game = new_game(3)
    public = view_of(game, None).public
    page = site.client_of(make_user("Lena"), language).get(f"/g/{game.public_id}/line/").content.decode()
    held = re.findall(
        r'letters">(..)</span>\s*</span>\s*<span>\s*(.*?)\s*<span class="soft">(.*?)</span>', page
    )
    with translation.override(language):
        assert [(iso2, html.unescape(name), html.unescape(place)) for iso2, name, place in held] == [
            (names.iso2(card), names.country(card), names.continent_of(public, card))
            for player in public.in_order
            for card in public.hands[player]
        ]


def wrong_card(game: Game) -> tuple[str, int]:
    """A card of the first player and a gap where it does not belong."""
    public = view_of(game, None).public
    values = line_values(public)
    for card in public.hands["p1"]:
        for gap in range(len(values) + 1):
            if not fits(values, gap, TABLES[1][card].figures["co2"]):
                return card, gap
    raise AssertionError("every gap is right")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_wrong_card_shows_its_figures_and_not_where_it_belongs(clock, language):
    """Nothing beyond the rules: the figure, the place tried, the card drawn; the line stays, and neither
    it nor the drawing to scale knows the card."""
    game = new_game(2)
    card, gap = wrong_card(game)
    before = view_of(game, None).public
    ana = site.client_of(seat(game, 1).user, language)
    address = f"/g/{game.public_id}/orders/"
    posted = fields(ana.get(address).content.decode()) | {"card": card, "gap": str(gap)}
    answer = ana.post(address, posted)
    page = ana.get(answer["Location"].split("#")[0]).content.decode()
    after = view_of(game, None).public
    drawn = next(c for c in after.hands["p1"] if c not in before.hands["p1"])
    with translation.override(language):
        figure = amounts.full("co2", TABLES[1][card].figures["co2"])
        told = re.search(r'id="verdict">(.*?)</p>', page, re.DOTALL)[1]
        plain = html.unescape(re.sub(r"<[^>]*>", "", told))
        # The longest first: "Niger" stands in "Nigeria", too.
        for known in sorted((names.country(card), figure, names.country(drawn)), key=len, reverse=True):
            assert known in plain
            plain = plain.replace(known, "")
        assert not any(names.country(other) in plain for other in TABLES[1])
        assert not re.search(r"\d", plain)
        assert after.line == before.line
        lines = page[page.index('<ol class="line"') :].split("</ol>")[0]
        scale = page[page.index('class="scale"') :].split("</svg>")[0]
        assert [html.unescape(name) for name in re.findall(r"<b>\s*(.*?)\s*</b>", lines)] == [
            names.country(c) for c in after.line
        ]
        assert scale.count('class="dot"') == len(after.line)
        assert set(re.findall(r">\s*([A-Z]{2})\s*<", scale)) <= {names.iso2(c) for c in after.line}


def test_hands_are_listed_in_the_order_received(clock):
    game = new_game(2)
    public = view_of(game, None).public
    page = site.client_of(seat(game, 1).user).get(f"/g/{game.public_id}/orders/").content.decode()
    assert re.findall(r'name="card" value="(\w+)"', page) == list(public.hands["p1"])


def test_doors_are_walked_through_and_a_missed_turn_is_told(clock):
    game = new_game(3)
    chloe = site.client_of(seat(game, 3).user)
    address = f"/g/{game.public_id}/orders/"
    answer = chloe.post(address, {"turn": "resign", "revision": "0"})
    assert answer.status_code == 303
    assert "You are out of this game" in chloe.get(address).content.decode()
    clock.move_to(NOW + timedelta(days=2))
    turn_close(turn_id=site.main_turn(game).pk)
    assert "Ana did not play." in chloe.get(f"/g/{game.public_id}/line/").content.decode()


def test_resigning_takes_ones_sealed_card_along(clock):
    """P3 is always possible: section 10 cancels the submission."""
    game = new_game(3, "simultaneous")
    for number in (1, 3):
        site.hand_in(game, seat(game, number))
    chloe, main = site.client_of(seat(game, 3).user), site.main_turn(game)
    answer = chloe.post(f"/g/{game.public_id}/orders/", {"turn": "resign", "revision": "0"})
    assert answer.status_code == 303
    assert "p3" not in view_of(game, None).public.alive
    line = site.client_of().get(f"/g/{game.public_id}/line/").content.decode()
    assert handed_in(line) == "Ana"
    main.refresh_from_db()
    assert (main.status, main.can_close_early) == ("open", False)  # Bruno is still awaited
    site.hand_in(game, seat(game, 2))
    assert turn_close(turn_id=main.pk)
    assert set(json.loads(Resolution.objects.get(turn=main).forms)) == {"p1", "p2"}


def test_an_order_after_the_line_moved_is_refused_with_the_new_line(clock):
    game = new_game(2)
    ana = site.client_of(seat(game, 1).user)
    address = f"/g/{game.public_id}/orders/"
    posted = {**fields(ana.get(address).content.decode()), "line_version": "0"}
    answer = ana.post(address, posted)
    assert answer.status_code == 422
    assert "the line has changed" in answer.content.decode()
    assert f'value="{posted["card"]}" checked' in answer.content.decode()


def test_the_rule_book_is_read_in_both_languages():
    for language, word in (("en", "On your honour"), ("fr", "Cardline")):
        page = site.client_of(language=language).get("/rules/cardline/").content.decode()
        assert word in page
        assert names.country("PRT") not in page
        assert Page(page).wrong == []
