"""Mail by SMTP with a time for each step as a whole: opening the connection, and each mail.

`smtplib` counts the time anew whenever anything arrives, so that a server which answers byte by byte would
hold a process, and the noons that wait for it, for hours.
"""

from __future__ import annotations

import smtplib
import time
from typing import Any, Protocol

from django.core.mail.backends.smtp import EmailBackend

LEAST = 0.05  # seconds: a socket with no time at all would not wait for an answer that is there already


class _Connection(Protocol):
    """What is used of a socket."""

    def settimeout(self, seconds: float, /) -> None: ...

    def recv(self, most: int, /) -> bytes: ...


class _AnswerLines:
    """What a mail server says, line by line, until a moment of the monotonic clock."""

    def __init__(self, sock: _Connection) -> None:
        self.sock, self.kept, self.until = sock, b"", 0.0

    def readline(self, most: int) -> bytes:
        """The next line with its end, cut at `most` bytes; b"" once the server has closed. Raises
        TimeoutError."""
        while b"\n" not in self.kept and len(self.kept) < most:
            if (left := self.until - time.monotonic()) <= 0:
                raise TimeoutError("not within the time of this step")
            self.sock.settimeout(max(LEAST, left))
            if not (more := self.sock.recv(4096)):
                break
            self.kept += more
        end = min(most, self.kept.find(b"\n") + 1 or len(self.kept))
        line, self.kept = self.kept[:end], self.kept[end:]
        return line

    def close(self) -> None:
        """The socket is closed by whoever opened it."""


class TimedSMTP(smtplib.SMTP):
    """A connection whose opening and each of whose mails have `timeout` seconds."""

    def __init__(self, host: str = "", port: int = 0, *, timeout: float, **options: Any) -> None:
        self._until = time.monotonic() + timeout
        super().__init__(host, port, timeout=timeout, **options)

    def sendmail(self, *given: Any, **options: Any) -> dict[str, tuple[int, bytes]]:
        """As `smtplib` has it. Raises SMTPException, SMTPServerDisconnected where the time is over."""
        self._until = time.monotonic() + self.timeout
        return super().sendmail(*given, **options)

    def quit(self) -> tuple[int, bytes]:
        """Take leave; a server that does not answer in time is left without."""
        self._until = time.monotonic() + min(self.timeout, 2.0)
        return super().quit()

    def send(self, s: Any) -> None:
        """Send within what is left of the time. Raises SMTPServerDisconnected."""
        if self.sock:
            self.sock.settimeout(max(LEAST, self._until - time.monotonic()))
        super().send(s)

    def getreply(self) -> tuple[int, bytes]:
        """The answer to a command. Raises SMTPServerDisconnected, also where the time is over."""
        if self.file is None and self.sock:
            self.file = _AnswerLines(self.sock)
        if self.file is not None:
            self.file.until = self._until
        return super().getreply()


class TimedSMTPOverTLS(TimedSMTP, smtplib.SMTP_SSL):
    """The same, with TLS from the first byte."""


class TimedEmailBackend(EmailBackend):
    """Django's own, over connections that have their time (EMAIL_TIMEOUT)."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """What the connections are."""
        return TimedSMTPOverTLS if self.use_ssl else TimedSMTP
