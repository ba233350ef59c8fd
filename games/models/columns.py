"""A field for bulk text, and default values of columns: public ids, tokens, days."""

from __future__ import annotations

import hashlib
import secrets

from django.db import models

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no look-alikes, because people read such URLs aloud


def public_id() -> str:
    """A new public id of a game: 12 random letters and digits, 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def invitation_token() -> str:
    """A new token for an invitation link: 128 random bits."""
    return secrets.token_urlsafe(16)


def invitation_hash(token: str) -> str:
    """SHA-256 of an invitation token, in hexadecimal: all that is stored of an invitation that has ended."""
    return hashlib.sha256(token.encode()).hexdigest()


def every_day() -> list[int]:
    """All days of the week, Monday 0 to Sunday 6: the default for the days a game is played on."""
    return [0, 1, 2, 3, 4, 5, 6]


class KeptText(models.TextField):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """A TextField for text of which many rows are written at once. On PostgreSQL, Django inserts such rows as
    arrays, and psycopg escapes every quotation mark in them in Python: for JSON that took as long as the rest
    of a noon. With a placeholder of its own the field is not inserted as an array. In migrations it is a
    plain TextField.
    """

    def get_placeholder(self, value: object, compiler: object, connection: object) -> str:
        return "%s"

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", list(args), kwargs
