"""Sessions: Django's, in the database, with a column for their user, who is read with them.

SESSION_ENGINE names this module. Session and user are read in one statement; Django needs two, and building
them took most of the time of an empty page.
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
    """The data of a session that has not expired, and all columns of its user, all None without one."""
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
    """Django's store, with the user beside the data. The name of the class is part of the signature of the
    data. `user`: the user of the session when it was read; None before that, and for visitors."""

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
        """The data of the session. If there is none, empty data, and the key is reset. One query."""
        from .models import User

        found = fetch(session_with_user(self.session_key, timezone.now()))
        if not found:
            self._session_key = None
            return {}
        ((data, *user),) = found
        self.user = build(User, user) if user[0] is not None else None
        return self.decode(data)


def user_id_of(data: Mapping[str, Any]) -> int | None:
    """The id of the logged-in user in the data of a session; None for a visitor."""
    found = str(data.get(SESSION_KEY, ""))
    return int(found) if found.isdecimal() else None


def user_of(session: Any) -> User | None:
    """The user who was read with a session, if the log-in is certainly valid. None if Django has to check:
    nobody logged in, a closed account, a changed password, another authentication backend."""
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
