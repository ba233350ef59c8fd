"""The environment, variable by variable: what cannot be meant is refused by name.

A value that nobody understands is not "off": `NOON_REQUIRE_MFA=oui` would leave every door open in silence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

ON, OFF = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def env(name: str, default: str = "") -> str:
    """A variable without the spaces around it; `default` where it is not set."""
    return os.environ.get(name, default).strip()


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
    if value and not (value.isascii() and value.isdecimal() and least <= int(value[:9]) <= most):
        raise ImproperlyConfigured(f"{name}={value} is no number from {least} to {most}. Write one.")
    return int(value) if value else default


def env_seconds(name: str) -> float | None:
    """Seconds, None where it is not set. Raises ImproperlyConfigured for what is no time."""
    value = env(name)
    try:
        return float(value) if value else None
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value} is no number of seconds. Write one, like 5.") from None


def env_choice(name: str, default: str, among: Iterable[str]) -> str:
    """One word of several, in capitals. Raises ImproperlyConfigured for another."""
    value, words = (env(name) or default).upper(), tuple(among)
    if value not in words:
        raise ImproperlyConfigured(f"{name}={value} is none of these: {', '.join(words)}.")
    return value


def env_zone(name: str, default: str) -> str:
    """A time zone by its name. Raises ImproperlyConfigured where there is no such zone."""
    value = env(name) or default
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ImproperlyConfigured(f"{name}={value} is no time zone. Write one like Europe/Paris.") from None
    return value


def env_site(name: str, default: str) -> str:
    """The address players type, without a slash at its end. Raises ImproperlyConfigured without a scheme or
    a host, or with a path: pages stand at the root of their host."""
    value = (env(name) or default).rstrip("/")
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(
            f"{name}={value} is no address of a site. Write scheme and host alone, like https://noon.example."
        )
    return value


# What follows may hold a password: the value is never shown.


def env_database(name: str, default: str) -> dict[str, Any]:
    """Django's settings of a database, from its address. Raises ImproperlyConfigured for an address that
    cannot be read, and for engines that this site does not run on."""
    how = (
        "Write postgres://user:password@host:5432/name, with signs such as @ : / # % ? in the password as "
        "%40 and the like, or postgres:///name; leave it out for SQLite."
    )
    value = env(name) or default
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
