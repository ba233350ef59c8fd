"""The digest of the day, all games in one message, and the hours in which nothing is sent."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import NewsChoices, UserChannel
from games.channels import Away, SendOutcome, SendResult
from games.hours import BEFORE, MOST_QUIET, TOO_LATE, QuietHours, is_within, next_hour, quiet_length
from games.models import Delivery, Notice
from games.services import deliveries
from games.services.digests import digest_claim
from games.services.news_choices import news_choices_set
from games.services.notices import tell
from games.services.reminders import LONGEST, hours_due
from tests.builder import make_user, running_game, seat
from tests.games.test_deliveries import LATER, REFUSES, Fake, has  # noqa: F401

pytestmark = pytest.mark.django_db
MORNING = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)  # Saturday, 08:48 in Paris
EVENING = datetime(2026, 11, 21, 17, 30, tzinfo=UTC)  # 18:30 in Paris: the digest of the first settings
PAGE = "/account/news/"


class Postman(Fake):
    """Keeps each message as the keys of its notices, and whether it was a digest."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.messages = []

    def send(self, notices, *, digest):
        if isinstance(self.answer, Away):
            raise self.answer
        if self.answer.result is SendResult.DELIVERED:
            self.messages.append((digest, [notice.key for notice in notices]))
        return self.answer


@pytest.fixture
def clock():
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ana(clock):
    """Ana, in two games, told as the first settings say; Bruno is told nothing here."""
    game = running_game()
    user = seat(game, 1).user
    running_game([user, "Chloé"], name="Wall Street")
    news_choices_set(user=user, ways={})
    Notice.objects.all().delete()
    return user


def publish(user, key="x"):
    for player in user.seats.select_related("game"):
        tell(
            game=player.game, users=[user.pk], kind="resolved", key=f"resolved/{key}", data={"turn": "setup"}
        )


def sweeps(clock, since, until, step=10):
    at = since
    while at <= until:
        clock.move_to(at)
        deliveries.notices_send()
        at += timedelta(minutes=step)


