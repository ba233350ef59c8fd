"""Notices, game masters, the ledger, and heartbeats of the site."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import ChannelKind
from config.bounds import NOT_BY_USERS, Bound

from .games import Game


class Notice(models.Model):
    """One fact to tell a user. It is written in the transaction of its cause; its deliveries are made after
    the commit."""

    bound = Bound(1, "reader, game and fact", "a constraint; deleted some time after it was dismissed")

    class Kind(models.TextChoices):
        STARTED = "started", _("the game has started")
        RESOLVED = "resolved", _("a turn is resolved")
        ASKED = "asked", _("a question is asked")
        UNANSWERED = "unanswered", _("a question closed without an answer")
        CHAPTER_OVER = "chapter_over", _("a round is over")
        FINISHED = "finished", _("the game is over")
        CHANGED = "changed", _("the game's settings changed")
        REMOVED = "removed", _("removed from the game")
        CANCELLED = "cancelled", _("the game is cancelled")
        NEVER_FILLED = "never_filled", _("the game did not fill in time")
        ANNOUNCED = "announced", _("an announcement of a game master")
        STUCK = "stuck", _("a turn is stuck")
        NEAR = "near", _("a deadline is near, and nothing is saved")
        SET_ASIDE = "set_aside", _("an order form was set aside")
        REMATCH = "rematch", _("a rematch is offered")
        MESSAGE = "message", _("there is a message")
        REPORTED = "reported", _("a message was reported")
        MISSED = "missed", _("a noon came late")
        UNREACHED = "unreached", _("a player is not reached")
        ASLEEP = "asleep", _("the game sleeps")
        TWO_FACTOR = "two_steps", _("two-factor authentication was removed")
        DEPUTY = "deputy", _("a deputy is asked, or has answered")
        CHANNEL_STOPPED = "stopped", _("a channel no longer reaches its reader")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False)
    # None for a notice about the account.
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+")
    kind = models.CharField(max_length=14, choices=Kind)
    key = models.CharField(max_length=100)  # identifies the fact, so that no user gets two notices of it
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    routed_at = models.DateTimeField(null=True, blank=True)  # when its deliveries were made; None: not yet

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "key"], name="told_once")]
        indexes = [
            models.Index(fields=["user", "read_at"]),
            models.Index(fields=["created_at"], condition=Q(routed_at__isnull=True), name="notice_unrouted"),
        ]


class Delivery(models.Model):
    """A notice to be sent through one channel, by `games.services.deliveries`. `digest`: it is sent together
    with others of its reader, as one message. `next_at`: the earliest time of the next attempt; a process
    moves it forward before it tries, so that no other one does. `tried_at`: the last attempt; for a delivery
    that was sent, the time of sending. `answer`: the last refusal of the other side in one line, without
    addresses; `refused_at`: its time."""

    bound = Bound(1, "notice and channel", "a constraint; deleted with its notice")

    class State(models.TextChoices):
        WAITING = "waiting", _("waits")
        SENT = "sent", _("delivered")
        FAILED = "failed", _("not delivered")
        DROPPED = "dropped", _("no longer news")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries", db_index=False)
    channel = models.CharField(max_length=4, choices=ChannelKind)
    digest = models.BooleanField(default=False)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField()
    answer = models.CharField(max_length=160, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        constraints = [models.UniqueConstraint(fields=["notice", "channel"], name="delivered_once")]
        indexes = [
            models.Index(
                fields=["channel", "next_at"], condition=Q(state="waiting"), name="delivery_waiting"
            ),
        ]


class Mastership(models.Model):
    """A member of staff who runs one game: named by a superuser, or its creator as an organizer or in the
    admin."""

    bound = NOT_BY_USERS

    game = models.ForeignKey(Game, models.CASCADE, related_name="masterships", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="masterships")
    named_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game master")
        verbose_name_plural = _("game masters")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="master_once_per_game")]


class LedgerEntry(models.Model):
    """An act on a game by a game master, its creator or the site. Its players can read it."""

    bound = Bound(
        4, "game, by users other than masters, 3 for each of them who plays in it, 5 for each noon",
        "services.games: created, bots, started, cancelled; services.leaving: taken over, left, closed; "
        "services.pauses: goes on, after it paused itself; services.agreements: one of a kind between noons",
    )  # fmt: skip

    class Act(models.TextChoices):
        CREATED = "created", _("game created")
        STARTED = "started", _("game started")
        SEATED = "seated", _("player seated")
        UNSEATED = "unseated", _("player unseated")
        BOT = "bot", _("seat handed to a bot")
        PAUSED = "paused", _("game paused")
        RESUMED = "resumed", _("game resumed")
        EXTENDED = "extended", _("deadline moved")
        OUTAGE = "outage", _("deadline moved after an outage")
        NOON_NOW = "noon_now", _("noon struck at once")
        ANNOUNCED = "announced", _("announcement")
        RETRIED = "retried", _("stuck turn tried again")
        MASTER_NAMED = "master_named", _("game master named")
        CANCELLED = "cancelled", _("game cancelled")
        SETTINGS = "settings", _("settings changed")
        LEFT = "left", _("player left")
        CLOSED = "closed", _("account of a player closed")
        TAKEN = "taken", _("place taken over")
        ABSENT = "absent", _("noons missed in a row")
        BOTS = "bots", _("bots seated before the start")
        GAME_RENAMED = "game_renamed", _("name of the game taken away")
        NAME_TAKEN = "name_taken", _("name of a player taken away")
        PICTURE_TAKEN = "picture_taken", _("picture of a player taken away")
        REPORT_DECIDED = "report", _("report of a message decided")
        ENDED = "ended", _("game ended before its end")

    game = models.ForeignKey(Game, models.CASCADE, related_name="ledger")
    at = models.DateTimeField(auto_now_add=True)
    act = models.CharField(max_length=14, choices=Act)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    author_name = models.CharField(max_length=60, blank=True)  # "": the site; "#": a deleted account
    plays = models.BooleanField(default=False)  # whether the author had a seat: shown to everybody
    reason = models.TextField(blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        ordering = ["-id"]


class Heartbeat(models.Model):
    """A stretch of time in which a part of the site ran without a gap. The time between two stretches is an
    outage."""

    bound = NOT_BY_USERS

    class Role(models.TextChoices):
        WEB = "web", _("pages")
        WORKER = "worker", _("worker")

    role = models.CharField(max_length=6, choices=Role)
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")
        indexes = [models.Index(fields=["role", "-until"])]
