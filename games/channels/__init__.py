"""The channels by which news leaves the site, in the order in which one takes over from another that fails.

To add one: a member of `accounts.models.ChannelKind`, a module here with a class that implements `Channel`, a
line in `channels`, and the page on which a user subscribes. `games.services.deliveries` does everything else:
rows, attempts, pauses, taking over.
"""

from __future__ import annotations

from .base import Away, Channel, Sender, SendOutcome, SendResult, one_line

__all__ = ["Away", "Channel", "SendOutcome", "SendResult", "Sender", "channels", "one_line"]


def channels() -> list[Channel]:
    """The channels of this site in their order: those that are configured or have subscribers. Two
    queries."""
    from .hook import HookChannel
    from .mail import MailChannel
    from .push import PushChannel

    return [channel for channel in (MailChannel(), PushChannel(), HookChannel()) if channel.is_open()]
