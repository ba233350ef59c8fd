"""The environment, variable by variable: what cannot be meant is refused by name.

A value that nobody understands is not "off": `NOON_REQUIRE_MFA=oui` would leave every door open in silence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import EmailValidator, URLValidator

from .zones import is_zone

# What a browser puts into the header Host; Django takes no other.
_HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
ON, OFF = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def env(name: str, default: str = "") -> str:
    """A variable without the spaces around it; `default` where it is not set, or empty."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    """A switch. Raises ImproperlyConfigured for what is neither on nor off."""
    value = env(name).lower()
    if value and value not in ON | OFF:
        raise ImproperlyConfigured(f"{name}={value} is neither on nor off. Write 1 or 0.")
    return value in ON if value else default


def env_list(name: str, default: str = "") -> list[str]:
    """What stands between commas."""
    return [part.strip() for part in env(name, default).split(",") if part.strip()]


def env_int(name: str, default: int, *, least: int = 1, most: int = 65_535) -> int:
    """A whole number. Raises ImproperlyConfigured for anything else, or beyond `least` and `most`."""
    value = env(name)
    figures = value.isascii() and value.isdecimal() and len(value) < 10
    if value and not (figures and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name}={value} is no number from {least} to {most}. Write one.")
    return int(value) if value else default


def env_seconds(name: str) -> float | None:
    """Seconds, None where it is not set. Raises ImproperlyConfigured for what is no time."""
    value = env(name)
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:  # neither is what Python calls no number
        raise ImproperlyConfigured(f"{name}={value} is no number of seconds. Write one, like 5.")
    return seconds


def env_choice(name: str, default: str, among: Iterable[str]) -> str:
    """One word of several, in capitals. Raises ImproperlyConfigured for another."""
    value, words = env(name, default).upper(), tuple(among)
    if value not in words:
        raise ImproperlyConfigured(f"{name}={value} is none of these: {', '.join(words)}.")
    return value


def env_zone(name: str, default: str) -> str:
    """A time zone by its name, of those that may be chosen on the site: forms propose it. Raises
    ImproperlyConfigured for another."""
    value = env(name, default)
    if value == "Etc/UTC":  # as servers have it
        return "UTC"
    if not is_zone(value):
        raise ImproperlyConfigured(
            f"{name}={value} is no time zone of a place. Write one like Europe/Paris, or UTC."
        )
    return value


def env_contact(name: str) -> str:
    """Whom people may write to, "" where it is not set: an e-mail address, or the https address of a page.
    Raises ImproperlyConfigured for anything else."""
    value = env(name).removeprefix("mailto:")
    try:
        (URLValidator(schemes=["https"]) if "://" in value else EmailValidator())(value or "ana@example.org")
    except ValidationError:
        raise ImproperlyConfigured(
            f"{name}={value} is nobody to write to. Write an e-mail address, or a page's like "
            "https://noon.example/contact."
        ) from None
    return value


def env_site(name: str, default: str) -> str:
    """The address players type, in small letters as browsers send it, without a slash at its end. Raises
    ImproperlyConfigured without a scheme or a host, or with a path: pages stand at the root of their host."""
    value = env(name, default).rstrip("/")
    scheme, _, host = value.lower().partition("://")
    found = _HOST.fullmatch(host)
    if scheme not in ("http", "https") or not found or int(found[2] or 443) not in range(1, 65_536):
        raise ImproperlyConfigured(
            f"{name}={value} is no address of a site. Write scheme and host alone, like https://noon.example."
        )
    return f"{scheme}://{host}"


# What follows may hold a password: the value is never shown.


def env_database(name: str, default: str) -> dict[str, Any]:
    """Django's settings of a database, from its address. Raises ImproperlyConfigured for an address that
    cannot be read, and for engines that this site does not run on."""
    how = (
        "Write postgres://user:password@host:5432/name, with signs such as @ : / # % ? in the password as "
        "%40 and the like, or postgres:///name; leave it out for SQLite."
    )
    value = env(name, default)
    if value.partition(":")[0] not in ("postgres", "postgresql", "sqlite"):
        raise ImproperlyConfigured(f"{name} is no address of PostgreSQL. {how}")
    try:
        found = dict(dj_database_url.parse(value, conn_max_age=60, conn_health_checks=True))
    except (dj_database_url.ParseError, ValueError):
        raise ImproperlyConfigured(f"{name} cannot be read. {how}") from None
    if not found.get("NAME"):
        raise ImproperlyConfigured(f"{name} names no database. {how}")
    return found


def env_redis(name: str) -> str:
    """The address of a Redis, "" where it is not set. Raises ImproperlyConfigured for another address."""
    value = env(name)
    try:
        right = not value or (value.startswith(("redis://", "rediss://")) and urlsplit(value).port != 0)
    except ValueError:
        right = False
    if not right:
        raise ImproperlyConfigured(
            f"{name} is no address of Redis. Write redis://127.0.0.1:6379/0; leave it out for a queue in a "
            "folder."
        )
    return value
