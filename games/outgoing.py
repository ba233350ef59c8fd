"""Posts to addresses given by users: push services and webhooks. No other module connects to an address that
a user can choose.

A user could give the address of a machine in the site's own network. Therefore a name is resolved once, all
its addresses must be public, the connection is made to one of them, and the certificate must be that of the
name. Redirects are not followed, a whole exchange has five seconds, and only the status of the answer is
used.
"""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from enum import StrEnum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct, field

SECONDS: Final = 5.0  # for the whole exchange, name resolution included
PORTS: Final = (443, 8443)
MOST_TRIED = 3  # addresses of one name
ONE_TRY = 2.0  # seconds until the next address is tried
LONGEST = 1_000  # characters of an address
MOST_SENT = 16_384  # bytes of a body
MOST_READ = 16_384  # bytes of the head of an answer
LOOKUPS = 8  # names looked up at the same time: the system's own search cannot be interrupted

# The networks that are not public. Not Python's `is_global`, because it includes multicast and networks that
# carry one address within another, and changes between releases.
_NOT_PUBLIC_4: Final = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8",  # this machine
        "10.0.0.0/8",
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local: clouds answer there with keys
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",
    )
)
_PUBLIC_6: Final = IPv6Network("2000::/3")  # all that was ever assigned to be routed
_NOT_PUBLIC_6: Final = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # Teredo, which carries an IPv4 address, and other protocols
        "2001:db8::/32",
        "2002::/16",  # 6to4 carries an IPv4 address
        "3fff::/20",
    )
)
# A DNS name with a dot. Its last part begins with a letter, because many resolvers read a number there, in
# any base, as an IPv4 address.
_NAME: Final = re.compile(
    r"(?=.{1,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"
)
_PRINTED: Final = re.compile(r"[!-~]+")
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])(?: |\r|\n)")
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z-]*")
_VALUE: Final = re.compile(r"[ -~]*")


class WhyNotSent(StrEnum):
    """Why nothing was sent, or why there is no answer."""

    ADDRESS = "address"  # not an https address of a name, on a port that is allowed
    NAME = "name"  # the name was not found
    NOT_PUBLIC = "not_public"  # an address of that name is not on the public internet
    AWAY = "away"  # the connection was refused
    CERTIFICATE = "certificate"  # the certificate is not one of that name
    SLOW = "slow"  # no status within the time
    ANSWER = "answer"  # what came back is no HTTP response


class NotSent(Exception):
    """Nothing was sent, or it is not known whether it arrived. `lasting`: the address itself is refused, so
    that another attempt is useless."""

    def __init__(self, why: WhyNotSent) -> None:
        super().__init__(why.value)
        self.why = why

    @property
    def lasting(self) -> bool:
        return self.why in (WhyNotSent.ADDRESS, WhyNotSent.NOT_PUBLIC)


class Target(Struct, frozen=True):
    """The parts of a checked address: host name, port, and path with query."""

    host: str
    port: int
    path: str


def _lookup(host: str, port: int) -> list[str]:
    """The IP addresses of a name, from the system's resolver. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet."""
    try:
        ip: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in _NOT_PUBLIC_4)
    return ip.scope_id is None and ip in _PUBLIC_6 and not any(ip in network for network in _NOT_PUBLIC_6)


class Network(Struct, frozen=True):
    """The resolver and the certificates in use; tests replace them."""

    lookup: Callable[[str, int], list[str]] = _lookup
    allowed: Callable[[str], bool] = is_public
    ports: tuple[int, ...] = PORTS
    seconds: float = SECONDS
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)


def target_of(url: str) -> Target:
    """Parse and check an address without resolving its name. Raises NotSent unless it is https with a host
    name, on one of the ports, and without user or password."""
    try:
        parts = urlsplit(url) if len(url) <= LONGEST and _PRINTED.fullmatch(url) else None
        port = parts.port if parts else None
    except ValueError:
        raise NotSent(WhyNotSent.ADDRESS) from None
    if parts is None or parts.scheme != "https" or "@" in parts.netloc or "\\" in url:
        raise NotSent(WhyNotSent.ADDRESS)
    host, port = (parts.hostname or "").lower(), 443 if port is None else port
    if port not in network().ports or not _NAME.fullmatch(host):
        raise NotSent(WhyNotSent.ADDRESS)
    return Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


