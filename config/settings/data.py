"""The database and the cache: files in the data folder, or PostgreSQL and Redis."""

from __future__ import annotations

from urllib.parse import quote

from ..environment import env_bool, env_database, env_redis
from .folders import DATA_DIR

DATABASES = {"default": env_database("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'noon.sqlite3'))}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that first reads and then writes would otherwise fail at once if another one
    # writes meanwhile, whatever the time-out. FULL: with a write-ahead log, NORMAL loses the last commits in
    # a power failure, and with them orders that already have a receipt.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    # Both ends notice a broken network connection within half a minute.
    DATABASES["default"].setdefault("OPTIONS", {}).update(
        {
            "connect_timeout": 5,
            "tcp_user_timeout": 20_000,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
        }
    )
    if env_bool("DATABASE_POOLER"):
        # Each transaction may use another connection of the server, so nothing may be kept on a connection
        # (prepared statements, cursors), and options at its start are refused.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        # A worker that hangs while it resolves a turn loses its connection and with it its claim; otherwise
        # every later transaction on that game would wait for ever.
        DATABASES["default"]["OPTIONS"]["options"] = (
            "-c idle_in_transaction_session_timeout=30s -c tcp_user_timeout=30s"
        )
        # Statements of a noon (games.rows) become prepared statements at their third use.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 2
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_redis("REDIS_URL")
CACHES = {
    "default": (
        {
            "BACKEND": "web.cache.Redis",
            "LOCATION": REDIS_URL,
            # A page must not wait for a Redis that does not answer.
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        }
        if REDIS_URL
        else {
            "BACKEND": "web.cache.Folder",
            "LOCATION": DATA_DIR / "cache",
            # Beyond this Django deletes a third of the entries, counts of limits included.
            "OPTIONS": {"MAX_ENTRIES": 3000},
        }
    )
}
