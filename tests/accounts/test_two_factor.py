"""Two-factor authentication: switched on, used, lost and switched off, in both languages; and the admin."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core import mail as outbox
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.services.deliveries import notices_send
from tests.builder import UserFactory

from .conftest import PASSWORD


def codes_of(secret: str) -> list[str]:
    """The codes that are taken: those of the half-minute before, of this one, and of the one after."""
    return [format_hotp_value(hotp_value(secret, counter)) for counter in yield_hotp_counters_from_time()]


def code_of(secret: str) -> str:
    """The code a telephone shows now: good for another half-minute, should this one end meanwhile."""
    return codes_of(secret)[1]


def wrong_code(secret: str) -> str:
    return next(code for code in ("000000", "000001", "000002", "000003") if code not in codes_of(secret))


def log_in(client: Client, user) -> None:
    client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})


def switch_on(client: Client) -> str:
    """From the profile page: the password once more, the key, its first code."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r"<code[^>]*>([A-Z2-7]+)</code>", page)[1]  # type: ignore[index]
    answer = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert answer.status_code == 302, answer.content.decode()
    return secret


@pytest.fixture
def ana_in(ana) -> Client:
    client = Client()
    log_in(client, ana)
    return client


def test_it_is_offered_on_the_profile_page(as_ana):
    assert reverse("mfa_index").encode() in as_ana.get(reverse("accounts:profile")).content


def test_its_first_address_leads_where_it_is_now(client):
    for old in ("", "authenticate/", "recovery-codes/generate/"):
        answer = client.get(f"/account/two-steps/{old}", {"next": "/games/"})
        assert answer.status_code == 301
        assert answer["Location"] == f"/account/two-factor/{old}?next=%2Fgames%2F"


def test_once_it_is_on_a_password_alone_does_not_get_in(ana, ana_in):
    secret = switch_on(ana_in)
    Authenticator.objects.update(last_used_at=None)
    cache.clear()  # a code counts once: as if half a minute had passed
    client = Client()
    log_in(client, ana)
    assert client.get(reverse("accounts:profile")).status_code == 302
    refused = client.post(reverse("mfa_authenticate"), {"code": wrong_code(secret)})
    assert b"That is not the code shown now" in refused.content
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert client.get(reverse("accounts:profile")).status_code == 200


@pytest.mark.django_db(transaction=True)  # log-ins are ended after the commit
def test_switching_it_on_ends_every_other_log_in_of_the_account(ana, ana_in):
    """Whoever had the password alone may still be logged in: he would show himself the recovery codes."""
    thief, bruno = Client(), Client()
    log_in(thief, ana)
    bruno.force_login(UserFactory())
    switch_on(ana_in)
    assert thief.get(reverse("accounts:profile")).status_code == 302
    assert ana_in.get(reverse("accounts:profile")).status_code == 200
    assert bruno.get(reverse("accounts:profile")).status_code == 200


def test_a_recovery_code_opens_once(ana, ana_in):
    switch_on(ana_in)
    page = ana_in.get(reverse("mfa_view_recovery_codes")).content.decode()
    codes = re.findall(r"<code>([0-9 -]+)</code>", page)
    assert len(codes) == 10
    for inside in (True, False):
        client = Client()
        log_in(client, ana)
        client.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert (client.get(reverse("accounts:profile")).status_code == 200) is inside


@pytest.mark.django_db(transaction=True)  # the mail leaves after the commit
def test_it_is_switched_off_again_and_the_owner_is_told(ana, ana_in, mail):
    from allauth.account.models import EmailAddress

    EmailAddress.objects.update_or_create(
        user=ana, email=ana.email, defaults={"verified": True, "primary": True}
    )
    switch_on(ana_in)
    ana_in.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    subjects = [message.subject for message in outbox.outbox]
    assert "[Noon] Two-factor authentication is on" in subjects
    assert "[Noon] Two-factor authentication is off" in subjects


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_speaks_the_readers_language_in_our_words(ana, ana_in, language):
    ana.language = language
    ana.save()
    ana_in.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    names = ["mfa_index", "mfa_activate_totp"]
    pages = [ana_in.get(reverse(name)).content.decode() for name in names]
    switch_on(ana_in)
    names += ["mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_deactivate_totp", "mfa_index"]
    pages += [ana_in.get(reverse(name)).content.decode() for name in names[2:]]
    for page in pages:
        assert f'<html lang="{language}"' in page and 'class="narrow stack-l"' in page
        assert not re.search(r"Two-Factor|[Ii]nvalid|[Pp]lease", page)
        french = "authentification" in page
        assert (french or "codes" in page) if language == "fr" else not french


class TestAdmin:
    @pytest.fixture
    def staff(self, ana, ana_in) -> Client:
        ana.is_staff = ana.is_superuser = True
        ana.save()
        return ana_in

    def test_a_password_is_enough_where_the_operator_asks_for_no_more(self, staff):
        assert staff.get("/admin/").status_code == 200

    def test_where_it_is_asked_for_the_admin_leads_to_two_factor_authentication(self, staff, settings):
        settings.NOON_REQUIRE_MFA = True
        for address in ("/admin/", "/admin/games/game/", "/admin/accounts/user/"):
            assert staff.get(address)["Location"] == reverse("mfa_index")
            assert staff.post(address)["Location"] == reverse("mfa_index")
        assert b"needs more than a password" in staff.get(reverse("mfa_index")).content
        switch_on(staff)
        assert staff.get("/admin/").status_code == 200

    def test_players_are_asked_for_nothing(self, ana_in, settings):
        settings.NOON_REQUIRE_MFA = True
        assert ana_in.get(reverse("accounts:profile")).status_code == 200


# ---- a device is lost -------------------------------------------------------------------------------


def remove(*args: str) -> str:
    out = StringIO()
    call_command("disable_two_factor", *args, stdout=out)
    return out.getvalue()


def test_the_operator_disables_it_when_a_device_is_lost(ana, ana_in, settings, monkeypatch, caplog):
    switch_on(ana_in)
    outbox.outbox.clear()
    monkeypatch.setattr("builtins.input", lambda asked: " ANA@example.org ")
    assert "with the password only" in remove("ana@example.org")
    assert not Authenticator.objects.filter(user=ana).exists()
    assert f"two-factor authentication disabled by the operator user={ana.pk}" in caplog.text
    client = Client()
    log_in(client, ana)
    lobby = client.get("/games/").content.decode()
    assert "have switched off two-factor authentication for your account" in lobby
    assert reverse("mfa_index") in lobby
    settings.MAIL_CONFIGURED = True
    assert notices_send() == 1
    (told,) = outbox.outbox
    assert told.to == [ana.email]
    assert told.subject == "[Noon] Your account"
    assert "have switched off two-factor authentication" in told.body


def test_nothing_is_disabled_unless_the_address_is_typed_again(ana, ana_in, monkeypatch):
    switch_on(ana_in)
    before = Authenticator.objects.count()
    for typed in ("", "y", "bruno@example.org"):
        monkeypatch.setattr("builtins.input", lambda asked, typed=typed: typed)
        with pytest.raises(CommandError, match="Nothing was changed"):
            remove("ana@example.org")
    assert Authenticator.objects.count() == before
    remove("ana@example.org", "--yes")
    assert not Authenticator.objects.exists()


def test_an_account_without_it_is_named(ana):
    for address, said in (("ana@example.org", "no two-factor"), ("nobody@example.org", "No account")):
        with pytest.raises(CommandError, match=said):
            remove(address, "--yes")
    assert not ana.notices.exists()
