"""Mistakes of the operator and faults of the machine are reported in one sentence that says what to do."""

from __future__ import annotations

import errno
import os
import pwd
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError

from config import environment
from config.commandline import sentence
from games.management.commands import serve
from tools import servers

ROOT = Path(__file__).resolve().parent.parent


def manage(*words: str, data: Path, **variables: str) -> tuple[int, str]:
    """Run manage.py with these variables and no other; its status and what it said to the operator."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=240, stdin=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "NOON_DATA": str(data), "NOON_PLAIN_STATIC": "1", **variables},
    )  # fmt: skip
    return done.returncode, done.stderr


# ---- variables --------------------------------------------------------------------------------------

MISTAKES = [
    (environment.env_bool, ("X",), ["oui", "2", "-"]),
    (
        environment.env_int, ("X", 587),
        ["abc", "0", "-1", "70000", "5.5", "٣", "9" * 5000, "0000000019999999"],
    ),
    (environment.env_seconds, ("X",), ["soon", "nan", "inf", "-5", "0"]),
    (environment.env_choice, ("X", "INFO", ("INFO", "ERROR")), ["verbose"]),
    (environment.env_zone, ("X", "UTC"), ["Europe/Pariss", "../etc/passwd", "/", "CET", "Etc/GMT+5"]),
    (
        environment.env_site, ("X", "http://h"),
        ["noon.example", "https://", "https://noon.example/g", "ftp://h", "https://[::1", "https://h:port",
         "https://h:0", "https://h:70000", "https://h?a", "https://h#a", "https://two words", "https://a:s3@h"],
    ),
    (
        environment.env_database, ("X", "sqlite:////tmp/x"),
        ["nonsense", "mysql://a@b/c", "postgres://", "postgres://a:b#[@h/n", "postgres://a:s3cret@h:port/n"],
    ),
    (environment.env_redis, ("X",), ["nonsense", "amqp://h", "redis://h:port/0"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("read", "words", "value"),
    [(read, words, value) for read, words, values in MISTAKES for value in values],
)
def test_a_variable_nobody_can_mean_is_refused_by_its_name(monkeypatch, read, words, value):
    monkeypatch.setenv("X", value)
    with pytest.raises(ImproperlyConfigured) as refused:
        read(*words)
    text = str(refused.value)
    assert text.startswith("X")
    assert text.endswith(".")
    assert "s3cret" not in text


@pytest.mark.parametrize(
    ("read", "words", "value", "meant"),
    [
        (environment.env_bool, ("X", True), "", True),
        (environment.env_bool, ("X", True), "Off", False),
        (environment.env_bool, ("X",), "1", True),
        (environment.env_int, ("X", 587), "", 587),
        (environment.env_int, ("X", 587), "465", 465),
        (environment.env_seconds, ("X",), "", None),
        (environment.env_choice, ("X", "INFO", ("INFO", "ERROR")), "error", "ERROR"),
        (environment.env_zone, ("X", "UTC"), "Asia/Tokyo", "Asia/Tokyo"),
        (environment.env_zone, ("X", "Europe/Paris"), "Etc/UTC", "UTC"),
        (environment.env_site, ("X", ""), "https://noon.example/", "https://noon.example"),
        # TLS and the origin of a form hang on it: "HTTPS://" would have gone without either.
        (environment.env_site, ("X", ""), "HTTPS://Noon.Example", "https://noon.example"),
        (environment.env_site, ("X", ""), "http://[::1]:8000", "http://[::1]:8000"),
        (environment.env, ("X", "noon@localhost"), " ", "noon@localhost"),
        (environment.env_redis, ("X",), "rediss://:pw@h:1/0", "rediss://:pw@h:1/0"),
        (environment.env_redis, ("X",), "", ""),
    ],
)
def test_what_can_be_meant_is_taken(monkeypatch, read, words, value, meant):
    monkeypatch.setenv("X", value)
    assert read(*words) == meant


@pytest.mark.parametrize(
    ("url", "name"),
    [("postgres:///noon", "noon"), ("postgresql://a:b%40@h:5432/n", "n"), ("", "/d 1 #x%/noon")],
)
def test_databases_by_their_addresses(monkeypatch, url, name):
    monkeypatch.setenv("X", url)
    assert environment.env_database("X", "sqlite:////d%201%20%23x%25/noon")["NAME"] == name


# ---- commands ---------------------------------------------------------------------------------------


def test_commands_end_in_a_sentence_and_never_in_a_traceback(tmp_path):
    """Before `prepare`, with a variable that is wrong, with a database that is away, with nobody to ask."""
    (tmp_path / "file").touch()
    away = "postgres://noon:s3cret@127.0.0.1:1/noon"
    cases = [
        (("set_password", "ana@example.org"), {}, "Run `manage.py prepare` first"),
        (("prepare", "--email", "ana"), {}, "ana is not an e-mail address"),
        (("prepare",), {"EMAIL_PORT": "smtp"}, "EMAIL_PORT=smtp"),
        (("prepare",), {"DATABASE_URL": away}, "Check that it is running and that DATABASE_URL is right"),
        (("prepare",), {"NOON_DATA": str(tmp_path / "file" / "data")}, "file/data: Not a directory"),
        (("serve",), {"WORKERS": "many"}, "many is not a number of workers"),
    ]
    for words, variables, said in cases:
        status, text = manage(*words, **{"data": tmp_path / "data", **_lower(variables)})
        assert status in (1, 2), words
        assert said in text, (words, text)
        assert "Traceback" not in text, words
        assert "s3cret" not in text, words


def _lower(variables: dict[str, str]) -> dict[str, object]:
    """`NOON_DATA` is an argument of `manage`."""
    return {"data" if key == "NOON_DATA" else key: value for key, value in variables.items()}


def test_a_traceback_can_be_asked_for(tmp_path):
    status, text = manage("set_password", "ana@example.org", "--traceback", data=tmp_path)
    assert status == 1
    assert "Traceback" in text


def test_a_full_disk_and_a_foreign_folder_are_named():
    assert "the disk is full" in sentence(OSError(errno.ENOSPC, "No space left on device"))
    assert "the disk of the database is full" in sentence(OperationalError("database or disk is full"))
    denied = sentence(PermissionError(errno.EACCES, "Permission denied", "/var/lib/noon/secret_key"))
    assert "/var/lib/noon/secret_key: Permission denied" in denied
    assert "the user who owns the folder" in denied


def test_whoever_is_refused_is_named_as_he_is(monkeypatch):
    """Under `noon` the environment is root's; in a container the user may have a number alone."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "somebody-else")
    denied = PermissionError(errno.EACCES, "Permission denied", "/data/secret_key")
    assert f"You are running it as {pwd.getpwuid(os.geteuid()).pw_name};" in sentence(denied)
    monkeypatch.setattr(pwd, "getpwuid", lambda uid: {}[uid])
    assert f"as user {os.getuid()};" in sentence(denied)


