"""A mail server that only keeps what it is sent, on a port of its own; it can be closed and opened again."""

from __future__ import annotations

import contextlib
import socketserver
import threading
from collections import Counter
from email import message_from_bytes, policy

from tools.servers import free_port


class _Conversation(socketserver.StreamRequestHandler):
    """As much of SMTP as smtplib speaks."""

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # whoever spoke was killed
            self._talk()

    def _talk(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                self.server.sink.keep(b"".join(iter(self.rfile.readline, b".\r\n")))  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
            if word == b"QUIT":
                return


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


class Sink:
    """`kept`: (to, subject, text) of each mail, in the order of arrival."""

    def __init__(self) -> None:
        self.port = free_port()
        self.kept: list[tuple[str, str, str]] = []
        self.server: _Server | None = None
        self.open()

    def open(self) -> None:
        self.server = _Server(("127.0.0.1", self.port), _Conversation)
        self.server.sink = self  # type: ignore[attr-defined]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        """From now on connections are refused."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def keep(self, data: bytes) -> None:
        with contextlib.suppress(ValueError):
            mail = message_from_bytes(data, policy=policy.default)
            body = mail.get_body()
            self.kept.append((str(mail["To"]), str(mail["Subject"]), body.get_content() if body else ""))

    def to_operators(self, since: int = 0) -> list[str]:
        return [f"{subject}\n{text}" for to, subject, text in self.kept[since:] if to.startswith("operator@")]

    def to_players(self, since: int = 0) -> Counter[tuple[str, str, str]]:
        return Counter(mail for mail in self.kept[since:] if not mail[0].startswith("operator@"))
