"""The interface of a channel, and the result of one attempt to send."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from accounts.models import ChannelKind

from ..models import Notice

MOST_ANSWER = 160  # characters
# Addresses of any kind, and words so long that they could be keys.
_TELLING = re.compile(r"<[^>]*>|\S*@\S*|\w+://\S*|\S{25,}|\d+\.\d+\.\d+\.\d+|\[[0-9a-fA-F:.]+\]")


class Away(Exception):
    """The other side cannot be reached at all: no attempt is counted for any notice, and the run ends."""


class SendResult(StrEnum):
    """The result of an attempt. `LATER`: tried again after a pause, a few times. `FAILED`: never tried again;
    the channel stops for that user, and the next one takes over."""

    DELIVERED = "delivered"
    LATER = "later"
    FAILED = "failed"


class SendOutcome(Struct, frozen=True):
    """`answer`: what the other side said, in one line: see `one_line`."""

    result: SendResult
    answer: str = ""


class Sender(Protocol):
    """A channel while it is connected."""

    def send(self, notices: Sequence[Notice], *, digest: bool) -> SendOutcome:
        """Send these notices of one user as one message: a single one at once, or any number as a digest.
        The user's language and time zone are active. Raises `Away`."""


class Channel(Protocol):
    """A way to reach users. The notices it is given have their users, games and players loaded."""

    kind: ChannelKind
    other_side: str  # for the log: "mail server"

    def is_open(self) -> bool:
        """Whether this site has the channel: it is configured, or somebody has subscribed. At most one
        query."""

    def carries(self, notice: Notice) -> bool:
        """Whether a notice may be sent by this channel at all. No query."""

    def reaches(self, users: Collection[int]) -> set[int]:
        """Which of these users have the channel: those who have subscribed; for mail, all. At most one
        query."""

    def connect(self) -> AbstractContextManager[Sender]:
        """Connect for one run. Entering the context raises `Away` if that fails."""


def one_line(answer: object) -> str:
    """An answer of the other side as it is stored: one line, without addresses, limited in length."""
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else str(answer)
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(_TELLING.sub("…", plain).split())[:MOST_ANSWER]
