"""What webhooks and push messages would carry of a game now, in the clear, as whoever reads there sees it.

The rows of hooks and devices are written by hand: who subscribes by a page is told of later news alone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from unittest import mock

from django.db import transaction

from accounts.models import User
from games.models import Game, PushDevice, Webhook
from games.push import key_name
from games.services.deliveries import notices_send, notices_wait

RUNS = 20  # of the sender: more than any game here has news for


def carried(game: Game, readers: Mapping[str, User], style: str = "signed") -> dict[tuple[str, str], str]:
    """What is posted to the hook of each reader and of the "room" of the game, in this style, and what is
    pushed to a device of each: by name and way ("hook", "push"). The names by which a program knows a post
    again are left out. Whatever it changes is taken back."""
    found = defaultdict[str, list[str]](list)

    def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
        found[url].append(body.decode())
        return 204

    def in_the_clear(device: PushDevice, *, name: str, **said: str) -> tuple[bytes, dict[str, str]]:
        return json.dumps(said, sort_keys=True).encode(), {}

    with (
        transaction.atomic(),
        mock.patch("games.channels.hook.post", post),
        mock.patch("games.channels.push.post", post),
        mock.patch("games.channels.push.push_request", in_the_clear),
    ):
        _hook("room", style, game=game)
        for name, user in readers.items():
            _hook(name, style, user=user)
            _device(name, user)
        for _ in range(RUNS):
            notices_send()
            if not notices_wait():
                break
        else:
            raise AssertionError("there is still something to send")
        transaction.set_rollback(True)
    ways = [("room", "hook"), *((name, way) for name in readers for way in ("hook", "push"))]
    return {(name, way): "\n".join(sorted(found[_url(name, way)])) for name, way in ways}


def _url(name: str, way: str) -> str:
    return f"https://hooks.example.org/{name}/{way}"


def _hook(name: str, style: str, **whose: Any) -> None:
    values = {"url": _url(name, "hook"), "style": style, "language": "en"}
    Webhook.objects.update_or_create(**whose, defaults=values)


def _device(name: str, user: User) -> None:
    PushDevice.objects.create(
        user=user, endpoint=_url(name, "push"), digest=f"device of {name}", server_key=key_name(),
        p256dh="-", auth="-",
    )  # fmt: skip
