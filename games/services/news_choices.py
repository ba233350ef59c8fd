"""The users' choices of the notices they get, by which channel, and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import time

from django.db import transaction
from django.utils import timezone

from accounts.models import NewsChoices, User

from ..hours import next_hour
from ..models import Delivery


def news_choices_of(users: Collection[int]) -> dict[int, NewsChoices]:
    """The choices of these users by id, without those who never chose. One query."""
    return {chosen.user_id: chosen for chosen in NewsChoices.objects.filter(user__in=users)}


@transaction.atomic
def news_choices_set(
    *,
    user: User,
    ways: Mapping[tuple[str, str], str] | None = None,
    hours: Mapping[str, time | None] | None = None,
    mail_text: str = "",
) -> NewsChoices:
    """Store a user's choices: the way for each (kind of news, channel), the hours by the names of their
    columns, and the text of mails (`NewsChoices.MailText`). What is not given, or "", stays as it is. Four
    queries. Deliveries that already wait are not changed, except for the hour of the digest."""
    NewsChoices.objects.get_or_create(user=user)
    chosen = NewsChoices.objects.select_for_update().get(user=user)
    for (kind, channel), way in (ways or {}).items():
        chosen.ways.setdefault(kind, {})[channel] = way
    for name, hour in (hours or {}).items():
        setattr(chosen, name, hour)
    chosen.mail_text = mail_text or chosen.mail_text
    chosen.save()
    _digest_moved(user, chosen)
    return chosen


@transaction.atomic
def news_choices_reset(*, user: User) -> None:
    """Restore the default choices. Five queries."""
    NewsChoices.objects.filter(user=user).delete()
    _digest_moved(user, NewsChoices.objects.create(user=user))


def _digest_moved(user: User, chosen: NewsChoices) -> None:
    """Move the deliveries that wait for a digest to the next one."""
    due = next_hour(chosen.digest_at, user.zone, timezone.now())
    waiting = Delivery.objects.filter(notice__user=user, digest=True, state=Delivery.State.WAITING, tries=0)
    waiting.filter(next_at__gt=timezone.now()).update(next_at=due)
