"""A turn missed: a deadline that passed without a form of whoever held the seat during the whole notice."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from msgspec.structs import replace

from games.models import Resolution, Turn
from games.selectors import turns_missed
from games.services import masters, seating
from games.services.games import game_join
from games.services.turns import turn_close
from tests.builder import NOON, WHY, GameFactory, make_user, open_turn, running_game, say, seat
from tests.dummy import DummyRules
from tests.games.admin.helpers import act as act_url
from tests.games.admin.helpers import change

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def shown(game, boss) -> list[str]:
    """What the page of game masters says of each seat: a count, and the turns; "·": none."""
    client = Client()
    client.force_login(boss)
    page = client.get(change(game)).content.decode()
    table = page.partition("Turns missed</th>")[2].partition("</table>")[0]
    cells = [re.findall(r"<td>(.*?)</td>", row)[1] for row in table.split("<tr>")[1:]]
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in cells]


def noon(game, clock) -> None:
    turn = open_turn(game)
    clock.move_to(turn.deadline)
    assert turn_close(turn_id=turn.pk)


def test_a_deadline_is_missed_by_who_had_not_saved(game, boss, clock):
    say(game, 1)
    noon(game, clock)
    assert shown(game, boss) == ["·", "1 Turn 1"]
    noon(game, clock)
    assert shown(game, boss) == ["1 Turn 2", "2 Turn 2, Turn 1"]


def test_a_noon_by_hand_is_missed_by_nobody(game, boss, clock):
    say(game, 1)
    client = Client()
    client.force_login(boss)
    page = client.get(act_url(game, "noon")).content.decode()
    assert "have missed no turn" in page
    assert client.post(act_url(game, "noon"), {"reason": WHY, "turn": "secret/1"}).status_code == 302
    assert Resolution.objects.filter(game=game, cause="master").exists()
    assert shown(game, boss) == ["·", "·"]
    noon(game, clock)
    assert shown(game, boss) == ["1 Turn 2", "1 Turn 2"]


def test_a_noon_by_hand_after_the_deadline_is_the_deadlines(game, boss, clock):
    """It had passed, and nobody could hand in any more: the master hastened nothing."""
    clock.move_to(NOON + timedelta(minutes=2))
    masters.game_resolve_now(game=game, turn="secret/1", author=boss, reason=WHY)
    resolution = Resolution.objects.get(game=game, number=1)
    assert (resolution.cause, resolution.at) == ("deadline", NOON)
    assert shown(game, boss) == ["1 Turn 1", "1 Turn 1"]


@pytest.mark.parametrize(("late", "missed"), [(0, "1 Turn 2"), (1, "·")])
def test_who_got_the_seat_within_the_notice_has_missed_nothing(game, boss, clock, late, missed):
    act = {"game": game, "author": boss, "reason": WHY}
    noon(game, clock)  # Turn 2 has its whole notice from now on
    seating.seat_take(number=2, **act)
    clock.move_to(NOON + timedelta(seconds=late))
    seating.seat_give(user=make_user("Inès"), name="Inès", number=2, **act)
    noon(game, clock)
    assert shown(game, boss)[1] == missed
    noon(game, clock)
    assert shown(game, boss)[1] == f"{1 + (not late)} {'Turn 3, Turn 2' if not late else 'Turn 3'}"


def test_the_misses_of_a_seat_are_not_those_of_its_next_holder(game, boss, clock):
    act = {"game": game, "author": boss, "reason": WHY}
    bruno = seat(game, 2).user
    noon(game, clock)
    assert shown(game, boss)[1] == "1 Turn 1"
    for out in (seating.seat_take, seating.player_to_bot):
        out(number=2, **act)
        assert shown(game, boss)[1] == "·"
    seating.seat_give(user=make_user("Inès"), name="Inès", number=2, **act)
    assert shown(game, boss)[1] == "·"
    seating.seat_take(number=2, **act)
    seating.seat_give(user=bruno, name="Bruno", number=2, **act)
    assert shown(game, boss)[1] == "1 Turn 1"  # his own, from before he left


def test_who_was_away_at_noon_has_not_missed_it(game, boss, clock):
    act = {"game": game, "author": boss, "reason": WHY}
    bruno = seat(game, 2).user
    seating.seat_take(number=2, **act)
    noon(game, clock)
    seating.seat_give(user=bruno, name="Bruno", number=2, **act)
    assert shown(game, boss)[1] == "·"


def test_a_stuck_turn_that_is_resolved_late_was_missed_at_its_noon(clock, boss, monkeypatch):
    game = running_game(options={"breaks": True})
    noon(game, clock)
    clock.move_to(NOON + DAY)
    assert not turn_close(turn_id=open_turn(game).pk)
    clock.move_to(NOON + DAY + timedelta(hours=5))
    act = {"game": game, "author": boss, "reason": WHY}
    seating.seat_take(number=2, **act)
    seating.seat_give(user=make_user("Inès"), name="Inès", number=2, **act)
    _mended(monkeypatch)
    assert masters.turn_retry(turn="secret/2", **act)
    assert shown(game, boss) == ["2 Turn 2, Turn 1", "·"]


def _mended(monkeypatch) -> None:
    before = DummyRules.resolve

    def resolve(self, state, *others):
        return before(self, replace(state, public=replace(state.public, breaks=False)), *others)

    monkeypatch.setattr(DummyRules, "resolve", resolve)


def test_a_pause_gives_the_whole_notice_again(game, boss, clock):
    """Who sat down before the game went on has had all of it."""
    act = {"game": game, "author": boss, "reason": WHY}
    clock.move_to(NOON - timedelta(hours=1))
    masters.game_pause(**act)
    seating.seat_take(number=2, **act)
    seating.seat_give(user=make_user("Inès"), name="Inès", number=2, **act)
    masters.game_resume(**act)
    game.refresh_from_db()
    noon(game, clock)
    assert shown(game, boss)[1] == "1 Turn 1"


def test_a_seat_of_a_bot_or_of_nobody_misses_nothing(game, boss, clock):
    act = {"game": game, "author": boss, "reason": WHY}
    seating.seat_take(number=2, **act)
    noon(game, clock)
    assert '"p2"' in Resolution.objects.get(game=game, number=1).missing  # for the rules it was absent
    assert shown(game, boss)[1] == "·"


def test_a_turn_that_was_undone_was_not_missed(game, boss, clock):
    noon(game, clock)
    Turn.objects.filter(game=game, name="secret/1").update(status=Turn.Status.UNDONE)
    assert shown(game, boss) == ["·", "·"]


def test_a_turn_opened_short_of_the_change_of_clocks_has_its_notice(clock):
    """From noon to noon, 23 hours apart, is a whole notice of 24."""
    clock.move_to(datetime(2027, 3, 26, 10, 0, tzinfo=UTC))
    game = GameFactory(seats=("Ana",), max_players=2)
    clock.move_to(datetime(2027, 3, 27, 11, 0, tzinfo=UTC))  # Saturday noon: it starts with this seat
    game_join(game=game, user=make_user("Bruno"), name="Bruno")
    game.refresh_from_db()
    assert open_turn(game).deadline == datetime(2027, 3, 28, 10, 0, tzinfo=UTC)
    noon(game, clock)
    missed = turns_missed(game, game.players.all(), game.sittings.all())
    assert missed == {"p1": ("secret/1",), "p2": ("secret/1",)}
