"""The outbox: notices are written in the transaction of their cause and mailed after its commit."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPServerDisconnected
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from config.logs import MAILED

from ..models import Game, Notice
from ..selectors import COURSE, notices_shown

log = logging.getLogger(__name__)
MOST_SECONDS = 5  # for one run: turns may be waiting for the worker
AT_ONCE = 200  # in one run
NEWS = timedelta(days=3)  # older notices are no news: they stay on the site and are not mailed
FORGOTTEN = timedelta(days=60)  # after they were dismissed: by then their game is over
# Mails an hour to one user about one game, for the kinds that other users can cause any number of times.
# Whatever is beyond waits for the next hour; the site itself shows it at once. All other kinds come once for
# each turn, each game or each operator's command.
HOUR = timedelta(hours=1)
AN_HOUR = {Notice.Kind.CHANGED: 1, Notice.Kind.ANNOUNCED: 10, Notice.Kind.REMOVED: 10}
HELD = timedelta(minutes=1)  # during which nobody tries to send the same notice again
# The pauses after the second try and the next ones. Servers that put strangers off for some minutes, or
# take only so many mails in an hour, take it in the end.
LATER = (timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
MAX_TRIES = 2 + len(LATER)


def tell(*, game: Game, users: Iterable[int | None], kind: str, key: str, data: dict[str, Any]) -> None:
    """Write one notice per user; the same `key` is written once. One query."""
    Notice.objects.bulk_create(
        (
            Notice(user_id=user, game=game, kind=kind, key=key, data=data)
            for user in users
            if user is not None
        ),
        ignore_conflicts=True,
    )


def tell_changed(*, game: Game, users: Iterable[int | None], changed: list[str]) -> None:
    """Notify users which settings of a game changed (field names). An unsent notice of that kind is extended
    instead, so that nobody ever has two of them unsent, however often a creator edits. The game's row
    must be locked; three queries."""
    now, users = timezone.now(), [user for user in users if user is not None]
    idle = Q(tried_at=None) | Q(tried_at__lt=now - HELD)
    unsent = Notice.objects.filter(idle, game=game, kind=Notice.Kind.CHANGED, sent_at=None)
    waiting = {}
    for notice in unsent.filter(user__in=users).select_for_update():
        waiting[notice.user_id] = notice
        notice.data = {"changed": list(dict.fromkeys([*notice.data.get("changed", ()), *changed]))}
        # As if it were written now: unread, with no attempt to send it yet.
        notice.created_at, notice.read_at, notice.tries, notice.tried_at = now, None, 0, None
    Notice.objects.bulk_update(waiting.values(), ["data", "created_at", "read_at", "tries", "tried_at"])
    others = [user for user in users if user not in waiting]
    key = f"changed/{secrets.token_hex(8)}"  # no key: the same settings may change again
    tell(game=game, users=others, kind=Notice.Kind.CHANGED, key=key, data={"changed": changed})


def tell_masters(*, game: Game, key: str, data: dict[str, Any]) -> None:
    """Notify those who can retry a stuck turn: the game's masters, or superusers if it has none. No-op for
    rehearsals, which have no game master; operators are mailed instead."""
    if not game.has_masters:
        return
    staff = get_user_model().objects.filter(is_active=True, is_staff=True)
    users = list(staff.filter(masterships__game=game).values_list("pk", flat=True))
    users = users or list(staff.filter(is_superuser=True).values_list("pk", flat=True))
    tell(game=game, users=users, kind=Notice.Kind.STUCK, key=key, data=data)


def notices_read(*, user_id: int, at: datetime) -> None:
    """Dismiss what the lobby showed the user at that moment, with the earlier notices about the same games'
    course. Notices that were not shown stay. Two queries."""
    shown = notices_shown(user_id, at)
    told = {notice.game_id for notice in shown if notice.kind in COURSE}
    before = Q(game__in=told, kind__in=COURSE, created_at__lte=at)
    unread = Notice.objects.filter(user_id=user_id, read_at=None)
    unread.filter(Q(pk__in=[notice.pk for notice in shown]) | before).update(read_at=timezone.now())


def notices_tidy(*, now: datetime) -> int:
    """Delete the notices dismissed two months ago; returns how many. One query."""
    return Notice.objects.filter(read_at__lte=now - FORGOTTEN).delete()[0]


def notices_wait() -> bool:
    """Whether the outbox has mail that may be tried now."""
    return settings.MAIL_CONFIGURED and _to_send().exists()


def notices_send() -> int:
    """Send some of the mail in the outbox; returns how many were sent. Without a mail host nothing is tried:
    the site itself shows the notices.

    A mail server that cannot be reached uses up no attempt of a notice, and one time-out of the worker's,
    which may have turns to close. A notice that the server refuses is tried five times, within three hours.
    """
    if not settings.MAIL_CONFIGURED:
        return 0
    notices = list(
        _to_send().select_related("user", "game").prefetch_related("game__players").order_by("pk")[:AT_ONCE]
    )
    if not notices:
        return 0
    connection = get_connection()
    try:
        connection.open()
        return _send_all(notices, connection)
    except OSError as problem:
        log.error(
            "mail server out of reach waiting=%d %s", _to_send().count(), type(problem).__name__, extra=MAILED
        )
        return 0
    finally:
        connection.close()


def _waiting() -> QuerySet[Notice]:
    """The notices in the outbox that nobody is sending now."""
    now, free = timezone.now(), Q(tried_at=None)
    for tries, pause in enumerate((HELD, *LATER), start=1):
        free |= Q(tries=tries, tried_at__lt=now - pause)
    return Notice.objects.filter(free, sent_at=None, tries__lt=MAX_TRIES)


def _to_send() -> QuerySet[Notice]:
    """Those of them that are recent, whose users receive mail and have not reached the hourly limit of their
    kind (AN_HOUR)."""
    now = timezone.now()
    found = _waiting().filter(user__is_active=True, created_at__gt=now - NEWS)
    for kind, most in AN_HOUR.items():
        sent = Notice.objects.filter(
            user=OuterRef("user"), game=OuterRef("game"), kind=kind, sent_at__gt=now - HOUR
        )
        found = found.exclude(Q(kind=kind) & Exists(sent[most - 1 : most]))
    return found


def _is_away(problem: Exception) -> bool:
    """Whether the connection is lost, rather than one notice refused (smtplib's exceptions are all
    OSErrors)."""
    lost = isinstance(problem, OSError) and not isinstance(problem, SMTPException)
    return lost or isinstance(problem, SMTPServerDisconnected)


def _send_all(notices: list[Notice], connection: BaseEmailBackend) -> int:
    """Send until the time of one run is over. Raises what ends the connection."""
    sent, until = 0, time.monotonic() + MOST_SECONDS
    for notice in notices:
        if time.monotonic() > until:
            break
        # Claimed before it is sent: two processes never send the same notice. What one that was
        # killed meanwhile had claimed, another sends a minute later.
        if notice.kind in AN_HOUR and not _to_send().filter(pk=notice.pk).exists():
            continue  # notices sent before it in this run have reached the hourly limit
        # One that has taken up another change since it was read is left to the next go. Conditions on the
        # row alone: whoever waits for it compares them again, a subquery PostgreSQL would not run again.
        claimed = _waiting().filter(pk=notice.pk, tries=notice.tries, created_at=notice.created_at)
        if not claimed.update(tries=F("tries") + 1, tried_at=timezone.now()):
            continue
        try:
            _mail(notice, connection)
        except Exception as problem:
            if _is_away(problem):
                Notice.objects.filter(pk=notice.pk).update(tries=notice.tries, tried_at=None)
                raise
            level = logging.ERROR if notice.tries + 1 == MAX_TRIES else logging.WARNING
            log.log(level, "notice not sent notice=%s %s", notice.pk, type(problem).__name__)
            continue
        Notice.objects.filter(pk=notice.pk).update(sent_at=timezone.now())
        sent += 1
    return sent


def _mail(notice: Notice, connection: BaseEmailBackend) -> None:
    from ..texts import notice_about, notice_address, notice_text, seals_text

    language = notice.user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(notice.user.zone):
        subject = f"[Noon] {notice_about(notice)}"
        parts = (notice_text(notice), f"{settings.SITE_URL}{notice_address(notice)}", seals_text(notice))
        body = "\n\n".join(part for part in parts if part) + "\n"
        EmailMessage(subject, body, to=[notice.user.email], connection=connection).send()
