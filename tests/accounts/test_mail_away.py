"""If the mail server does not answer, or refuses an address, whoever waits for the mail is told."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core.cache import cache
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
HERE = "tests.accounts.test_mail_away."


class Away(BaseEmailBackend):
    def open(self) -> bool:
        raise ConnectionRefusedError(111, "Connection refused")

    def send_messages(self, messages: Any) -> int:
        raise ConnectionRefusedError(111, "Connection refused")


class Refusing(BaseEmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise SMTPRecipientsRefused({"x@example.org": (550, b"no such user")})


class PuttingOff(BaseEmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise SMTPRecipientsRefused({"x@example.org": (450, b"greylisted, try again later")})


@pytest.mark.parametrize("address", ["ana@example.org", "nobody@example.org"])
def test_a_new_password_that_cannot_be_mailed(mail, ana, caplog, address):
    """The answer is the same whether or not the address has an account."""
    mail.EMAIL_BACKEND = HERE + "Away"
    answer = Client().post(reverse("account_reset_password"), {"email": address})
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "mail server does not answer at the moment" in page and address in page
    assert [record.name for record in caplog.records if record.levelname == "ERROR"] == ["accounts.adapter"]


@pytest.mark.parametrize(("backend", "level"), [("PuttingOff", "ERROR"), ("Refusing", "WARNING")])
def test_a_new_password_that_the_mail_server_does_not_take(mail, ana, caplog, backend, level):
    """It would have taken none for an address without an account, either: nothing tells the asker."""
    mail.EMAIL_BACKEND = HERE + backend
    known, unknown = (
        Client().post(reverse("account_reset_password"), {"email": address})
        for address in ("ana@example.org", "nobody@example.org")
    )
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url) == (302, unknown.url)
    assert [r.levelname for r in caplog.records if r.name == "accounts.adapter"] == [level]


@pytest.mark.parametrize(
    ("backend", "status", "said"),
    [
        ("Away", 503, "mail server does not answer at the moment"),
        ("PuttingOff", 503, "mail server does not answer at the moment"),
        ("Refusing", 422, "accepts none for this address"),
    ],
)
def test_an_address_that_cannot_be_mailed(mail, ana, as_ana, caplog, backend, status, said):
    mail.EMAIL_BACKEND = HERE + backend
    form = {"email": "lena@example.org", "password": PASSWORD, "action_add": "1"}
    answer = as_ana.post("/account/email/", form)
    assert answer.status_code == status
    page = answer.content.decode()
    assert said in page and "lena@example.org" in page
    assert [record.name for record in caplog.records if record.levelname == "ERROR"] == (
        ["accounts.adapter"] if status == 503 else []
    )


def test_a_sign_up_that_cannot_be_confirmed_yet_goes_on_by_logging_in(mail, mailoutbox):
    backend, mail.EMAIL_BACKEND = mail.EMAIL_BACKEND, HERE + "Away"
    fields = {"email": "jack@example.org", "password1": PASSWORD, "display_name": "Jack"}
    answer = Client().post(reverse("account_signup"), fields)
    assert answer.status_code == 503
    assert PASSWORD not in answer.content.decode()
    mail.EMAIL_BACKEND = backend
    cache.clear()  # a few minutes later: mails to one address have a limit
    Client().post(reverse("account_login"), {"login": "jack@example.org", "password": PASSWORD})
    assert [message.to for message in mailoutbox] == [["jack@example.org"]]


def test_a_password_is_changed_although_its_owner_cannot_be_told(mail, ana, as_ana):
    mail.EMAIL_BACKEND = HERE + "Away"
    new = {"oldpassword": PASSWORD, "password1": "noon-at-seven-towers", "password2": "noon-at-seven-towers"}
    answer = as_ana.post(reverse("account_change_password"), new)
    assert answer.status_code == 302
    assert User.objects.get(pk=ana.pk).check_password("noon-at-seven-towers")
