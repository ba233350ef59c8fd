"""What is written to the log, and what is mailed to the operators."""

from __future__ import annotations

from ..environment import env_choice

DEFAULT_EXCEPTION_REPORTER_FILTER = "config.logs.Closed"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"no_secrets": {"()": "config.logs.NoSecrets"}},
    "formatters": {
        "line": {"()": "config.logs.Lines", "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["no_secrets"]},
        "operators": {
            "class": "config.logs.OperatorMail",
            "level": "ERROR",
            "formatter": "line",
            "filters": ["no_secrets"],
        },
    },
    "root": {"handlers": ["console", "operators"], "level": env_choice("LOG_LEVEL", "INFO", LOG_LEVELS)},
    # Django's own handlers would print a request's POST data and a traceback's locals.
    "loggers": {
        "django": {"handlers": [], "propagate": True, "level": "INFO"},
        "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
        "django.request": {"propagate": True, "level": "ERROR"},
        # Hosts that are not ours, addresses too long, fields by the thousand: whoever walks the whole net
        # sends them, the answer is 400, and that is no ERROR to wake anybody with.
        "django.security": {"level": "CRITICAL"},
        "celery": {"level": "WARNING"},  # each minute's coming and going is no news
    },
}
