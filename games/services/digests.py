"""The digest of a user: the deliveries that wait for its hour are claimed by one process and sent as one
message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import NewsChoices

from ..models import Delivery

State = Delivery.State
MOST = 200  # notices in one message; more wait for a second one


@transaction.atomic
def digest_claim(row: Delivery, pauses: Sequence[timedelta]) -> list[Delivery]:
    """Claim all due deliveries of the digest to which this one belongs, in the order of their notices; [] if
    another process has claimed it. `pauses`: after the first attempt and the next ones. The returned rows
    have their values from before the claim. Four queries."""
    user_id = row.notice.user_id
    # The lock on the reader's choices decides who claims: two processes that shared the rows would send two
    # digests.
    mine = NewsChoices.objects.select_for_update(skip_locked=True).filter(user=user_id)
    if not list(mine):
        return []
    now = timezone.now()
    due = Delivery.objects.filter(
        channel=row.channel, digest=True, state=State.WAITING, next_at__lte=now, notice__user=user_id
    )
    found = due.select_related("notice__user__news_choices", "notice__game").prefetch_related(
        "notice__game__players"
    )
    rows = list(found.order_by("notice_id")[:MOST])
    pause = pauses[min(max((waiting.tries for waiting in rows), default=0), len(pauses) - 1)]
    claimed = Delivery.objects.filter(pk__in=[waiting.pk for waiting in rows])
    claimed.update(tries=F("tries") + 1, tried_at=now, next_at=now + pause)
    return rows
