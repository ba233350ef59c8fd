"""Guesses of passwords and codes are limited, and nobody can lock an owner out by guessing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.conf import settings
from django.core import mail as post
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User

from .conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LOGIN = "/account/login/"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"


@pytest.fixture(autouse=True)
def clock():
    cache.clear()
    with time_machine.travel(datetime(2026, 11, 21, 7, 48, 5, tzinfo=UTC), tick=False) as traveller:
        _CLOCK[:] = [traveller]
        yield traveller


_CLOCK: list[time_machine.Traveller] = []


def attempt(ip: str, password: str, login: str = "ana@example.org") -> Client:
    """A log-in from an IP address; the client, logged in or not."""
    _CLOCK[0].shift(0.001)  # no two at one moment
    client = Client(REMOTE_ADDR=ip)
    client.page = client.post(LOGIN, {"login": login, "password": password})
    return client


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def looked_at(client: Client) -> bool:
    return b"Too many passwords in a row" not in client.page.content and client.page.status_code == 200


def crowd(count: int) -> list[str]:
    """So many IP addresses."""
    return [f"192.0.2.{n}" for n in range(1, count + 1)]


def test_five_wrong_passwords_from_anywhere_lock_the_owner_out_of_nowhere_else(ana: User) -> None:
    for _ in range(6):
        stranger = attempt(ELSEWHERE, "wrong")
    assert not looked_at(stranger)
    assert not is_in(attempt(ELSEWHERE, PASSWORD)), "not even the right one is looked at any more"
    assert is_in(attempt(HOME, PASSWORD))


def test_a_crowd_of_guessers_is_stopped_and_the_owner_comes_in_from_where_he_was_before(
    ana: User, clock
) -> None:
    assert is_in(attempt(HOME, PASSWORD))
    clock.shift(timedelta(days=60))
    looked = sum(looked_at(attempt(ip, "wrong")) for ip in crowd(40) for _ in range(3))
    assert looked == 50
    assert not is_in(attempt("192.0.2.200", PASSWORD)), "nobody new is looked at in this hour"
    assert is_in(attempt(HOME, PASSWORD))
    clock.shift(timedelta(hours=1, seconds=1))
    assert is_in(attempt("192.0.2.200", PASSWORD))


def test_who_is_refused_is_not_counted_and_holds_up_nobody_beside_him(ana: User, clock) -> None:
    User.objects.create_user("bruno@example.org", PASSWORD)
    for _ in range(20):
        attempt(ELSEWHERE, "wrong")
    assert is_in(attempt(ELSEWHERE, PASSWORD, "bruno@example.org")), "another user of the same connection"
    clock.shift(timedelta(minutes=5, seconds=1))
    assert is_in(attempt(ELSEWHERE, PASSWORD))


def test_one_address_gets_at_most_twenty_wrong_ones_an_hour_at_one_account(ana: User, clock) -> None:
    looked = 0
    for _five_minutes in range(11):
        looked += sum(looked_at(attempt(ELSEWHERE, "wrong")) for _ in range(6))
        clock.shift(timedelta(minutes=5, seconds=1))
    assert looked == 20


def test_one_address_gets_at_most_sixty_an_hour_at_all_accounts_together(clock) -> None:
    looked = 0
    for minute in range(12):
        looked += sum(looked_at(attempt(ELSEWHERE, "wrong", f"a{minute}.{n}@example.org")) for n in range(12))
        clock.shift(timedelta(minutes=1, seconds=1))
    assert looked == 60


def test_an_unknown_account_is_counted_like_a_known_one(ana: User) -> None:
    for login in ("ana@example.org", "nobody@example.org"):
        answers = [looked_at(attempt(ELSEWHERE, "wrong", login)) for _ in range(6)]
        assert answers == [True] * 5 + [False]


def test_capitals_make_no_other_account(ana: User) -> None:
    logins = ["ana@example.org", "ANA@example.org", "Ana@Example.org", "aNa@example.org", "anA@example.org"]
    assert all(looked_at(attempt(ELSEWHERE, "wrong", login)) for login in logins)
    assert not looked_at(attempt(ELSEWHERE, "wrong", "ANA@EXAMPLE.ORG"))


def test_right_passwords_do_not_count_nor_wipe_the_wrong_ones_out(ana: User) -> None:
    for _ in range(4):
        attempt(ELSEWHERE, "wrong")
    assert all(is_in(attempt(ELSEWHERE, PASSWORD)) for _ in range(4))
    assert looked_at(attempt(ELSEWHERE, "wrong"))
    assert not looked_at(attempt(ELSEWHERE, "wrong"))


def test_guesses_at_the_log_in_do_not_keep_a_session_from_confirming_its_password(ana: User) -> None:
    client = attempt(HOME, PASSWORD)
    for ip in crowd(20):
        for _ in range(3):
            attempt(ip, "wrong")
    for _ in range(6):
        attempt(HOME, "wrong")
    url = reverse("account_reauthenticate")
    assert client.post(url, {"password": PASSWORD}).status_code == 302


def test_whoever_holds_a_session_gets_few_guesses_at_its_password(ana: User) -> None:
    client, url = attempt(HOME, PASSWORD), reverse("account_reauthenticate")
    pages = [client.post(url, {"password": "wrong"}) for _ in range(6)]
    assert b"Too many passwords in a row" in pages[-1].content
    assert b"That is not your password" in pages[-2].content


def test_a_new_password_by_mail_ends_the_wait(ana: User, mail: object) -> None:
    ana.emailaddress_set.create(email=ana.email, primary=True, verified=True)
    for ip in crowd(20):
        for _ in range(3):
            attempt(ip, "wrong")
    client = Client(REMOTE_ADDR=HOME)
    client.post(reverse("account_reset_password"), {"email": ana.email})
    path = post.outbox[-1].body.partition(settings.SITE_URL)[2].split()[0]
    form = client.get(path, follow=True).redirect_chain[-1][0]
    client.post(form, {"password1": "nine-ledgers-open"})
    assert is_in(attempt("192.0.2.250", "nine-ledgers-open"))


# ---- codes ----------------------------------------------------------------------------------------


@pytest.fixture
def secret(ana: User) -> str:
    """Ana, who logs in with two factors."""
    made = totp.generate_totp_secret()
    totp.TOTP.activate(ana, made)
    RecoveryCodes.activate(ana)
    return made


def code(secret: str) -> str:
    return totp.format_hotp_value(totp.hotp_value(secret, next(iter(totp.yield_hotp_counters_from_time()))))


def second_step(ip: str, typed: str) -> Client:
    """The right password from an IP address, then a code."""
    client = attempt(ip, PASSWORD)
    client.page = client.post(reverse("mfa_authenticate"), {"code": typed})
    return client


def test_wrong_codes_from_elsewhere_do_not_keep_the_owner_out(ana: User, secret: str, clock) -> None:
    assert is_in(second_step(HOME, code(secret)))
    clock.shift(timedelta(minutes=2))
    refused = [
        b"Too many wrong codes" in second_step(ip, "000000").page.content for ip in crowd(5) for _ in "abc"
    ]
    assert refused == [False] * 10 + [True] * 5
    assert not is_in(second_step("192.0.2.200", code(secret)))
    assert is_in(second_step(HOME, code(secret)))


def test_five_wrong_codes_in_a_row_are_enough_from_one_address(ana: User, secret: str) -> None:
    pages = [second_step(ELSEWHERE, "000000").page.content for _ in range(6)]
    assert b"That is not the code shown now" in pages[4]
    assert b"Too many wrong codes" in pages[5]
    assert Authenticator.objects.filter(user=ana).count() == 2


def test_thirty_wrong_codes_a_day_are_looked_at_from_all_new_addresses_together(
    ana: User, secret: str, clock
) -> None:
    looked = 0
    for hour in range(8):
        for ip in (f"192.0.{hour}.1", f"192.0.{hour}.2", f"192.0.{hour}.3"):
            for _ in range(4):
                looked += b"That is not the code" in second_step(ip, "000000").page.content
        clock.shift(timedelta(hours=1, seconds=1))
    assert looked == 30


# ---- mails that strangers cause -------------------------------------------------------------------


def test_an_address_gets_few_mails_about_a_new_password(ana: User, mail: object, clock) -> None:
    answers = set()
    for hour in range(4):
        for ip in crowd(20):
            client = Client(REMOTE_ADDR=ip)
            answer = client.post(reverse("account_reset_password"), {"email": "ANA@example.org"})
            answers.add((answer.status_code, answer["Location"]))
        assert len(post.outbox) == min(10, 5 * (hour + 1))
        clock.shift(timedelta(hours=1, seconds=1))
    assert len(answers) == 1, "nobody learns whether a mail went"


def test_an_address_gets_few_mails_from_sign_ups(ana: User, mail: object, clock) -> None:
    ana.emailaddress_set.create(email=ana.email, primary=True, verified=True)
    typed = {"display_name": "Zoé", "email": ana.email, "password1": "nine-ledgers-open"}
    for ip in crowd(19):
        answer = Client(REMOTE_ADDR=ip).post(reverse("account_signup"), typed)
        assert answer["Location"] == reverse("account_email_verification_sent")
        clock.shift(timedelta(minutes=3, seconds=1))
    assert len(post.outbox) == 5
