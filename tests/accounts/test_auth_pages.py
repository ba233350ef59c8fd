"""Signing up, logging in and out, addresses and passwords, by HTTP."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail as post
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User

from .conftest import PASSWORD

pytestmark = pytest.mark.django_db
ANA = {"display_name": "Ana", "email": "Ana@Example.org", "password1": PASSWORD}


def link(text: str) -> str:
    """The path of the link in a mail, which leads to the site's own address."""
    found = re.search(re.escape(settings.SITE_URL) + r"(/\S+)", text)
    assert found, text
    return found.group(1)


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


class TestSignup:
    def test_makes_an_account_and_logs_in(self, client: Client) -> None:
        answer = client.post(
            reverse("account_signup"),
            {**ANA, "time_zone": "America/Montreal"},
            headers={"Accept-Language": "fr"},
        )
        assert answer.url == reverse("games:lobby")
        user = User.objects.get()
        assert (user.email, user.display_name) == ("ana@example.org", "Ana")
        assert (user.language, user.time_zone, user.zone_confirmed) == ("fr", "America/Montreal", True)
        assert logged_in(client)

    @pytest.mark.parametrize(
        ("told", "languages", "zone"),
        [
            ("", "fr-BE,fr;q=0.9", "Europe/Brussels"),
            ("nowhere", "fr", ""),
            ("", "en-US", ""),  # many zones: no guess
            ("x" * 40, "de-AT", "Europe/Vienna"),
        ],
    )
    def test_guesses_the_zone_of_the_country(
        self, client: Client, told: str, languages: str, zone: str
    ) -> None:
        client.post(
            reverse("account_signup"), {**ANA, "time_zone": told}, headers={"Accept-Language": languages}
        )
        user = User.objects.get()
        assert (user.time_zone, user.zone_confirmed) == (zone, False)

    def test_keeps_what_was_chosen_before(self, client: Client) -> None:
        client.post(reverse("accounts:preferences"), {"theme": "dark", "language": "fr"})
        client.post(reverse("account_signup"), ANA)
        assert (User.objects.get().theme, User.objects.get().language) == ("dark", "fr")

    def test_goes_on_to_where_one_was(self, client: Client) -> None:
        answer = client.post(reverse("account_signup"), {**ANA, "next": "/how-noon-works/"})
        assert answer.url == "/how-noon-works/"

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"display_name": " \u200b "}, "it has neither a letter nor a digit"),
            ({"display_name": "An\u202ea"}, "an invisible character"),
            ({"display_name": "#3"}, "it begins with #"),
            ({"display_name": "x" * 41}, "40"),
            ({"email": "ana"}, "That is not an e-mail address"),
            ({"password1": "12345678"}, "password"),
            ({"password1": "short"}, "8 characters"),
        ],
    )
    def test_refuses_with_a_sentence_and_keeps_what_was_typed(
        self, client: Client, change: dict[str, str], sentence: str
    ) -> None:
        answer = client.post(reverse("account_signup"), {**ANA, **change})
        page = answer.content.decode()
        assert sentence in page
        assert 'class="refusal"' in page
        assert "Ana@Example.org" in page or "email" in change
        assert not User.objects.exists()

    def test_says_that_an_address_is_taken(self, client: Client, ana: User) -> None:
        answer = client.post(reverse("account_signup"), ANA)
        assert "This address has an account already" in answer.content.decode()
        assert User.objects.count() == 1

    def test_two_at_one_moment_make_one_account(
        self, client: Client, ana: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Both forms found the address free; the database lets one of them in."""
        monkeypatch.setattr(
            "allauth.account.internal.flows.manage_email.assess_unique_email", lambda *_args, **_kw: True
        )
        answer = client.post(reverse("account_signup"), ANA, follow=True)
        assert "This address has an account already" in answer.content.decode()
        assert User.objects.count() == 1


class TestVerification:
    def test_is_asked_where_mail_is_sent(self, client: Client, mail: object) -> None:
        answer = client.post(reverse("account_signup"), ANA)
        assert answer.url == reverse("account_email_verification_sent")
        assert not logged_in(client)
        assert [message.to for message in post.outbox] == [["ana@example.org"]]
        client.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
        assert not logged_in(client)

        address = link(post.outbox[0].body)
        assert "Yes, this is my address" in client.get(address).content.decode()
        client.post(address)
        assert EmailAddress.objects.get().verified
        client.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
        assert logged_in(client)

    def test_mails_no_word_of_whoever_gave_the_address(self, client: Client, mail: object) -> None:
        words = "Prize: evil.example/claim"
        client.post(reverse("account_signup"), {**ANA, "display_name": words})
        client.post(reverse("account_signup"), {**ANA, "display_name": words})
        assert len(post.outbox) >= 1
        assert not [sent for sent in post.outbox if "evil.example" in sent.subject + sent.body]

    def test_is_not_asked_without_mail(self, client: Client) -> None:
        client.post(reverse("account_signup"), ANA)
        assert logged_in(client)
        assert post.outbox == []

    def test_keeps_quiet_about_who_has_an_account(self, client: Client, ana: User, mail: object) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        answer = client.post(reverse("account_signup"), ANA)
        assert answer.url == reverse("account_email_verification_sent")
        assert "It has one already" in post.outbox[0].body

    def test_takes_the_time_of_a_new_one_for_a_known_address(
        self, client: Client, ana: User, mail: object, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Hashing a password is what a sign-up spends its time on."""
        hashed: list[str] = []
        inner = MD5PasswordHasher.encode

        def encode(self: MD5PasswordHasher, password: str, salt: str) -> str:
            hashed.append(password)
            return inner(self, password, salt)

        monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
        client.post(reverse("account_signup"), {**ANA, "email": "bo@example.org", "display_name": "Bo"})
        fresh, hashed[:] = list(hashed), []
        client.logout()
        client.post(reverse("account_signup"), ANA)
        assert hashed == fresh == [PASSWORD]


class TestLogin:
    def test_in_and_out(self, client: Client, ana: User) -> None:
        answer = client.post(reverse("account_login"), {"login": "ANA@example.org", "password": PASSWORD})
        assert answer.url == reverse("games:lobby")
        assert logged_in(client)
        assert client.get(reverse("account_logout")).status_code == 200
        assert logged_in(client)
        assert client.post(reverse("account_logout")).url == reverse("games:landing")
        assert not logged_in(client)

    def test_remembers_only_when_asked(self, client: Client, ana: User) -> None:
        form = {"login": "ana@example.org", "password": PASSWORD}
        client.post(reverse("account_login"), form)
        assert client.session.get_expire_at_browser_close()
        client.post(reverse("account_logout"))
        client.post(reverse("account_login"), {**form, "remember": "on"})
        assert not client.session.get_expire_at_browser_close()

    def test_refuses_with_a_sentence(self, client: Client, ana: User) -> None:
        page = client.post(
            reverse("account_login"), {"login": "ana@example.org", "password": "x"}
        ).content.decode()
        assert "That e-mail and password do not match" in page
        assert 'value="ana@example.org"' in page

    def test_slows_guessing_down(self, client: Client, ana: User) -> None:
        form = {"login": "ana@example.org", "password": "x"}
        pages = [client.post(reverse("account_login"), form).content.decode() for _ in range(7)]
        assert "Too many passwords in a row" in pages[-1]
        client.post(reverse("account_login"), {**form, "password": PASSWORD})
        assert not logged_in(client)

    def test_too_many_sign_ups_get_a_page(self, client: Client) -> None:
        answers = [client.post(reverse("account_signup"), {}) for _ in range(21)]
        assert answers[-1].status_code == 429
        assert "Too many attempts in a row" in answers[-1].content.decode()

    def test_the_admin_uses_the_same_door(self, client: Client) -> None:
        assert (
            client.get(reverse("admin:index"), follow=True)
            .redirect_chain[-1][0]
            .startswith(reverse("account_login"))
        )

    def test_the_admin_s_password_pages_lead_to_the_site_s(self, as_ana: Client, ana: User) -> None:
        """There guesses are counted, and the address of the account is told."""
        User.objects.filter(pk=ana.pk).update(is_staff=True)
        form = {"old_password": PASSWORD, "new_password1": "nine-ledgers-open"}
        for name in ("admin:password_change", "admin:password_change_done"):
            assert as_ana.get(reverse(name)).url == reverse("account_change_password")
            answer = as_ana.post(reverse(name), {**form, "new_password2": form["new_password1"]})
            assert answer.url == reverse("account_change_password")
        ana.refresh_from_db()
        assert ana.check_password(PASSWORD)


class TestPasswords:
    @pytest.mark.parametrize(
        ("contact", "named"),
        [
            ("operator@noon.example", '<a href="mailto:operator@noon.example">operator@noon.example</a>'),
            (
                "https://noon.example/help",
                '<a href="https://noon.example/help">https://noon.example/help</a>',
            ),
            ("", "Ask whoever gave you its address"),
        ],
    )
    def test_reset_page_names_somebody_where_no_mail_is_sent(
        self, client: Client, settings: Settings, contact: str, named: str
    ) -> None:
        settings.CONTACT = contact
        for page in (reverse("account_reset_password"), reverse("account_reset_password_done")):
            text = client.get(page).content.decode()
            assert "This site sends no mail" in text
            assert named in text
            assert "manage.py" not in text and "set_password" not in text
        assert client.post(reverse("account_reset_password"), {"email": "ana@example.org"}).status_code == 302
        assert post.outbox == []

    def test_reset_by_mail(self, client: Client, ana: User, mail: object) -> None:
        client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
        answer = client.get(link(post.outbox[0].body), follow=True)
        form = answer.redirect_chain[-1][0]
        client.post(form, {"password1": "nine-ledgers-open"})
        ana.refresh_from_db()
        assert ana.check_password("nine-ledgers-open")
        assert "no longer works" in client.get(link(post.outbox[0].body), follow=True).content.decode()

    def test_reset_tells_strangers_nothing(self, client: Client, ana: User, mail: object) -> None:
        known = client.post(reverse("account_reset_password"), {"email": "ana@example.org"})
        mailed = [message.to for message in post.outbox]
        unknown = client.post(reverse("account_reset_password"), {"email": "lena@example.org"})
        assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
        assert mailed == [message.to for message in post.outbox] == [["ana@example.org"]]
        assert "To an address without an account no mail is sent" in client.get(known.url).content.decode()

    def test_reset_is_mailed_once_the_answer_is_out(
        self, rf: RequestFactory, ana: User, mail: object
    ) -> None:
        """So that the mail server's time tells nobody who has an account."""
        request = rf.post(reverse("account_reset_password"), {"email": "ana@example.org"})
        request._dont_enforce_csrf_checks = True
        handler = WSGIHandler()
        answer = handler.get_response(request)
        assert (answer.status_code, post.outbox) == (302, [])
        answer.close()
        assert [message.to for message in post.outbox] == [["ana@example.org"]]

    def test_change(self, as_ana: Client, ana: User) -> None:
        url = reverse("account_change_password")
        page = as_ana.post(url, {"oldpassword": "x", "password1": "nine-ledgers-open"}).content.decode()
        assert "Password not changed" in page
        as_ana.post(url, {"oldpassword": PASSWORD, "password1": "nine-ledgers-open"})
        ana.refresh_from_db()
        assert ana.check_password("nine-ledgers-open")
        assert logged_in(as_ana)

    def test_change_is_told_to_the_address(self, as_ana: Client, ana: User, mail: object) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        as_ana.post(
            reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": "nine-ledgers-open"}
        )
        assert "The password of your account was changed" in post.outbox[0].body


class TestChangeOfAddress:
    url = "/account/email/"

    def form(self, email: str, password: str = PASSWORD) -> dict[str, str]:
        return {"email": email, "password": password, "action_add": "1"}

    def test_at_once_without_mail(self, as_ana: Client, ana: User) -> None:
        as_ana.post(self.url, self.form("Lena@example.org"))
        ana.refresh_from_db()
        assert ana.email == "lena@example.org"
        assert [(a.email, a.primary) for a in EmailAddress.objects.filter(user=ana)] == [
            ("lena@example.org", True)
        ]

    def test_after_the_link_with_mail(self, as_ana: Client, ana: User, mail: object) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        as_ana.post(self.url, self.form("lena@example.org"))
        ana.refresh_from_db()
        assert ana.email == "ana@example.org"
        assert "Waiting for lena@example.org" in as_ana.get(self.url).content.decode()
        as_ana.post(link(post.outbox[0].body))
        ana.refresh_from_db()
        assert ana.email == "lena@example.org"
        assert EmailAddress.objects.filter(user=ana).count() == 1

    def test_an_address_taken_meanwhile_stays_with_its_account(
        self, as_ana: Client, ana: User, mail: object
    ) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        as_ana.post(self.url, self.form("lena@example.org"))
        User.objects.create_user("lena@example.org", PASSWORD)
        answer = as_ana.post(link(post.outbox[0].body), follow=True)
        assert answer.status_code == 200
        ana.refresh_from_db()
        assert ana.email == "ana@example.org"

    @pytest.mark.parametrize(
        ("email", "password", "sentence"),
        [
            ("bruno@example.org", PASSWORD, "This address has an account already"),
            ("ana@example.org", PASSWORD, "you have that address already"),
            ("nothing", PASSWORD, "That is not an e-mail address"),
            ("lena@example.org", "x", "that is not your password"),
        ],
    )
    def test_refusals(self, as_ana: Client, ana: User, email: str, password: str, sentence: str) -> None:
        User.objects.create_user("bruno@example.org", PASSWORD)
        page = as_ana.post(self.url, self.form(email, password)).content.decode()
        assert sentence in page
        assert f'value="{email}"' in page
        ana.refresh_from_db()
        assert ana.email == "ana@example.org"


class TestLinks:
    """Whoever asks for a mail says by which host: it must not come back in the mail, which another reads."""

    HOST = {"headers": {"Host": "noon.elsewhere.example"}}

    @pytest.fixture(autouse=True)
    def any_host(self, mail: Settings) -> None:
        mail.ALLOWED_HOSTS, mail.SITE_URL = ["*"], "https://noon.example"

    def mailed(self, *, links: int = 1) -> str:
        """The one mail: it names no other host, and has so many links beside that under the signature."""
        (message,) = post.outbox
        text = message.subject + message.body
        assert "elsewhere" not in text and "testserver" not in text
        assert [url.partition("/account/")[0] for url in re.findall(r"https?://\S+", text)] == [
            "https://noon.example"
        ] * (links + 1)
        return text

    def test_of_a_new_password(self, client: Client, ana: User) -> None:
        client.post(reverse("account_reset_password"), {"email": ana.email}, **self.HOST)
        assert "/account/password/reset/key/" in self.mailed()

    def test_of_a_sign_up(self, client: Client, db: None) -> None:
        client.post(reverse("account_signup"), ANA, **self.HOST)
        assert "/account/confirm-email/" in self.mailed()

    def test_of_a_sign_up_with_a_known_address(self, client: Client, ana: User) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        client.post(reverse("account_signup"), ANA, **self.HOST)
        assert "/account/password/reset/" in self.mailed()

    def test_of_a_new_address(self, as_ana: Client, ana: User) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        form = {"email": "lena@example.org", "password": PASSWORD, "action_add": "1"}
        as_ana.post("/account/email/", form, **self.HOST)
        assert "/account/confirm-email/" in self.mailed()

    def test_of_a_changed_password(self, as_ana: Client, ana: User) -> None:
        EmailAddress.objects.create(user=ana, email=ana.email, primary=True, verified=True)
        form = {"oldpassword": PASSWORD, "password1": "nine-ledgers-open"}
        as_ana.post(reverse("account_change_password"), form, **self.HOST)
        self.mailed(links=0)
