"""Deliveries: which channels carry a notice, worked out after the commit of its cause; then sent, each once.

A row for each notice and channel. Whoever sends one claims it first, by moving `next_at` on: two processes
never send the same one, and what a killed one had claimed another sends after the pause.
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
from .reminders import reminder_holds
from .unreached import unreached_tell

log = logging.getLogger(__name__)
State = Delivery.State
MOST_SECONDS = 5  # for one run of one channel: turns may be waiting for the worker
AT_ONCE = 200  # in one run
ROUTED_AT_ONCE = 1000
NEWS = timedelta(days=3)  # older notices are no news: they stay on the site and are not sent
# Messages an hour by one channel to one user about one game, for the kinds that other users can cause any
# number of times. Whatever is beyond waits for the next hour; the site itself shows it at once. All other
# kinds come once for each turn, each game or each operator's command.
HOUR = timedelta(hours=1)
AN_HOUR = {
    Notice.Kind.CHANGED: 1, Notice.Kind.ANNOUNCED: 10, Notice.Kind.REMOVED: 10, Notice.Kind.MESSAGE: 4,
    Notice.Kind.REPORTED: 4, Notice.Kind.DEPUTY: 4,
}  # fmt: skip
# The pauses after the first try and the next ones. During the first one nobody else tries. Servers that put
# strangers off for some minutes, or take only so many mails in an hour, take it in the end.
PAUSES = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MAX_TRIES = len(PAUSES) + 1


def notices_wait() -> bool:
    """Whether there is a notice whose channels are to be worked out, or one that may be sent now."""
    found = channels()
    if not found:
        return False
    return _unrouted().exists() or any(_due(channel).exists() for channel in found) or room_news_waits()


def notices_send() -> int:
    """Work out the channels of new notices, and send some of those that wait; returns how many were sent.
    Without a channel nothing is done: the site itself shows the notices.

    A server that cannot be reached uses up no try of a notice, and one time-out of the worker's, which may
    have turns to close. A notice that is put off is tried five times, within three hours.
    """
    found = channels()
    if not found:
        return 0
    notices_route(found)
    return sum(_send_by(channel) for channel in found) + room_news_send()


def deliveries_tidy(*, now: datetime) -> None:
    """Give up what is no longer news, so that nobody looks for it again. Three queries."""
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
    """How this channel carries a notice to who chose this; None if it does not."""
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
    """What nobody sends now and may be tried."""
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
    """Send some of what waits for one channel; how many went."""
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
    """Those of these that may be sent now. Those of readers whose quiet hours it is wait for the end of them;
    what is said of the account never waits. One query, and one for each of those readers."""
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
        # Only what nobody has claimed meanwhile.
        Delivery.objects.filter(pk__in=mine, state=State.WAITING, next_at__lte=now).update(next_at=end)
    return [row for row in found if row.pk not in held]


def _send_all(found: Sequence[Delivery], channel: Channel, sender: Sender) -> int:
    """Send until the time of one run is over. Raises `Away`."""
    sent, until = 0, time.monotonic() + MOST_SECONDS
    told: set[int] = set()  # users whose digest went in this run
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
    """Send all that waits for the same digest as this one, as one message; how many notices went. Raises
    `Away`."""
    rows = [waiting for waiting in digest_claim(row, PAUSES) if not _is_past(waiting)]
    if not rows:
        return 0
    if row.notice.user_id in stopped:
        for waiting in rows:
            _give_up(waiting, SendOutcome(SendResult.FAILED))
        return 0
    return _settle_all(rows, _send(rows, sender, digest=True), stopped)


def _settle_all(rows: Sequence[Delivery], outcome: SendOutcome, stopped: set[int]) -> int:
    """Keep what came of one message about these notices of one user; how many went. A user whose channel has
    failed for good is added to `stopped`."""
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
    """The users whom this channel has failed for good. One query."""
    found = UserChannel.objects.filter(kind=channel.kind, stopped_at__isnull=False, user__in=users)
    return set(found.values_list("user_id", flat=True))


def _is_past(row: Delivery) -> bool:
    """Whether a reminder is no longer true. It is deleted, to be written anew if it becomes true again,
    unless another channel has told it."""
    if row.notice.kind != Notice.Kind.NEAR or reminder_holds(row.notice):
        return False
    if Delivery.objects.filter(notice=row.notice_id, state=State.SENT).exists():
        Delivery.objects.filter(pk=row.pk, state=State.WAITING).update(state=State.DROPPED)
    else:
        row.notice.delete()
    return True


def _claim(row: Delivery, channel: Channel) -> bool:
    """Whether this process, and no other, now sends it."""
    if row.notice.kind in AN_HOUR and not _due(channel).filter(pk=row.pk).exists():
        return False  # those sent before it in this run have reached the hourly limit
    # Conditions on the row alone: whoever waits for it compares them again, a subquery PostgreSQL would not
    # run again. A notice that takes up another change gets new rows.
    now, pause = timezone.now(), PAUSES[min(row.tries, len(PAUSES) - 1)]
    claimed = Delivery.objects.filter(pk=row.pk, state=State.WAITING, tries=row.tries, next_at=row.next_at)
    return bool(claimed.update(tries=F("tries") + 1, tried_at=now, next_at=now + pause))


def _send(rows: Sequence[Delivery], sender: Sender, *, digest: bool) -> SendOutcome:
    """One attempt. Raises `Away`, after giving the try back."""
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
    # Where nobody was asked, since the channel has stopped, nobody has refused.
    refused = {"answer": outcome.answer, "refused_at": now} if outcome.answer and state != State.SENT else {}
    Delivery.objects.filter(pk=row.pk).update(state=state, tried_at=now, **refused)


def _put_off(row: Delivery, outcome: SendOutcome) -> None:
    """Tried again later; after the last try another channel takes over this one."""
    last = row.tries + 1 == MAX_TRIES
    log.log(
        # An address of one user's is not the operators' business.
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
    """The channel has failed for good: nothing is sent by it to this user until they try it again, and the
    lobby says so. `why`: the other side's answer, as `one_line` makes it. Whether it worked until now.

    What waits for it fails when its time comes, not now: a reminder that is refused must move nothing that
    others see."""
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
    """This channel does not deliver it; the next one of the user's that works, and by which they want it,
    takes over. Once: what took over is given up for good, and what another channel carries is left to that
    one. If nothing delivers it, those who run the game learn that its reader is not reached."""
    _settle(row, State.FAILED, outcome)
    if not Delivery.objects.filter(notice=row.notice).exclude(pk=row.pk).exists():
        _take_over(row)
    unreached_tell(row.notice)


def _take_over(row: Delivery) -> None:
    """Give what this channel does not deliver to the next one."""
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