_network: Network | None = None
_looking = threading.BoundedSemaphore(LOOKUPS)


def network() -> Network:
    """The network in use; made on first use, because reading the certificate authorities takes time."""
    global _network
    if _network is None:
        _network = Network()
    return _network


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send `body` to an address and return the status of the answer. Takes at most `SECONDS`. Raises
    NotSent."""
    net = network()
    until = time.monotonic() + net.seconds
    target = target_of(url)
    request = _request(target, body, headers)
    addresses = _addresses(target, net, until)
    try:
        with _connected(addresses, target.port, until) as plain:
            plain.settimeout(_left(until))
            with net.context.wrap_socket(plain, server_hostname=target.host) as secure:
                return _exchange(secure, request, until)
    except TimeoutError:
        raise NotSent(WhyNotSent.SLOW) from None
    except ssl.SSLCertVerificationError:
        raise NotSent(WhyNotSent.CERTIFICATE) from None
    except OSError:
        raise NotSent(WhyNotSent.AWAY) from None


def _left(until: float) -> float:
    """The seconds that are left. Raises TimeoutError if none are."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    if len(body) > MOST_SENT:
        raise ValueError("The body is too large.")
    host = target.host if target.port == 443 else f"{target.host}:{target.port}"
    lines = {
        "Host": host,
        "User-Agent": "Noon",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    if not all(_HEADER.fullmatch(name) and _VALUE.fullmatch(value) for name, value in lines.items()):
        raise ValueError("A header would end its line.")
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {target.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body


def _addresses(target: Target, net: Network, until: float) -> list[str]:
    """The IP addresses of a name, resolved once. Raises NotSent unless all of them are public."""
    free = _looking
    if not free.acquire(timeout=max(0.0, until - time.monotonic())):
        raise NotSent(WhyNotSent.SLOW)  # earlier names are still being resolved
    found: Future[list[str]] = Future()

    def look() -> None:
        try:
            found.set_result(net.lookup(target.host, target.port))
        except Exception as problem:
            found.set_exception(problem)
        finally:
            free.release()

    # The system's resolver has no time-out of its own; a thread that hangs is abandoned.
    threading.Thread(target=look, name="outgoing-lookup", daemon=True).start()
    try:
        addresses = found.result(timeout=max(0.0, until - time.monotonic()))
    except FutureTimeout:
        raise NotSent(WhyNotSent.SLOW) from None
    except (OSError, UnicodeError):
        raise NotSent(WhyNotSent.NAME) from None
    if not addresses:
        raise NotSent(WhyNotSent.NAME)
    if not all(net.allowed(address) for address in addresses):
        raise NotSent(WhyNotSent.NOT_PUBLIC)
    return addresses[:MOST_TRIED]


def _connected(addresses: list[str], port: int, until: float) -> socket.socket:
    """A connection to the first of these addresses that accepts one. Raises OSError."""
    problem: OSError = OSError()
    for address in addresses:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        plain = socket.socket(family, socket.SOCK_STREAM)
        last = address == addresses[-1]
        try:
            plain.settimeout(_left(until) if last else min(_left(until), ONE_TRY))
            plain.connect((address, port))
            return plain
        except OSError as refused:
            plain.close()
            problem = refused
    raise problem


def _exchange(secure: ssl.SSLSocket, request: bytes, until: float) -> int:
    """Send the request, read the status of its answer. Raises NotSent, OSError."""
    rest = memoryview(request)
    while rest:
        secure.settimeout(_left(until))
        rest = rest[secure.send(rest) :]
    head = b""
    while True:
        end = head.find(b"\r\n\r\n")
        first = head.partition(b"\n")[0] + b"\n" if b"\n" in head else b""
        if first:
            status = _STATUS.match(first)
            if status is None:
                raise NotSent(WhyNotSent.ANSWER)
            code = int(status[1])
            if code >= 200:
                return code
            if end >= 0:  # an interim response (1xx), before the real one
                head = head[end + 4 :]
                continue
        if len(head) > MOST_READ:
            raise NotSent(WhyNotSent.ANSWER)
        secure.settimeout(_left(until))
        more = secure.recv(1024)
        if not more:
            raise NotSent(WhyNotSent.ANSWER)
        head += more
