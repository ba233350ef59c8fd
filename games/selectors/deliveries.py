"""The deliveries of one user, channel by channel."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from accounts.models import ChannelKind, UserChannel

from ..models import Delivery


class ChannelRecord(Struct, frozen=True):
    """The state of one channel for one user: the last success, the last refusal, and whether it has
    stopped."""

    kind: ChannelKind
    sent: Delivery | None
    refused: Delivery | None
    stopped: UserChannel | None


def channel_records(user_id: int, kinds: Collection[ChannelKind]) -> list[ChannelRecord]:
    """These channels of a user, in the order in which they take over. One query, and two for each of them."""
    stopped = {row.kind: row for row in UserChannel.objects.filter(user=user_id, stopped_at__isnull=False)}
    return [
        ChannelRecord(
            kind, _newest(user_id, kind, "tried_at", state=Delivery.State.SENT),
            _newest(user_id, kind, "refused_at", refused_at__isnull=False), stopped.get(kind),
        )
        for kind in kinds
    ]  # fmt: skip


def _newest(user_id: int, kind: ChannelKind, when: str, **which: object) -> Delivery | None:
    found = Delivery.objects.filter(notice__user=user_id, channel=kind, **which)
    return found.select_related("notice__game").order_by(f"-{when}").first()
