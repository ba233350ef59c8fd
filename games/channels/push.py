"""Push messages, to every device on which a user has asked for them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from django.utils import timezone

from accounts.models import ChannelKind

from ..models import Notice, PushDevice
from ..outgoing import NotSent, WhyNotSent, post
from ..push import key_name, push_request
from ..texts import answer_text
from .base import SendOutcome, SendResult
from .hook import digest_news_of, news_of

ENDED = frozenset({404, 410})  # the browser has ended the subscription (RFC 8030, 7.3)
REST = timedelta(minutes=2)  # the pause for a push service that was slow or could not be reached


class PushChannel:
    """To the devices of the user."""

    kind = ChannelKind.PUSH
    other_side = "push service"

    def is_open(self) -> bool:
        return PushDevice.objects.exists()

    def reaches(self, users: Collection[int]) -> set[int]:
        found = PushDevice.objects.filter(user__in=users, server_key=key_name())
        return set(found.values_list("user_id", flat=True))

    def carries(self, notice: Notice) -> bool:
        return True

    @contextmanager
    def connect(self) -> Iterator[_PushSender]:
        yield _PushSender()


class _PushSender:
    def send(self, notices: Sequence[Notice], *, digest: bool) -> SendOutcome:
        news = digest_news_of(notices) if digest else news_of(notices[0])
        devices = PushDevice.objects.filter(user=notices[0].user, server_key=key_name()).order_by("pk")
        outcomes = [
            push_post(
                device, title="Noon" if digest else news.game, text=news.text, path=news.path, name=news.name
            )
            for device in devices
        ]
        # One device is enough: a device that was off shows the next message, and the site shows everything.
        for result in (SendResult.DELIVERED, SendResult.LATER):
            for outcome in outcomes:
                if outcome.result is result:
                    return outcome
        # the user has removed the last device
        return outcomes[0] if outcomes else SendOutcome(SendResult.LATER)


def push_post(device: PushDevice, *, title: str, text: str, path: str, name: str) -> SendOutcome:
    """Send one message to one device, and delete the device if its browser has ended the subscription."""
    now = timezone.now()
    if device.rests_until is not None and device.rests_until > now:
        return SendOutcome(SendResult.LATER, answer_text(device.answer))
    body, headers = push_request(device, title=title, text=text, path=path, name=name)
    lasting = silent = False
    try:
        status = post(device.endpoint, body, headers)
    except NotSent as problem:
        answer, lasting, silent = (
            problem.why.value,
            problem.lasting,
            problem.why in (WhyNotSent.SLOW, WhyNotSent.AWAY),
        )
    else:
        if 200 <= status < 300:
            PushDevice.objects.filter(pk=device.pk).update(sent_at=timezone.now(), rests_until=None)
            return SendOutcome(SendResult.DELIVERED)
        answer, lasting, silent = str(status), status in ENDED, status == 429 or status >= 500
    kept = PushDevice.objects.filter(pk=device.pk, endpoint=device.endpoint)
    if lasting:
        kept.delete()
        return SendOutcome(SendResult.FAILED, answer_text(answer))
    kept.update(answer=answer, refused_at=now, rests_until=now + REST if silent else None)
    return SendOutcome(SendResult.LATER, answer_text(answer))
