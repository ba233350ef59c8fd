"""A mail server that stores mails, on a port of its own; it can be closed and opened again, and made to
answer wrongly."""

from __future__ import annotations

import contextlib
import socketserver
import threading
import time
from collections import Counter
from email import message_from_bytes, policy
from enum import Enum

from tools.servers import free_port

SLOWLY = 60.0  # in seconds, far more than the limit of a mail


class Mood(Enum):
    """How the server answers."""

    WELL = "well"
    REFUSES = "refuses"  # every mail, for now (450)
    WAITS = "waits"  # a minute before each line
    BYTE_BY_BYTE = "byte by byte"  # a line that never ends
    DIES = "dies"  # dies after receiving a mail, before it confirms


class _Conversation(socketserver.StreamRequestHandler):
    """The part of SMTP that smtplib uses."""

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # the client was killed
            self._talk()

    def _talk(self) -> None:
        sink: Sink = self.server.sink  # type: ignore[attr-defined]
        self._say(b"220 here\r\n", sink)
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                data = b"".join(iter(self.rfile.readline, b".\r\n"))
                if sink.mood is Mood.DIES:
                    sink.troubles += 1
                    return  # it has received everything and has not confirmed
                sink.keep(data)
            if word == b"RCPT" and (code := sink.refusal(line)):
                sink.troubles += 1
                self._say(code + b" not now\r\n", sink)
                continue
            self._say(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n", sink)
            if word == b"QUIT":
                return

    def _say(self, line: bytes, sink: Sink) -> None:
        """Send one line, according to the mood."""
        if sink.mood is Mood.WAITS:
            sink.troubles += 1
            time.sleep(SLOWLY)
        if sink.mood is not Mood.BYTE_BY_BYTE:
            self.wfile.write(line)
            return
        sink.troubles += 1
        until = time.monotonic() + SLOWLY
        while time.monotonic() < until:  # a line that never ends
            self.wfile.write(b"2")
            time.sleep(0.1)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


class Sink:
    """`kept`: (to, subject, text) of each mail, in the order of arrival. `mood`: how it answers; `troubles`:
    the number of faulty answers. `unknown`: addresses that it refuses permanently (550)."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mood, self.troubles = Mood.WELL, 0
        self.unknown: set[str] = set()
        self.kept: list[tuple[str, str, str]] = []
        self.server: _Server | None = None
        self.open()

    def open(self) -> None:
        self.server = _Server(("127.0.0.1", self.port), _Conversation)
        self.server.sink = self  # type: ignore[attr-defined]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """Refuse connections from now on."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def refusal(self, line: bytes) -> bytes:
        """The code by which the address of this line is refused; b"" if it is not."""
        if any(address.encode() in line for address in self.unknown):
            return b"550"
        return b"450" if self.mood is Mood.REFUSES else b""

    def keep(self, data: bytes) -> None:
        with contextlib.suppress(ValueError):
            mail = message_from_bytes(data, policy=policy.default)
            body = mail.get_body()
            self.kept.append((str(mail["To"]), str(mail["Subject"]), body.get_content() if body else ""))

    def to_operators(self, since: int = 0) -> list[str]:
        return [f"{subject}\n{text}" for to, subject, text in self.kept[since:] if to.startswith("operator@")]

    def to_players(self, since: int = 0) -> Counter[tuple[str, str, str]]:
        return Counter(mail for mail in self.kept[since:] if not mail[0].startswith("operator@"))
