"""The container files say what the real processes are tested with: the same commands, variables and versions.

No container was built where these tests run; this is what stands in for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from config.environment import env_contact
from games.management.commands import prepare, serve
from games.services.turns import MOST_SECONDS
from tools import probe, servers
from web.headers import MAX_UPLOAD, MOST_DISCARDED, MOST_SENT

ROOT = Path(__file__).resolve().parent.parent
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
HOSTING = (ROOT / "docs" / "hosting.md").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
ROLES = ("web", "worker", "beat")

# Read by the site, and of no use in containers: the embedded default's, the developers', the image's own.
ELSEWHERE = {
    "DEBUG", "NOON_EAGER", "NOON_BEAT_SECONDS", "NOON_PLAIN_STATIC", "NOON_DATA", "WORKERS",
    "DATABASE_POOLER",
}  # fmt: skip


def variables_read() -> set[str]:
    """Every environment variable that the settings, or anything else of `config`, and `serve` read."""
    files = [*(ROOT / "config").rglob("*.py"), Path(serve.__file__)]
    text = "\n".join(path.read_text() for path in files)
    return set(re.findall(r'\benv(?:_[a-z]+)?\(\s*["\']([A-Z_]+)["\']', text))


def service(name: str) -> dict[str, Any]:
    return dict(COMPOSE["services"][name])


def image_version(name: str) -> str:
    found = re.fullmatch(rf"{name}:([\d.]+)-bookworm", service(name)["image"])
    assert found, service(name)["image"]
    return found[1]


def test_the_services_are_those_of_the_architecture() -> None:
    assert set(COMPOSE["services"]) == {"prepare", "web", "worker", "beat", "postgres", "redis"}


@pytest.mark.parametrize("role", ROLES)
def test_each_process_is_one_that_serve_supervises(role: str) -> None:
    """tests/processes starts its web, workers and beat by these very commands."""
    assert service(role)["command"] == ["python", "manage.py", "serve", "--only", role]
    assert role in serve.ROLES


def test_beat_is_one_and_workers_are_several() -> None:
    assert "deploy" not in service("beat")
    assert service("worker")["deploy"]["replicas"] >= 2


def test_the_preparation_is_a_command_of_the_site_and_comes_first() -> None:
    assert service("prepare")["command"][:3] == ["python", "manage.py", "prepare"]
    parser = prepare.Command().create_parser("manage.py", "prepare")
    parser.parse_args(service("prepare")["command"][3:])
    for role in ROLES:
        assert service(role)["depends_on"] == {"prepare": {"condition": "service_completed_successfully"}}


def test_every_variable_is_one_the_site_reads_and_none_is_forgotten() -> None:
    given = {
        "EMAIL_PROVIDER_" if name.startswith("EMAIL_PROVIDER_") else name
        for name in service("web")["environment"]
    }
    assert given <= variables_read()
    assert variables_read() - ELSEWHERE == given
    for role in ("prepare", *ROLES):
        assert service(role)["environment"] == service("web")["environment"]


def test_secrets_are_asked_for_and_not_given() -> None:
    environment = service("web")["environment"]
    for name in ("SECRET_KEY", "SITE_URL", "ALLOWED_HOSTS"):
        assert environment[name].startswith(f"${{{name}:?")
    assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]


def test_the_addresses_are_those_of_the_services() -> None:
    environment, postgres = service("web")["environment"], service("postgres")["environment"]
    user, database = postgres["POSTGRES_USER"], postgres["POSTGRES_DB"]
    assert environment["DATABASE_URL"].startswith(f"postgres://{user}:")
    assert environment["DATABASE_URL"].endswith(f"@postgres:5432/{database}")
    assert environment["REDIS_URL"] == "redis://redis:6379/0"


def test_nothing_but_the_loopback_of_the_host_is_opened() -> None:
    opened = [port for name in COMPOSE["services"] for port in service(name).get("ports", [])]
    assert opened == ["127.0.0.1:8000:8000"]


def test_python_is_the_one_the_requirements_are_locked_for() -> None:
    version = re.search(r"^FROM python:([\d.]+)-slim-bookworm$", DOCKERFILE, re.M)
    assert version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == f">={version[1]}"
    assert f"Python {version[1]}" in (ROOT / "requirements.txt").read_text().splitlines()[1]


def test_postgresql_is_the_one_the_real_processes_run_on() -> None:
    programs = servers.postgres_programs()
    servers.needs(programs, "PostgreSQL's programs are not installed (Debian: postgresql)")
    assert programs
    answer = subprocess.run(
        [programs / "postgres", "--version"], capture_output=True, text=True, check=True
    ).stdout
    assert re.search(r"\) (\d+)", answer)[1] == image_version("postgres")  # type: ignore[index]


def test_redis_is_the_one_the_real_processes_run_on() -> None:
    program = shutil.which("redis-server")
    servers.needs(program, "Redis is not installed (Debian: redis-server)")
    answer = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True).stdout
    assert re.search(r"v=(\d+\.\d+)", answer)[1] == image_version("redis")  # type: ignore[index]


def test_the_image_copies_and_runs_what_is_there() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    for path in ("requirements.txt", "tools/catalogues.py", "manage.py", "locale", "static", "templates"):
        assert (ROOT / path).exists(), path
        assert path.partition("/")[0] not in ignored
    assert "--require-hashes -r requirements.txt" in DOCKERFILE
    assert "python tools/catalogues.py compile" in DOCKERFILE
    assert {".git", ".env", "var", ".venv"} <= set(ignored)
    image = dict(re.findall(r"\b([A-Z_]+)=(\S+)", DOCKERFILE))
    assert image["NOON_DATA"] == "/data"
    assert "data:/data" in service("web")["volumes"]
    assert "USER noon" in DOCKERFILE


def test_the_documentation_says_that_no_image_was_built() -> None:
    assert "not built" in (ROOT / "docs" / "hosting.md").read_text()


# ---- what each container may do ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["prepare", *ROLES])
def test_no_container_of_ours_may_do_more_than_it_must(name: str) -> None:
    ours = service(name)
    assert ours["read_only"] is True and ours["cap_drop"] == ["ALL"] and ours["tmpfs"] == ["/tmp"]
    assert ours["security_opt"] == ["no-new-privileges:true"]
    assert ours["volumes"] == ["data:/data"]
    assert ours["restart"] == ("on-failure" if name == "prepare" else "always")
    assert int(ours["stop_grace_period"].rstrip("s")) > MOST_SECONDS
    assert re.search(r"^USER noon$", DOCKERFILE, re.M) and "requirements-dev" not in DOCKERFILE


def test_logs_do_not_fill_the_disk() -> None:
    assert all("max-size" in service(name)["logging"]["options"] for name in COMPOSE["services"])


def test_the_probe_asks_as_the_proxy_does(live_server: Any, settings: Any, monkeypatch: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["noon.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    monkeypatch.setenv("PORT", live_server.url.rpartition(":")[2])
    monkeypatch.setenv("ALLOWED_HOSTS", "noon.example, www.noon.example")
    assert service("web")["healthcheck"]["test"] == ["CMD", "python", "tools/probe.py"]
    assert probe.main() == 0
    monkeypatch.setenv("ALLOWED_HOSTS", "elsewhere.example")
    assert probe.main() == 1
    monkeypatch.setenv("PORT", str(servers.free_port()))
    assert probe.main() == 1


# ---- without containers -----------------------------------------------------------------------------------


def unit(name: str) -> dict[str, str]:
    """The last value of each setting of a systemd unit."""
    lines = (ROOT / "deploy" / name).read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_the_unit_runs_a_command_of_the_site_as_nobody_in_particular() -> None:
    kept = unit("noon.service")
    python, *command = kept["ExecStart"].split()
    assert python == kept["WorkingDirectory"] + "/.venv/bin/python"
    assert command[:2] == ["manage.py", "serve"]
    serve.Command().create_parser("manage.py", "serve").parse_args(command[2:])
    assert kept["User"] == "noon" and kept["UMask"] == "0077" and kept["NoNewPrivileges"] == "yes"
    assert kept["Restart"] == "always" and kept["StartLimitIntervalSec"] == "0"
    assert kept["KillMode"] == "mixed" and int(kept["TimeoutStopSec"]) > MOST_SECONDS
    for name in (kept["EnvironmentFile"], "/var/lib/" + kept["StateDirectory"], kept["WorkingDirectory"]):
        assert name in HOSTING


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    for path in (ROOT / "deploy").glob("noon*.[st]*"):
        text = path.read_text().replace("/srv/noon/.venv/bin/python", sys.executable)
        text = text.replace("/srv/noon", str(ROOT)).replace("=noon\n", "=root\n")
        (tmp_path / path.name).write_text(text)
    units = sorted(tmp_path.iterdir())
    assert len(units) == 3
    said = subprocess.run([program, "verify", *units], capture_output=True, text=True)
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


def test_the_user_of_the_site_has_his_own_home(tmp_path: Path) -> None:
    """In root's, closed to him, PostgreSQL's library looks for a certificate, and then speaks no TLS."""
    answers = {
        "id": "0",
        "getent": "noon:x:998:998::/var/lib/noon:/usr/sbin/nologin",
        "setpriv": "$HOME $USER",
    }
    for name, answer in answers.items():
        (tmp_path / name).write_text(f'#!/bin/sh\necho "{answer}"\n')
        (tmp_path / name).chmod(0o755)
    (tmp_path / "noon.env").write_text("NOON_DATA=/var/lib/noon\n")
    text = (ROOT / "deploy" / "noon").read_text()
    text = text.replace("/etc/noon.env", str(tmp_path / "noon.env")).replace("/srv/noon", str(tmp_path))
    home = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": "/root", "USER": "root"}
    said = subprocess.run(["/bin/sh", "-c", text, "noon", "check"], env=home, capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (0, "/var/lib/noon noon\n"), said.stderr


def test_no_secret_stands_on_a_command_line() -> None:
    """Arguments are seen by every user of a machine, and sudo writes them into its log."""
    assert "$(cat /etc/noon.env)" not in HOSTING
    assert "noon.env" not in (ROOT / "deploy" / "noon").read_text().split("exec ")[1]


def test_the_proxies_keep_no_addresses_and_set_what_visitors_could_claim() -> None:
    nginx = (ROOT / "deploy" / "nginx.conf").read_text()
    assert nginx.count("access_log off;") == 2 and "error_log" in nginx
    assert "gzip off;" in nginx
    assert not re.search(r"^\s*encode", (ROOT / "deploy" / "Caddyfile").read_text(), re.M)
    assert "X-Forwarded-For $remote_addr;" in nginx and "X-Forwarded-Proto $scheme;" in nginx
    size = int(re.search(r"client_max_body_size (\d+)m;", nginx)[1]) * 1_000_000  # type: ignore[index]
    assert MAX_UPLOAD < MOST_SENT < MOST_DISCARDED <= size
    assert f"max_size {size // 1_000_000}MB" in (ROOT / "deploy" / "Caddyfile").read_text()


def test_every_file_of_deploy_is_spoken_of() -> None:
    for path in (ROOT / "deploy").iterdir():
        assert f"deploy/{path.name}" in HOSTING, path.name


# ---- a pooler before the database -------------------------------------------------------------------------


def setting_of(folder: Path, shown: str, **variables: str) -> Any:
    """What the settings make of these variables."""
    show = f"import config.settings as s, json; print(json.dumps({shown}))"
    done = subprocess.run(
        [sys.executable, "-c", show], cwd=ROOT, env={**os.environ, **variables, "NOON_DATA": str(folder)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({}, [False, True]),
        ({"EMAIL_USE_TLS": "1", "EMAIL_USE_SSL": "1"}, [True, False]),
        ({"EMAIL_USE_TLS": "0"}, [False, False]),
    ],
)
def test_mail_goes_by_one_kind_of_tls(tmp_path: Path, given: dict[str, str], made: list[bool]) -> None:
    assert setting_of(tmp_path, "[s.EMAIL_USE_SSL, s.EMAIL_USE_TLS]", **given) == made


def test_behind_a_pooler_nothing_is_kept_from_one_transaction_to_the_next(tmp_path: Path) -> None:
    url = "postgres://noon@db.example/noon"
    direct, pooled = (
        setting_of(tmp_path, "s.DATABASES['default']", DATABASE_URL=url, DATABASE_POOLER=on)
        for on in ("", "1")
    )
    assert direct["OPTIONS"]["prepare_threshold"] == 2
    assert "idle_in_transaction_session_timeout=30s" in direct["OPTIONS"]["options"]
    assert pooled["OPTIONS"]["prepare_threshold"] is None
    assert "options" not in pooled["OPTIONS"], "a pooler refuses what it would have to remember"
    assert pooled["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert "idle_in_transaction_session_timeout = '30s'" in HOSTING, "the role keeps it instead"


# ---- what does not fit together ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "hosts", "proxy", "ids"),
    [
        ("https://noon.example", ["noon.example"], True, []),
        ("https://noon.example", [".noon.example"], True, []),
        ("http://127.0.0.1:8000", ["127.0.0.1"], False, []),
        ("https://noon.example", ["127.0.0.1"], True, ["noon.W001"]),
        ("https://noon.example", ["noon.example"], False, ["noon.W002"]),
        ("http://noon.example", ["noon.example"], True, ["noon.W003"]),
    ],
)
def test_the_operator_is_told_at_each_start(
    settings: Any, url: str, hosts: list[str], proxy: bool, ids: list[str]
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS, settings.TLS = url, hosts, url.startswith("https")
    settings.CONTACT = "operator@noon.example"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxy else None
    settings.SECURE_SSL_REDIRECT = settings.TLS
    assert [message.id for message in run_checks() if message.id.startswith("noon.")] == ids


@pytest.mark.parametrize(
    ("port", "at_once", "fits"),
    [
        (587, False, True),
        (465, True, True),
        (2465, True, True),
        (25, False, True),
        (465, False, False),
        (587, True, False),
    ],
)
def test_a_mail_server_is_spoken_to_as_its_port_has_it(
    settings: Any, port: int, at_once: bool, fits: bool
) -> None:
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_SSL = "mail.noon.example", port, at_once
    told = [message for message in run_checks() if message.id == "noon.W004"]
    assert not told if fits else len(told) == 1


def test_the_port_follows_where_it_is_not_set(tmp_path: Path) -> None:
    assert setting_of(tmp_path, "s.EMAIL_PORT", EMAIL_USE_SSL="1") == 465
    assert setting_of(tmp_path, "s.EMAIL_PORT") == 587


@pytest.mark.parametrize(
    ("host", "sender", "refused"),
    [
        ("", "noon@localhost", False),
        ("mail.noon.example", "noon@localhost", True),
        ("mail.noon.example", "Noon <noon@localhost>", True),
        ("mail.noon.example", "noon", True),
        ("mail.noon.example", "Noon <noon@noon.example>", False),
    ],
)
def test_a_site_that_sends_mail_from_nowhere_is_not_started(
    settings: Any, host: str, sender: str, refused: bool
) -> None:
    settings.MAIL_CONFIGURED, settings.DEFAULT_FROM_EMAIL = bool(host), sender
    found = [message for message in run_checks() if message.id == "noon.E001"]
    assert len(found) == refused
    assert all("DEFAULT_FROM_EMAIL" in message.msg for message in found)


@pytest.mark.parametrize("command", [["serve", "--only", "web"], ["prepare"]])
def test_the_default_sender_is_refused_by_the_commands(tmp_path: Path, command: list[str]) -> None:
    env = {**os.environ, "NOON_DATA": str(tmp_path), "EMAIL_HOST": "mail.noon.example"}
    env.pop("DJANGO_SETTINGS_MODULE")
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert "EMAIL_HOST is set and DEFAULT_FROM_EMAIL is noon@localhost" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "noon.sqlite3").exists()


@pytest.mark.parametrize(
    ("url", "contact", "ids"),
    [
        ("http://127.0.0.1:8000", "", ["noon.W006"]),
        ("https://noon.example", "", ["noon.W005"]),
        ("https://noon.example", "https://noon.example/contact", []),
    ],
)
def test_a_public_site_names_somebody_and_mails_links_to_itself(
    settings: Any, url: str, contact: str, ids: list[str]
) -> None:
    settings.SITE_URL, settings.CONTACT, settings.MAIL_CONFIGURED = url, contact, True
    found = {message.id for message in run_checks()}
    assert sorted(found & {"noon.W005", "noon.W006"}) == ids


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("operator@noon.example", "operator@noon.example"),
        (" mailto:operator@noon.example ", "operator@noon.example"),
        ("https://noon.example/contact", "https://noon.example/contact"),
        ("", ""),
    ],
)
def test_who_may_be_written_to(tmp_path: Path, given: str, made: str) -> None:
    assert setting_of(tmp_path, "s.CONTACT", CONTACT=given) == made


@pytest.mark.parametrize(
    "given", ["Ana", "http://noon.example/contact", "javascript://noon.example", "a@b@c"]
)
def test_nobody_to_write_to_is_refused_by_name(monkeypatch: Any, given: str) -> None:
    monkeypatch.setenv("CONTACT", given)
    with pytest.raises(ImproperlyConfigured, match="CONTACT="):
        env_contact("CONTACT")
