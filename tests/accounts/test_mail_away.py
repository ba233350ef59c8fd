"""A mail server that is away, or refuses an address, is told to whoever waits for the mail."""

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

pytestmark = pytest.mark.django_db(transaction=True)
HERE = "tests.accounts.test_mail_away."


class Away(BaseEmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise ConnectionRefusedError(111, "Connection refused")


class Refusing(BaseEmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise SMTPRecipientsRefused({"x@example.org": (550, b"no such user")})


class PuttingOff(BaseEmailBackend):
    def send_messages(self, messages: Any) -> int:
        raise SMTPRecipientsRefused({"x@example.org": (450, b"greylisted, try again later")})


@pytest.mark.parametrize(
    ("backend", "status", "said"),
    [
        ("Away", 503, "mail server does not answer just now"),
        ("PuttingOff", 503, "mail server does not answer just now"),
        ("Refusing", 422, "takes none for this address"),
    ],
)
@pytest.mark.parametrize("address", ["ana@example.org", "nobody@example.org"])
def test_a_new_password_that_cannot_be_mailed(mail, ana, caplog, backend, status, said, address):
    """The answer is the same whether or not the address has an account."""
    mail.EMAIL_BACKEND = HERE + backend
    answer = Client().post(reverse("account_reset_password"), {"email": address})
    assert answer.status_code == status
    page = answer.content.decode()
    assert said in page
    assert [record.name for record in caplog.records if record.levelname == "ERROR"] == (
        ["accounts.adapter"] if status == 503 else []
    )
    assert address in page


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
