"""Where the site keeps its rows: the database and the cache, embedded or a server's."""

from __future__ import annotations

from urllib.parse import quote

from ..environment import env_bool, env_database, env_redis
from .folders import DATA_DIR

DATABASES = {"default": env_database("DATABASE_URL", f"sqlite:///{quote(str(DATA_DIR / 'noon.sqlite3'))}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that reads, then writes, would otherwise fail at once when another
    # one writes meanwhile, whatever the time-out. FULL: behind a log, NORMAL forgets the last commits
    # when the power fails, and with them an order that has its receipt.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    # A network that is cut without a word is noticed within half a minute, at either end.
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
        # Each transaction may come to another connection of the server's: what a connection would keep
        # for the next one is not there, and what is said at its start is refused.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None
        DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        # A worker that hangs in the middle of a turn loses its connection, and with it its claim:
        # otherwise whoever comes next to that game would wait for ever.
        DATABASES["default"]["OPTIONS"]["options"] = (
            "-c idle_in_transaction_session_timeout=30s -c tcp_user_timeout=30s"
        )
        # The statements of a noon (games.rows) are sent prepared from their third time on.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 2
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env_redis("REDIS_URL")
CACHES = {
    "default": (
        {
            "BACKEND": "web.cache.Redis",
            "LOCATION": REDIS_URL,
            # A Redis that does not answer is away: a page does not wait for it.
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        }
        if REDIS_URL
        else {
            "BACKEND": "web.cache.Folder",
            "LOCATION": DATA_DIR / "cache",
            # Beyond this a third is thrown away, counts of limits among it.
            "OPTIONS": {"MAX_ENTRIES": 3000},
        }
    )
}
