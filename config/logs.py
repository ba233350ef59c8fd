"""Logging that keeps secrets out of logs and mails: posted data, local variables, tokens, query strings."""

from __future__ import annotations

import logging
import re
import threading
import traceback
from collections.abc import ItemsView
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.http import HttpResponse
from django.utils.log import AdminEmailHandler
from django.views.debug import SafeExceptionReporterFilter

_SECRET_PATHS = re.compile(
    r"(/(?:i|places|calendar|account/mails|account/confirm-email|account/password/reset/key)/)[^/\s\"']+"
)
# Messages of these exceptions concern the machine; those of others may contain what a user typed, or a row.
_ABOUT_THE_MACHINE = (OSError, OperationalError, ImportError, ImproperlyConfigured)
_META = {"REQUEST_METHOD", "SERVER_NAME", "SERVER_PORT", "HTTP_HOST", "HTTP_USER_AGENT"}
QUIET = 3600  # seconds during which the same line of code sends only one mail
AGAIN = 30  # seconds until the next attempt if the mail could not be sent
SENDING, SENT = "sending", "sent"
MAILED = {"mailed": True}  # `extra` of a record that must not be mailed, or is mailed by other code

log = logging.getLogger(__name__)
R = TypeVar("R", bound=HttpResponse)


def redact(text: str) -> str:
    """The same text with the secret part of URLs replaced by `***`."""
    return _SECRET_PATHS.sub(r"\1***", text)


def describe(problem: BaseException) -> str:
    """An exception in one line: its class, and its message only if that cannot contain a user's data."""
    name = type(problem).__name__
    return f"{name}: {problem}" if isinstance(problem, _ABOUT_THE_MACHINE) else name


def logged_already(response: R) -> R:
    """Mark a response with status 5xx so that Django does not log it, which would mail the operators: the
    cause has been logged already, or is not a fault of the site. Returns the same response."""
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark; it has no public name
    return response


def format_traceback(problem: BaseException | None) -> str:
    """The traceback of an exception and its causes: files, lines and source, without locals or messages."""
    parts: list[str] = []
    while problem is not None:
        lines = traceback.format_tb(problem.__traceback__)
        parts.insert(0, "".join(["Traceback (most recent call last):\n", *lines, describe(problem)]))
        problem = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return "\n\nand then:\n\n".join(parts)


class NoSecrets(logging.Filter):
    """Removes secrets from a record's message: tokens in URLs, the arguments, and messages of exceptions."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        problem = record.exc_info[1] if record.exc_info else None
        if problem is not None:
            for text in (repr(problem), str(problem)):
                message = message.replace(text, describe(problem)) if text else message
        record.msg, record.args = redact(message), ()
        return True


class Lines(logging.Formatter):
    """One line for each record, followed by the traceback without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another handler may have cached the traceback with its messages there
        try:
            return super().format(record)
        finally:
            record.exc_text = None

    def formatException(self, ei: Any) -> str:
        return format_traceback(ei[1])


class OperatorMail(AdminEmailHandler):
    """Mails records of level ERROR to ADMINS, without request and settings. At most one mail an hour for each
    line of code that logs, so that a bad hour does not fill a mailbox. Skips records marked `MAILED`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._waiting: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if getattr(record, "mailed", False) or not settings.ADMINS:
            return
        subject = self.format_subject(f"{record.levelname}: {record.getMessage()}"[:200])
        self._mail(f"mailed:{self._place(record)}", subject, self.format(record))

    def _mail(self, key: str, subject: str, text: str) -> None:
        """Send the mail unless another process sends one with this key, or has sent it within the hour."""
        if not cache.add(key, SENDING, AGAIN):
            # The other process may be killed before its mail is sent.
            if cache.get(key) == SENDING and key not in self._waiting:
                self._waiting.add(key)
                later = threading.Timer(AGAIN, self._mail_again, (key, subject, text))
                later.daemon = True
                later.start()
            return
        try:
            self.send_mail(subject, text)
            cache.set(key, SENT, QUIET)  # only after sending: a process killed before has informed nobody
        except Exception as problem:
            log.error("operators not reached by mail %s", type(problem).__name__, extra=MAILED)

    def _mail_again(self, key: str, subject: str, text: str) -> None:
        self._waiting.discard(key)
        self._mail(key, subject, text)

    def _place(self, record: logging.LogRecord) -> str:
        frames = traceback.extract_tb(record.exc_info[2]) if record.exc_info else []
        last = frames[-1] if frames else None
        place = f"{last.filename}:{last.lineno}" if last else f"{record.pathname}:{record.lineno}"
        return re.sub(r"[^\w:.-]", "_", f"{record.name}:{place}")[-200:]


class ReportFilter(SafeExceptionReporterFilter):
    """Removes posted data, cookies and local variables from Django's error reports."""

    def is_active(self, request: Any) -> bool:
        return True

    def get_post_parameters(self, request: Any) -> dict[str, str]:
        return {}

    def get_safe_cookies(self, request: Any) -> dict[str, str]:
        return {}

    def get_safe_request_meta(self, request: Any) -> dict[str, Any]:
        return {key: value for key, value in getattr(request, "META", {}).items() if key in _META}

    def get_traceback_frame_variables(self, request: Any, tb_frame: Any) -> ItemsView[str, Any]:
        return {}.items()
