"""What a mail provider reports after it has taken a mail: addresses that are gone, readers who complain.

The provider posts to `/mail/events/`, where django-anymail checks who asks and reads the report; a report of
one mail is a signal.
"""

from __future__ import annotations

from typing import Protocol

from anymail.signals import tracking
from django.dispatch import receiver

from accounts.models import ChannelKind, User
from accounts.services import mails_stop

from ..channels import one_line
from .deliveries import channel_stop

# The words of django-anymail, which means the same by them for every provider.
REFUSED = {"bounced", "rejected"}
# Of the reasons for a refusal, those that are about the address. Whoever blocks the site says nothing of it.
ADDRESS_GONE = {"invalid", "bounced"}
UNWANTED = {"complained", "unsubscribed", "spam"}


class MailReport(Protocol):
    """What django-anymail tells of one mail."""

    event_type: str
    reject_reason: str | None
    recipient: str | None
    description: str | None
    mta_response: str | None


@receiver(tracking)
def mail_reported(event: MailReport, **_more: object) -> None:
    """A report about one mail. An address that is gone stops the channel of its user, as a refusal of the
    mail server does; who reports a mail as unwanted gets no more mails about games. Everything else, and
    addresses that nobody has, is ignored: a report may be years late. Five queries at most."""
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
