"""What those who run a game are told: a noon that was missed, a player who is not reached, a place that is
left, a game that sleeps. Each once, with its cause, and never who has handed in."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Delivery, Game, Heartbeat, LedgerEntry, Notice
from games.newskinds import OF_MASTERS, NewsKind, news_kind
from games.noticetexts import notice_address, notice_text
from games.services import deliveries
from games.services.absences import absences_settle
from games.services.leaving import seat_leave
from games.services.masters import turn_retry
from games.services.news_choices import news_choices_set
from games.services.notices import tell
from games.services.pauses import games_pause_themselves
from games.services.seating import player_to_bot, seat_take
from games.services.turns import turn_close, turn_mark_stuck
from tests.builder import WHY, make_user, master_of, open_turn, running_game, say, seat
from tests.games.test_asleep import asleep
from tests.games.test_deliveries import REFUSES, TAKES, Fake, has, minutes  # noqa: F401
from tests.games.test_outages import alive, back_at
from tools import stage

pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def told(user: Any, kind: NewsKind) -> list[Notice]:
    """The notices of this kind of news that a user has, oldest first."""
    return [n for n in Notice.objects.filter(user=user).order_by("pk") if news_kind(n) is kind]


def noon(game: Game, clock: Any, late: timedelta = MINUTE) -> None:
    turn = open_turn(game)
    clock.move_to(turn.deadline + late)
    assert turn_close(turn_id=turn.pk)
    game.refresh_from_db()


# ---- noon missed ------------------------------------------------------------------------------------


def test_a_noon_that_came_late_is_told_once_to_masters_alone(clock):
    game = running_game()
    lena = master_of(game)
    noon(game, clock, 4 * MINUTE)
    assert told(lena, NewsKind.MISSED) == []
    noon(game, clock, 47 * MINUTE)
    (notice,) = told(lena, NewsKind.MISSED)
    assert "12:00" in notice_text(notice) and "12:47" in notice_text(notice)
    assert not Notice.objects.filter(kind="missed").exclude(user=lena).exists()


def test_a_late_noon_tells_the_same_whoever_handed_in(clock):
    games = [running_game((f"Ana{at}", f"Bruno{at}"), name="Fifth Avenue") for at in range(2)]
    lena = master_of(games[0])
    games[1].masterships.create(user=lena)
    say(games[1], 1)
    for game in games:
        clock.move_to(open_turn(game).deadline + HOUR)
        turn_close(turn_id=open_turn(game).pk)
    first, second = told(lena, NewsKind.MISSED)
    assert (first.data, notice_text(first)) == (second.data, notice_text(second))


def test_a_turn_that_was_stuck_is_told_as_that(clock):
    game = running_game()
    lena, turn = master_of(game), open_turn(game)
    clock.move_to(turn.deadline + MINUTE)
    turn_mark_stuck(turn_id=turn.pk, problem=ValueError())
    clock.shift(HOUR)
    turn_retry(game=game, turn=turn.name, author=lena, reason=WHY)
    turn_close(turn_id=turn.pk)
    assert len(told(lena, NewsKind.STUCK)) == 1 and told(lena, NewsKind.MISSED) == []


def test_a_noon_moved_by_an_outage_is_told_to_masters(clock):
    game = running_game()
    lena, turn = master_of(game), open_turn(game)
    alive(timezone.now(), turn.deadline - 3 * HOUR, Heartbeat.Role.WEB)
    back_at(clock, turn.deadline + HOUR)
    (notice,) = told(lena, NewsKind.MISSED)
    assert "noon comes later, once" in notice_text(notice)
    ana = Notice.objects.get(user=seat(game, 1).user, data__act="outage")
    assert news_kind(ana) is NewsKind.PAUSE


def test_a_noon_that_a_player_missed_is_told_as_the_game_counts_it(clock):
    game = running_game(on_missed=("told", "told", "bot"))
    lena = master_of(game)
    say(game, 1)
    absences_settle()
    assert told(lena, NewsKind.MISSED) == [], "before noon nobody has missed it"
    noon(game, clock)
    absences_settle()
    absences_settle()
    (notice,) = told(lena, NewsKind.MISSED)
    assert "Bruno has missed 1 noon" in notice_text(notice)
    say(game, 2)
    say(game, 1)
    noon(game, clock)
    absences_settle()
    assert len(told(lena, NewsKind.MISSED)) == 1


# ---- not reached ------------------------------------------------------------------------------------


def fails(game: Game, clock: Any, key: str, kind: str = "resolved") -> Notice:
    """A notice to Ana, tried until it is given up."""
    ana = seat(game, 1).user
    tell(game=game, users=[ana.pk], kind=kind, key=key, data={"turn": "setup", "turn_id": 0})
    minutes(clock, 3)
    return Notice.objects.get(user=ana, key=key)


@pytest.fixture
def reached(clock, has):  # noqa: F811
    """A game whose notices until now were delivered, and its master; Ana's mail refuses from now on."""
    game = running_game()
    lena, ana = master_of(game), seat(game, 1).user
    has(mail := Fake("mail"))
    minutes(clock, 1)
    mail.reaches = lambda users: set(users) & {ana.pk}
    mail.answer = REFUSES
    return game, lena, mail


