"""What a game's policy promises is kept over both changes of the clock, whatever happens in between: pauses,
waits, days left out, places taken over, days away. Random games, each looked at after every act."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct, field

from games.clock import noon_on
from games.models import Excuse, Game, Turn, Vacation
from games.policies import MOST_WAITS
from games.selectors import turns_missed
from games.services import vacations
from games.services.agreements import PAUSED_FOR, proposal_make, proposal_vote, proposals_close
from games.services.leaving import place_take_over, seat_leave
from games.services.masters import game_pause, game_resume
from games.services.plans import plans_run
from games.services.seating import AT_LEAST
from games.services.turns import turn_close
from games.services.vacations import day_begins, vacation_begin
from games.services.waiting import noon_wait
from tests.battery.shown import taken_back
from tests.builder import WHY, make_user, master_of, open_turn, refused, running_game, seat

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DAY = timedelta(days=1)
ZONES = {
    "Europe/Paris": (date(2026, 10, 25), date(2027, 3, 28)),
    "America/New_York": (date(2026, 11, 1), date(2027, 3, 14)),
    "Australia/Lord_Howe": (date(2027, 4, 4), date(2026, 10, 4)),  # by half an hour
}
ACTS = ("noon", "noon", "hours", "pause", "agree", "wait", "take", "away")


class Table(Struct):
    """A game of the dummy's under observation. `asked`: how often it has waited; `away`: the days of its
    second seat; `came`: how many have taken its third seat over."""

    game: Game
    clock: time_machine.Coordinates
    master: object
    asked: int = 0
    came: int = 0
    away: Vacation | None = None
    excused: dict[str, datetime] = field(default_factory=dict)

    @property
    def turn(self) -> Turn:
        return open_turn(self.game)

    @property
    def deadline(self) -> datetime:
        found = self.turn.deadline
        assert found is not None
        return found

    def minute(self) -> None:
        plans_run(now=timezone.now())
        proposals_close(now=timezone.now())
        self.game.refresh_from_db()

    def expected(self, opened: datetime, notice: int, *, after: datetime | None = None) -> datetime:
        """The deadline that the policy's sentence promises, found day by day."""
        zone, hour = ZoneInfo(self.game.zone), self.game.hour
        wall = opened.astimezone(zone).replace(tzinfo=None) + timedelta(hours=notice)
        day = opened.astimezone(zone).date() - DAY
        for _ in range(400):
            noon = noon_on(self.game.calendar, day)
            late = datetime.combine(day, hour) >= wall and noon > opened
            played = day.weekday() in self.game.days and day.isoformat() not in self.game.dates_out
            if played and (noon > after if after else late):
                return noon
            day += DAY
        raise AssertionError("no day is played")


def noon(table: Table) -> None:
    table.clock.move_to(table.deadline)
    table.minute()
    turn_close(turn_id=table.turn.pk)
    table.minute()


def hours(table: Table) -> None:
    """Some hours pass, and noon does not come in them."""
    left = table.deadline - timezone.now()
    table.clock.shift(min(timedelta(hours=7), left / 2))
    table.minute()


def pause(table: Table) -> None:
    before = table.turn.pk
    game_pause(game=table.game, author=table.master, reason=WHY)
    table.clock.shift(timedelta(hours=31))
    table.minute()
    game_resume(game=table.game, author=table.master, reason=WHY)
    table.minute()
    assert table.turn.pk == before
    assert table.deadline == table.expected(timezone.now(), table.game.notice)


def agree(table: Table) -> None:
    """The table pauses by agreement; nobody answers, and it goes on by itself, once its days are over."""
    proposal_make(player=seat(table.game, 1), kind="pause")
    proposal_vote(player=seat(table.game, 2), kind="pause", agrees=True)
    table.game.refresh_from_db()
    assert table.game.paused
    began = timezone.now()
    for _ in range(3):
        table.clock.shift(PAUSED_FOR / 3 + timedelta(minutes=1))
        table.minute()
        assert table.game.paused == (timezone.now() < began + PAUSED_FOR)
    assert table.deadline == table.expected(timezone.now(), table.game.notice)


def wait(table: Table) -> None:
    """The table waits to the next noon that is played; each place once, and so often in all."""
    before, number = table.deadline, table.asked + 1
    if number > min(table.game.waits, MOST_WAITS):
        assert refused(noon_wait, player=seat(table.game, 1)) == "no_waits"
        assert table.deadline == before
        return
    noon_wait(player=seat(table.game, number))
    table.asked = number
    assert table.deadline == table.expected(before, 1, after=before)
    assert refused(noon_wait, player=seat(table.game, number)) == "no_waits"


def take(table: Table) -> None:
    """Somebody takes the third place over: with twelve hours until noon, or excused from it."""
    seat_leave(player=seat(table.game, 3))
    table.came += 1
    newcomer = make_user(f"Newcomer {table.came}")
    token = seat(table.game, 3).offer or ""
    place_take_over(token=token, user=newcomer, name=f"Newcomer {table.came}")
    has_time = table.deadline - timezone.now() >= AT_LEAST
    assert (table.turn.excused.get("p3") == Excuse.NEW) is not has_time


