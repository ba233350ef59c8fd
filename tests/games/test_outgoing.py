"""The one module that asks an address of somebody's choice: what it refuses, and how long it waits."""

from __future__ import annotations

import socket
import threading
import time

import pytest
from msgspec.structs import replace

from games import outgoing
from games.outgoing import NotSent, WhyNotSent, is_public, post, target_of
from tools import listening
from tools.listening import HOST, byte_by_byte, death, says, silence, status, world

PUBLIC = outgoing.Network()
HEADERS = {"Content-Type": "application/json"}


def refused(url: str, body: bytes = b"{}") -> WhyNotSent:
    with pytest.raises(NotSent) as found:
        post(url, body, HEADERS)
    return found.value.why


# ---- addresses that are not public -------------------------------------------------------------------

NOT_PUBLIC = {
    "loopback": "127.0.0.1",
    "loopback, another": "127.8.9.10",
    "loopback of IPv6": "::1",
    "private, ten": "10.1.2.3",
    "private, one hundred and seventy-two": "172.31.255.254",
    "private, one hundred and ninety-two": "192.168.0.1",
    "link-local, where clouds answer": "169.254.169.254",
    "link-local of IPv6": "fe80::1",
    "link-local with its interface": "fe80::1%eth0",
    "shared by a provider": "100.64.0.1",
    "shared by a provider, the last": "100.127.255.255",
    "unique-local": "fd12:3456:789a::1",
    "v4-mapped": "::ffff:10.0.0.1",
    "v4-mapped, of a public one": "::ffff:93.184.216.34",
    "v4-compatible": "::7f00:1",
    "6to4": "2002:7f00:1::1",
    "6to4, a relay": "192.88.99.1",
    "Teredo": "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "NAT64": "64:ff9b::7f00:1",
    "NAT64 of one's own": "64:ff9b:1::a00:1",
    "multicast": "224.0.0.1",
    "multicast, routed": "232.1.1.1",
    "multicast of IPv6": "ff02::1",
    "multicast of IPv6, global": "ff0e::1",
    "unspecified": "0.0.0.0",
    "unspecified, and the rest of it": "0.1.2.3",
    "unspecified of IPv6": "::",
    "broadcast": "255.255.255.255",
    "kept for later": "240.0.0.1",
    "for measurements": "198.18.0.1",
    "for documents": "192.0.2.1",
    "for documents of IPv6": "2001:db8::1",
    "site-local, as it was": "fec0::1",
    "no address": "hooks.example.org",
}


@pytest.mark.parametrize("address", NOT_PUBLIC.values(), ids=NOT_PUBLIC)
def test_what_is_not_public_is_refused(address):
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "2a01:4f8::1"]
)
def test_what_is_public_is_allowed(address):
    assert is_public(address)


def test_every_address_of_a_name_has_to_be_public(monkeypatch):
    """One of them leads inside: nothing is asked, whichever comes first."""
    for answer in (["93.184.216.34", "10.0.0.1"], ["10.0.0.1", "93.184.216.34"], ["2606:4700::1111", "::1"]):
        net = replace(PUBLIC, lookup=lambda host, port, answer=answer: answer)
        monkeypatch.setattr(outgoing, "_network", net)
        monkeypatch.setattr(socket.socket, "connect", lambda *to: pytest.fail("asked"))
        assert refused("https://hooks.example.org/") == WhyNotSent.NOT_PUBLIC


