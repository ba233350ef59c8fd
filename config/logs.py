"""What never reaches a log or a mail: orders and whatever else was posted, locals, tokens, query strings."""

from __future__ import annotations

import logging
import re
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

_SECRET_PATHS = re.compile(r"(/(?:i|account/confirm-email|account/password/reset/key)/)[^/\s\"']+")
# Messages of these speak of the machine; any other one may hold what somebody typed, or a whole row.
_ABOUT_THE_MACHINE = (OSError, OperationalError, ImportError, ImproperlyConfigured)
_META = {"REQUEST_METHOD", "SERVER_NAME", "SERVER_PORT", "HTTP_HOST", "HTTP_USER_AGENT"}
QUIET = 3600  # seconds in which the same place in the code sends one mail
AGAIN = 60  # seconds until the next attempt where the mail server refused
MAILED = {"mailed": True}  # `extra` of a record that has a mail of its own, or must not have one

log = logging.getLogger(__name__)
R = TypeVar("R", bound=HttpResponse)


def redact(text: str) -> str:
    """The same text with the secret part of addresses replaced by `***`."""
    return _SECRET_PATHS.sub(r"\1***", text)


def told(problem: BaseException) -> str:
    """An exception in one line: its class, and its message only if that speaks of the machine."""
    name = type(problem).__name__
    return f"{name}: {problem}" if isinstance(problem, _ABOUT_THE_MACHINE) else name


def logged_already(response: R) -> R:
    """The same response, of which Django logs no error: what happened is logged where it happened, or is
    no fault of the site's. A record of it would be mailed to the operators."""
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark, which has no public name
    return response


def where(problem: BaseException | None) -> str:
    """A traceback with files, lines and source, without locals and without messages."""
    parts: list[str] = []
    while problem is not None:
        lines = traceback.format_tb(problem.__traceback__)
        parts.insert(0, "".join(["Traceback (most recent call last):\n", *lines, told(problem)]))
        problem = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return "\n\nand then:\n\n".join(parts)


class NoSecrets(logging.Filter):
    """Rewrites a record's message; leaves out the request, whose repr holds the address, and what an
    exception says."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        problem = record.exc_info[1] if record.exc_info else None
        if problem is not None:
            for text in (repr(problem), str(problem)):
                message = message.replace(text, told(problem)) if text else message
        record.msg, record.args = redact(message), ()
        return True


class Lines(logging.Formatter):
    """One line for each record, then where it broke."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another handler may have kept the traceback with its messages there
        try:
            return super().format(record)
        finally:
            record.exc_text = None

    def formatException(self, ei: Any) -> str:
        return where(ei[1])


class OperatorMail(AdminEmailHandler):
    """Mails to ADMINS what the log says at ERROR, and no more: no request, no settings; one mail an hour
    for each place, so that a bad hour does not fill a mailbox. Not what has a mail of its own (`MAILED`)."""

    def emit(self, record: logging.LogRecord) -> None:
        if getattr(record, "mailed", False) or not settings.ADMINS:
            return
        key = f"mailed:{self._place(record)}"
        if not cache.add(key, 1, AGAIN):
            return
        subject = self.format_subject(f"{record.levelname}: {record.getMessage()}"[:200])
        try:
            self.send_mail(subject, self.format(record))
            cache.set(key, 1, QUIET)  # only now: a process that is killed meanwhile has told nobody
        except Exception as problem:
            log.error("operators not reached by mail %s", type(problem).__name__, extra=MAILED)

    def _place(self, record: logging.LogRecord) -> str:
        frames = traceback.extract_tb(record.exc_info[2]) if record.exc_info else []
        last = frames[-1] if frames else None
        place = f"{last.filename}:{last.lineno}" if last else f"{record.pathname}:{record.lineno}"
        return re.sub(r"[^\w:.-]", "_", f"{record.name}:{place}")[-200:]


class Closed(SafeExceptionReporterFilter):
    """For whatever still makes one of Django's reports: nothing posted, no cookies, no locals."""

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
