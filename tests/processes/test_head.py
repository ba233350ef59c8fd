"""HEAD requests, as sent by monitors, link checkers and previews in messengers."""

from __future__ import annotations

import http.client
from pathlib import Path

import pytest

from tools import servers
from tools.servers import Site

pytestmark = pytest.mark.services
ADDRESSES = ("/", "/health", "/games/", "/account/login/", "/nowhere/", "/i/no-such-token/", "/favicon.ico")


def asked(site: Site, method: str, address: str) -> tuple[int, str | None, bytes]:
    """The status, the length that was told, and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)
    try:
        connection.request(method, address)
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Length"), answer.read()
    finally:
        connection.close()


def test_a_request_for_the_head_alone_logs_nothing(tmp_path: Path, prepared: Path) -> None:
    with servers.site(tmp_path / "data", copy_of=prepared) as site:
        site.start("--only", "web")
        site.wait()
        for address in ADDRESSES:
            status, length, body = asked(site, "HEAD", address)
            assert (status, length is None, body) == (asked(site, "GET", address)[0], False, b""), address
        assert asked(site, "HEAD", "/how-noon-works/")[1] == asked(site, "GET", "/how-noon-works/")[1]
        site.stop()
        assert " WARNING " not in site.log() and " ERROR " not in site.log(), site.log()
