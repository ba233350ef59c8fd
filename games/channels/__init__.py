"""The ways by which news leave the site, in the order in which they take over from one another.

To add one: a member of `accounts.models.ChannelKind`, a module here with a class that has what `Channel` asks
for, its line in `channels`, and the page on which a user subscribes. Rows, tries, pauses and taking over are
the business of `games.services.deliveries`.
"""

from __future__ import annotations

from .base import Away, Channel, Sender, SendOutcome, SendResult, one_line

__all__ = ["Away", "Channel", "SendOutcome", "SendResult", "Sender", "channels", "one_line"]


def channels() -> list[Channel]:
    """The channels that this site has, by its settings and its users, in their order. Two queries."""
    from .hook import HookChannel
    from .mail import MailChannel
    from .push import PushChannel

    return [channel for channel in (MailChannel(), PushChannel(), HookChannel()) if channel.is_open()]
