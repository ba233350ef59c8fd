"""A turn with its clock, its secret seed, and the forms handed in for it."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.bounds import NOT_BY_USERS, Bound

from .columns import KeptText
from .games import Game, Player


class Turn(models.Model):
    """A window that was opened, as data, with its clock and the commitment of its seed."""

    bound = Bound(1, "question of the rules", "a constraint; a game of which nothing more comes ends")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        RESOLVED = "resolved", _("resolved")
        STUCK = "stuck", _("stuck")
        UNDONE = "undone", _("undone")

    # What is asked now; a stuck turn stands where it stood until it is tried again.
    ASKED = (Status.OPEN, Status.STUCK)

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns")
    name = models.CharField(max_length=80)
    chapter = models.IntegerField()
    window = KeptText()  # games.contract.Window, encoded
    position = models.PositiveSmallIntegerField(default=0)  # among the open ones, the main one first
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    can_close_early = models.BooleanField(default=False)  # may close now: everybody awaited is in, or ready
    commitment = models.CharField(max_length=64)  # SHA-256 of the seed, in hexadecimal
    resolutions = models.PositiveIntegerField(default=0)  # within this turn: part of the dice's key
    # Player id -> how many of his forms were resolved in this AT_ONCE turn. Each is shown his own alone:
    # by it a post sent twice is known (`services.order_forms`).
    acts = models.JSONField(default=dict, db_default={})
    resolved_at = models.DateTimeField(null=True, blank=True)
    incident = models.CharField(max_length=12, blank=True)
    incident_step = models.CharField(max_length=80, blank=True)
    moved_from = models.DateTimeField(null=True, blank=True)  # its deadline before an outage moved it
    # What running it again gave, once its game is over: games.services.audit.Verdict, encoded.
    verdict = KeptText(default="", db_default="", blank=True)
    alarmed = models.BooleanField(default=False)  # the operators were told that it is late

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "name"], condition=~Q(status="undone"), name="one_turn_per_name"
            )
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(status="open"), name="turn_due"),
            models.Index(
                fields=["can_close_early"],
                condition=Q(status="open", can_close_early=True),
                name="turn_can_close_early",
            ),
            models.Index(fields=["game", "status"]),
        ]

    def __str__(self) -> str:
        return self.name

    def is_due(self, now: datetime) -> bool:
        """Whether its deadline has passed and it waits to be resolved."""
        return self.status == self.Status.OPEN and self.deadline is not None and self.deadline <= now

    def noon_passed(self, now: datetime) -> bool:
        """Whether its orders are cut, so that nobody can choose what becomes of it: its deadline has
        passed, or it has none."""
        return self.deadline is None or self.deadline <= now

    def stops_orders(self, now: datetime) -> bool:
        """Whether it is due or stuck: nobody of its game acts before it is resolved, bots neither."""
        return self.status == self.Status.STUCK or self.is_due(now)


class Seed(models.Model):
    """A turn's 32 secret bytes, in a table that `vault` alone reads and no admin shows."""

    bound = Bound(1, "turn", "its primary key")

    turn = models.OneToOneField(Turn, models.CASCADE, primary_key=True, related_name="+")
    secret = models.BinaryField()


class _StoredForm(models.Model):
    """What one player hands in for one turn, and what its receipt says."""

    orders = KeptText()  # games.contract.Orders, encoded
    revision = models.PositiveIntegerField(default=1)
    ready = models.BooleanField(default=False)  # a form saved in parts: its author says it is complete
    set_aside = models.BooleanField(default=False)  # no longer legal through another's act
    salt = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=24)
    saved_at = models.DateTimeField()

    class Meta:
        abstract = True


class OrderForm(_StoredForm):
    """The form that counts for a seat in one turn. It lives as long as its turn.

    `author` is the user whose form it is; None: a bot's, or one of an account that was deleted. It is
    shown to nobody else, who may have the seat by now: in a stuck turn the form of its noon stays.
    """

    bound = Bound(1, "seat and turn", "a constraint")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="forms")
    player = models.ForeignKey(Player, models.CASCADE, related_name="forms")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("order form")
        verbose_name_plural = _("order forms")
        constraints = [
            models.UniqueConstraint(fields=["turn", "player"], name="one_form_per_turn_and_player")
        ]


class LeftForm(_StoredForm):
    """What a user had saved for an open turn when he lost his seat: it counts for nothing and no page
    shows it. If he gets the seat back before the turn closes, it is his order form again."""

    bound = NOT_BY_USERS  # game masters take seats, and nobody writes two forms into one row

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "player", "user"], name="one_left_form_per_user")
        ]
