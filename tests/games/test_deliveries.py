"""Deliveries: one row for each notice and channel; a channel that fails for good stops, and the next one
takes over, once."""

from __future__ import annotations

import smtplib
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User, UserChannel
from games import selectors
from games.channels import Away, SendOutcome, SendResult, mail, one_line
from games.models import Delivery, Notice
from games.services import deliveries
from games.services.notices import tell
from tests.builder import make_user, master_of, running_game, seat, send_again, unsent

pytestmark = pytest.mark.django_db
ADDRESS = "550 5.1.1 <ana@example.org>: user unknown; see https://mail.example/why?for=ana"


TAKES = SendOutcome(SendResult.DELIVERED)
REFUSES = SendOutcome(SendResult.FAILED, "550 user unknown")
LATER = SendOutcome(SendResult.LATER, "450 try again later")


class Fake:
    """A channel that does what it is told, and keeps what it was given."""

    def __init__(self, kind: str, answer: SendOutcome | Away = TAKES, users: set[int] | None = None) -> None:
        self.kind, self.other_side, self.answer, self.users = kind, f"{kind} service", answer, users
        self.sent: list[int] = []

    def is_open(self) -> bool:
        return True

    def carries(self, notice: Notice) -> bool:
        return notice.game_id is None or notice.user.game_mail != User.GameMail.NEVER

    def reaches(self, users):
        return set(users) if self.users is None else self.users & set(users)

    @contextmanager
    def connect(self):
        if isinstance(self.answer, Away):
            raise self.answer
        yield self

    def send(self, notices, *, digest):
        assert notices and not digest
        if self.answer.result is SendResult.DELIVERED:
            self.sent += [notice.pk for notice in notices]
        return self.answer


@pytest.fixture
def has(monkeypatch):
    """Gives the site these channels."""

    def use(*found: Fake) -> None:
        monkeypatch.setattr(deliveries, "channels", lambda: list(found))

    return use


@pytest.fixture
def clock():
    with time_machine.travel(datetime.now(UTC)) as traveller:
        yield traveller


def minutes(clock, count: int, apart: int = 1) -> None:
    """What is done each minute, so many times; `apart`: minutes from one to the next."""
    for _ in range(count):
        deliveries.notices_send()
        clock.shift(apart * 60 + 1)


def test_each_channel_of_a_user_carries_a_notice_once(has, clock):
    first, second = Fake("mail"), Fake("push")
    has(first, second)
    running_game()
    minutes(clock, 5)
    told = sorted(Notice.objects.values_list("pk", flat=True))
    assert sorted(first.sent) == sorted(second.sent) == told and len(told) == 2
    row = Delivery.objects.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        Delivery.objects.create(notice=row.notice, channel=row.channel, next_at=row.next_at)
    send_again()
    minutes(clock, 1)
    assert len(first.sent) == 4, "the rows alone kept it from being sent twice"


def test_a_channel_that_fails_for_good_stops_and_the_next_takes_over_once(has, clock):
    game = running_game()
    ana = seat(game, 1).user
    first, second, third = Fake("mail", REFUSES), Fake("push", users={ana.pk}), Fake("hook", users={ana.pk})
    has(first, second, third)
    Notice.objects.exclude(user=ana).delete()
    Delivery.objects.all().delete()
    # What it subscribed to later has no part in it: only one of the others takes over.
    deliveries.notices_route([first])
    minutes(clock, 3)
    (notice,) = Notice.objects.filter(user=ana, game=game)
    assert notice.pk in second.sent and notice.pk not in third.sent
    channel = UserChannel.objects.get(user=ana)
    assert (channel.kind, channel.why) == ("mail", "550 user unknown")
    stopped = Notice.objects.get(user=ana, kind="stopped")
    assert stopped.pk in second.sent
    tell(game=game, users=[ana.pk], kind="resolved", key="resolved/x", data={"turn": "setup"})
    first.answer = SendOutcome(SendResult.DELIVERED)
    minutes(clock, 3)
    assert not first.sent, "it is stopped"
    assert second.sent.count(Notice.objects.get(key="resolved/x").pk) == 1
    assert accounts.channel_go_on(user=ana, kind="mail") and not accounts.channel_go_on(user=ana, kind="mail")
    tell(game=game, users=[ana.pk], kind="resolved", key="resolved/y", data={"turn": "setup"})
    minutes(clock, 1)
    assert first.sent == [Notice.objects.get(key="resolved/y").pk]


def test_what_took_over_and_fails_is_not_taken_over_again(has, clock):
    game = running_game()
    first, second, third = Fake("mail", LATER), Fake("push", LATER), Fake("hook")
    has(first, second, third)
    deliveries.notices_route([first])
    minutes(clock, 40, apart=15)  # each is tried again when its time has come, ten hours long
    rows = Delivery.objects.filter(notice__game=game)
    assert set(rows.values_list("channel", "state")) == {("mail", "failed"), ("push", "failed")}
    assert not UserChannel.objects.filter(stopped_at__isnull=False).exists(), "put off is not for good"
    assert third.sent == []


def test_a_user_with_one_channel_is_told_in_the_lobby(has):
    has(Fake("mail", REFUSES))
    ana = seat(running_game(), 1).user
    deliveries.notices_send()
    client = Client()
    client.force_login(ana)
    page = client.get("/games/").content.decode()
    assert "Mail: our news no longer reach you this way." in page
    assert "The other side said: “550 user unknown”." in page
    assert 'href="/account/' in page


