"""Devices on which users ask for push messages."""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction

from accounts.models import ChannelKind, User, UserChannel

from ..models import PushDevice
from ..outgoing import NotSent, target_of
from ..push import bytes_of, is_key, key_name
from .notices import notices_stay_here
from .refusals import Refused

MOST_DEVICES = 6


def digest_of(endpoint: str) -> str:
    """The hash by which a browser finds its own subscription."""
    return sha256(endpoint.encode()).hexdigest()


@transaction.atomic
def push_subscribe(*, user: User, endpoint: str, p256dh: str, auth: str, name: str) -> PushDevice:
    """Send push messages for this user to a browser, and none of another user any more. Beyond `MOST_DEVICES`
    the oldest device is deleted. Raises `Refused` for values that no browser would send. Nine queries."""
    try:
        target_of(endpoint)
        right = is_key(p256dh) and len(bytes_of(auth)) == 16
    except (NotSent, ValueError):
        right = False
    if not right or len(p256dh) > 90 or len(auth) > 30:
        raise Refused("push_subscription")
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    notices_stay_here()
    device, _made = PushDevice.objects.update_or_create(
        digest=digest_of(endpoint),
        defaults={
            "user": user, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "server_key": key_name(),
            "name": name[:60], "answer": "", "refused_at": None, "rests_until": None,
        },
    )  # fmt: skip
    kept = PushDevice.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)
    older = [pk for pk in kept if pk != device.pk][MOST_DEVICES - 1 :]
    PushDevice.objects.filter(pk__in=older).delete()
    UserChannel.objects.filter(user=user, kind=ChannelKind.PUSH).update(stopped_at=None, why="")
    return device


def push_unsubscribe(*, user: User, digest: str) -> bool:
    """Send nothing more to this browser; returns whether it was one of the user's. One query."""
    return bool(PushDevice.objects.filter(user=user, digest=digest).delete()[0])
