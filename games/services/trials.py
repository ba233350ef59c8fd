"""Trials of a user's channels: a message that says it is a trial, sent at once."""

from __future__ import annotations

import time

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import ChannelKind, User
from accounts.services import channel_go_on

from ..channels import Away, SendOutcome, SendResult
from ..channels.mail import MailChannel, mail_send
from ..channels.push import push_post
from ..hooks import fact_name
from ..mails import trial_mail
from ..models import PushDevice, Webhook
from ..push import key_name
from ..texts import answer_text, trial_text
from .hooks import hook_try

SECONDS = 5  # for all devices together


def channel_try(*, user: User, kind: str) -> SendOutcome | None:
    """Send a trial by this channel in the active language, even if the channel has stopped; if it arrives,
    the channel is used again. None if the user has no such channel. A few queries; takes at most five seconds
    for devices and webhooks."""
    outcome: SendOutcome | None = None
    if kind == ChannelKind.MAIL and settings.MAIL_CONFIGURED:
        outcome = _mail_try(user)
    elif kind == ChannelKind.PUSH:
        outcome = _push_try(user)
    elif kind == ChannelKind.HOOK:
        hook = Webhook.objects.filter(user=user).first()
        outcome = hook_try(hook=hook) if hook else None
    if outcome is not None and outcome.result is SendResult.DELIVERED:
        channel_go_on(user=user, kind=kind)
    return outcome


def _mail_try(user: User) -> SendOutcome:
    try:
        with MailChannel().connect() as sender:
            return mail_send(trial_mail(user, sender.connection))
    except Away:
        return SendOutcome(SendResult.LATER, answer_text("away"))


def _push_try(user: User) -> SendOutcome | None:
    """Try the user's devices, the newest first, until one accepts the message or the time is over."""
    outcome, until = None, time.monotonic() + SECONDS
    for device in PushDevice.objects.filter(user=user, server_key=key_name()).order_by("-pk"):
        if time.monotonic() > until:
            break
        device.rests_until = None
        name = fact_name(f"trial/{device.pk}/{timezone.now().isoformat()}")
        answer = push_post(device, title="Noon", text=trial_text(), path=reverse("games:news"), name=name)
        if outcome is None or answer.result is SendResult.DELIVERED:
            outcome = answer
    return outcome
