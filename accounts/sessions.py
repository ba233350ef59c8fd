"""Log-ins: Django's sessions in the database, which know whose they are and are read with their user.

SESSION_ENGINE names this module. Session and user are one statement; by Django's own way they are two, and
making those took most of the time of a page that shows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.db import connection
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from web.sql import Statement, build, columns, fetch

if TYPE_CHECKING:
    from .models import Session, User


def session_with_user(key: str | None, now: datetime) -> Statement:
    """What a session holds that is not over, and all columns of its user, all None without one."""
    from .models import User

    return Statement(
        f"""
SELECT s.session_data, {columns(User, "u")}
FROM accounts_session s LEFT JOIN accounts_user u ON u.id = s.user_id
WHERE s.session_key = %s AND s.expire_date > %s
""",
        (key, connection.ops.adapt_datetimefield_value(now)),
    )


class SessionStore(db.SessionStore):
    """Django's own, with the user beside the data. Its name is part of the signature of the data.

    `user`: whose session it was when it was read; None before, and of a visitor's."""

    user: User | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        from .models import Session

        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        made = cast("Session", super().create_model_instance(data))
        made.user_id = user_id_of(data)
        return made

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing, and no key any more, where there is none. One query."""
        from .models import User

        found = fetch(session_with_user(self.session_key, timezone.now()))
        if not found:
            self._session_key = None
            return {}
        ((data, *user),) = found
        self.user = build(User, user) if user[0] is not None else None
        return self.decode(data)


def user_id_of(data: Mapping[str, Any]) -> int | None:
    """Whose session this is, by what it holds; None: a visitor's."""
    found = str(data.get(SESSION_KEY, ""))
    return int(found) if found.isdecimal() else None


def user_of(session: Any) -> User | None:
    """The user who was read with a session, if the log-in is plainly valid. None where Django has to look:
    nobody logged in, an account that was shut, a changed password, a log-in by other means."""
    logged_in = session.get(SESSION_KEY)
    user = session.user if isinstance(session, SessionStore) else None
    if (
        user is not None
        and logged_in == str(user.pk)
        and user.is_active
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    ):
        return user
    return None
