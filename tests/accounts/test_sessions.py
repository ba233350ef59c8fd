"""Log-ins: read with their user by one statement, valid where Django's own are, moved over from its table."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DjangoStore
from django.contrib.sessions.models import Session as DjangoSession
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from accounts.models import Session, User
from accounts.sessions import SessionStore

from .conftest import PASSWORD

migration = import_module("accounts.migrations.0003_sessions_with_users")
PROFILE = "/account/profile/"


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def reads(client: Client) -> bool:
    """Whether the account is shown: a visitor is sent to the log-in."""
    return client.get(PROFILE).status_code == 200


def test_session_and_user_are_one_query(ana: User) -> None:
    client = logged_in(ana)
    with CaptureQueriesContext(connection) as queries:
        assert client.get("/how-noon-works/").status_code == 200
    assert len(queries) == 1


def test_the_row_names_its_user_until_the_log_out(ana: User) -> None:
    client = logged_in(ana)
    assert Session.objects.get().user == ana
    client.post("/account/logout/")
    assert not Session.objects.filter(user=ana).exists()
    assert not reads(client)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (SESSION_KEY, "1"),
        (BACKEND_SESSION_KEY, ""),
        (BACKEND_SESSION_KEY, "django.contrib.auth.backends.ModelBackend"),
        (HASH_SESSION_KEY, ""),
        (HASH_SESSION_KEY, "1"),
    ],
)
def test_a_session_that_says_anything_else_lets_nobody_in(ana: User, key: str, value: str) -> None:
    client = logged_in(ana)
    session = client.session
    session[key] = value
    session.save()
    Session.objects.update(user=ana)  # the row may say what it wants
    assert not reads(client)


def test_a_shut_account_a_new_password_and_a_deleted_user_log_out(ana: User) -> None:
    shut, changed, deleted = logged_in(ana), logged_in(ana), logged_in(ana)
    User.objects.update(is_active=False)
    assert not reads(shut)
    User.objects.update(is_active=True)
    ana.set_password("another-noon-seven")
    ana.save()
    assert not reads(changed)
    ana.delete()
    assert not Session.objects.exists()
    assert not reads(deleted)


def test_a_session_signed_by_an_older_key_goes_on(ana: User, settings: Any) -> None:
    client = logged_in(ana)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another one", [settings.SECRET_KEY]
    assert reads(client)
    assert reads(client)


def test_one_that_is_over_is_nobodys_and_forgotten(ana: User) -> None:
    client = logged_in(ana)
    Session.objects.update(expire_date=timezone.now())
    assert not reads(client)
    call_command("clearsessions")
    assert not Session.objects.filter(user=ana).exists()


def test_a_user_who_vanishes_while_logging_in_is_no_endless_loop(ana: User) -> None:
    session = SessionStore()
    session[SESSION_KEY] = str(ana.pk)
    ana.delete()
    session.save()
    assert SessionStore(session.session_key).load() == {SESSION_KEY: session[SESSION_KEY]}


def test_logging_out_everywhere_else(ana: User) -> None:
    here, there, other = logged_in(ana), logged_in(ana), logged_in(User.objects.create_user("b@example.org"))
    services.other_sessions_end(user=ana, but=here.session.session_key)
    assert [reads(here), reads(there), reads(other)] == [True, False, True]


def test_log_ins_move_over_from_djangos_table_and_back(ana: User) -> None:
    stored = DjangoStore()
    stored[SESSION_KEY] = str(ana.pk)
    stored[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    stored[HASH_SESSION_KEY] = ana.get_session_auth_hash()
    stored.save()
    visitor = DjangoStore()
    visitor["seen"] = "yes"
    visitor.save()
    gone = DjangoStore()
    gone[SESSION_KEY] = "1"
    gone.save()
    later = timezone.now() + timedelta(days=1)
    DjangoSession.objects.create(session_key="of-another-key", session_data="x:y:z", expire_date=later)
    DjangoSession.objects.create(session_key="over-by-now", session_data="", expire_date=timezone.now())

    migration.move_over(apps, None)
    assert not DjangoSession.objects.exists()
    users = dict(Session.objects.values_list("session_key", "user_id"))
    assert users == {stored.session_key: ana.pk, visitor.session_key: None, "of-another-key": None}
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = stored.session_key
    assert reads(client)

    Session.objects.exclude(session_key=stored.session_key).delete()
    migration.move_back(apps, None)
    assert DjangoStore(stored.session_key)[SESSION_KEY] == str(ana.pk)


def test_the_password_logs_in_and_the_page_after_it_is_read(ana: User) -> None:
    client = Client()
    client.post("/account/login/", {"login": ana.email, "password": PASSWORD})
    assert reads(client)
