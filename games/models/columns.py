"""What columns are made of: the text kept in bulk, the ids strangers see."""

from __future__ import annotations

import hashlib
import secrets

from django.db import models

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no look-alikes: these stand in addresses people read out


def public_id() -> str:
    """A game's id as strangers see it: 12 random letters and digits, 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def invitation_token() -> str:
    """128 random bits for an invitation's address."""
    return secrets.token_urlsafe(16)


def invitation_hash(token: str) -> str:
    """SHA-256 of an invitation, in hexadecimal: what is kept of one that has died."""
    return hashlib.sha256(token.encode()).hexdigest()


def every_day() -> list[int]:
    """The days a game is played on, Monday 0 to Sunday 6."""
    return [0, 1, 2, 3, 4, 5, 6]


class KeptText(models.TextField):  # type: ignore[type-arg]  # Django's class takes none when it runs
    """Text that is written many rows at a time.

    On PostgreSQL Django hands such rows over as arrays, whose every quotation mark psycopg escapes in
    Python: with JSON that took as long as all the rest of a noon. A placeholder of its own turns the
    arrays off; migrations know it as the TextField it is.
    """

    def get_placeholder(self, value: object, compiler: object, connection: object) -> str:
        return "%s"

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", list(args), kwargs
