"""The outbox: notices are written in the transaction of their cause. After its commit `services.deliveries`
sends them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User

from ..channels import channels
from ..models import Delivery, Game, Notice
from ..selectors import COURSE, notices_shown

FORGOTTEN = timedelta(days=60)  # after they were dismissed; by then their game is over


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


def forget_notices(notices: QuerySet[Notice]) -> None:
    """Delete notices that nobody has read; they are locked first, because another process may be writing
    their deliveries. The caller is in a transaction; three queries."""
    unread = notices.filter(read_at=None)
    list(unread.select_for_update().order_by("pk").values_list("pk"))
    unread.delete()


def tell_changed(*, game: Game, users: Iterable[int | None], changed: list[str]) -> None:
    """Notify users which settings of a game changed (field names). An unsent notice of that kind is extended
    instead, so that nobody ever has two of them unsent, however often a creator edits. The game's row
    must be locked; seven queries."""
    now, users = timezone.now(), [user for user in users if user is not None]
    busy = ~Q(state=Delivery.State.WAITING) | Q(tries__gt=0, next_at__gt=now)
    unsent = ~Exists(Delivery.objects.filter(busy, notice=OuterRef("pk")))
    told = Notice.objects.filter(unsent, game=game, kind=Notice.Kind.CHANGED, user__in=users)
    found = {notice.user_id: notice for notice in told.select_for_update().order_by("pk")}
    # A process claims a row before sending: it finds the row gone, or had claimed it before it was locked
    # here.
    rows = Delivery.objects.filter(notice__in=found.values())
    list(rows.select_for_update().order_by("pk"))
    claimed = set(rows.filter(busy).values_list("notice_id", flat=True))
    waiting = {user: notice for user, notice in found.items() if notice.pk not in claimed}
    Delivery.objects.filter(notice__in=waiting.values()).delete()
    for notice in waiting.values():
        notice.data = {"changed": list(dict.fromkeys([*notice.data.get("changed", ()), *changed]))}
        # as if it were written now: unread and without deliveries
        notice.created_at, notice.read_at, notice.routed_at = now, None, None
    Notice.objects.bulk_update(waiting.values(), ["data", "created_at", "read_at", "routed_at"])
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


def tell_table(
    *,
    game: Game,
    kind: str,
    key: str,
    data: dict[str, Any] | None = None,
    asks: bool = False,
    but: User | None = None,
) -> None:
    """Notify the game masters of a game who do not play in it, except `but`: all of them if `asks` (it asks
    them to act), otherwise those who chose to be told. The data contain `run`, so that their choices
    distinguish it from the same fact told to a player. Two queries, one for a game without masters."""
    masters = get_user_model().objects.filter(is_active=True, is_staff=True, masterships__game=game)
    if not asks:
        masters = masters.filter(run_news=User.RunNews.ALL)
    if but is not None:
        masters = masters.exclude(pk=but.pk)
    users = list(masters.exclude(seats__game=game).values_list("pk", flat=True))
    if users:
        tell(game=game, users=users, kind=kind, key=key, data={**(data or {}), "run": True})


def notices_read(*, user_id: int, at: datetime) -> None:
    """Dismiss the notices that the lobby showed the user at that moment, with earlier ones about the course
    of the same games. Notices that were not shown stay. Two queries."""
    shown = notices_shown(user_id, at)
    told = {notice.game_id for notice in shown if notice.kind in COURSE}
    before = Q(game__in=told, kind__in=COURSE, created_at__lte=at)
    written = {notice.game_id for notice in shown if notice.kind == Notice.Kind.MESSAGE}
    before |= Q(game__in=written, kind=Notice.Kind.MESSAGE, created_at__lte=at)
    unread = Notice.objects.filter(user_id=user_id, read_at=None)
    unread.filter(Q(pk__in=[notice.pk for notice in shown]) | before).update(read_at=timezone.now())


def notices_stay_here() -> None:
    """Called before the first channel of a site is opened: notices until now were shown by the site and are
    not sent. Three queries; no-op if there is a channel already."""
    if not channels():
        Notice.objects.filter(routed_at=None).update(routed_at=timezone.now())


def notices_tidy(*, now: datetime) -> int:
    """Delete the notices dismissed two months ago; returns how many. One query."""
    return Notice.objects.filter(read_at__lte=now - FORGOTTEN).delete()[0]
