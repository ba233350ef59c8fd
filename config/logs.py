"""What never reaches a log: invitation tokens, reset keys, query strings."""

from __future__ import annotations

import logging
import re

_SECRET_PATHS = re.compile(r"(/(?:i|account/confirm-email|account/password/reset/key)/)[^/\s\"']+")


def redact(text: str) -> str:
    """The same text with the secret part of addresses replaced by `***`."""
    return _SECRET_PATHS.sub(r"\1***", text)


class NoSecrets(logging.Filter):
    """Rewrites a record's message; leaves out the request, whose repr holds the address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redact(record.getMessage())
        record.args = ()
        return True
