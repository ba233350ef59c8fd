"""Bounds on how far users can make a table grow. Our models have theirs in the attribute `bound`; those of
Django and other packages are listed here.

`tests/test_bounds.py` checks that every model has a bound, and a test that it holds.
"""

from __future__ import annotations

from typing import Final

from django.db import models
from msgspec import Struct


class Bound(Struct, frozen=True):
    """At most `most` rows for each `per` ("user", "seat", "turn" ...); `by`: what enforces it. `most` 0:
    users cannot add rows."""

    most: int
    per: str
    by: str


NOT_BY_USERS: Final = Bound(0, "site", "written by migrations, by the site itself, or by its operators")

THEIRS: Final = {
    "account.EmailAddress": Bound(2, "user", "ACCOUNT_CHANGE_EMAIL: the current address and a new one"),
    "account.EmailConfirmation": Bound(
        1, "address and three minutes", "allauth's rate of confirm_email; tidied when expired"
    ),
    "mfa.Authenticator": Bound(2, "user", "MFA_SUPPORTED_TYPES: one app, one set of recovery codes"),
    "sessions.Session": NOT_BY_USERS,  # empty: log-ins are in accounts.Session
    "admin.LogEntry": NOT_BY_USERS,
    "auth.Permission": NOT_BY_USERS,
    "auth.Group": NOT_BY_USERS,
    "auth.Group_permissions": NOT_BY_USERS,
    "accounts.User_groups": NOT_BY_USERS,
    "accounts.User_user_permissions": NOT_BY_USERS,
    "contenttypes.ContentType": NOT_BY_USERS,
}


def bound_of(model: type[models.Model]) -> Bound | None:
    """The bound of a model's table; None if none was declared."""
    found = model.__dict__.get("bound") or THEIRS.get(model._meta.label)
    return found if isinstance(found, Bound) else None
