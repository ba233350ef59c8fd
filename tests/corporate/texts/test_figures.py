"""Money, changes, percentages, ranks and dates, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from corporate.templatetags import corporate_figures
from corporate.texts import figures

THIN, FIXED, MINUS = "\u202f", "\u00a0", "\u2212"


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", f"1,500,000{FIXED}ny"), ("fr", f"1{THIN}500{THIN}000{FIXED}ny")],
)
def test_money_is_whole_and_parted_by_thousands(language, text):
    with translation.override(language):
        assert figures.money(1_500_000) == text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_change_has_its_sign(language):
    with translation.override(language):
        assert [figures.signed(value) for value in (2, 0, -3)] == ["+2", "0", f"{MINUS}3"]
        assert figures.signed_money(-50).startswith(MINUS)


def test_percentages_and_ordinals():
    with translation.override("en"):
        assert figures.percent(90) == "90%"
        assert figures.signed_percent(10) == "+10%"
        ranks = [figures.ordinal(rank) for rank in (1, 2, 3, 4, 11, 12, 13, 21, 22, 101)]
        assert ranks == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st"]
    with translation.override("fr"):
        assert figures.percent(90) == f"90{FIXED}%"
        assert [figures.ordinal(rank) for rank in (1, 2, 10)] == ["1re", "2e", "10e"]
        assert figures.ordinal_html(1) == "1<sup>re</sup>"


def test_a_moment_is_told_on_the_clock_of_the_game():
    moment = datetime(2026, 11, 20, 11, 0, 7, tzinfo=UTC)
    with translation.override("en"):
        assert figures.day(moment, "Europe/Paris") == "Friday 20 November 2026"
        assert figures.clock(moment, "Europe/Paris", seconds=True) == "12:00:07"
        assert figures.clock(moment, "America/New_York") == "06:00"
        assert figures.city("America/New_York") == "New York"
    with translation.override("fr"):
        assert figures.day(moment, "Europe/Paris") == "vendredi 20 novembre 2026"
        first = datetime(2026, 11, 1, 11, tzinfo=UTC)
        assert figures.day(first, "Europe/Paris", year=False) == "dimanche 1er novembre"
        written = Template('{{ at|date:"j F Y" }} {{ at|date:"c" }}').render(Context({"at": first}))
        assert written.startswith("1er novembre 2026 2026-11-01T")


def test_an_hour_is_told_to_a_reader_elsewhere_on_his_own_clock_too():
    moment = datetime(2026, 11, 20, 11, 0, tzinfo=UTC)
    with translation.override("en"), timezone.override("America/Montreal"):
        assert figures.hour_text(moment, "Europe/Paris") == "12:00 Paris (06:00 for you)"
        assert figures.hour_text(moment, "America/New_York") == "06:00"
        told = "12:00 Paris (20:00 for you)"  # of another reader than the present one
        assert figures.hour_text(moment, "Europe/Paris", "Asia/Tokyo") == told
    with translation.override("en"), timezone.override("Pacific/Honolulu"):
        told = "01:00 Kiritimati (01:00 for you)"  # a day apart
        assert figures.hour_text(moment, "Pacific/Kiritimati") == told
    with translation.override("fr"), timezone.override("Europe/Brussels"):
        assert figures.hour_text(moment, "Europe/Paris") == "12:00"


def test_a_fingerprint_stands_in_groups_of_four():
    assert figures.in_groups("7F3A19C204DE") == "7F3A 19C2 04DE"


def test_the_delta_filter_says_it_twice():
    with translation.override("en"):
        assert corporate_figures.delta(2) == '<span class="d up">+2</span>'
        assert corporate_figures.delta(0) == '<span class="d eq">0</span>'
        assert corporate_figures.delta(-1) == f'<span class="d dn">{MINUS}1</span>'
