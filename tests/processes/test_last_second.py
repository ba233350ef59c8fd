"""The last second before noon, with fifty browsers, real processes and a real clock: each order is counted
and receipted, or refused with its text; never both, never neither."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tools import servers
from tools.browser import Answer, Browser
from tools.servers import Site, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

STAGE = ("-m", "tests.processes.stage")
BROWSERS = 50
EARLY, BEFORE, NOON, AFTER = -9.0, -0.1, 0.0, 0.1  # seconds from the deadline
MOMENTS = [EARLY] * 5 + [BEFORE, NOON, AFTER] * 15
SECONDS = 14  # from setting the deadline to the deadline


class Post(Struct):
    """One browser's order: when it was sent, what came back, the fingerprint its page then showed."""

    moment: float
    sent: float
    answer: Answer
    receipt: str


@pytest.fixture(params=["embedded", pytest.param("hosted", marks=pytest.mark.services)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    env = {"NOON_BEAT_SECONDS": "1"}
    if request.param == "embedded":
        prepared = request.getfixturevalue("prepared")
        with servers.site(tmp_path / "data", env, copy_of=prepared) as made:
            made.start()
            yield made
            made.print_logs()
        return
    redis = request.getfixturevalue("redis_url")
    with servers.database(request.getfixturevalue("postgres_url")) as url:
        given = {**env, "DATABASE_URL": url, "REDIS_URL": redis, "SECRET_KEY": "x" * 50}
        with servers.site(tmp_path / "data", given) as made:
            for role in ("web", "worker", "beat"):
                made.start("--only", role, log=role)
            yield made
            made.print_logs()


def test_fifty_browsers_at_noon(site: Site) -> None:
    crowd = json.loads(site.python(*STAGE, "crowd", str(BROWSERS)))
    site.wait()
    path = f"/g/{crowd['game']}/orders/"
    browsers = {pid: Browser(site.url, {"sessionid": key}) for pid, key in crowd["sessions"].items()}
    with ThreadPoolExecutor(BROWSERS) as threads:
        pages = list(threads.map(lambda browser: browser.get(path), browsers.values()))
        assert {page.status for page in pages} == {200}
        noon = float(site.python(*STAGE, "strike", str(SECONDS)))
        ready = threading.Barrier(BROWSERS)

        def hand_in(pid: str, moment: float) -> Post:
            browser = browsers[pid]
            ready.wait(60)
            while (sent := time.time()) < noon + moment:  # a sleep measures by another clock than the wall's
                time.sleep(noon + moment - sent)
            answer = browser.post(
                path, turn=crowd["turn"], revision="0", act="character",
                public_text=text_of(pid), secrets="", citizenship="none",
            )  # fmt: skip
            page = browser.get(path).text if answer.status == 303 else ""
            shown = re.search(r'class="fingerprint">([0-9A-F\s]+)<', page)
            return Post(moment, sent, answer, re.sub(r"\s", "", shown[1]) if shown else "")

        posts = dict(zip(browsers, threads.map(hand_in, browsers, MOMENTS), strict=True))
    judge(posts, resolution(site), noon)


def text_of(pid: str) -> str:
    return f"Born at noon, number {pid[1:]}."


def resolution(site: Site) -> dict[str, Any]:
    found: list[Any] = []

    def resolved() -> bool:
        found[:] = [json.loads(site.python(*STAGE, "counted"))]
        return bool(found[0])

    wait_until(resolved, 150, "the turn is resolved")
    return dict(found[0])


def judge(posts: dict[str, Post], resolved: dict[str, Any], noon: float) -> None:
    """Every order met one of the two ends, and none met both."""
    forms = resolved["forms"]
    for pid, post in posts.items():
        about = (pid, post.moment, post.answer.status)
        if pid in forms:
            assert post.answer.status == 303, f"counted, and refused: {about}"
            assert post.sent < noon, f"counted, and sent after noon: {about}"
            assert text_of(pid) in json.dumps(forms[pid]["orders"]), about
            assert post.receipt in ("", forms[pid]["fingerprint"]), f"another fingerprint: {about}"
        else:
            assert pid in resolved["missing"], about
            assert post.answer.status == 409, f"not counted, and not refused: {about}"
            assert text_of(pid) in post.answer.text, f"the text is lost: {about}"
    late = [post for post in posts.values() if post.sent >= noon]
    assert len(late) >= 30 and all(post.answer.status == 409 for post in late)
    early = [post for post in posts.values() if post.moment == EARLY]
    assert any(post.answer.status == 303 and post.receipt for post in early), "nobody was in time"
