"""Fixtures of the account tests: two users, an empty cache, collected mail."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User

PASSWORD = "seven-towers-noon"


@pytest.fixture(autouse=True)
def empty_cache(settings: Settings) -> None:
    """Rate limits start anew with each test."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def mail(settings: Settings) -> Settings:
    """A site that sends mail, into `django.core.mail.outbox`."""
    settings.MAIL_CONFIGURED = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    return settings


@pytest.fixture
def ana(db: None) -> User:
    return User.objects.create_user(
        "ana@example.org",
        PASSWORD,
        display_name="Ana",
        language="en",
        time_zone="Europe/Paris",
        zone_confirmed=True,
    )


@pytest.fixture
def as_ana(ana: User) -> Client:
    client = Client()
    client.force_login(ana)
    return client
