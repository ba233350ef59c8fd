"""Reminders: a deadline is near and nothing of one's own is saved; told once, to nobody else."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import REMINDERS, User
from games import selectors, tasks
from games.channels import channels
from games.models import Delivery, Game, Notice, PushDevice, Turn
from games.push import key_name
from games.services import deliveries
from games.services.masters import game_extend, game_pause, game_resume
from games.services.order_forms import order_form_withdraw
from games.services.reminders import hours_due, reminders_write
from tests.builder import MORNING, NOON, WHY, make_user, master_of, open_turn, running_game, say, seat

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def clock(settings):
    settings.MAIL_CONFIGURED = True
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(clock) -> Game:
    """Ana wants to be told six hours and an hour before noon, Bruno never."""
    made = running_game()
    User.objects.filter(display_name="Ana").update(reminders="6,1")
    Notice.objects.all().delete()
    return made


def told() -> list[tuple[str, str]]:
    found = Notice.objects.filter(kind=Notice.Kind.NEAR).order_by("pk")
    return [(notice.user.display_name, notice.key.split("/")[2]) for notice in found]


def minutes(clock, since: datetime, until: datetime, step: int = 10) -> None:
    """The sweeps of this time, all of them finding whom to tell."""
    at = since
    while at <= until:
        clock.move_to(at)
        reminders_write(now=timezone.now())
        at += timedelta(minutes=step)


def test_each_chosen_hour_is_told_once_to_who_chose_it(game, clock):
    minutes(clock, NOON - 7 * HOUR, NOON - 6 * HOUR - timedelta(minutes=10))
    assert told() == []
    minutes(clock, NOON - 6 * HOUR, NOON - timedelta(minutes=61))
    assert told() == [("Ana", "6")]
    minutes(clock, NOON - HOUR, NOON + HOUR)
    assert told() == [("Ana", "6"), ("Ana", "1")]


def test_what_is_saved_is_not_asked_for_and_what_is_withdrawn_is(game, clock):
    say(game, 1)
    minutes(clock, NOON - 6 * HOUR, NOON - 2 * HOUR)
    assert told() == []
    order_form_withdraw(player=seat(game, 1), turn_name=open_turn(game).name, revision=1)
    minutes(clock, NOON - HOUR, NOON)
    assert told() == [("Ana", "1")]


def test_a_form_of_who_held_the_seat_before_is_nobodys(game, clock):
    say(game, 1)
    open_turn(game).forms.update(author=make_user("Lena"))
    minutes(clock, NOON - HOUR, NOON)
    assert told() == [("Ana", "1")]


def test_the_longest_wait_of_a_site_is_one_reminder_not_all_that_were_missed(game, clock):
    """The site was away, or the game paused: what is told is the last hour that has come."""
    User.objects.filter(display_name="Ana").update(reminders="12,6,3,1")
    minutes(clock, NOON - 2 * HOUR, NOON - 2 * HOUR)
    assert told() == [("Ana", "3")]


def test_nothing_is_told_while_a_game_is_paused_and_all_when_it_goes_on(game, clock):
    master = master_of(game)
    clock.move_to(NOON - 7 * HOUR)
    game_pause(game=game, author=master, reason=WHY)
    minutes(clock, NOON - 6 * HOUR, NOON)
    assert told() == []
    game_resume(game=game, author=master, reason=WHY)
    noon = open_turn(game).deadline
    assert noon > NOON
    minutes(clock, noon - 6 * HOUR, noon)
    assert told() == [("Ana", "6"), ("Ana", "1")]


def test_a_noon_that_was_moved_comes_near_once_more(game, clock):
    minutes(clock, NOON - HOUR, NOON - HOUR)
    assert told() == [("Ana", "1")]
    noon = NOON + timedelta(days=1)
    game_extend(game=game, until=noon, author=master_of(game), reason=WHY)
    minutes(clock, NOON - timedelta(minutes=50), noon - 7 * HOUR, 60)
    assert told() == [("Ana", "1")]
    minutes(clock, noon - 6 * HOUR, noon)
    assert told() == [("Ana", "1"), ("Ana", "6"), ("Ana", "1")]


@given(
    chosen=st.sets(st.sampled_from(REMINDERS)),
    month=st.sampled_from([(2026, 3, 29), (2026, 10, 25), (2026, 11, 22)]),
    hour=st.integers(0, 23),
    zone=st.sampled_from(["Europe/Paris", "America/Montreal", "Australia/Lord_Howe", "UTC"]),
    open_for=st.integers(1, 30),
    step=st.integers(1, 120),
)
def test_hours_are_hours_over_both_changes_of_the_clock(chosen, month, hour, zone, open_for, step):
    """Each sweep tells at most one of them, none before its time, none of before the turn opened, in turn."""
    deadline = datetime(*month, hour, tzinfo=ZoneInfo(zone)).astimezone(UTC)
    opened = deadline - timedelta(hours=open_for)
    found, at = [], opened
    while at < deadline + HOUR:
        hours = hours_due(chosen, opened, deadline.astimezone(ZoneInfo(zone)), at)
        if hours is not None and hours not in found:
            assert timedelta(0) < deadline - at <= timedelta(hours=hours)
            found.append(hours)
        at += timedelta(minutes=step)
    assert found == sorted(found, reverse=True)
    fits = {hours for hours in chosen if hours <= open_for}
    assert set(found) <= fits
    assert set(found) == fits or step > 60, "a sweep each hour misses none"


def test_nobody_is_told_what_does_not_await_them(game, clock):
    user = User.objects.get(display_name="Ana")
    for change in ({"is_active": False}, {"game_mail": User.GameMail.NEVER}, {"guest_until": NOON}):
        before = {key: getattr(user, key) for key in change}
        User.objects.filter(pk=user.pk).update(**change)
        minutes(clock, NOON - HOUR, NOON - HOUR)
        assert told() == []
        User.objects.filter(pk=user.pk).update(**before)
    Turn.objects.update(can_close_early=True)
    minutes(clock, NOON - HOUR, NOON - HOUR)
    Turn.objects.update(can_close_early=False, status=Turn.Status.STUCK)
    minutes(clock, NOON - HOUR, NOON - HOUR)
    assert told() == []


def device(user: User) -> PushDevice:
    return PushDevice.objects.create(
        user=user, endpoint="https://push.example.org/a", digest="a" * 64, p256dh="x", auth="y",
        server_key=key_name(),
    )  # fmt: skip


def test_a_site_without_mail_asks_for_devices_alone(game, settings, django_assert_num_queries):
    settings.MAIL_CONFIGURED = False
    with django_assert_num_queries(1):
        assert reminders_write(now=NOON - HOUR) == 0
    device(User.objects.get(display_name="Ana"))
    assert reminders_write(now=NOON - HOUR) == 1
    deliveries.notices_route(channels())
    assert [row.channel for row in Delivery.objects.all()] == ["push"]


def test_who_has_stopped_mails_is_reminded_on_a_device_and_not_otherwise(game):
    User.objects.update(game_mail=User.GameMail.NEVER)
    assert reminders_write(now=NOON - HOUR) == 0
    device(User.objects.get(display_name="Ana"))
    assert reminders_write(now=NOON - HOUR) == 1
    deliveries.notices_route(channels())
    assert [row.channel for row in Delivery.objects.all()] == ["push"]


def test_statements_do_not_grow_with_players_or_games(game, clock):
    clock.move_to(MORNING)
    for number in range(3):
        running_game((f"Ana {number}", f"Ben {number}", f"Cleo {number}"))
    User.objects.update(reminders="6")
    counts = []
    for users in (User.objects.filter(display_name="Ana"), User.objects.all()):
        Notice.objects.all().delete()
        User.objects.update(reminders="")
        users.update(reminders="6")
        with CaptureQueriesContext(
            connection,
        ) as found:
            written = reminders_write(now=NOON - 6 * HOUR)
        assert written == users.count()
        counts.append(len([q for q in found if "SAVEPOINT" not in q["sql"]]))
    assert counts == [5, 5]
    with CaptureQueriesContext(connection) as found:
        assert reminders_write(now=NOON - 5 * HOUR) == 0
    assert len(found) == 4, "everybody is told already"


def test_the_mail_names_the_turn_and_its_hour_and_goes_to_nobody_else(game, clock):
    clock.move_to(NOON - HOUR)
    tasks.close_due()
    (message,) = mail.outbox
    assert message.to == ["ana@example.org"]
    assert "nothing of yours is saved yet. You have until Sunday 22 November, 12:00" in message.body
    assert "List-Unsubscribe" in message.extra_headers


def test_a_mail_that_waited_is_not_sent_when_it_is_no_longer_true(game, clock):
    turn = Turn.objects.filter(pk=open_turn(game).pk)
    for undo in ("saved", "moved", "closed"):
        clock.move_to(NOON - HOUR)
        assert reminders_write(now=timezone.now()) == 1
        if undo == "saved":
            say(game, 1)
        elif undo == "moved":
            turn.update(deadline=NOON + HOUR)
        else:
            turn.update(status=Turn.Status.RESOLVED)
        assert deliveries.notices_send() == 0 and not deliveries.notices_wait()
        turn[0].forms.all().delete()
        turn.update(deadline=NOON, status=Turn.Status.OPEN, can_close_early=False)


def test_nobody_else_reads_of_it(game, clock, client):
    """Not even as a mail that could not be sent, which its master is told of for other news."""
    master = master_of(game)
    pages = {}
    for name in ("before", "after"):
        for who in (master, User.objects.get(display_name="Bruno"), User.objects.get(display_name="Ana")):
            client.force_login(who)
            pages[name, str(who)] = re.sub(r"\w{64}", "", client.get("/games/").content.decode())
        if name == "before":
            assert reminders_write(now=NOON - HOUR) == 1
            Notice.objects.update(routed_at=timezone.now(), created_at=timezone.now())
            for notice in Notice.objects.all():
                Delivery.objects.create(notice=notice, channel="mail", state="failed", next_at=NOON)
    for who in ("Shiro", "Bruno", "Ana"):
        assert pages["before", who] == pages["after", who]
    (row,) = selectors.run_games(selectors.games_run_by(master.pk, 10), timezone.now())
    assert row.unreached == ()


def test_a_window_that_breaks_the_reading_keeps_no_mail_back(game, clock, caplog):
    Turn.objects.update(window="{")
    assert reminders_write(now=NOON - HOUR) == 0
    assert "reminders not written" in caplog.text


def test_the_hours_are_chosen_on_the_page_of_news(client, clock):
    """With the mail of this site; without any channel nothing is asked."""
    user = make_user("Ana")
    client.force_login(user)
    page = client.get("/account/news/").content.decode()
    assert page.count('name="reminders"') == 5
    for chosen, kept in ((["1", "12"], "12,1"), ([], "")):
        client.post("/account/news/", {"reminders": ["", *chosen]})
        user.refresh_from_db()
        assert user.reminders == kept
    client.post("/account/news/", {"reminders": ["", "6"]})
    client.post("/account/news/", {"digest_at": "18:30"})
    user.refresh_from_db()
    assert user.reminders == "6", "what is not posted stays"
    assert client.post("/account/news/", {"reminders": ["5"]}).status_code == 422