def test_a_name_that_answers_twice_differently_is_asked_for_once(monkeypatch):
    """The first answer is public, the next one would be the machine itself: it is never heard."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    tried: list[tuple[str, int]] = []

    def connect(_socket: socket.socket, to: tuple[str, int]) -> None:
        tried.append(to)
        raise ConnectionRefusedError

    monkeypatch.setattr(outgoing, "_network", replace(PUBLIC, lookup=lambda host, port: next(answers)))
    monkeypatch.setattr(socket.socket, "connect", connect)
    assert refused("https://hooks.example.org/") == WhyNotSent.AWAY
    assert tried == [("93.184.216.34", 443)]
    assert next(answers) == ["127.0.0.1"]


# ---- addresses as they are typed ---------------------------------------------------------------------

NOT_TYPED = {
    "not https": "http://hooks.example.org/",
    "another scheme": "file:///etc/passwd",
    "another scheme with a name": "gopher://hooks.example.org:443/",
    "no scheme": "//hooks.example.org/",
    "another port": "https://hooks.example.org:8080/",
    "the port of SSH": "https://hooks.example.org:22/",
    "no port at all": "https://hooks.example.org:0/",
    "a port beyond": "https://hooks.example.org:65979/",
    "a port in words": "https://hooks.example.org:https/",
    "a user": "https://ana@hooks.example.org/",
    "a user and a password": "https://ana:secret@hooks.example.org/",
    "an empty user": "https://@hooks.example.org/",
    "a name that looks like another": "https://hooks.example.org\\@10.0.0.1/",
    "this machine": "https://localhost/",
    "a name without a dot": "https://intranet/",
    "an address": "https://93.184.216.34/",
    "loopback": "https://127.0.0.1/",
    "loopback, short": "https://127.1/",
    "decimal": "https://2130706433/",
    "octal": "https://0177.0.0.1/",
    "octal throughout": "https://0177.0000.0000.0001/",
    "hexadecimal": "https://0x7f.0.0.1/",
    "hexadecimal throughout": "https://0x7f000001/",
    "brackets": "https://[::1]/",
    "brackets, public": "https://[2606:4700::1111]/",
    "brackets, v4-mapped": "https://[::ffff:127.0.0.1]/",
    "brackets around a name": "https://[hooks.example.org]/",
    "brackets that do not close": "https://[::1/",
    "wide figures": "https://１２７.０.０.１/",
    "a wide dot": "https://hooks。example.org/",
    "a letter that is none of ASCII": "https://hoôks.example.org/",
    "a dot at the end": "https://hooks.example.org./",
    "two dots": "https://hooks..example.org/",
    "a sign in the name": "https://hooks.example.org%2f.evil.example/",
    "an interface": "https://hooks.example.org%25eth0/",
    "no name": "https:///hook",
    "another line": "https://hooks.example.org/\r\nHost: 10.0.0.1",
    "a space": "https://hooks.example.org/a b",
    "a tab": "https://hooks.exam\tple.org/",
    "nothing": "",
    "too long": "https://hooks.example.org/" + "a" * 1_000,
}  # fmt: skip


@pytest.mark.parametrize("url", NOT_TYPED.values(), ids=NOT_TYPED)
def test_what_is_typed_is_refused_before_a_name_is_looked_up(url, monkeypatch):
    net = replace(PUBLIC, lookup=lambda host, port: pytest.fail("looked up"))
    monkeypatch.setattr(outgoing, "_network", net)
    assert refused(url) == WhyNotSent.ADDRESS


def test_an_address_keeps_its_path_and_its_query_and_loses_its_fragment():
    found = target_of("https://Hooks.Example.org:8443/a/b?c=d#e")
    assert (found.host, found.port, found.path) == ("hooks.example.org", 8443, "/a/b?c=d")
    assert target_of("https://xn--hoks-6qa.example.org").path == "/"


def test_a_name_that_nobody_knows_is_said_to_be_unknown(monkeypatch):
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror

    for lookup in (unknown, lambda host, port: []):
        monkeypatch.setattr(outgoing, "_network", replace(PUBLIC, lookup=lookup))
        assert refused("https://hooks.example.org/") == WhyNotSent.NAME


# ---- the exchange -------------------------------------------------------------------------------------


def test_a_post_arrives_under_its_name_and_brings_back_its_status(monkeypatch):
    with listening.listening(status(204)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        assert post(server.url("/hook?who=ana"), b'{"a": 1}', HEADERS) == 204
        asked = server.asked[0]
    assert asked.line == "POST /hook?who=ana HTTP/1.1"
    assert asked.headers["Host"] == f"{HOST}:{server.port}"
    assert asked.headers["Content-Type"] == "application/json"
    assert asked.body == b'{"a": 1}'


def test_no_redirect_is_followed(monkeypatch):
    with listening.listening(says("HTTP/1.1 307 There", "Location: https://hooks.example.org/")) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        assert post(server.url(), b"{}", HEADERS) == 307
        time.sleep(0.1)
        assert server.connected == 1


def test_an_answer_for_the_meantime_is_not_the_answer(monkeypatch):
    first = b"HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 410 Gone\r\n\r\n"
    with listening.listening(lambda client: client.sendall(first)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        assert post(server.url(), b"{}", HEADERS) == 410


def test_a_certificate_of_another_name_is_refused(monkeypatch):
    with listening.listening(of="other.example.org") as server:
        monkeypatch.setattr(outgoing, "_network", world(server, of="other.example.org"))
        assert refused(server.url()) == WhyNotSent.CERTIFICATE
        assert not server.asked


def test_a_certificate_that_nobody_vouches_for_is_refused(monkeypatch):
    with listening.listening() as server:
        net = replace(world(server), context=PUBLIC.context)
        monkeypatch.setattr(outgoing, "_network", net)
        assert refused(server.url()) == WhyNotSent.CERTIFICATE
        assert not server.asked


def test_the_connection_is_made_to_the_address_that_was_checked(monkeypatch):
    with listening.listening() as server:
        tried: list[str] = []
        connect = socket.socket.connect

        def record(plain: socket.socket, to: tuple[str, int]) -> None:
            tried.append(to[0])
            connect(plain, to)

        monkeypatch.setattr(outgoing, "_network", world(server))
        monkeypatch.setattr(socket.socket, "connect", record)
        assert post(server.url(), b"{}", HEADERS) == 204
    assert tried == ["127.0.0.1"]


def test_where_nobody_listens_the_next_address_is_tried(monkeypatch):
    with listening.listening() as server:
        net = replace(
            world(server), lookup=lambda host, port: ["::1", "127.0.0.1"], allowed=lambda address: True
        )
        monkeypatch.setattr(outgoing, "_network", net)
        assert post(server.url(), b"{}", HEADERS) == 204
    monkeypatch.setattr(outgoing, "_network", world(server))
    assert refused(server.url()) == WhyNotSent.AWAY


@pytest.mark.parametrize(
    "answer",
    [byte_by_byte(0.5), silence(30), says("HTTP/1.1 100 Go on")],
    ids=["byte by byte", "silence", "only for the meantime"],
)
def test_the_whole_exchange_has_its_time_however_slowly_it_goes(answer, monkeypatch):
    def stays(client):
        answer(client)
        time.sleep(30)

    with listening.listening(stays) as server:
        monkeypatch.setattr(outgoing, "_network", world(server, seconds=0.8))
        began = time.monotonic()
        assert refused(server.url()) == WhyNotSent.SLOW
        assert 0.7 < time.monotonic() - began < 20


def test_a_server_that_never_greets_has_its_time(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        monkeypatch.setattr(outgoing, "_network", replace(world(seconds=0.5), ports=(port,)))
        began = time.monotonic()
        assert refused(f"https://{HOST}:{port}/") == WhyNotSent.SLOW
        assert time.monotonic() - began < 20


def test_a_search_for_a_name_that_hangs_has_its_time(monkeypatch):
    free = threading.Event()

    def hang(host: str, port: int) -> list[str]:
        free.wait(30)
        return ["127.0.0.1"]

    monkeypatch.setattr(outgoing, "_network", replace(world(seconds=0.3), lookup=hang))
    began = time.monotonic()
    assert refused("https://hooks.example.org/") == WhyNotSent.SLOW
    assert time.monotonic() - began < 20
    free.set()


def test_searches_that_hang_are_not_piled_up(monkeypatch):
    begun: list[str] = []
    free = threading.Event()

    def hang(host: str, port: int) -> list[str]:
        begun.append(host)
        free.wait(30)
        return []

    monkeypatch.setattr(outgoing, "_network", replace(world(seconds=0.02), lookup=hang))
    monkeypatch.setattr(outgoing, "_looking", threading.BoundedSemaphore(2))
    assert {refused("https://hooks.example.org/") for _ in range(6)} == {WhyNotSent.SLOW}
    assert len(begun) == 2
    free.set()


@pytest.mark.parametrize(
    "answer",
    [death, lambda client: None, says("220 mail.example.org"), lambda client: client.sendall(b"x" * 40_000)],
    ids=["it dies", "it closes", "another protocol", "a line without an end"],
)
def test_what_is_no_answer_is_none(answer, monkeypatch):
    with listening.listening(answer) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        assert refused(server.url()) in (WhyNotSent.ANSWER, WhyNotSent.AWAY)


def test_nothing_of_the_answer_is_kept_but_its_status(monkeypatch):
    body = b"HTTP/1.1 200 secret-reason\r\nX-Secret: a\r\nContent-Length: 6\r\n\r\nsecret"
    with listening.listening(lambda client: client.sendall(body)) as server:
        monkeypatch.setattr(outgoing, "_network", world(server))
        answer = post(server.url(), b"{}", HEADERS)
    assert answer == 200 and type(answer) is int


def test_a_header_cannot_begin_another_line():
    with pytest.raises(ValueError, match="line"):
        post("https://hooks.example.org/", b"", {"X": "a\r\nHost: b"})
    with pytest.raises(ValueError, match="large"):
        post("https://hooks.example.org/", b"a" * 20_000, {})


def test_which_refusals_last():
    assert {why for why in WhyNotSent if NotSent(why).lasting} == {WhyNotSent.ADDRESS, WhyNotSent.NOT_PUBLIC}
