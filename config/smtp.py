"""Mail by SMTP with a time limit for each step as a whole: opening the connection, and each mail.

`smtplib` restarts its time-out whenever anything arrives, so that a server that answers byte by byte would
block a process, and the noons that wait for it, for hours.
"""

from __future__ import annotations

import smtplib
import time
from typing import Any, Protocol

from django.core.mail.backends.smtp import EmailBackend

LEAST = 0.05  # seconds; with a time-out of 0 a socket would not even read an answer that has already arrived


class _Connection(Protocol):
    """The part of a socket that is used."""

    def settimeout(self, seconds: float, /) -> None: ...

    def recv(self, most: int, /) -> bytes: ...


class _AnswerLines:
    """The lines of a mail server's answers, until a time of the monotonic clock."""

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
        """Does nothing: the connection closes its socket itself."""


class TimedSMTP(smtplib.SMTP):
    """A connection that has `timeout` seconds for being opened and for each mail."""

    def __init__(self, host: str = "", port: int = 0, *, timeout: float, **options: Any) -> None:
        self._until = time.monotonic() + timeout
        super().__init__(host, port, timeout=timeout, **options)

    def sendmail(self, *given: Any, **options: Any) -> dict[str, tuple[int, bytes]]:
        """As in `smtplib`. Raises SMTPException; SMTPServerDisconnected if the time is over."""
        self._until = time.monotonic() + self.timeout
        return super().sendmail(*given, **options)

    def quit(self) -> tuple[int, bytes]:
        """Send QUIT, and close the connection even if the server does not answer in time."""
        self._until = time.monotonic() + min(self.timeout, 2.0)
        return super().quit()

    def send(self, s: Any) -> None:
        """Send within the time that is left. Raises SMTPServerDisconnected."""
        if self.sock:
            self.sock.settimeout(max(LEAST, self._until - time.monotonic()))
        super().send(s)

    def getreply(self) -> tuple[int, bytes]:
        """The answer to a command. Raises SMTPServerDisconnected, also if the time is over."""
        if self.file is None and self.sock:
            self.file = _AnswerLines(self.sock)
        if self.file is not None:
            self.file.until = self._until
        return super().getreply()


class TimedSMTPOverTLS(TimedSMTP, smtplib.SMTP_SSL):
    """The same, with TLS from the first byte."""


class TimedEmailBackend(EmailBackend):
    """Django's backend with these connections; the limit is EMAIL_TIMEOUT."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The class of the connections."""
        return TimedSMTPOverTLS if self.use_ssl else TimedSMTP
