"""A server on 127.0.0.1 with a certificate of its own, in the place of a push service or of a hook."""

from __future__ import annotations

import contextlib
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games import outgoing

HOST = "hooks.example.org"
NO_CONTENT = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"
Answer = Callable[[ssl.SSLSocket], None]


@dataclass(slots=True)
class Asked:
    """A request as the server read it."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Listener:
    """A server that is running. `answers`: what it says to the next requests, the last one for ever."""

    port: int
    answers: list[Answer]
    asked: list[Asked] = field(default_factory=list)
    connected: int = 0

    def url(self, path: str = "/hook") -> str:
        return f"https://{HOST}:{self.port}{path}"


def says(*lines: str) -> Answer:
    """Answers with this head at once."""
    return lambda client: client.sendall("".join(f"{line}\r\n" for line in [*lines, ""]).encode())


def status(code: int) -> Answer:
    return says(f"HTTP/1.1 {code} So", "Content-Length: 0")


def byte_by_byte(pause: float) -> Answer:
    """Answers one byte at a time, for longer than anybody should wait."""

    def answer(client: ssl.SSLSocket) -> None:
        with contextlib.suppress(OSError):
            for byte in NO_CONTENT:
                client.sendall(bytes([byte]))
                time.sleep(pause)

    return answer


def silence(seconds: float) -> Answer:
    return lambda client: time.sleep(seconds)


def death(client: ssl.SSLSocket) -> None:
    """Closes in the middle of its first line."""
    client.sendall(b"HTTP/1.")


@cache
def certificate(host: str) -> Path:
    """A file with a certificate of this name, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=3650))
        .not_valid_after(now + timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = Path(tempfile.mkdtemp(prefix="noon-certificate-")) / "pair.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def _read(client: ssl.SSLSocket) -> Asked:
    data = b""
    while b"\r\n\r\n" not in data:
        more = client.recv(4096)
        if not more:
            raise ConnectionError
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    line, *fields = head.decode().split("\r\n")
    headers = dict(field.split(": ", 1) for field in fields)
    while len(body) < int(headers.get("Content-Length", "0")):
        body += client.recv(4096)
    return Asked(line, headers, body)


def _serve(listener: Listener, server: socket.socket, context: ssl.SSLContext) -> None:
    def attend(plain: socket.socket) -> None:
        with contextlib.suppress(OSError), context.wrap_socket(plain, server_side=True) as client:
            listener.asked.append(_read(client))
            answer = listener.answers.pop(0) if len(listener.answers) > 1 else listener.answers[0]
            answer(client)

    while True:
        try:
            plain, _ = server.accept()
        except OSError:
            return
        listener.connected += 1
        threading.Thread(target=attend, args=(plain,), daemon=True).start()


@contextlib.contextmanager
def listening(*answers: Answer, of: str = HOST) -> Iterator[Listener]:
    """A server with a certificate of the name `of`, which answers the requests in this order."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(of))
    server = socket.create_server(("127.0.0.1", 0))
    listener = Listener(server.getsockname()[1], list(answers) or [status(204)])
    threading.Thread(target=_serve, args=(listener, server, context), daemon=True).start()
    try:
        yield listener
    finally:
        server.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits for the next connection
        server.close()


@cache
def _trusting(authorities: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(authorities))


def world(*listeners: Listener, of: str = HOST, seconds: float = 5.0) -> outgoing.Network:
    """A world in which every name leads to 127.0.0.1, which counts as public, and in which the certificates
    of the name `of` are trusted."""
    return world_of([listener.port for listener in listeners], certificate(of), seconds)


def world_of(ports: Iterable[int], authorities: Path, seconds: float) -> outgoing.Network:
    """The same, for a process that knows the listeners by their ports, and their certificate by its file."""
    return outgoing.Network(
        lookup=lambda host, port: ["127.0.0.1"],
        allowed=lambda address: address == "127.0.0.1",
        ports=(443, 8443, *ports),
        seconds=seconds,
        context=_trusting(authorities),
    )
