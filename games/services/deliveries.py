"""Deliveries: after the commit of its cause, a notice gets a row for each channel that carries it; then each
row is sent once.

A process claims a row before it sends it, by moving `next_at` forward: two processes never send the same row,
and a row claimed by a process that was killed is sent by another one after the pause.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from accounts.models import ChannelKind, NewsChoices, UserChannel
from config.logs import MAILED

from ..channels import Away, Channel, Sender, SendOutcome, SendResult, channels
from ..models import Delivery, Notice
from ..newskinds import digest_due, quiet_hours, way_of
from .digests import digest_claim
from .hooks import room_news_send, room_news_tidy, room_news_waits, room_news_write
from .news_choices import news_choices_of
from .reminders import reminder_is_true
from .unreached import unreached_tell

log = logging.getLogger(__name__)
State = Delivery.State
MOST_SECONDS = 5  # for one run of one channel, because turns may be waiting for the worker
AT_ONCE = 200  # in one run
ROUTED_AT_ONCE = 1000
NEWS = timedelta(days=3)  # older notices are not sent; they stay on the site
# Messages per hour by one channel to one user about one game, for the kinds that other users can cause any
# number of times. Further ones wait for the next hour; the site itself shows them at once. All other kinds
# occur once for each turn, game or operator's command.
HOUR = timedelta(hours=1)
AN_HOUR = {
    Notice.Kind.CHANGED: 1, Notice.Kind.ANNOUNCED: 10, Notice.Kind.REMOVED: 10, Notice.Kind.MESSAGE: 4,
    Notice.Kind.REPORTED: 4, Notice.Kind.DEPUTY: 4,
}  # fmt: skip
# The pauses after the first attempt and the next ones. During the first one no other process tries. Servers
# that refuse unknown senders for some minutes, or limit the mails per hour, accept the mail in the end.
PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MAX_TRIES = len(PAUSES) + 1


def notices_wait() -> bool:
    """Whether there is a notice without deliveries yet, or a delivery that may be sent now."""
    found = channels()
    if not found:
        return False
    return _unrouted().exists() or any(_due(channel).exists() for channel in found) or room_news_waits()


def notices_send() -> int:
    """Write the deliveries of new notices, and send some of those that wait; returns how many were sent.
    Without any channel nothing is done, because the site itself shows the notices. If a server cannot be
    reached, no attempt is counted, and the worker, which may have turns to close, waits for one time-out
    only. A delivery that is put off is tried five times, within three hours.
    """
    found = channels()
    if not found:
        return 0
    notices_route(found)
    return sum(_send_by(channel) for channel in found) + room_news_send()


def deliveries_tidy(*, now: datetime) -> None:
    """Give up deliveries of old notices, so that they are not looked at again. Three queries."""
    Notice.objects.filter(routed_at=None, created_at__lte=now - NEWS).update(routed_at=now)
    old = Delivery.objects.filter(state=State.WAITING, notice__created_at__lte=now - NEWS)
    old.update(state=State.DROPPED)
    room_news_tidy(now=now)


# ---- which channels ---------------------------------------------------------------------------------


@transaction.atomic
def notices_route(open_channels: Sequence[Channel]) -> int:
    """Write the deliveries of new notices; returns how many notices there were. Four queries, and one for
    each channel with subscribers; those of `room_news_write`."""
    now = timezone.now()
    new = _unrouted().select_related("user").select_for_update(skip_locked=True, of=("self",))
    notices = list(new.order_by("pk")[:ROUTED_AT_ONCE])
    if not notices:
        return 0
    users = {notice.user_id for notice in notices}
    reached, chosen = _reached(users, open_channels), news_choices_of(users)
    found = [
        _delivery(notice, channel, chosen.get(notice.user_id), now)
        for notice in notices
        for channel in open_channels
        if notice.user_id in reached[channel.kind] and channel.carries(notice)
    ]
    Delivery.objects.bulk_create((row for row in found if row is not None), ignore_conflicts=True)
    room_news_write(notices)
    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(routed_at=now)
    return len(notices)


def _delivery(notice: Notice, channel: Channel, chosen: NewsChoices | None, now: datetime) -> Delivery | None:
    """The delivery of a notice through this channel for a user with these choices; None if the channel does
    not carry it."""
    way = way_of(notice, channel.kind, chosen)
    if way == NewsChoices.Way.NEVER:
        return None
    due = digest_due(notice, chosen, now) if chosen and way == NewsChoices.Way.DIGEST else None
    return Delivery(notice=notice, channel=channel.kind, digest=due is not None, next_at=due or now)


def _unrouted() -> QuerySet[Notice]:
    recent = timezone.now() - NEWS
    return Notice.objects.filter(routed_at=None, created_at__gt=recent, user__is_active=True)


def _reached(users: Collection[int], open_channels: Sequence[Channel]) -> dict[str, set[int]]:
    """Which of these users have each channel, in the order of the channels."""
    return {channel.kind: channel.reaches(users) for channel in open_channels}


# ---- sending ----------------------------------------------------------------------------------------


def _waiting(channel: Channel) -> QuerySet[Delivery]:
    """The deliveries that are not claimed and may be tried."""
    return Delivery.objects.filter(channel=channel.kind, state=State.WAITING, next_at__lte=timezone.now())


def _due(channel: Channel) -> QuerySet[Delivery]:
    """Those of them that are recent and have not reached the hourly limit of their kind (AN_HOUR)."""
    now = timezone.now()
    found = _waiting(channel).filter(notice__user__is_active=True, notice__created_at__gt=now - NEWS)
    for kind, most in AN_HOUR.items():
        sent = Delivery.objects.filter(
            notice__user=OuterRef("notice__user"), notice__game=OuterRef("notice__game"), notice__kind=kind,
            channel=channel.kind, state=State.SENT, digest=False, tried_at__gt=now - HOUR,
        )  # fmt: skip
        found = found.exclude(Q(digest=False, notice__kind=kind) & Exists(sent[most - 1 : most]))
    return found


def _send_by(channel: Channel) -> int:
    """Send some of the deliveries that wait for one channel; returns how many were sent."""
    if not _waiting(channel).exists():  # nearly always; the statement below takes long to put together
        return 0
    rows = _due(channel).select_related("notice__user__news_choices", "notice__game")
    found = list(rows.prefetch_related("notice__game__players").order_by("notice_id")[:AT_ONCE])
    found = _awake(found)
    if not found:
        return 0
    try:
        with channel.connect() as sender:
            return _send_all(found, channel, sender)
    except Away as problem:
        log.error(
            "%s out of reach waiting=%d %s", channel.other_side, _due(channel).count(), problem, extra=MAILED
        )
        return 0


def _awake(found: Sequence[Delivery]) -> list[Delivery]:
    """The deliveries that may be sent now. Those of readers in their quiet hours wait until these end;
    notices about the account never wait. One query, and one for each of those readers."""
    now = timezone.now()
    chosen = news_choices_of({row.notice.user_id for row in found})
    ends: dict[int, datetime] = {}
    for user in {row.notice.user for row in found}:
        quiet = quiet_hours(user, chosen.get(user.pk))
        stretch = quiet.around(now) if quiet else None
        if stretch:
            ends[user.pk] = stretch[1]
    held = {row.pk: row.notice.user_id for row in found if row.notice.game_id and row.notice.user_id in ends}
    for user_id, end in ends.items():
        mine = [pk for pk, reader in held.items() if reader == user_id]
        # only rows that no process has claimed meanwhile
        Delivery.objects.filter(pk__in=mine, state=State.WAITING, next_at__lte=now).update(next_at=end)
    return [row for row in found if row.pk not in held]


def _send_all(found: Sequence[Delivery], channel: Channel, sender: Sender) -> int:
    """Send until the time of one run is over. Raises `Away`."""
    sent, until = 0, time.monotonic() + MOST_SECONDS
    told: set[int] = set()  # users whose digest was sent in this run
    stopped = _stopped(channel, {row.notice.user_id for row in found})
    for row in found:
        if time.monotonic() > until:
            break
        if row.digest:
            if row.notice.user_id not in told:
                told.add(row.notice.user_id)
                sent += _send_digest(row, channel, sender, stopped)
            continue
        if _is_past(row) or not _claim(row, channel):
            continue
        if row.notice.user_id in stopped:
            _give_up(row, SendOutcome(SendResult.FAILED))
            continue
        sent += _settle_all([row], _send([row], sender, digest=False), stopped)
    return sent


def _send_digest(row: Delivery, channel: Channel, sender: Sender, stopped: set[int]) -> int:
    """Send all deliveries of the digest to which this one belongs, as one message; returns how many notices
    were sent. Raises `Away`."""
    rows = [waiting for waiting in digest_claim(row, PAUSES) if not _is_past(waiting)]
    if not rows:
        return 0
    if row.notice.user_id in stopped:
        for waiting in rows:
            _give_up(waiting, SendOutcome(SendResult.FAILED))
        return 0
    return _settle_all(rows, _send(rows, sender, digest=True), stopped)


def _settle_all(rows: Sequence[Delivery], outcome: SendOutcome, stopped: set[int]) -> int:
    """Store the result of one message about these notices of one user; returns how many were sent. If the
    channel has failed for good, its user is added to `stopped`."""
    user_id = rows[0].notice.user_id
    if outcome.result is SendResult.FAILED:
        channel_stop(user_id=user_id, kind=rows[0].channel, why=outcome.answer)
        stopped.add(user_id)
    for row in rows:
        if outcome.result is SendResult.DELIVERED:
            _settle(row, State.SENT, outcome)
        elif outcome.result is SendResult.FAILED:
            _give_up(row, outcome)
        else:
            _put_off(row, outcome)
    return len(rows) if outcome.result is SendResult.DELIVERED else 0


def _stopped(channel: Channel, users: Collection[int]) -> set[int]:
    """The users whose channel of this kind has failed for good. One query."""
    found = UserChannel.objects.filter(kind=channel.kind, stopped_at__isnull=False, user__in=users)
    return set(found.values_list("user_id", flat=True))


def _is_past(row: Delivery) -> bool:
    """Whether a reminder is no longer true. It is deleted then, so that it can be written again if it becomes
    true again, unless another channel has already sent it."""
    if row.notice.kind != Notice.Kind.NEAR or reminder_is_true(row.notice):
        return False
    if Delivery.objects.filter(notice=row.notice_id, state=State.SENT).exists():
        Delivery.objects.filter(pk=row.pk, state=State.WAITING).update(state=State.DROPPED)
    else:
        row.notice.delete()
    return True


def _claim(row: Delivery, channel: Channel) -> bool:
    """Claim a delivery; returns whether this process, and no other, may send it."""
    if row.notice.kind in AN_HOUR and not _due(channel).filter(pk=row.pk).exists():
        return False  # deliveries sent earlier in this run have reached the hourly limit
    # Only conditions on the row itself: a process that waited for the row's lock checks them again, whereas
    # PostgreSQL would not run a subquery again. A notice that is extended by another change gets new rows.
    now, pause = timezone.now(), PAUSES[min(row.tries, len(PAUSES) - 1)]
    claimed = Delivery.objects.filter(pk=row.pk, state=State.WAITING, tries=row.tries, next_at=row.next_at)
    return bool(claimed.update(tries=F("tries") + 1, tried_at=now, next_at=now + pause))


def _send(rows: Sequence[Delivery], sender: Sender, *, digest: bool) -> SendOutcome:
    """Make one attempt. Raises `Away` after undoing the count of the attempt."""
    user = rows[0].notice.user
    try:
        with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(user.zone):
            return sender.send([row.notice for row in rows], digest=digest)
    except Away:
        Delivery.objects.bulk_update(rows, ["tries", "tried_at", "next_at"])
        raise
    except Exception as problem:
        return SendOutcome(SendResult.LATER, type(problem).__name__)


def _settle(row: Delivery, state: str, outcome: SendOutcome) -> None:
    now = timezone.now()
    # If the channel has stopped, nothing was sent and nothing refused.
    refused = {"answer": outcome.answer, "refused_at": now} if outcome.answer and state != State.SENT else {}
    Delivery.objects.filter(pk=row.pk).update(state=state, tried_at=now, **refused)


def _put_off(row: Delivery, outcome: SendOutcome) -> None:
    """Try again later, or after the last attempt hand over to another channel."""
    last = row.tries + 1 == MAX_TRIES
    log.log(
        # The address of a single user does not concern the operators.
        logging.ERROR if last and row.channel == ChannelKind.MAIL else logging.WARNING,
        "notice not sent notice=%s %s", row.notice_id,
        outcome.answer,
    )  # fmt: skip
    if last:
        _give_up(row, outcome)
    else:
        _settle(row, State.WAITING, outcome)


@transaction.atomic
def channel_stop(*, user_id: int, kind: str, why: str) -> bool:
    """Stop a channel that has failed for good: nothing is sent by it to this user until they try it again,
    and the lobby says so. `why`: the other side's answer, from `one_line`. Returns whether the channel had
    worked until now. Waiting deliveries fail when their time comes, not now, because a refused reminder must
    not change anything that others see."""
    now = timezone.now()
    UserChannel.objects.get_or_create(user_id=user_id, kind=kind)
    works = UserChannel.objects.filter(user=user_id, kind=kind, stopped_at=None)
    if not works.update(stopped_at=now, why=why):
        return False
    log.warning("channel stopped channel=%s %s", kind, why)
    Notice.objects.create(
        user_id=user_id, kind=Notice.Kind.CHANNEL_STOPPED, key=f"stopped/{kind}/{now.isoformat()}",
        data={"channel": kind, "why": why},
    )  # fmt: skip
    return True


@transaction.atomic
def _give_up(row: Delivery, outcome: SendOutcome) -> None:
    """Give up a delivery; the user's next channel that works, and that they chose for this, takes over. Only
    once: a delivery that had taken over is given up for good, and if another channel carries the notice, that
    is enough. If nothing delivers it, those who run the game learn that its reader is not reached."""
    _settle(row, State.FAILED, outcome)
    if not Delivery.objects.filter(notice=row.notice).exclude(pk=row.pk).exists():
        _take_over(row)
    unreached_tell(row.notice)


def _take_over(row: Delivery) -> None:
    """Hand a delivery over to the next channel."""
    notice = row.notice
    stopped = set(
        UserChannel.objects.filter(user=notice.user, stopped_at__isnull=False).values_list("kind", flat=True)
    )
    chosen = news_choices_of([notice.user_id]).get(notice.user_id)
    carrying = [
        channel
        for channel in channels()
        if channel.carries(notice) and way_of(notice, channel.kind, chosen) != NewsChoices.Way.NEVER
    ]
    reached = _reached([notice.user_id], carrying)
    order = [kind for kind, users in reached.items() if kind == row.channel or users]
    after = order[order.index(row.channel) + 1 :] if row.channel in order else []
    other = next((kind for kind in [*after, *order] if kind != row.channel and kind not in stopped), None)
    if other:
        defaults = {"next_at": timezone.now(), "digest": row.digest}
        Delivery.objects.get_or_create(notice=notice, channel=other, defaults=defaults)