def test_all_games_of_a_day_are_one_message_at_the_hour_and_nothing_is_told_twice(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    publish(ana)
    sweeps(clock, MORNING, EVENING - timedelta(minutes=1))
    assert postman.messages == []
    sweeps(clock, EVENING, EVENING + timedelta(hours=30))
    assert postman.messages == [(True, ["resolved/x", "resolved/x"])]
    assert set(Delivery.objects.values_list("state", "digest")) == {("sent", True)}


def test_what_asks_for_an_act_comes_at_once(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    tell(game=seat(ana.seats.first().game, 1).game, users=[ana.pk], kind="asked", key="asked/1", data={})
    deliveries.notices_send()
    assert postman.messages == [(False, ["asked/1"])]


def test_what_comes_after_the_hour_is_in_the_digest_of_the_next_day(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    publish(ana, "today")
    sweeps(clock, MORNING, EVENING)
    publish(ana, "tomorrow")
    sweeps(clock, EVENING + timedelta(minutes=10), EVENING + timedelta(hours=23))
    assert len(postman.messages) == 1
    sweeps(clock, EVENING + timedelta(hours=24), EVENING + timedelta(hours=24))
    assert [keys[0] for _digest, keys in postman.messages] == ["resolved/today", "resolved/tomorrow"]


def test_a_digest_survives_an_outage_of_the_site_and_of_the_mail_server(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    publish(ana)
    sweeps(clock, MORNING, MORNING)
    postman.answer = Away("ConnectionRefusedError")
    sweeps(clock, EVENING + timedelta(hours=1), EVENING + timedelta(hours=2))
    assert set(Delivery.objects.values_list("state", "tries")) == {("waiting", 0)}
    postman.answer = LATER
    sweeps(clock, EVENING + timedelta(hours=2), EVENING + timedelta(hours=2))
    assert set(Delivery.objects.values_list("state", "tries")) == {("waiting", 1)}
    postman.answer = SendOutcome(SendResult.DELIVERED)
    sweeps(clock, EVENING + timedelta(hours=2, minutes=2), EVENING + timedelta(hours=4))
    assert postman.messages == [(True, ["resolved/x", "resolved/x"])]


def test_a_digest_is_claimed_once(ana, clock, has):  # noqa: F811
    has(Postman("mail"))
    publish(ana)
    deliveries.notices_send()
    clock.move_to(EVENING)
    row = Delivery.objects.select_related("notice").first()
    assert len(digest_claim(row, deliveries.PAUSES)) == 2
    assert digest_claim(row, deliveries.PAUSES) == []


def test_a_digest_that_is_refused_goes_by_the_next_channel_as_a_digest(ana, clock, has):  # noqa: F811
    has(Postman("mail", REFUSES), push := Postman("push", users={ana.pk}))
    news_choices_set(user=ana, ways={("published", "push"): "now"})
    publish(ana)
    deliveries.notices_route([Postman("mail")])
    sweeps(clock, EVENING, EVENING + timedelta(hours=2))
    assert UserChannel.objects.get(user=ana).stopped_at
    assert (True, ["resolved/x", "resolved/x"]) in push.messages
    assert sum("resolved/x" in keys for _digest, keys in push.messages) == 1


def test_what_the_digest_would_tell_too_late_comes_at_once(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    news_choices_set(user=ana, ways={("asked", "mail"): "digest"})
    game = ana.seats.first().game
    for key, until in (("soon", EVENING - timedelta(hours=1)), ("late", EVENING + timedelta(hours=1))):
        data = {"until": until.isoformat()}
        tell(game=game, users=[ana.pk], kind="asked", key=key, data=data)
    deliveries.notices_send()
    assert postman.messages == [(False, ["soon"])]


def test_another_hour_holds_for_what_waits_already(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    publish(ana)
    deliveries.notices_send()
    news_choices_set(user=ana, ways={}, hours={"digest_at": time(9, 0)})
    sweeps(clock, MORNING, MORNING + timedelta(minutes=15), 1)
    assert postman.messages == [(True, ["resolved/x", "resolved/x"])]


def test_the_mail_of_a_digest_names_each_game_once_and_can_be_stopped(ana, clock, settings):
    settings.MAIL_CONFIGURED = True
    publish(ana)
    sweeps(clock, MORNING, MORNING)
    assert mail.outbox == []
    sweeps(clock, EVENING, EVENING)
    (message,) = mail.outbox
    assert message.subject == "[Noon] Your digest: news of 2 games"
    assert message.to == [ana.email]
    assert message.body.count("Fifth Avenue\n") == message.body.count("Wall Street\n") == 1
    assert message.body.count("the resolution is published") == 2
    assert "/account/news/" in message.body and "/account/mails/" in message.body
    html = message.alternatives[0].content
    assert re.sub(r"<[^>]*>|\s", "", html) == re.sub(r"\s", "", message.body)
    headers = message.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "References" not in headers and "@" in headers["Message-ID"]


# ---- quiet hours --------------------------------------------------------------------------------------


def test_nothing_is_sent_in_quiet_hours_and_all_of_it_after_them(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    news_choices_set(
        user=ana, ways={("published", "mail"): "now"},
        hours={"quiet_from": time(22, 30), "quiet_until": time(7, 30)},
    )  # fmt: skip
    night = datetime(2026, 11, 21, 22, 0, tzinfo=UTC)  # 23:00 in Paris
    clock.move_to(night)
    publish(ana)
    Notice.objects.create(user=ana, kind="two_steps", key="account")
    sweeps(clock, night, datetime(2026, 11, 22, 6, 29, tzinfo=UTC))
    assert postman.messages == [(False, ["account"])], "what is said of the account never waits"
    sweeps(clock, datetime(2026, 11, 22, 6, 30, tzinfo=UTC), datetime(2026, 11, 22, 7, 0, tzinfo=UTC))
    assert [keys for _digest, keys in postman.messages[1:]] == [["resolved/x"], ["resolved/x"]]
    assert set(Delivery.objects.values_list("state", "tries")) == {("sent", 1)}


def test_quiet_hours_of_one_reader_hold_up_nobody_else(ana, clock, has):  # noqa: F811
    has(postman := Postman("mail"))
    news_choices_set(user=ana, ways={}, hours={"quiet_from": time(8), "quiet_until": time(10)})
    bruno = make_user("Basil")
    for user in (ana, bruno):
        tell(game=ana.seats.first().game, users=[user.pk], kind="started", key=f"{user}", data={})
    deliveries.notices_send()
    assert postman.messages == [(False, ["Basil"])]
    assert not deliveries.notices_wait()


HOURS = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
ZONES = st.sampled_from(["Europe/Paris", "America/Montreal", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])
MOMENTS = st.builds(
    lambda day, minutes: datetime(*day, tzinfo=UTC) + timedelta(minutes=minutes),
    st.sampled_from(
        [(2026, 3, 28), (2026, 4, 4), (2026, 10, 3), (2026, 10, 24), (2026, 10, 31), (2026, 11, 22)]
    ),
    st.integers(0, 2 * 24 * 60),
)


@given(start=HOURS, end=HOURS, zone=ZONES, deadline=MOMENTS, hours=st.sampled_from([12, 6, 3, 1]))
def test_a_reminder_comes_outside_of_quiet_hours_and_in_time(start, end, zone, deadline, hours):
    if start == end or quiet_length(start, end) > MOST_QUIET:
        return
    quiet, due = QuietHours(start, end, ZoneInfo(zone)), deadline - timedelta(hours=hours)
    moved = quiet.moved(due, deadline)
    assert quiet.around(moved) is None
    assert deadline - LONGEST <= moved < deadline
    if quiet.around(due) is None:
        assert moved == due
    elif moved > due:
        assert moved + TOO_LATE <= deadline
    else:
        assert due - moved <= MOST_QUIET + timedelta(hours=1) + BEFORE


@given(hour=HOURS, zone=ZONES, after=MOMENTS)
def test_the_next_digest_is_within_a_day_and_at_its_hour(hour, zone, after):
    found = next_hour(hour, ZoneInfo(zone), after)
    assert timedelta(0) < found - after <= timedelta(hours=26)
    local = found.astimezone(ZoneInfo(zone))
    assert (local.hour, local.minute) == (hour.hour, hour.minute) or local.hour in range(5)


@given(hour=HOURS, start=HOURS, end=HOURS)
def test_an_hour_is_within_quiet_hours_as_the_clock_goes_round(hour, start, end):
    noon = datetime(2026, 6, 10, tzinfo=UTC)
    stretch = QuietHours(start, end, ZoneInfo("UTC")).around(noon.replace(hour=hour.hour, minute=hour.minute))
    if start != end:
        assert is_within(hour, start, end) == (stretch is not None)


def test_a_reminder_that_would_come_too_late_comes_before_they_begin():
    zone = ZoneInfo("Europe/Paris")
    quiet = QuietHours(time(22, 30), time(7, 30), zone)
    opened = datetime(2026, 11, 20, 7, 0, tzinfo=zone)
    early = datetime(2026, 11, 22, 7, 0, tzinfo=zone)
    evening = datetime(2026, 11, 21, 22, 25, tzinfo=zone)
    assert hours_due([1], opened, early, evening - timedelta(minutes=1), quiet) is None
    assert hours_due([1], opened, early, evening, quiet) == 1
    late = datetime(2026, 11, 22, 12, 0, tzinfo=zone)
    morning = datetime(2026, 11, 22, 7, 30, tzinfo=zone)
    assert hours_due([6], opened, late, morning - timedelta(minutes=1), quiet) is None
    assert hours_due([6], opened, late, morning, quiet) == 6


# ---- the page -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("posted", "field"),
    [
        ({"quiet_from": "22:30", "quiet_until": ""}, "quiet_until"),
        ({"quiet_from": "22:30", "quiet_until": "22:30"}, "quiet_until"),
        ({"quiet_from": "08:00", "quiet_until": "20:01"}, "quiet_until"),
        ({"quiet_from": "18:00", "quiet_until": "19:00"}, "digest_at"),
        ({"digest_at": "25:00"}, "digest_at"),
    ],
)
def test_hours_that_do_not_fit_are_refused_beside_their_field(client: Client, settings, posted, field):
    settings.MAIL_CONFIGURED = True
    client.force_login(make_user("Ana"))
    response = client.post(PAGE, posted)
    assert response.status_code == 422
    assert re.findall(r'id="id_(\w+)_error"', response.content.decode()) == [field]
    assert not NewsChoices.objects.exists()


def test_hours_are_kept_and_taken_away(client: Client, settings):
    settings.MAIL_CONFIGURED = True
    client.force_login(make_user("Ana"))
    client.post(PAGE, {"digest_at": "07:15", "quiet_from": "22:30", "quiet_until": "07:00"})
    client.post(PAGE, {"published-mail": "now"})
    kept = NewsChoices.objects.get()
    assert (kept.digest_at, kept.quiet_from, kept.quiet_until) == (time(7, 15), time(22, 30), time(7))
    assert 'value="07:15"' in client.get(PAGE).content.decode()
    client.post(PAGE, {"quiet_from": "", "quiet_until": ""})
    assert NewsChoices.objects.get().quiet_from is None


def test_first_settings_are_told_who_signs_up_and_whoever_asks_for_them(client: Client, settings):
    settings.MAIL_CONFIGURED = True
    client.post("/account/signup/", {
        "email": "ana@example.org", "display_name": "Ana", "password1": "correct horse battery",
        "password2": "correct horse battery",
    })  # fmt: skip
    assert NewsChoices.objects.get().user.display_name == "Ana"
    basil = make_user("Basil")
    client.force_login(basil)
    assert 'name="published-mail" value="now" checked' in client.get(PAGE).content.decode()
    client.post(PAGE, {"act": "first"})
    page = client.get(PAGE).content.decode()
    assert 'name="published-mail" value="digest" checked' in page
    assert 'name="asked-mail" value="now" checked' in page
