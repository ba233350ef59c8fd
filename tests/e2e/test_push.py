"""Push messages in a browser: a device is added, its worker shows what the site encrypted, it is taken away.

The browser's push service is on the internet, and a window without a past has none, so that only
`PushManager` is played: the worker, the keys, the page and the site are real, and Chromium's own tools hand
the worker what the site would have posted.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page, expect

from tools import servers
from tools.servers import Site

from .backstage import Backstage, backstage
from .conftest import Visit

ENDPOINT = "https://push.example.org/send/abc"
# What the push service of a browser does for its page. It remembers, as a browser does.
PLAYED = """([endpoint, keys]) => {
  const made = () => ({
    endpoint,
    options: { applicationServerKey: new Uint8Array(JSON.parse(localStorage.push)).buffer },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { delete localStorage.push; return true; },
  });
  PushManager.prototype.getSubscription = async () => (localStorage.push ? made() : null);
  PushManager.prototype.subscribe = async (asked) => {
    if (!asked.userVisibleOnly) throw new Error("silent");
    localStorage.push = JSON.stringify([...asked.applicationServerKey]);
    return made();
  };
}"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/");
  const found = await worker.getNotifications();
  return found.map(({ title, body, data }) => ({ title, body, path: data.path }));
}"""


@pytest.fixture(scope="module")
def chromium() -> str:
    """The Chromium that shows notifications."""
    return servers.chromium(servers.WINDOWED)


@pytest.fixture(scope="module")
def stage(live_site: Site) -> Iterator[Backstage]:
    with backstage(live_site) as made:
        yield made


def b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def deliver(page: Page, home: str, message: str) -> None:
    """Hand this message to the worker of the page, as its push service would."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(one["registrationId"] for one in said["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    told = {"origin": home, "registrationId": found[0], "data": message}
    tools.send("ServiceWorker.deliverPushMessage", told)


def test_a_device_is_added_shows_a_message_and_is_taken_away(
    visit: Visit, stage: Backstage, live_site: Site
) -> None:
    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": b64(point), "auth": b64(auth)}
    ana = visit()
    page = ana.page
    page.context.grant_permissions(["notifications"], origin=live_site.url)
    page.add_init_script(f"({PLAYED})({json.dumps([ENDPOINT, keys])})")
    ana.sign_up()
    page.goto("/account/channels/")
    expect(page.locator('[data-push="off"]')).to_be_visible()
    ana.press(page.locator("#push form[data-key] button"))
    expect(page.locator('[data-push="on"]')).to_be_visible()
    expect(page.locator("#push [data-here]")).to_be_visible()
    expect(page.locator("#push [data-digest]")).to_contain_text("Chrome, Linux")
    # The browser subscribed under the key that the page names.
    asked = bytes(json.loads(page.evaluate("localStorage.push")))
    assert b64(asked) == page.locator("form[data-key]").get_attribute("data-key")

    posted = base64.b64decode(stage.pushed_as_a_test(ENDPOINT))
    said = http_ece.decrypt(posted, private_key=key, auth_secret=auth, version="aes128gcm").decode()
    deliver(page, live_site.url, said)
    page.wait_for_function(f"({SHOWN})().then((found) => found.length)")
    (shown,) = page.evaluate(SHOWN)
    assert shown == {name: json.loads(said)[name] for name in ("title", "body", "path")}
    assert page.evaluate("caches.keys()") == [], "the worker keeps no page"

    ana.press(page.locator("#push [data-digest] button"))
    expect(page.locator('[data-push="off"]')).to_be_visible()
    expect(page.locator("#push [data-digest]")).to_have_count(0)
    assert page.evaluate("localStorage.push") is None
