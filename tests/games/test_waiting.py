"""A noon that the table waits for a player who asks: nobody is told whose wish it was, nor what is saved."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.clock import Calendar, next_deadline, noon_before
from games.ledgertexts import ledger_text
from games.models import Game, LedgerEntry, Notice, Turn
from games.noticetexts import notice_text
from games.policies import PRESETS, PresetName, preset_of
from games.policytexts import policy_of
from games.services import masters
from games.services.turns import turn_close
from games.services.waiting import noon_wait
from tests.builder import NOON, WHY, master_of, open_turn, refused, running_game, say, seat
from tests.games.test_days_played import ana  # noqa: F401  (a fixture)
from tests.games.test_lobby import settings

database = pytest.mark.django_db
DAY = timedelta(days=1)
NAMES = ("Ana", "Bruno", "Chloé")


def asked(game: Game, number: int) -> str:
    return refused(noon_wait, player=seat(game, number))


@database
def test_the_table_waits_a_day_for_each_once_and_twice_in_all(clock):
    game = running_game(NAMES, waits=2)
    noon_wait(player=seat(game, 1))
    assert open_turn(game).deadline == NOON + DAY
    assert asked(game, 1) == "no_waits"
    noon_wait(player=seat(game, 2))
    assert open_turn(game).deadline == NOON + 2 * DAY
    assert asked(game, 3) == "no_waits"


@database
def test_it_waits_until_a_day_that_is_played(clock):
    game = running_game(NAMES, waits=1, days=(0, 1, 2, 3, 4), dates_out=[date(2026, 11, 24)])
    assert open_turn(game).deadline == NOON + DAY  # Monday
    noon_wait(player=seat(game, 1))
    assert open_turn(game).deadline == NOON + 3 * DAY  # Tuesday is left out


@database
def test_nobody_reads_who_asked_nor_what_is_saved(clock):
    """The same words, whether who asks has handed in or not, and for whoever asks."""
    told = []
    for number, saves in ((1, True), (2, False)):
        game = running_game([f"{name}{number}" for name in NAMES], name=f"Game {number}", waits=2)
        if saves:
            say(game, number)
        noon_wait(player=seat(game, number))
        entry = game.ledger.get(act=LedgerEntry.Act.EXTENDED)
        assert (entry.author, entry.author_name, entry.plays, entry.reason) == (None, "", False, "")
        notices = Notice.objects.filter(game=game, key=f"waits/{entry.pk}")
        assert notices.count() == 3
        assert {notice.data == entry.data for notice in notices} == {True}
        told.append((entry.data, ledger_text(entry), {notice_text(notice) for notice in notices}))
    assert told[0] == told[1]
    assert not {"name", "about"} & told[0][0].keys()


@database
def test_what_is_saved_stays_saved(clock):
    game = running_game(NAMES, waits=1)
    say(game, 1, 5)
    noon_wait(player=seat(game, 2))
    clock.move_to(NOON)
    assert not turn_close(turn_id=open_turn(game).pk)
    clock.move_to(NOON + DAY)
    turn = open_turn(game)
    assert turn_close(turn_id=turn.pk)
    assert Turn.objects.get(pk=turn.pk).status == Turn.Status.RESOLVED


@database
def test_a_game_without_waits_waits_for_nobody_nor_does_one_that_is_due_or_paused(clock):
    assert asked(running_game(NAMES), 1) == "no_waits"
    game = running_game(("Dimitri", "Basil"), name="Another", waits=2)
    masters.game_pause(game=game, author=master_of(game), reason=WHY)
    assert asked(game, 1) == "clock_stands"
    Game.objects.filter(pk=game.pk).update(paused=False)
    clock.move_to(NOON)
    assert asked(game, 1) == "due"
    Game.objects.filter(pk=game.pk).update(stage=Game.Stage.FINISHED)
    assert asked(game, 1) == "not_running"


@database
def test_it_is_asked_from_the_page_that_says_how_the_game_is_kept(clock):
    game = running_game(NAMES, waits=1, is_public=True)
    ledger, wait = f"/g/{game.public_id}/ledger/", f"/g/{game.public_id}/wait/"
    client, bruno = Client(), Client()
    assert wait not in client.get(ledger).content.decode()
    client.force_login(seat(game, 1).user)
    bruno.force_login(seat(game, 2).user)
    assert wait in client.get(ledger).content.decode()
    assert client.get(wait).status_code == 405
    assert "The table waits" in client.post(wait, follow=True).content.decode()
    assert open_turn(game).deadline == NOON + DAY
    assert wait not in bruno.get(ledger).content.decode()
    assert "Noon was not moved" in bruno.post(wait, follow=True).content.decode()


@database
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_policy_says_how_often(clock, language):
    with translation.override(language):
        said = set()
        for waits in (0, 1, 2):
            parts = policy_of(Game(title="corporate", hour=time(12), zone="UTC", waits=waits), NOON, "")
            said.add(parts[2].sentences[0])
        assert len(said) == 3


@database
def test_waits_are_part_of_a_preset_and_a_choice_of_ones_own(client, ana):  # noqa: F811
    client.post("/games/new/", settings(policy="friendly"))
    assert Game.objects.get().waits == PRESETS[PresetName.FRIENDLY].waits == 2
    client.post("/games/new/", settings(name="Another", policy="own", waits="1"))
    another = Game.objects.get(name="Another")
    assert another.waits == 1
    assert preset_of(another) == PresetName.OWN
    assert client.post("/games/new/", settings(name="Third", policy="own", waits="3")).status_code == 422


@given(
    zone=st.sampled_from(("Europe/Paris", "America/New_York", "Australia/Lord_Howe")),
    hour=st.times(),
    days=st.sets(st.integers(0, 6), min_size=1),
    out=st.sets(st.integers(0, 30)),
    opened=st.datetimes(datetime(2026, 10, 15), datetime(2026, 11, 5)),
    waits=st.integers(1, 2),
)
def test_a_wait_is_one_played_day_over_the_change_of_the_clock(zone, hour, days, out, opened, waits):
    left_out = {date(2026, 10, 20) + ahead * DAY for ahead in out}
    calendar = Calendar(hour.replace(second=0, microsecond=0, fold=0), zone, days, left_out)
    first = moved = next_deadline(calendar, opened.replace(tzinfo=UTC), 24)
    for _ in range(waits):
        later = next_deadline(calendar, moved, 1)
        assert later > moved
        assert noon_before(calendar, later, 1) == moved  # no played noon lies between
        moved = later
    assert moved > first
