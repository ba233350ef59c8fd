"""Reports of a mail provider about mails it has accepted: addresses that no longer exist, complaints of
readers.

The provider posts to `/mail/events/`, where django-anymail authenticates and parses the request and sends a
signal for each mail.
"""

from __future__ import annotations

from typing import Protocol

from anymail.signals import tracking
from django.dispatch import receiver

from accounts.models import ChannelKind, User
from accounts.services import mails_stop

from ..channels import one_line
from .deliveries import channel_stop

# The terms of django-anymail, which are the same for every provider.
REFUSED = {"bounced", "rejected"}
# The reasons for a refusal that concern the address. Being blocked says nothing about the address.
ADDRESS_GONE = {"invalid", "bounced"}
UNWANTED = {"complained", "unsubscribed", "spam"}


class MailReport(Protocol):
    """The part of django-anymail's event that is used."""

    event_type: str
    reject_reason: str | None
    recipient: str | None
    description: str | None
    mta_response: str | None


@receiver(tracking)
def mail_reported(event: MailReport, **_more: object) -> None:
    """Handle a report about one mail. If the address does not exist, the channel of its user stops, as after
    a refusal by the mail server; a user who complains gets no more mails about games. Other reports and
    unknown addresses are ignored, because a report may be years late. At most five queries."""
    gone = event.event_type in REFUSED and event.reject_reason in ADDRESS_GONE
    unwanted = event.event_type in UNWANTED or event.reject_reason in UNWANTED
    if not (gone or unwanted) or not event.recipient:
        return
    user = User.objects.filter(email__iexact=event.recipient, is_active=True).first()
    if user is None:
        return
    if gone:
        why = one_line(event.mta_response or event.description or event.reject_reason)
        channel_stop(user_id=user.pk, kind=ChannelKind.MAIL, why=why)
    else:
        mails_stop(user_id=user.pk)