def test_a_channel_that_is_away_holds_up_no_other(has, caplog):
    first, second = Fake("mail", Away("ConnectionRefusedError")), Fake("push")
    has(first, second)
    running_game()
    assert deliveries.notices_send() == 2
    assert "mail service out of reach waiting=2 ConnectionRefusedError" in caplog.text
    assert set(Delivery.objects.filter(channel="mail").values_list("tries", "state")) == {(0, "waiting")}


def test_a_programming_error_of_a_channel_costs_one_try_of_one_notice(has, clock):
    broken = Fake("mail")
    broken.send = lambda notices, *, digest: 1 / 0
    has(broken, second := Fake("push"))
    running_game()
    minutes(clock, 1)
    assert set(Delivery.objects.filter(channel="mail").values_list("tries", "answer")) == {
        (1, "ZeroDivisionError")
    }
    assert len(second.sent) == 2


@pytest.mark.parametrize(
    ("problem", "result", "answer"),
    [
        (smtplib.SMTPRecipientsRefused({"ana@example.org": (550, ADDRESS.encode())}), "failed", "550"),
        (smtplib.SMTPRecipientsRefused({"ana@example.org": (450, b"greylisted")}), "later", "450 greylisted"),
        (smtplib.SMTPDataError(554, b"we take it for spam"), "later", "554 we take it for spam"),
        (smtplib.SMTPSenderRefused(553, b"who are you", "noon@example.org"), "later", "553 who are you"),
        (ValueError("a secret"), "later", "ValueError"),
    ],
)
def test_a_refusal_is_told_by_its_number(problem, result, answer):
    found = mail._refused(problem)
    assert found.result == result and found.answer.startswith(answer)
    assert "ana" not in found.answer and "secret" not in found.answer


def test_an_answer_is_one_short_line_without_addresses():
    said = one_line(
        b"550-5.7.1 [192.0.2.1] <ana@example.org>\r\n550 see https://example.org/?k=1 " + b"x" * 900
    )
    assert said == "550-5.7.1 … … 550 see … …"
    assert len(one_line("no " * 900)) == 160


def test_a_reminder_that_is_refused_moves_nothing_that_a_master_sees(has):
    """It tells that nothing was saved. What waits for the same channel fails at its own time."""
    game = running_game()
    master, ana = master_of(game), seat(game, 1).user
    has(Fake("mail", REFUSES))
    Notice.objects.all().delete()
    turn = game.turns.get(deadline__isnull=False)
    data = {"turn": turn.name, "turn_id": turn.pk, "until": turn.deadline.isoformat()}
    Notice.objects.create(user=ana, game=game, kind="near", key="near/x", data=data, read_at=timezone.now())
    later = Notice.objects.create(user=ana, game=game, kind="resolved", key="r", routed_at=timezone.now())
    row = Delivery.objects.create(notice=later, channel="mail", next_at=timezone.now() + deliveries.HOUR)

    def unreached() -> tuple[str, ...]:
        (seen,) = selectors.run_games(selectors.games_run_by(master.pk, 10), timezone.now())
        return seen.unreached

    deliveries.notices_send()
    assert UserChannel.objects.get(user=ana).stopped_at
    row.refresh_from_db()
    assert row.state == "waiting" and unreached() == ()
    Delivery.objects.filter(pk=row.pk).update(next_at=timezone.now())
    deliveries.notices_send()
    assert unreached() == ("Ana",)


def test_statements_of_routing_do_not_grow_with_notices(has):
    has(Fake("mail"), Fake("push"))
    counts = []
    for _ in range(2):
        for number in range(1 + 2 * len(counts)):
            running_game([f"Player {counts}{number}{seat}" for seat in range(2)])
        with CaptureQueriesContext(connection) as found:
            deliveries.notices_route(deliveries.channels())
        counts.append(len(found))
    assert counts[0] == counts[1] and not Notice.objects.filter(routed_at=None).exists()


def test_what_is_no_longer_news_is_looked_for_no_more(has):
    has(Fake("mail", LATER))
    running_game()
    deliveries.notices_send()
    old = timezone.now() - deliveries.NEWS
    Notice.objects.update(created_at=old)
    Notice.objects.create(user=make_user("Lena"), kind="two_steps", key="x")
    Notice.objects.filter(key="x").update(created_at=old)
    deliveries.deliveries_tidy(now=timezone.now())
    assert set(Delivery.objects.values_list("state", flat=True)) == {"dropped"}
    assert not Notice.objects.filter(routed_at=None).exists() and unsent().exists()


def test_mails_are_tried_again_from_the_profile():
    ana = make_user("Ana")
    UserChannel.objects.create(user=ana, kind="mail", stopped_at=timezone.now(), why="550")
    client = Client()
    client.force_login(ana)
    posted = {"display_name": "Ana", "game_mail": "never", "language": "en", "theme": "", "time_zone": "UTC"}
    client.post("/account/profile/", posted)
    assert UserChannel.objects.get().stopped_at
    client.post("/account/profile/", {**posted, "game_mail": ""})
    assert UserChannel.objects.get().stopped_at is None
    assert User.objects.get().channels.count() == 1