def away(table: Table) -> None:
    """The second seat's player is away from today on, for three days of a zone of theirs."""
    if table.away is not None and table.away.ends_at > timezone.now():
        return
    zone = "Pacific/Auckland"
    today = timezone.now().astimezone(ZoneInfo(zone)).date()
    user = seat(table.game, 2).user
    table.away = vacation_begin(
        user=user, first=today, last=today + 2 * DAY, zone=zone, plan="pass", game=None
    )
    assert table.away.ends_at == day_begins(today + 3 * DAY, zone)
    table.minute()


DO: dict[str, Callable[[Table], None]] = {
    "noon": noon, "hours": hours, "pause": pause, "agree": agree, "wait": wait, "take": take, "away": away,
}  # fmt: skip


def kept(table: Table) -> None:
    """What holds at any moment: noon is to come, at its hour of a day that is played; who is away in a turn
    has a vacation that holds its noon; who is away, or has had less than twelve hours, has missed nothing."""
    game, turn, now = table.game, table.turn, timezone.now()
    local = table.deadline.astimezone(ZoneInfo(game.zone))
    assert local.weekday() in game.days and local.date().isoformat() not in game.dates_out
    assert table.deadline == noon_on(game.calendar, local.date())
    assert table.deadline > now
    lasts = table.away is not None and table.away.begins_at <= now < table.away.ends_at
    inside = table.away is not None and table.deadline < table.away.ends_at
    assert ("p2" in turn.seats_away) is (lasts and inside)
    missed = turns_missed(game, game.players.all(), game.sittings.all())
    noons = {one.name: one.deadline for one in game.turns.exclude(status=Turn.Status.OPEN)}
    for name in missed.get("p2", ()):
        assert table.away is None or not (table.away.created_at <= noons[name] < table.away.ends_at), name
    came = game.sittings.filter(player__number=3).order_by("-since").first()
    for name in missed.get("p3", ()):
        assert noons[name] - came.since >= AT_LEAST


@settings(
    max_examples=10, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(
    zone=st.sampled_from(sorted(ZONES)),
    spring=st.booleans(),
    hour=st.sampled_from((time(0), time(2, 30), time(12), time(23, 45))),
    days=st.sets(st.integers(0, 6), min_size=1),
    out=st.sets(st.integers(-2, 12), max_size=4),
    notice=st.sampled_from((6, 24, 48)),
    waits=st.integers(0, 2),
    begins=st.integers(-3 * 24 * 60, 12 * 60),
    acts=st.lists(st.sampled_from(ACTS), min_size=2, max_size=7),
)
def test_every_promise_is_kept_over_both_changes_of_the_clock(
    db, zone, spring, hour, days, out, notice, waits, begins, acts
):
    change = ZONES[zone][spring]
    start = datetime.combine(change, time(0), ZoneInfo(zone)).astimezone(UTC) + timedelta(minutes=begins)
    dates = [change + ahead * DAY for ahead in sorted(out)]
    with time_machine.travel(start, tick=False) as clock, taken_back():
        game = running_game(
            ("Ana", "Bruno", "Chloé"), zone=zone, hour=hour, days=sorted(days), dates_out=dates,
            waits=waits, on_leave=Game.OnLeave.EMPTY,
        )  # fmt: skip
        table = Table(Game.objects.get(pk=game.pk), clock, master_of(game))
        assert table.deadline == table.expected(start, table.game.notice)
        kept(table)
        Game.objects.filter(pk=game.pk).update(notice=notice)  # of the turns to come
        table.game.refresh_from_db()
        for act in acts:
            DO[act](table)
            table.game.refresh_from_db()
            if table.game.stage != Game.Stage.RUNNING:
                break
            kept(table)


def test_a_broken_promise_is_seen(db, monkeypatch):
    """Days that end an hour too early, and a wait of 24 hours: the same look finds both."""
    start = datetime(2026, 10, 23, 8, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as clock, taken_back():
        game = running_game(("Ana", "Bruno", "Chloé"), zone="Europe/Paris", waits=2)
        table = Table(Game.objects.get(pk=game.pk), clock, master_of(game))
        noon(table)  # the next one is that of the 25th, at 11:00 UTC
        Turn.objects.filter(pk=table.turn.pk).update(deadline=table.deadline - timedelta(hours=1))
        with pytest.raises(AssertionError):
            kept(table)
    with time_machine.travel(start, tick=False) as clock, taken_back():
        game = running_game(("Ana", "Bruno", "Chloé"), zone="Europe/Paris")
        table = Table(Game.objects.get(pk=game.pk), clock, master_of(game))
        monkeypatch.setattr(vacations, "under_way", lambda now: vacations.Q(pk=0))
        away(table)
        table.game.turns.update(away="")
        with pytest.raises(AssertionError):
            kept(table)
