"""Accounts in the admin: four switches, no hash."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tests.builder import seat

pytestmark = pytest.mark.django_db


def test_an_account_has_four_switches_and_shows_no_hash(game, clients):
    ana = seat(game, 1).user
    url = reverse("admin:accounts_user_change", args=[ana.pk])
    page = clients["superuser"].get(url).content.decode()
    assert ana.email in page
    assert "password" not in page.lower().replace("/admin/password_change/", "")
    assert set(re.findall(r'<input type="(?:text|checkbox|email)" name="(\w+)"', page)) == {
        "is_active", "is_staff", "is_organizer", "is_superuser",
    }  # fmt: skip
    clients["superuser"].post(
        url, {"is_active": "on", "is_staff": "on", "email": "x@example.org", "password": "x"}
    )
    before = ana.password
    ana.refresh_from_db()
    assert ana.is_staff
    assert ana.email == "ana@example.org"
    assert ana.password == before


def test_a_superuser_does_not_lock_himself_out(game, clients):
    boss = get_user_model().objects.get(display_name="Chloé")
    url = reverse("admin:accounts_user_change", args=[boss.pk])
    clients["superuser"].post(url, {})
    boss.refresh_from_db()
    assert boss.is_superuser
    assert boss.is_staff


def test_accounts_are_neither_made_nor_deleted_here(game, clients):
    ana = seat(game, 1).user
    boss = clients["superuser"]
    assert boss.get(reverse("admin:accounts_user_add")).status_code == 403
    assert boss.post(reverse("admin:accounts_user_delete", args=[ana.pk]), {"post": "yes"}).status_code == 403
