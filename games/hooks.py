"""The posts to webhooks: JSON, signed as Standard Webhooks specifies, or a line for a Discord channel."""

from __future__ import annotations

import json
from datetime import datetime

from django.conf import settings
from django.utils.crypto import salted_hmac
from msgspec import Struct
from standardwebhooks import Webhook as Signer

from .models import Webhook


class HookNews(Struct, frozen=True):
    """News of a game and a turn, without its content. `name`: the same for the same fact, so that a program
    recognizes a second post of it; `path`: the page to read."""

    name: str
    game: str
    turn: str
    text: str
    path: str

    @property
    def url(self) -> str:
        return settings.SITE_URL + self.path


def fact_name(of: object) -> str:
    """An identifier for programs, made from `of`, that does not tell how many facts there are."""
    return "msg_" + salted_hmac("games.hooks", str(of), algorithm="sha256").hexdigest()[:32]


def hook_request(hook: Webhook, news: HookNews, *, now: datetime) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of one post."""
    if hook.style == Webhook.Style.DISCORD:
        # The names of players and games must not notify members of the channel.
        content = f"{_quiet(news.text)}\n<{news.url}>"
        return _json({"content": content, "allowed_mentions": {"parse": []}}), dict(_JSON)
    data = {"text": news.text, "game": news.game, "turn": news.turn, "url": news.url}
    body = _json({"type": "game.news", "timestamp": now.isoformat(timespec="seconds"), "data": data})
    signature = Signer(hook.secret).sign(news.name, now, body.decode())
    signed = {
        "webhook-id": news.name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature,
    }
    return body, {**_JSON, **signed}


_JSON = {"Content-Type": "application/json"}


def _json(value: dict[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()


def _quiet(text: str) -> str:
    """The same text without the marks that Discord interprets."""
    return "".join(f"\\{sign}" if sign in "\\*_~`|>#[]()<@:" else sign for sign in text)
