"""No secret shows: for every title, a player's secrets change nothing that others are shown."""

from __future__ import annotations

from itertools import chain, cycle
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client, override_settings

from accounts.calendars import Fetched, calendar_address, calendar_token
from accounts.services import calendar_open
from games.contract import Closes
from games.models import Game, Mastership, ReadingRight, Turn
from games.newskinds import NewsKind
from games.registry import skin_for
from games.selectors import window_of
from games.services.deliveries import notices_send
from games.services.news_choices import news_choices_set
from games.services.turns import turn_close
from tests.battery import site
from tests.battery.carried import carried
from tests.battery.conftest import NOW
from tests.battery.pressing import variants
from tests.battery.shown import taken_back
from tests.builder import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def resolve(game, clock) -> None:
    """Everybody who is asked hands in, and noon strikes, if the question is still open then."""
    turn = site.main_turn(game)
    for player in site.asked(game):
        site.hand_in(game, player, f"{turn.name}")
    turn.refresh_from_db()
    if turn.status == Turn.Status.OPEN:
        clock.move_to(turn.deadline)
        turn_close(turn_id=turn.pk)
    game.refresh_from_db()


def play_a_chapter(game, clock) -> None:
    """Every question of the chapter in progress, one after the other."""
    chapter = game.chapter
    while game.chapter == chapter and game.stage == Game.Stage.RUNNING:
        resolve(game, clock)


@pytest.fixture
def game(title, clock):
    return with_a_past(site.new_game(title), clock)


def with_a_past(game, clock):
    title = game.title
    chapters = skin_for(title).rules.meta.chapters or 9
    for _ in range(min(2, chapters - 2)):  # some past to read, and the end, which opens much, far off
        play_a_chapter(game, clock)
    return game


def readers(game):
    """Everybody who is not the one who hides: other players, a stranger, a visitor, masters."""
    others = {f"p{p.number}": p.user for p in site.seats(game)}
    stranger, master = make_user("Lena"), make_user("Jack", is_staff=True)
    Mastership.objects.create(game=game, user=master)
    return {**others, "stranger": stranger, "visitor": None, "master": master}


def test_a_marked_secret_is_found_on_no_page_of_another(game, clock):
    assert_no_mark_shows(game, clock)


def test_nor_where_the_main_question_asks_one_player_alone(title, clock):
    """In some game of its first options; of what a title asks all at once, the test above speaks."""
    for options in variants(title):
        with taken_back():
            game = site.new_game(title, **options)
            if len(site.asked(game)) == 1:
                assert_no_mark_shows(with_a_past(game, clock), clock)
        clock.move_to(NOW)


def assert_no_mark_shows(game, clock):
    for player in site.seats(game):
        site.keep_something(game, player)
    marks = {p.pid: site.mark(game, p, 7_130_000 + p.number * 1_000) for p in site.seats(game)}
    if not any(marks.values()):  # a title in which nobody holds anything back from the others
        assert not skin_for(game.title).rules.drawers.private.__struct_fields__
        return
    found_by_owner = owners_who_read_theirs(game, marks)
    play_a_chapter(game, clock)  # so that the marks reach messages, too
    granted = set(ReadingRight.objects.filter(game=game).values_list("reader", "of"))
    assert len(granted) < len(marks) * (len(marks) - 1), "everybody may read everybody: nothing is tested"
    # By turns in English and in French: some players read in each, and some of those who do not play.
    for (reader, user), language in zip(readers(game).items(), cycle(("en", "fr"))):
        pages = site.pages(game, site.client_of(user, language))
        shown = {address: site.marks_in(page, chain(*marks.values())) for address, page in pages.items()}
        for owner, numbers in marks.items():
            hits = {address for address, found in shown.items() if not found.isdisjoint(numbers)}
            if owner == reader:
                found_by_owner |= {owner} if hits else set()
            elif (reader, owner) not in granted:
                assert not hits, f"{reader} reads what {owner} hides on {hits}"
    assert_no_channel_carries(game, {mark for numbers in marks.values() for mark in numbers})
    assert_no_full_text_carries(game, marks, granted)
    unread = sorted(set(marks) - found_by_owner)
    assert not unread, (
        f"no page shows {unread} what their own private drawers hold, so that nothing here would be found on "
        f"another's page: skin_for({game.title!r}) must write some whole number or text of `view.private` as "
        "it stands there (not rounded, not as one word of many) on a page or on the order form"
    )


