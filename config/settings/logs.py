"""Logging, and mails to the operators."""

from __future__ import annotations

from ..environment import env_choice

DEFAULT_EXCEPTION_REPORTER_FILTER = "config.logs.ReportFilter"
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
    # Django's own handlers would print POST data and the local variables of tracebacks.
    "loggers": {
        "django": {"handlers": [], "propagate": True, "level": "INFO"},
        "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
        "django.request": {"propagate": True, "level": "ERROR"},
        # Wrong hosts, URLs that are too long, thousands of fields: sent by scanners all the time and answered
        # with 400. Operators need not be alerted.
        "django.security": {"level": "CRITICAL"},
        "celery": {"level": "WARNING"},  # at INFO it logs every task, each minute
    },
}