def test_a_user_who_may_make_no_tables_is_told(postgres_url, tmp_path):
    """Since PostgreSQL 15 that is whoever does not own the database; Django has its own words for it."""
    with servers.database(postgres_url) as url, psycopg.connect(url, autocommit=True) as link:
        poor = "poor_" + urlsplit(url).path.lstrip("/")
        link.execute(f'CREATE ROLE "{poor}" LOGIN')
        parts = urlsplit(url)
        address = parts._replace(netloc=f"{poor}@{parts.hostname}:{parts.port}").geturl()
        status, text = manage("prepare", data=tmp_path, DATABASE_URL=address)
        link.execute(f'DROP ROLE "{poor}"')
    assert status == 1
    assert "(permission denied for schema public). Make that user the owner" in text
    assert "Traceback" not in text


def test_an_option_of_the_database_that_is_none_is_told():
    assert "after the ? in DATABASE_URL" in sentence(ProgrammingError('invalid connection option "foo"'))


def test_a_database_is_its_owners_whichever_command_makes_it(tmp_path):
    """In a folder that is open to all; `prepare` finds it there, and fills it."""
    tmp_path.chmod(0o755)
    before = os.umask(0o022)
    try:
        assert manage("set_password", "ana@example.org", data=tmp_path)[0] == 1
    finally:
        os.umask(before)
    assert (tmp_path / "noon.sqlite3").stat().st_mode & 0o077 == 0


def test_a_bug_keeps_its_traceback():
    assert sentence(OSError("odd")) == ""
    assert sentence(ValueError("odd")) == ""


# ---- the port ---------------------------------------------------------------------------------------


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_port_that_is_taken_is_told_before_anything_starts(monkeypatch, taken):
    monkeypatch.setattr(serve.time, "sleep", lambda seconds: None)
    monkeypatch.setenv("PORT", str(taken))
    monkeypatch.setenv("HOST", "127.0.0.1")
    with pytest.raises(CommandError, match=f"already listens on 127.0.0.1:{taken}"):
        serve.require_free_address()


def test_a_port_that_is_let_go_meanwhile_is_taken(monkeypatch):
    server = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr(serve.time, "sleep", lambda seconds: server.close())
    monkeypatch.setenv("PORT", str(server.getsockname()[1]))
    serve.require_free_address()


def test_an_address_of_another_machine_is_told(monkeypatch):
    monkeypatch.setenv("HOST", "192.0.2.1")
    with pytest.raises(CommandError, match=r"no address 192\.0\.2\.1"):
        serve.require_free_address()


@pytest.mark.parametrize("host", ["a..b", "no.such.host.invalid"])
def test_a_host_that_is_no_name_is_told(monkeypatch, host):
    monkeypatch.setenv("HOST", host)
    with pytest.raises(CommandError, match="has no address"):
        serve.require_free_address()


def test_an_address_of_ipv6_is_taken_with_brackets_and_without(monkeypatch):
    for host in ("::1", "[::1]"):
        monkeypatch.setenv("HOST", host)
        assert serve.listens()[0] == "[::1]"


def test_a_name_is_looked_up_as_the_web_server_does(monkeypatch, taken):
    """By IPv4: what listens there is seen, and a machine without IPv6 keeps nobody from starting."""
    monkeypatch.setattr(serve.time, "sleep", lambda seconds: None)
    monkeypatch.setenv("PORT", str(taken))
    monkeypatch.setenv("HOST", "localhost")
    real = socket.getaddrinfo

    def both(host, port, family=0, *more, **named):
        found = real(host, port, family, *more, **named)
        sixth = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", port, 0, 0))
        return found if family else [sixth, *found]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    with pytest.raises(CommandError, match="listens on localhost"):
        serve.require_free_address()
