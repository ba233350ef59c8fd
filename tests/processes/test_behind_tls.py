"""The site behind nginx and behind Caddy, by the files that `deploy/` ships, asked as others would ask it."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tools import servers
from web.headers import MOST_DISCARDED, MOST_SENT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
HOST = "noon.example"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
NGINX_MAIN = """
worker_processes 1; daemon off; {1} pid {0}/nginx.pid; error_log {0}/error.log;
events {{}}
http {{
    client_body_temp_path {0}/body; proxy_temp_path {0}/proxy; fastcgi_temp_path {0}/fastcgi;
    uwsgi_temp_path {0}/uwsgi; scgi_temp_path {0}/scgi;
    include {0}/noon.conf;
}}
"""
CADDY = shutil.which("caddy") or "/usr/bin/caddy"
CADDY_MAIN = """
{{
	admin off
	default_bind 127.0.0.1
	http_port {1}
	https_port {2}
}}
import {0}/noon.conf
"""


class Proxy:
    """A proxy in front of a site, on ports of its own."""

    def __init__(self, plain: int, tls: int) -> None:
        self.plain, self.tls = plain, tls

    def ask(
        self, path: str, method: str = "GET", body: bytes = b"", host: str = HOST, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (those that come several times joined by commas), body; by TLS, any certificate."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", self.tls), timeout=60) as raw:
            secure = context.wrap_socket(raw, server_hostname=host)
            connection = http.client.HTTPSConnection(host)
            connection.sock = secure
            try:
                names = {name.replace("_", "-"): value for name, value in headers.items()}
                connection.request(method, path, body or None, {"Host": host, **names})
                answer = connection.getresponse()
                found: dict[str, str] = {}
                for name, value in answer.getheaders():
                    found[name.lower()] = (
                        f"{found[name.lower()]}, {value}" if name.lower() in found else value
                    )
                return answer.status, found, answer.read()
            finally:
                connection.close()


def adapted(name: str, *pairs: tuple[str, str]) -> str:
    """A file of `deploy/`, with what belongs to one machine replaced."""
    text = (servers.ROOT / "deploy" / name).read_text()
    for was, now in pairs:
        assert was in text
        text = text.replace(was, now)
    return text


def nginx(folder: Path, plain: int, tls: int, port: int) -> list[str]:
    """The command, whose files stand in this folder."""
    text = adapted(
        "nginx.conf",
        ("/etc/letsencrypt/live/noon.example/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/letsencrypt/live/noon.example/privkey.pem", f"{folder}/key.pem"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("listen 443", f"listen 127.0.0.1:{tls}"),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
        ("/var/log/nginx/", f"{folder}/"),
    )
    (folder / "noon.conf").write_text(text)
    (folder / "main.conf").write_text(NGINX_MAIN.format(folder, "user root;" if os.geteuid() == 0 else ""))
    return [NGINX, "-c", str(folder / "main.conf")]


def caddy(folder: Path, plain: int, tls: int, port: int) -> list[str]:
    """The same; the certificate is ours, so that it asks nobody for one."""
    text = adapted(
        "Caddyfile",
        ("\nnoon.example {\n", f"\nnoon.example {{\n\ttls {folder}/cert.pem {folder}/key.pem\n"),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
    )
    (folder / "noon.conf").write_text(text)
    (folder / "main.conf").write_text(CADDY_MAIN.format(folder, plain, tls))
    return [CADDY, "run", "--adapter", "caddyfile", "--config", str(folder / "main.conf")]


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, prepared: Path
) -> Iterator[Proxy]:
    name = request.param
    program, package = {"nginx": (NGINX, "nginx-light"), "caddy": (CADDY, "caddy")}[name]
    servers.needs(Path(program).exists(), f"{name} is not installed (Debian: {package})")
    servers.needs(shutil.which("openssl"), "openssl is not installed")
    folder = tmp_path_factory.mktemp(name)
    plain, tls = servers.free_port(), servers.free_port()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
         "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    env = {"SITE_URL": f"https://{HOST}", "ALLOWED_HOSTS": HOST, "BEHIND_PROXY": "1"}
    data = tmp_path_factory.mktemp("data")
    with servers.site(data, env, copy_of=prepared) as site, (folder / "out.log").open("wb") as out:
        command = {"nginx": nginx, "caddy": caddy}[name](folder, plain, tls, site.port)
        homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
        running = subprocess.Popen(command, env={**os.environ, **homes}, stdout=out, stderr=out)
        made = Proxy(plain, tls)
        try:
            site.start("--only", "web")
            servers.wait_until(lambda: is_up(made), 120, f"the site answers behind {name}")
            yield made
        finally:
            servers.end(running)
        log = "".join(path.read_text() for path in [*folder.glob("*.log"), *site.folder.glob("*.log")])
        assert "kept-secret" not in log, "an address that is a secret stands in a log"


def is_up(proxy: Proxy) -> bool:
    try:
        return proxy.ask("/")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def test_pages_come_with_hsts_and_cookies_that_never_leave_tls(proxy):
    status, headers, page = proxy.ask("/account/login/")
    assert status == 200
    assert headers["strict-transport-security"].startswith("max-age=31536000")
    assert all(word in headers["set-cookie"] for word in ("Secure", "HttpOnly", "SameSite=Lax"))
    assert (
        headers["x-content-type-options"] == "nosniff" and "unsafe" not in headers["content-security-policy"]
    )
    assert b"csrfmiddlewaretoken" in page


def test_a_form_passes_the_proxy_and_one_from_another_site_does_not(proxy):
    _status, headers, page = proxy.ask("/account/login/")
    token = re.search(rb'csrfmiddlewaretoken" value="(\w+)"', page)[1].decode()  # type: ignore[index]
    cookie = headers["set-cookie"].partition(";")[0]
    body = f"csrfmiddlewaretoken={token}&theme=dark&language=fr&next=//evil.example".encode()
    sent = {"Cookie": cookie, "Content_Type": "application/x-www-form-urlencoded"}
    status, headers, _page = proxy.ask(
        "/account/preferences/", "POST", body, Referer=f"https://{HOST}/", **sent
    )
    assert (status, headers["location"]) == (302, "/")
    assert "evil.example" not in headers["location"]
    for other in (
        {"Origin": "https://evil.example"},
        {"Referer": "https://evil.example/"},
        {"Referer": f"http://{HOST}/"},
    ):
        assert proxy.ask("/account/preferences/", "POST", body, **other, **sent)[0] == 403


def test_plain_http_is_led_to_tls_and_shows_no_page(proxy):
    connection = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=60)
    connection.request("GET", "/i/kept-secret/", headers={"Host": HOST, "X-Forwarded-Proto": "https"})
    answer = connection.getresponse()
    assert answer.status in (301, 308)
    assert answer.getheader("Location") == f"https://{HOST}/i/kept-secret/"
    assert not answer.getheader("Set-Cookie")
    connection.close()


def test_another_host_is_not_answered(proxy):
    with pytest.raises((OSError, http.client.HTTPException)):
        proxy.ask("/", host="evil.example")
    connection = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=60)
    connection.request("GET", "/", headers={"Host": "evil.example"})
    with pytest.raises(http.client.HTTPException):
        connection.getresponse()
    connection.close()


def test_who_guesses_cannot_change_the_address_that_is_counted(proxy):
    """Thirty log-ins a minute for one address, whatever he writes into the headers."""
    for n in range(40):
        _status, headers, page = proxy.ask("/account/login/")
        token = re.search(rb'csrfmiddlewaretoken" value="(\w+)"', page)[1].decode()  # type: ignore[index]
        body = f"csrfmiddlewaretoken={token}&login=a{n}@example.org&password=wrong".encode()
        _status, _headers, page = proxy.ask(
            "/account/login/", "POST", body, Cookie=headers["set-cookie"].partition(";")[0],
            Referer=f"https://{HOST}/", Content_Type="application/x-www-form-urlencoded",
            X_Forwarded_For=f"10.0.0.{n}", X_Real_IP=f"10.0.0.{n}", Forwarded=f"for=10.0.0.{n}",
        )  # fmt: skip
        if b"Too many" in page:
            return
    raise AssertionError("nobody slowed him down")


def test_what_is_too_large_is_refused_in_words_and_what_is_absurd_by_the_proxy(proxy):
    address = "/account/profile/picture/"
    for size in (MOST_SENT + 1, MOST_DISCARDED):
        status, _headers, page = proxy.ask(address, "POST", b"x" * size, Accept_Language="fr")
        assert status == 413 and "C’était trop lourd" in page.decode()
    with suppress(OSError):  # the proxy may also hang up on who sends on and on
        assert proxy.ask(address, "POST", b"x" * 2 * MOST_DISCARDED)[0] == 413


def test_what_is_not_there_is_not_found(proxy):
    for path in ("/static/../../secret_key", "/static/%2e%2e/secret_key", "/static/..%2fsecret_key", "/.env"):
        assert proxy.ask(path)[0] in (400, 404)


def test_secret_addresses_are_answered_and_kept_in_no_log(proxy):
    for path in (
        "/i/kept-secret/",
        "/places/kept-secret/",
        "/calendar/kept-secret.ics",
        "/account/mails/kept-secret/",
        "/account/password/reset/key/1-kept-secret/",
    ):
        assert proxy.ask(path)[0] in (200, 302, 404)
