"""Turns, their seeds, and the forms handed in for them."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.bounds import NOT_BY_USERS, Bound

from .columns import KeptText
from .games import Game, Player


class Excuse(models.TextChoices):
    """Why a turn does not count as missed by a player who has no form in it at its deadline."""

    NEW = "new", _("took the place over shortly before")  # the turn does not wait for them, either
    AWAY = "away", _("away, and the plan had nothing to hand in")


class Turn(models.Model):
    """An opened window, with its deadline and the published hash of its seed."""

    bound = Bound(1, "window of the rules", "a constraint; the rules of every title end")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        RESOLVED = "resolved", _("resolved")
        STUCK = "stuck", _("stuck")
        UNDONE = "undone", _("undone")

    # The turns that are asked now. A stuck turn keeps its position until it is tried again.
    ASKED = (Status.OPEN, Status.STUCK)

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns", db_index=False)
    name = models.CharField(max_length=80)
    chapter = models.IntegerField()
    window = KeptText()  # games.contract.Window, encoded
    position = models.PositiveSmallIntegerField(default=0)  # among the open ones, the main one first
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    can_close_early = models.BooleanField(default=False)  # everybody it waits for is in, or ready
    commitment = models.CharField(max_length=64)  # SHA-256 of the seed, in hexadecimal
    resolutions = models.PositiveIntegerField(default=0)  # within this turn: part of the dice's key
    # Player id -> number of that player's forms resolved in this AT_ONCE turn. A form contains its player's
    # number, so that a repeated post is recognized (`services.order_forms`).
    acts = models.JSONField(default=dict, db_default={})
    # Player id -> why this turn is not counted as missed by that player (`Excuse`).
    excused = models.JSONField(default=dict, db_default={})
    # The seats whose holders are away and have saved nothing by hand: "p1 p3". The turn does not wait for
    # them.
    away = models.CharField(max_length=500, default="", db_default="", blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    incident = models.CharField(max_length=12, blank=True)
    incident_step = models.CharField(max_length=80, blank=True)
    moved_from = models.DateTimeField(null=True, blank=True)  # its deadline before an outage moved it
    # The result of re-running it after the end of its game: games.services.audit.Verdict, encoded.
    verdict = KeptText(default="", db_default="", blank=True)
    alarmed = models.BooleanField(default=False)  # operators were informed that it is late

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
            models.Index(fields=["game"], condition=Q(status="open") & ~Q(away=""), name="turn_with_away"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def seats_away(self) -> frozenset[str]:
        """The player ids of the seats whose holders are away."""
        return frozenset(self.away.split())

    def is_due(self, now: datetime) -> bool:
        """Whether it is open and its deadline has passed."""
        return self.status == self.Status.OPEN and self.deadline is not None and self.deadline <= now

    def noon_passed(self, now: datetime) -> bool:
        """Whether nobody can change its orders any more: its deadline has passed, or it has none."""
        return self.deadline is None or self.deadline <= now

    def stops_orders(self, now: datetime) -> bool:
        """Whether it is due or stuck: nobody in its game, bots included, may act before it is resolved."""
        return self.status == self.Status.STUCK or self.is_due(now)


class Seed(models.Model):
    """A turn's 32 secret bytes, in a table that only `vault` reads and no admin page shows."""

    bound = Bound(1, "turn", "its primary key")

    turn = models.OneToOneField(Turn, models.CASCADE, primary_key=True, related_name="+")
    secret = models.BinaryField()


class By(models.TextChoices):
    """Whose hand saved a form, which may not be the holder of its seat. The form's owner reads it at once,
    everybody else once the game is over."""

    SELF = "self", _("the player")
    PLAN = "plan", _("a plan for days away")
    DEPUTY = "deputy", _("a deputy")
    BOT = "bot", _("a bot")
    MASTER = "master", _("a game master")


class _StoredForm(models.Model):
    """One player's orders for one turn, with the data of the receipt."""

    orders = KeptText()  # games.contract.Orders, encoded
    revision = models.PositiveIntegerField(default=1)
    ready = models.BooleanField(default=False)  # for a form saved in parts: it is complete
    set_aside = models.BooleanField(default=False)  # made illegal by another player's act
    salt = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=24)
    saved_at = models.DateTimeField()
    by = models.CharField(max_length=6, choices=By, default=By.SELF, db_default=By.SELF)

    class Meta:
        abstract = True


class OrderForm(_StoredForm):
    """The form that counts for a seat in one turn. It exists as long as its turn is open or stuck.

    `previous`: its orders before its author last changed or withdrew them, for undoing that; None after the
    first save. A withdrawn form has no fingerprint.
    `author`: the user for whom it was saved, the holder of the seat; None for a bot's seat or a deleted
    account. It is shown to nobody else, not even to a new holder of the seat, who may come while the turn is
    stuck. `by`: whose hand saved it.
    """

    bound = Bound(1, "seat and turn", "a constraint")

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="forms", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="forms")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    previous = KeptText(null=True)  # games.contract.Orders, encoded

    class Meta:
        verbose_name = _("order form")
        verbose_name_plural = _("order forms")
        constraints = [
            models.UniqueConstraint(fields=["turn", "player"], name="one_form_per_turn_and_player")
        ]


class LeftForm(_StoredForm):
    """The form of a user who lost the seat while the turn was open. It does not count and no page shows it.
    If the user gets the seat back before the turn closes, it becomes the order form again; once the turn is
    resolved, the next `tidy` deletes it."""

    bound = NOT_BY_USERS  # written only by acts of game masters, one row per user and turn

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "player", "user"], name="one_left_form_per_user")
        ]
