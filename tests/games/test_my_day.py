"""The reader's day on the page of news: what is drawn is what is sent."""

from __future__ import annotations

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from accounts.models import NewsChoices
from games.hours import QuietHours
from games.views.myday import my_day
from tests.builder import running_game, seat

PARIS = ZoneInfo("Europe/Paris")
NOON = datetime(2026, 11, 22, 11, tzinfo=UTC)
QUIET = QuietHours(time(22, 30), time(7, 30), PARIS)


def test_a_reminder_within_quiet_hours_is_drawn_where_it_comes():
    day = my_day(PARIS, time(18, 30), QUIET, (6, 1), [NOON])
    assert day.quiet == [("0.00%", "31.25%"), ("93.75%", "6.25%")]
    marks = {(mark.kind, mark.x) for mark in day.marks}
    assert marks == {
        ("digest", "77.08%"), ("noon", "50.00%"), ("held", "25.00%"), ("sent", "31.25%"), ("sent", "45.83%"),
    }  # fmt: skip
    assert day.said == (
        "quiet hours from 22:30 to 07:30; noon at 12:00; the reminder of 06:00 comes at 07:30; "
        "reminder at 11:00; digest at 18:30"
    )


def test_noons_of_one_hour_are_one_and_few_are_drawn():
    noons = [NOON, NOON.replace(day=23), *(NOON.replace(hour=hour) for hour in (8, 15, 17))]
    day = my_day(PARIS, time(18, 30), None, (), noons)
    assert [mark.label for mark in day.marks if mark.kind == "noon"] == ["09:00", "12:00", "16:00"]
    assert not day.quiet


@pytest.mark.django_db
def test_the_page_shows_the_day_of_its_reader(client, settings, clock):
    settings.MAIL_CONFIGURED = True
    game = running_game()
    user = seat(game, 1).user
    user.reminders, user.time_zone, user.language = "6", "Europe/Paris", "en"
    user.save()
    NewsChoices.objects.create(user=user, quiet_from=time(22, 30), quiet_until=time(7, 30))
    client.force_login(user)
    page = " ".join(client.get("/account/news/").content.decode().split())
    assert "the reminder of 06:00 comes at 07:30" in page
    assert '<rect class="quiet" x="93.75%" width="6.25%"' in page
    assert 'name="reminders"' in page and page.count('type="checkbox" name="reminders"') == 4
