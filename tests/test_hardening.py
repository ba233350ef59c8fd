"""The list of what a public site needs, each item by name; what has a file of its own is only pointed to.

Policy, htmx, `no-store` and the other headers of every page: tests/test_headers.py. Logs and error mails:
tests/test_error_reports.py, tests/test_logs_of_a_game.py. Limits: tests/games/test_limits.py and
tests/accounts/test_auth_pages.py. Texts of players: tests/test_escaping.py. Pictures, two-factor
authentication: tests/accounts. Doors: tests/test_every_door.py. Nonsense: tests/test_fuzz.py. Behind a real
proxy with TLS: tests/processes/test_behind_tls.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as the_settings
from django.core import mail as outbox
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import MemoryFileUploadHandler, TemporaryFileUploadHandler
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.builder import make_user
from tools.servers import ROOT
from web.headers import MOST_DISCARDED, MOST_SENT

pytestmark = pytest.mark.django_db
EVIL = "evil.example"
PASSWORD = "correct horse"
DATABASE_UNAVAILABLE = (
    "https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "https:evil.example", "javascript:alert(1)", "//evil.example@noon.example/", "/\t/evil.example",
    "http://noon.example.evil.example/", " //evil.example"
)  # fmt: skip


def told(url: str, *words: str) -> dict[str, str]:
    """What the settings say of a site with this address: `words` name the settings."""
    show = "; ".join(f"print({word!r}, repr(getattr(s, {word!r})))" for word in words)
    kept = {
        k: v for k, v in os.environ.items() if k not in {"SITE_URL", "BEHIND_PROXY", "SECURE_SSL_REDIRECT"}
    }
    env = {**kept, "SITE_URL": url, "BEHIND_PROXY": "1", "NOON_DATA": str(the_settings.DATA_DIR)}
    done = subprocess.run(
        [sys.executable, "-c", f"import config.settings as s; {show}"],
        cwd=ROOT, env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


TLS_ALONE = (
    "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE",
    "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS",
)  # fmt: skip


def test_hsts_and_secure_cookies_behind_tls_and_none_on_plain_http() -> None:
    behind = told("https://noon.example", *TLS_ALONE)
    assert {behind[name] for name in TLS_ALONE} == {"True", "31536000"}
    plain = told("http://127.0.0.1:8000", *TLS_ALONE)
    assert {plain[name] for name in TLS_ALONE} == {"False", "0"}


def test_another_host_is_refused_whichever_header_names_it(client: Client) -> None:
    assert client.get("/", headers={"Host": EVIL}).status_code == 400
    page = client.get("/", headers={"X-Forwarded-Host": EVIL, "Forwarded": f"host={EVIL}"})
    assert page.status_code == 200
    assert EVIL.encode() not in page.content


@pytest.mark.django_db
def test_a_forgotten_password_is_never_mailed_with_a_link_to_another_host(settings, client: Client) -> None:
    settings.MAIL_CONFIGURED = True
    make_user("Ana")
    asked = {"email": "ana@example.org"}
    address = reverse("account_reset_password")
    assert client.post(address, asked, headers={"Host": EVIL}).status_code == 400
    assert not outbox.outbox
    client.post(address, asked, headers={"X-Forwarded-Host": EVIL, "Referer": f"https://{EVIL}/"})
    (sent,) = outbox.outbox
    assert EVIL not in sent.body
    assert f"{settings.SITE_URL}/account/password/reset/key/" in sent.body


@pytest.mark.parametrize(("asked", "preload"), [("", "False"), ("0", "False"), ("1", "True")])
def test_browsers_are_asked_to_keep_the_host_on_their_list_only_where_the_operator_says(
    monkeypatch, asked: str, preload: str
) -> None:
    monkeypatch.setenv("HSTS_PRELOAD", asked)
    assert told("https://noon.example", "SECURE_HSTS_PRELOAD") == {"SECURE_HSTS_PRELOAD": preload}
    assert told("http://127.0.0.1:8000", "SECURE_HSTS_PRELOAD") == {"SECURE_HSTS_PRELOAD": "False"}


@pytest.mark.parametrize("away", DATABASE_UNAVAILABLE)
def test_no_log_in_leads_to_another_site(client: Client, away: str) -> None:
    make_user("Ana")
    where = reverse("account_login")
    answer = client.post(where, {"login": "ana@example.org", "password": PASSWORD, "next": away})
    assert answer.status_code == 302
    assert answer["Location"] == reverse("games:lobby")
    for address in (where, reverse("account_signup")):  # one who is logged in already is sent on at once
        assert client.get(address, {"next": away})["Location"] == reverse("games:lobby")
    out = client.post(reverse("account_logout"), {"next": away})
    assert out["Location"] == reverse("games:landing")


def test_a_session_from_before_the_log_in_is_worth_nothing_after_it() -> None:
    make_user("Ana")
    victim, attacker = Client(), Client()
    session = victim.session  # the one somebody may have planted
    session["planted"] = True
    session.save()
    planted = session.session_key
    victim.cookies[the_settings.SESSION_COOKIE_NAME] = planted
    victim.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
    assert victim.session.session_key != planted
    attacker.cookies[the_settings.SESSION_COOKIE_NAME] = planted
    assert attacker.get(reverse("accounts:profile")).status_code == 302


def test_a_log_out_and_a_new_password_end_what_they_should() -> None:
    user = make_user("Ana")
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})
    user.set_password("another horse altogether")
    user.save()
    assert elsewhere.get(reverse("accounts:profile")).status_code == 302


def test_a_get_logs_nobody_out(client: Client) -> None:
    client.force_login(make_user("Ana"))
    client.get(reverse("account_logout"))
    assert client.get(reverse("accounts:profile")).status_code == 200


def test_a_method_cannot_be_smuggled_in(client: Client) -> None:
    client.force_login(make_user("Ana"))
    for name in ("X-HTTP-Method-Override", "X-Method-Override"):
        client.get(reverse("games:account_delete"), {"_method": "POST"}, headers={name: "POST"})
    assert User.objects.count() == 1


def test_a_body_larger_than_anything_asked_for_is_kept_nowhere(client: Client, monkeypatch) -> None:
    """It is swallowed in small pieces, so that the answer is heard; and not at all where it is absurd."""
    monkeypatch.setattr(MemoryFileUploadHandler, "new_file", lambda *_args, **_names: pytest.fail("kept"))
    monkeypatch.setattr(TemporaryFileUploadHandler, "new_file", lambda *_args, **_names: pytest.fail("kept"))

    class Endless:
        asked: list[int] = []

        def read(self, size: int) -> bytes:
            self.asked.append(size)
            return b"x" * size

        readline = read

    def sent(size: int) -> HttpResponse:
        Endless.asked.clear()
        return client.generic(
            "POST", reverse("accounts:picture"), b"", content_type="multipart/form-data; boundary=x",
            CONTENT_LENGTH=str(size), HTTP_ACCEPT_LANGUAGE="fr", **{"wsgi.input": Endless()},
        )  # fmt: skip

    for size, read in ((MOST_SENT + 1, MOST_SENT + 1), (MOST_DISCARDED + 1, 0)):
        answer = sent(size)
        assert answer.status_code == 413
        assert "peut peser jusqu’à 12" in answer.content.decode()
        assert "Content-Security-Policy" in answer
        assert sum(Endless.asked) == read
        assert all(asked <= 65_536 for asked in Endless.asked)
    for length in ("nonsense", "-1", "1e9"):
        assert client.post(reverse("accounts:picture"), CONTENT_LENGTH=length).status_code == 400


def test_fields_by_the_thousand_and_texts_by_the_megabyte_are_refused(client: Client) -> None:
    address = reverse("accounts:preferences")
    assert client.post(address, {f"f{n}": "1" for n in range(500)}).status_code == 400
    assert client.post(address, {"language": "x" * 2_000_000}).status_code == 400


def test_an_svg_is_no_picture_and_no_upload_is_ever_served_as_it_came(client: Client) -> None:
    client.force_login(make_user("Ana"))
    markup = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    for name, kind in (("a.svg", "image/svg+xml"), ("a.png", "image/png"), ("../../a.png", "image/png")):
        client.post(reverse("accounts:picture"), {"picture": SimpleUploadedFile(name, markup, kind)})
    assert User.objects.get().picture is None


@pytest.mark.parametrize(
    "path", ["..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/secret_key", "..\\..\\secret_key", "/etc/passwd"]
)
def test_nothing_outside_is_served_as_a_static_file_or_a_picture(client: Client, path: str) -> None:
    for base in ("/static/", "/pictures/"):
        assert client.get(base + path).status_code in (400, 404)


def test_pages_differ_by_reader_and_language_and_caches_are_told(client: Client) -> None:
    vary = client.get("/")["Vary"]
    assert "Cookie" in vary and "Accept-Language" in vary


def test_head_and_options_tell_what_get_would_and_change_nothing(client: Client) -> None:
    user = make_user("Ana")
    client.force_login(user)
    for name in ("games:lobby", "accounts:profile", "games:account_delete"):
        head = client.head(reverse(name))
        assert head.status_code == client.get(reverse(name)).status_code and not head.content
        client.options(reverse(name))
    assert User.objects.get() == user


# ---- no secret in the repository --------------------------------------------------------------------------

SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30}|\bxox[bap]-|"
    r"(?:SECRET_KEY|PASSWORD|TOKEN)\s*=\s*[\"']?[A-Za-z0-9+/_-]{32,}"
)


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True, errors="replace"
    ).stdout


def test_no_secret_stands_in_the_repository_nor_ever_stood() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    added = "\n".join(
        line for line in git("log", "-p", "--no-color", "--all", "-U0").splitlines() if line[:1] == "+"
    )
    assert not SECRETS.findall(added)
    names = set(git("log", "--all", "--name-only", "--format=").split())
    assert not {
        n
        for n in names
        if Path(n).name in {".env", "secret_key", "id_rsa"} or n.endswith((".pem", ".sqlite3"))
    }
