"""Log-in and sign-up while the cache is out of reach: no error, and guesses stay limited."""

from __future__ import annotations

import logging
import socket
import time
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from web.cache import _Tolerant

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db


def break_folder(settings: Settings, folder: Path) -> None:
    """A cache in a folder that was there when the site started."""
    settings.CACHES = {"default": {"BACKEND": "web.cache.Folder", "LOCATION": folder}}
    cache.clear()
    folder.rmdir()
    folder.touch()


@pytest.fixture(params=["refused", "silent", "full"])
def no_cache(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path):
    """Redis that refuses, Redis that accepts and never answers, a folder nothing can be written to."""
    _Tolerant.logged_at = float("-inf")
    silent = socket.create_server(("127.0.0.1", 0))
    port = {"refused": 1, "silent": silent.getsockname()[1], "full": 0}[request.param]
    quick = {"socket_timeout": 0.2, "socket_connect_timeout": 0.2}
    settings.CACHES = {
        "default": {
            "BACKEND": "web.cache.Redis",
            "LOCATION": f"redis://127.0.0.1:{port}/0",
            "OPTIONS": quick,
        }
    }
    if request.param == "full":
        break_folder(settings, tmp_path / "cache")
    cache.clear()
    with silent:
        yield request.param


def test_signing_up_and_logging_in_go_on(no_cache: str, caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    typed = {"display_name": "Ana", "email": "ana@example.org", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), typed).url == reverse("games:lobby")
    other = Client()
    wrong = {"login": "ana@example.org", "password": "wrong"}
    assert other.post(reverse("account_login"), wrong).status_code == 200
    right = {"login": "ana@example.org", "password": PASSWORD}
    assert other.post(reverse("account_login"), right).status_code == 302
    records = [*caplog.get_records("setup"), *caplog.records]
    told = [record for record in records if record.levelno >= logging.ERROR]
    assert [record.getMessage().partition(":")[0] for record in told] == ["cache out of reach"]


def test_guesses_are_limited_without_the_cache(no_cache: str, ana: User) -> None:
    client = Client()
    wrong = {"login": "ana@example.org", "password": "wrong"}
    answers = [client.post(reverse("account_login"), wrong) for _ in range(12)]
    assert all(answer.status_code in (200, 429) for answer in answers)
    client.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
    assert "_auth_user_id" not in client.session, "guessing was not limited"


def test_a_cache_that_comes_back_is_used_again(settings: Settings, tmp_path: Path, monkeypatch) -> None:
    broken = tmp_path / "cache"
    break_folder(settings, broken)
    assert cache.add("a", 1) and not cache.add("a", 1)
    broken.unlink()
    now = time.monotonic()
    monkeypatch.setattr("web.cache.time.monotonic", lambda: now + 6)
    assert cache.add("a", 1) and list(broken.glob("*"))
