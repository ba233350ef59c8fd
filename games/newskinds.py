"""The kinds of news; users choose for each kind and channel whether and how they get them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import models
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from accounts.models import ChannelKind, NewsChoices, User

from .hours import QuietHours, next_hour
from .models import LedgerEntry, Notice

Way = NewsChoices.Way


class NewsKind(models.TextChoices):
    """A kind of news. Its values are keys in `NewsChoices.ways`."""

    NEAR = "near", _("A deadline is near")
    ASKED = "asked", _("Something awaits you")
    PUBLISHED = "published", _("A resolution is published")
    STARTED = "started", _("A game starts")
    MESSAGE = "message", _("Somebody writes to you")
    SEAT = "seat", _("A place is offered or found")
    ACT = "act", _("The game master acts")
    PAUSE = "pause", _("Pause, going on, noon moved")
    OVER = "over", _("A game is over")
    STUCK = "stuck", _("A turn is stuck")
    REPORT = "report", _("A message is reported")
    MISSED = "missed", _("A noon is missed")
    UNREACHED = "unreached", _("Somebody is not reached")
    EMPTY = "empty", _("A place is left")
    ASLEEP = "asleep", _("A game sleeps")


# Kinds that are never posted to a user's webhook, because others may read there.
OF_ONE = (NewsKind.NEAR,)
# Kinds of notices that only game masters get.
OF_MASTERS = (
    NewsKind.STUCK, NewsKind.REPORT, NewsKind.MISSED, NewsKind.UNREACHED, NewsKind.EMPTY, NewsKind.ASLEEP,
)  # fmt: skip

_KINDS: dict[str, NewsKind] = {
    Notice.Kind.STARTED: NewsKind.STARTED,
    Notice.Kind.RESOLVED: NewsKind.PUBLISHED,
    Notice.Kind.ASKED: NewsKind.ASKED,
    Notice.Kind.UNANSWERED: NewsKind.PUBLISHED,
    Notice.Kind.CHAPTER_OVER: NewsKind.PUBLISHED,
    Notice.Kind.FINISHED: NewsKind.OVER,
    Notice.Kind.CHANGED: NewsKind.ACT,
    Notice.Kind.REMOVED: NewsKind.ACT,
    Notice.Kind.CANCELLED: NewsKind.OVER,
    Notice.Kind.NEVER_FILLED: NewsKind.OVER,
    Notice.Kind.ANNOUNCED: NewsKind.ACT,
    Notice.Kind.STUCK: NewsKind.STUCK,
    Notice.Kind.NEAR: NewsKind.NEAR,
    Notice.Kind.SET_ASIDE: NewsKind.ASKED,
    Notice.Kind.REMATCH: NewsKind.SEAT,
    Notice.Kind.MESSAGE: NewsKind.MESSAGE,
    Notice.Kind.REPORTED: NewsKind.REPORT,
    Notice.Kind.MISSED: NewsKind.MISSED,
    Notice.Kind.UNREACHED: NewsKind.UNREACHED,
    Notice.Kind.ASLEEP: NewsKind.ASLEEP,
    Notice.Kind.DEPUTY: NewsKind.ASKED,
}
_ACTS: dict[str, NewsKind] = {
    LedgerEntry.Act.PAUSED: NewsKind.PAUSE,
    LedgerEntry.Act.RESUMED: NewsKind.PAUSE,
    LedgerEntry.Act.EXTENDED: NewsKind.PAUSE,
    LedgerEntry.Act.OUTAGE: NewsKind.PAUSE,
    LedgerEntry.Act.SEATED: NewsKind.SEAT,
    LedgerEntry.Act.LEFT: NewsKind.SEAT,
    LedgerEntry.Act.CLOSED: NewsKind.SEAT,
    LedgerEntry.Act.TAKEN: NewsKind.SEAT,
    LedgerEntry.Act.ABSENT: NewsKind.SEAT,
    LedgerEntry.Act.BOT: NewsKind.SEAT,
}
# The same acts, in notices to those who run the game.
_ACTS_TO_MASTERS: dict[str, NewsKind] = {
    LedgerEntry.Act.OUTAGE: NewsKind.MISSED,
    LedgerEntry.Act.ABSENT: NewsKind.MISSED,
    LedgerEntry.Act.LEFT: NewsKind.EMPTY,
    LedgerEntry.Act.CLOSED: NewsKind.EMPTY,
    LedgerEntry.Act.UNSEATED: NewsKind.EMPTY,
    LedgerEntry.Act.BOT: NewsKind.EMPTY,
}


def news_kind(notice: Notice) -> NewsKind | None:
    """The kind of news of a notice; None if it is about the reader's account, which cannot be chosen."""
    if notice.kind == Notice.Kind.ANNOUNCED:
        return _of_act(notice.data)
    if "asked" in notice.data:
        return NewsKind.ASKED  # such a notice also says how the game went on
    return _KINDS.get(notice.kind)


