"""Reminders: a deadline is near and the reader has saved nothing. Written by the sweep each minute.

A reminder is a notice that the lobby does not show; only its reader gets it, by mail. See
docs/decisions/0161-noon-comes-near.md.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import REMINDERS, User

from ..contract import PlayerId, Window, decode
from ..hours import BEFORE, MOST_QUIET, TOO_LATE, QuietHours
from ..models import Game, Notice, OrderForm, Player, PushDevice, Turn, with_clock
from ..newskinds import quiet_hours
from ..registry import installed

log = logging.getLogger(__name__)
# How long before a deadline a reminder is sent at the earliest, even if it is sent before quiet hours in the
# night with the extra hour.
LONGEST = max(timedelta(hours=max(REMINDERS)), MOST_QUIET + timedelta(hours=1)) + TOO_LATE + BEFORE


def hours_due(
    chosen: Iterable[int],
    opened: datetime,
    deadline: datetime,
    now: datetime,
    quiet: QuietHours | None = None,
) -> int | None:
    """The last of the chosen hours before the deadline that has been reached. None if none has, if the
    deadline is past, or if the turn opened after that hour, because its opening has just been told. An hour
    within the reader's quiet hours is moved to their end, or before them if that is too late."""
    deadline = deadline.astimezone(UTC)  # after a clock change, an hour less may be two, or none
    if deadline <= now:
        return None

    def moment(hours: int) -> datetime:
        due = deadline - timedelta(hours=hours)
        return quiet.moved(due, deadline) if quiet else due

    return min((hours for hours in chosen if opened <= moment(hours) <= now), default=None)


def reminders_write(*, now: datetime) -> int:
    """Write a notice to everybody who is awaited, has saved nothing, and wanted to be told by now; each once
    for each deadline and hour. Returns how many were found.

    At most five statements, for any number of users; one if no deadline is near.
    """
    try:
        found = _missing(now)
        if found:
            Notice.objects.bulk_create(found, ignore_conflicts=True)
    except Exception as problem:  # waiting mails must be sent in any case
        log.error("reminders not written %s", type(problem).__name__)
        return 0
    return len(found)


def _missing(now: datetime) -> list[Notice]:
    """The reminders to write now."""
    turns = {turn.pk: turn for turn in _near(now)}
    if not turns:
        return []
    games: dict[int, list[Player]] = {}
    for player in (
        _wants()
        .filter(game__in={turn.game_id for turn in turns.values()})
        .select_related("user__news_choices")
    ):
        games.setdefault(player.game_id, []).append(player)
    saved = set(
        OrderForm.objects.filter(turn__in=turns, set_aside=False).values_list(
            "turn_id", "player_id", "author_id"
        )
    )
    found = []
    for turn in turns.values():
        awaited = decode(turn.window, Window).awaited
        for player in games.get(turn.game_id, ()):
            if PlayerId(player.pid) in awaited and (turn.pk, player.pk, player.user_id) not in saved:
                found += _notices(turn, player, now)
    if not found:
        return []
    told = Notice.objects.filter(
        user__in={notice.user_id for notice in found}, game__in={notice.game_id for notice in found},
        key__in={notice.key for notice in found},
    ).values_list("user_id", "key")  # fmt: skip
    before = set(told)
    return [notice for notice in found if (notice.user_id, notice.key) not in before]


def _near(now: datetime) -> Iterable[Turn]:
    """The open turns whose deadline may be near enough for somebody in their games."""
    turns = Turn.objects.filter(
        with_clock("game__"), Exists(_wants().filter(game=OuterRef("game"))),
        status=Turn.Status.OPEN, can_close_early=False,
        deadline__gt=now, deadline__lte=now + LONGEST, game__stage=Game.Stage.RUNNING, game__paused=False,
        game__title__in=installed(),
    )  # fmt: skip
    return turns.only("game_id", "name", "window", "opened_at", "deadline")


def _wants() -> QuerySet[Player]:
    """The seats of users who want to be reminded and have a channel that may carry it: mail or a device. A
    webhook never does, because others may read there."""
    reached = Q(Exists(PushDevice.objects.filter(user=OuterRef("user"))))
    if settings.MAIL_CONFIGURED:
        reached |= ~Q(user__game_mail=User.GameMail.NEVER)
    wanting = Player.objects.filter(~Q(user__reminders=""), user__is_active=True, user__guest_until=None)
    return wanting.filter(reached)


def _notices(turn: Turn, player: Player, now: datetime) -> list[Notice]:
    user, deadline = player.user, turn.deadline
    assert user is not None and deadline is not None
    quiet = quiet_hours(user, getattr(user, "news_choices", None))
    hours = hours_due(user.reminder_hours, turn.opened_at, deadline, now, quiet)
    if hours is None:
        return []
    until = deadline.astimezone(UTC).isoformat()
    # with the deadline, because a deadline that was moved is near once more
    key = f"near/{turn.pk}/{hours}/{until}"
    data = {"turn": turn.name, "turn_id": turn.pk, "until": until}
    # dismissed from the start, because the lobby itself shows the deadline and whether something is saved
    return [Notice(user=user, game_id=turn.game_id, kind=Notice.Kind.NEAR, key=key, data=data, read_at=now)]


def reminder_is_true(notice: Notice) -> bool:
    """Whether a reminder is still true: its turn is open until the same moment, and its reader has saved
    nothing. Mail may have waited for its server. One query."""
    own = OrderForm.objects.filter(
        turn=OuterRef("pk"), player__user=notice.user_id, author=notice.user_id, set_aside=False
    )
    turn = Turn.objects.filter(
        ~Exists(own), pk=notice.data.get("turn_id"), status=Turn.Status.OPEN, game__paused=False,
        game__players__user=notice.user_id, deadline=datetime.fromisoformat(notice.data["until"]),
    )  # fmt: skip
    return turn.exists()
