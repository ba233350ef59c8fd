"""Typed reading of environment variables. Invalid values raise ImproperlyConfigured with the variable's name.

An unknown value must not count as "off": `NOON_REQUIRE_MFA=oui` would silently leave the admin unprotected.
"""

from __future__ import annotations

import base64
import os
import re
import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import EmailValidator, URLValidator

from .zones import is_zone

# What a browser may send in the header Host; Django accepts nothing else.
_HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
_SIGN_IN = re.compile(r"[A-Za-z0-9_.~-]+:[A-Za-z0-9_.~-]{20,}")
ON, OFF = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def env(name: str, default: str = "") -> str:
    """A variable without surrounding spaces; `default` if it is not set or empty."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool = False) -> bool:
    """A switch. Raises ImproperlyConfigured for a value that is neither on nor off."""
    value = env(name).lower()
    if value and value not in ON | OFF:
        raise ImproperlyConfigured(f"{name}={value} is neither on nor off. Write 1 or 0.")
    return value in ON if value else default


def env_list(name: str, default: str = "") -> list[str]:
    """A list of values separated by commas."""
    return [part.strip() for part in env(name, default).split(",") if part.strip()]


def env_int(name: str, default: int, *, least: int = 1, most: int = 65_535) -> int:
    """A whole number. Raises ImproperlyConfigured unless it is one from `least` to `most`."""
    value = env(name)
    figures = value.isascii() and value.isdecimal() and len(value) < 10
    if value and not (figures and least <= int(value) <= most):
        raise ImproperlyConfigured(f"{name}={value} is not a whole number from {least} to {most}.")
    return int(value) if value else default


def env_seconds(name: str) -> float | None:
    """A number of seconds up to an hour; None if it is not set. Raises ImproperlyConfigured for others."""
    value = env(name)
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:  # refuses "nan", too
        raise ImproperlyConfigured(f"{name}={value} is not a number of seconds. Write one, like 5.")
    return seconds


def env_choice(name: str, default: str, among: Iterable[str]) -> str:
    """One of the words in `among`, in capitals. Raises ImproperlyConfigured for another."""
    value, words = env(name, default).upper(), tuple(among)
    if value not in words:
        raise ImproperlyConfigured(f"{name}={value} is not one of: {', '.join(words)}.")
    return value


def env_zone(name: str, default: str) -> str:
    """The name of a time zone that can be chosen on the site, because forms offer it. Raises
    ImproperlyConfigured for another."""
    value = env(name, default)
    if value == "Etc/UTC":  # the usual zone of servers
        return "UTC"
    if not is_zone(value):
        raise ImproperlyConfigured(
            f"{name}={value} is not the time zone of a place. Write one like Europe/Paris, or UTC."
        )
    return value


def env_contact(name: str) -> str:
    """A contact: an e-mail address, or the https URL of a page; "" if it is not set. Raises
    ImproperlyConfigured for anything else."""
    value = env(name).removeprefix("mailto:")
    try:
        (URLValidator(schemes=["https"]) if "://" in value else EmailValidator())(value or "ana@example.org")
    except ValidationError:
        raise ImproperlyConfigured(
            f"{name}={value} is not a contact. Write an e-mail address, or the address of a page like "
            "https://noon.example/contact."
        ) from None
    return value


def env_site(name: str, default: str) -> str:
    """The address that players type, in lower case as browsers send it, without a trailing slash. Raises
    ImproperlyConfigured without a scheme or host, and with a path: the site needs the root of its host."""
    value = env(name, default).rstrip("/")
    scheme, _, host = value.lower().partition("://")
    found = _HOST.fullmatch(host)
    if scheme not in ("http", "https") or not found or int(found[2] or 443) not in range(1, 65_536):
        raise ImproperlyConfigured(
            f"{name}={value} is not the address of a site. Write scheme and host only, like "
            "https://noon.example."
        )
    return f"{scheme}://{host}"


# The following variables may contain a secret: error messages never show their values.


def env_prefixed(prefix: str) -> dict[str, str]:
    """The variables whose names begin with `prefix` and that are not empty, without it."""
    return {
        name.removeprefix(prefix): env(name) for name in os.environ if name.startswith(prefix) and env(name)
    }


def env_login(name: str) -> str:
    """A user name and a password as `name:password`, which can be put into a URL without escaping; "" if it
    is not set. Raises ImproperlyConfigured for anything else, and for a password of fewer than 20
    characters."""
    value = env(name)
    if value and not _SIGN_IN.fullmatch(value):
        raise ImproperlyConfigured(
            f"{name} is not a user name and a password. Write noon:password, with a password of at least 20 "
            "letters and digits."
        )
    return value


_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


def random_vapid() -> str:
    """A new private key for push messages: a number on P-256 as 32 bytes in URL-safe base 64."""
    number = 1 + secrets.randbelow(_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def env_vapid(name: str) -> str:
    """A private key as `random_vapid` makes it; "" if it is not set. Raises ImproperlyConfigured for anything
    else."""
    value = env(name).rstrip("=")
    if not value:
        return ""
    try:
        raw = base64.b64decode(f"{value}=", altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) != 32 or not 0 < int.from_bytes(raw, "big") < _ORDER:
        raise ImproperlyConfigured(
            f"{name} is not a private key of 32 bytes in URL-safe base 64. Leave it out: the site makes one."
        )
    return value


def env_database(name: str, default: str) -> dict[str, Any]:
    """Django's settings for the database at a URL. Raises ImproperlyConfigured for a URL that cannot be
    parsed, and for engines other than PostgreSQL and SQLite."""
    how = (
        "Write postgres://user:password@host:5432/name, with characters such as @ : / # % ? in the password "
        "written as %40 and so on, or postgres:///name; leave it out for SQLite."
    )
    value = env(name, default)
    if value.partition(":")[0] not in ("postgres", "postgresql", "sqlite"):
        raise ImproperlyConfigured(f"{name} is not an address of PostgreSQL. {how}")
    try:
        found = dict(dj_database_url.parse(value, conn_max_age=60, conn_health_checks=True))
    except (dj_database_url.ParseError, ValueError):
        raise ImproperlyConfigured(f"{name} is not a valid address. {how}") from None
    if not found.get("NAME"):
        raise ImproperlyConfigured(f"{name} names no database. {how}")
    return found


def env_redis(name: str) -> str:
    """The URL of a Redis server; "" if it is not set. Raises ImproperlyConfigured for another URL."""
    value = env(name)
    try:
        right = not value or (value.startswith(("redis://", "rediss://")) and urlsplit(value).port != 0)
    except ValueError:
        right = False
    if not right:
        raise ImproperlyConfigured(
            f"{name} is not an address of Redis. Write one like redis://127.0.0.1:6379/0; leave it out to "
            "run without Redis."
        )
    return value