def _of_act(data: Mapping[str, object]) -> NewsKind:
    """The kind of news of an act, for a player or, if the data say `run`, for somebody who runs the game."""
    act = str(data.get("act", ""))
    if data.get("run"):
        if act == LedgerEntry.Act.PAUSED and data.get("idle"):
            return NewsKind.ASLEEP
        # Somebody who is back is not missed any more, and the rules decide about a place left by a title's
        # door.
        if not data.get("back") and data.get("way") != "door" and act in _ACTS_TO_MASTERS:
            return _ACTS_TO_MASTERS[act]
    return _ACTS.get(act, NewsKind.ACT)


def _ways(mail: str, push: str, hook: str) -> dict[str, str]:
    return {ChannelKind.MAIL: mail, ChannelKind.PUSH: push, ChannelKind.HOOK: hook}


_NOW, _DIGEST, _NEVER = Way.NOW, Way.DIGEST, Way.NEVER
# The default settings: what asks for an act is mailed at once, the rest in the digest.
FIRST: dict[NewsKind, dict[str, str]] = {
    NewsKind.NEAR: _ways(_NOW, _NOW, _NEVER),
    NewsKind.ASKED: _ways(_NOW, _NOW, _NEVER),
    NewsKind.PUBLISHED: _ways(_DIGEST, _NOW, _NOW),
    NewsKind.STARTED: _ways(_NOW, _NOW, _NEVER),
    NewsKind.MESSAGE: _ways(_DIGEST, _NOW, _NEVER),
    NewsKind.SEAT: _ways(_DIGEST, _NEVER, _NEVER),
    NewsKind.ACT: _ways(_NOW, _DIGEST, _NEVER),
    NewsKind.PAUSE: _ways(_NOW, _NOW, _NEVER),
    NewsKind.OVER: _ways(_DIGEST, _DIGEST, _NOW),
    NewsKind.STUCK: _ways(_NOW, _NOW, _NOW),
    NewsKind.REPORT: _ways(_NOW, _NOW, _NEVER),
    NewsKind.MISSED: _ways(_DIGEST, _NEVER, _NEVER),
    NewsKind.UNREACHED: _ways(_NOW, _DIGEST, _NEVER),
    NewsKind.EMPTY: _ways(_NOW, _DIGEST, _NEVER),
    NewsKind.ASLEEP: _ways(_DIGEST, _NEVER, _NEVER),
}


def way_of_kind(kind: NewsKind, channel: str, chosen: NewsChoices | None) -> str:
    """How this channel tells a kind of news to a user with these choices: a value of `NewsChoices.Way`."""
    if chosen is None:
        return Way.NOW
    return str(chosen.ways.get(kind, {}).get(channel) or FIRST[kind][channel])


def way_of(notice: Notice, channel: str, chosen: NewsChoices | None) -> str:
    """How this channel tells a notice to a user with these choices: a value of `NewsChoices.Way`."""
    kind = news_kind(notice)
    return Way.NOW if kind is None else way_of_kind(kind, channel, chosen)


def digest_due(notice: Notice, chosen: NewsChoices, now: datetime) -> datetime | None:
    """When the reader's next digest is sent; None if that is too late for the deadline that the notice names.
    The notice's user must be loaded."""
    due = next_hour(chosen.digest_at, notice.user.zone, now)
    until = parse_datetime(str(notice.data.get("until", "")))
    return None if until is not None and until <= due else due


def quiet_hours(user: User, chosen: NewsChoices | None) -> QuietHours | None:
    """The hours in which nothing about games is sent to this user; None if there are none."""
    if chosen is None or chosen.quiet_from is None or chosen.quiet_until is None:
        return None
    return QuietHours(chosen.quiet_from, chosen.quiet_until, user.zone)