def test_who_is_not_reached_is_told_once_until_something_arrives(reached, clock):
    game, lena, mail = reached
    fails(game, clock, "resolved/1")
    fails(game, clock, "resolved/2")
    (notice,) = told(lena, NewsKind.UNREACHED)
    assert notice_text(notice).startswith("Ana is not reached")
    assert notice_address(notice).endswith(f"/games/game/{game.pk}/change/")
    seat(game, 1).user.channels.update(stopped_at=None)
    mail.answer = TAKES
    fails(game, clock, "resolved/3")
    mail.answer = REFUSES
    fails(game, clock, "resolved/4")
    assert len(told(lena, NewsKind.UNREACHED)) == 2


@pytest.mark.parametrize("kind", ["near", "set_aside", "message"])
def test_what_is_for_its_reader_alone_tells_nobody_that_it_failed(reached, clock, kind, monkeypatch):
    monkeypatch.setattr(deliveries, "reminder_is_true", lambda notice: True)
    game, lena, _mail = reached
    notice = fails(game, clock, f"{kind}/1", kind)
    assert Delivery.objects.get(notice=notice).state == Delivery.State.FAILED
    assert seat(game, 1).user.channels.get().stopped_at is not None
    assert told(lena, NewsKind.UNREACHED) == []


def test_who_has_another_channel_is_reached(reached, has, clock):  # noqa: F811
    game, lena, mail = reached
    has(mail, push := Fake("push", users={seat(game, 1).user.pk}))
    notice = fails(game, clock, "resolved/1")
    assert notice.pk in push.sent and told(lena, NewsKind.UNREACHED) == []


def test_a_master_who_is_not_reached_is_no_player(reached, clock, has):  # noqa: F811
    game, lena, _mail = reached
    has(Fake("mail", REFUSES, users={lena.pk}))
    tell(game=game, users=[lena.pk], kind="stuck", key="stuck/x", data={"turn": "setup", "incident": "x"})
    minutes(clock, 3)
    assert told(lena, NewsKind.UNREACHED) == []


# ---- a place is left, a game sleeps -----------------------------------------------------------------


def test_a_place_that_is_left_is_of_a_kind_of_its_own_for_masters(clock):
    game = running_game(("Ana", "Bruno", "Inès"), on_leave="empty")
    lena = master_of(game)
    seat_leave(player=seat(game, 2))
    (notice,) = told(lena, NewsKind.EMPTY)
    assert "Bruno has left the game" in notice_text(notice)
    (ana,) = told(seat(game, 1).user, NewsKind.SEAT)
    assert ana.key == notice.key and told(lena, NewsKind.SEAT) == []


@pytest.mark.parametrize("act", [seat_take, player_to_bot])
def test_the_other_masters_learn_that_one_of_them_took_a_place_away(clock, act):
    game = running_game(("Ana", "Bruno", "Inès"))
    lena, jack = master_of(game), make_user("Jack", is_staff=True)
    game.masterships.create(user=jack)
    act(game=game, number=2, author=jack, reason=WHY)
    (notice,) = told(lena, NewsKind.EMPTY)
    assert "Bruno" in notice_text(notice) and WHY in notice_text(notice)
    assert not Notice.objects.filter(key=notice.key).exclude(user=lena).exists()


def test_a_game_that_falls_asleep_is_told_once(clock, monkeypatch):
    lena: list[Any] = []
    start = stage.started_game

    def with_master(*args: Any) -> Game:
        game = start(*args)
        lena.append(master_of(game))
        return game

    monkeypatch.setattr(stage, "started_game", with_master)
    game = asleep("machtspiele", 3, clock)
    (notice,) = told(lena[0], NewsKind.ASLEEP)
    assert "sleeps" in notice_text(notice)
    clock.shift(4 * 24 * HOUR)
    games_pause_themselves(now=timezone.now())
    games_pause_themselves(now=timezone.now())
    assert LedgerEntry.objects.filter(game=game, act="paused").count() == 1
    assert [n.kind for n in told(lena[0], NewsKind.ASLEEP)] == ["asleep", "announced"]


# ---- as they chose ----------------------------------------------------------------------------------


def test_masters_are_told_as_they_chose(clock, has):  # noqa: F811
    game = running_game(("Ana", "Bruno", "Inès"))
    lena = master_of(game)
    has(mail := Fake("mail", users={lena.pk}), push := Fake("push", users={lena.pk}))
    news_choices_set(user=lena, ways={("empty", "mail"): "never", ("empty", "push"): "now"})
    seat_leave(player=seat(game, 2))
    minutes(clock, 1)
    (notice,) = told(lena, NewsKind.EMPTY)
    assert notice.pk in push.sent and notice.pk not in mail.sent


def test_the_page_asks_masters_of_their_kinds_alone(client, settings):
    settings.MAIL_CONFIGURED = True
    lena = make_user("Lena", is_staff=True)
    client.force_login(lena)
    page = client.get("/account/news/").content.decode()
    assert all(f'name="{kind}-mail"' in page for kind in OF_MASTERS)
    type(lena).objects.update(is_staff=False)
    page = client.get("/account/news/").content.decode()
    assert not any(f'name="{kind}-mail"' in page for kind in OF_MASTERS)