def assert_no_full_text_carries(game, marks, granted):
    """Who has the full text in their mails reads there what their own pages say, and nothing of another's."""
    users = {seat.pid: seat.user for seat in site.seats(game)}
    with taken_back():
        for user in users.values():
            ways = {(kind, "mail"): "now" for kind in NewsKind}
            news_choices_set(user=user, ways=ways, mail_text="full")
        for (reader, _way), text in mailed(game, users):
            for owner, numbers in marks.items():
                if owner != reader and (reader, owner) not in granted:
                    hits = site.marks_in(text, numbers)
                    assert not hits, f"the mail of {reader} carries {hits} of {owner}"


def assert_no_channel_carries(game, marks):
    """Mails, posts, push messages, calendars and feeds say that there is news, and nothing of what it is: not
    even to who hides it."""
    users = {seat.pid: seat.user for seat in site.seats(game)}
    told = dict(mailed(game, users))
    for style in ("signed", "discord"):
        told |= {(*key, style): text for key, text in carried(game, users, style).items()}
    told |= {(name, kind): text for name, user in users.items() for kind, text in fetched(user)}
    for name in users:  # that there is something to find: each of these ways tells each player something
        for way in ((name, "mail"), (name, "hook", "signed"), (name, "push", "discord"), (name, "calendar")):
            assert told[way], f"{way} carries nothing: nothing is tested"
    assert told["room", "hook", "signed"]
    for way, text in told.items():
        hits = site.marks_in(text, marks)
        assert not hits, f"{way} carries {hits}"


def mailed(game, users):
    """What is mailed to each of these users, with its headers, but for the names of mails."""
    backend = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []
    with taken_back(), override_settings(MAIL_CONFIGURED=True, EMAIL_BACKEND=backend):
        for _ in range(20):
            notices_send()
    for name, user in users.items():
        sent = [one for one in mail.outbox if user.email in one.to]
        headers = [{**one.extra_headers, "Message-ID": "", "List-Unsubscribe": ""} for one in sent]
        texts = [f"{one.subject} {one.body} {one.alternatives}" for one in sent]
        yield (name, "mail"), "\n".join(map(str, (*texts, *headers))) if sent else ""


def fetched(user):
    """The calendar and the feed of a user, in the clear."""
    with taken_back():
        calendar_open(user=user)
        for what in Fetched:
            answer = Client().get(urlsplit(calendar_address(user, what)).path)
            assert answer.status_code == 200
            yield what.name.lower(), answer.content.decode().replace(calendar_token(user, what), "…")


def owners_who_read_theirs(game, marks):
    """Those whose own pages show one of their marks now: in the chapter to come a purse moves."""
    found = set()
    for seat in site.seats(game):
        shown = site.pages(game, site.client_of(seat.user)).values()
        if any(site.marks_in(page, marks[seat.pid]) for page in shown):
            found.add(seat.pid)
    return found


def test_another_form_in_a_sealed_window_changes_no_byte_of_anybodys_page(game, clock):
    if window_of(site.main_turn(game)).closes is Closes.AT_ONCE:
        return  # nothing is sealed: what is handed in is played
    hider, *_others = site.asked(game)
    watchers = {r: site.client_of(u) for r, u in readers(game).items() if r != hider.pid}
    for client in watchers.values():
        site.pages(game, client)  # so that every page is read, and no dot goes out between
    turn = site.main_turn(game)
    if window_of(turn).closes is Closes.TOGETHER:
        site.hand_in(game, hider, "before")  # who is in, shows; what is in does not
    before = {r: site.pages(game, c) for r, c in watchers.items()}
    site.hand_in(game, hider, "another")
    for reader, client in watchers.items():
        for address, page in site.pages(game, client).items():
            assert page == before[reader][address], f"{reader} sees a change on {address}"
    site.hand_in(game, hider, empty=True)
    assert site.main_turn(game).pk == turn.pk
    assert {r: site.pages(game, c) for r, c in watchers.items()} == before


def test_an_own_form_does_change_ones_own_page(game, clock):
    player = site.asked(game)[0]
    client = site.client_of(player.user)
    site.pages(game, client)
    before = site.pages(game, client)
    site.hand_in(game, player)
    assert site.pages(game, client) != before
