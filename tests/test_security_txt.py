"""The contact for vulnerabilities: /.well-known/security.txt (RFC 9116) and SECURITY.md."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from tools.servers import ROOT

ADDRESS = "/.well-known/security.txt"
TODAY = datetime(2026, 11, 21, 7, 48, tzinfo=UTC)


def fields(client: Client) -> list[tuple[str, str]]:
    answer = client.get(ADDRESS)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    text = answer.content.decode()
    assert text.endswith("\n")
    return [tuple(line.split(": ", 1)) for line in text.splitlines()]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("operator@noon.example", "mailto:operator@noon.example"),
        ("https://noon.example/contact", "https://noon.example/contact"),
    ],
)
def test_it_names_the_contact_and_ends_within_a_year(
    client: Client, settings: Any, contact: str, told: str
) -> None:
    settings.CONTACT, settings.SITE_URL, settings.TLS = contact, "https://noon.example", True
    with time_machine.travel(TODAY, tick=False) as clock:
        found = fields(client)
        assert [name for name, _value in found] == ["Contact", "Expires", "Preferred-Languages", "Canonical"]
        said = dict(found)
        assert said["Contact"] == told
        assert said["Expires"] == "2027-05-20T00:00:00Z"
        assert said["Preferred-Languages"] == "en, fr"
        assert said["Canonical"] == "https://noon.example/.well-known/security.txt"
        clock.move_to(TODAY + timedelta(days=400))
        later = datetime.fromisoformat(dict(fields(client))["Expires"])
        assert timedelta(days=30) < later - (TODAY + timedelta(days=400)) < timedelta(days=365)


def test_without_tls_it_names_no_address_of_its_own(client: Client, settings: Any) -> None:
    settings.CONTACT = "operator@noon.example"
    assert [name for name, _value in fields(client)] == ["Contact", "Expires", "Preferred-Languages"]


@pytest.mark.django_db
def test_where_nobody_is_named_there_is_none(client: Client, settings: Any) -> None:
    settings.CONTACT = ""
    assert client.get(ADDRESS).status_code == 404


def test_the_policy_leads_to_it() -> None:
    assert ADDRESS in (ROOT / "SECURITY.md").read_text()
