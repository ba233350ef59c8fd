"""Rows that every resolution adds and nothing changes later: the call itself, drawers, events, reading
rights."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound

from .columns import KeptText
from .games import Game
from .turns import Turn


class Resolution(models.Model):
    """One call of the rules: its forms and draws. Never changed. Its number is never shown."""

    bound = Bound(200, "seat and turn", "services.order_forms.MAX_ACTS at a door; otherwise one per turn")

    class Cause(models.TextChoices):
        SETUP = "setup", _("the start")
        DEADLINE = "deadline", _("the deadline")
        COMPLETE = "complete", _("everybody had answered")
        ACT = "act", _("a player's act")
        RESOLVE_NOW = "strike", _("noon struck by the player")
        MASTER = "master", _("noon now, by a game master")
        REWIND = "rewind", _("a rewind")

    game = models.ForeignKey(Game, models.CASCADE, related_name="resolutions", db_index=False)
    number = models.PositiveIntegerField()
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    chapter = models.IntegerField()
    cause = models.CharField(max_length=10, choices=Cause)
    at = models.DateTimeField()  # the time it counts for: the deadline, not when it was computed
    made_at = models.DateTimeField(auto_now_add=True)
    forms = KeptText()  # pid -> {orders, fingerprint, salt, saved_at, revision}, encoded
    # The awaited players without a form. Whether that counts as a missed turn depends on the cause and on the
    # holder of the seat: see `selectors.missed`.
    missing = KeptText(default="[]")
    draws = KeptText(default="{}")  # encoded by games.draws
    rules_version = models.CharField(max_length=20)
    nth = models.PositiveIntegerField(default=0)  # the number of earlier resolutions of this turn
    # The version of the dice's key and of the format of the draws; 1 in the first releases.
    key_version = models.PositiveSmallIntegerField(db_default=1)

    class Meta:
        verbose_name = _("resolution")
        verbose_name_plural = _("resolutions")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_resolution_per_number")]


class Drawer(models.Model):
    """The part of a game's state with one owner. A new row is written only when it changed."""

    bound = Bound(1, "owner and resolution", "a constraint")

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()  # of the resolution that wrote it
    owner = models.CharField(max_length=10)  # public, hidden, p1, p2, ...
    content = KeptText()
    schema = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "owner", "number"], name="one_drawer_per_number")
        ]


class ReaderEvents(models.Model):
    """The events that one resolution tells one reader; the reader `public` is everybody."""

    bound = Bound(1, "reader and resolution", "a constraint")

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    chapter = models.IntegerField()
    reader = models.CharField(max_length=10)
    content = KeptText()  # a list of events, encoded

    class Meta:
        db_table = "games_event"
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "reader"], name="one_event_row_per_reader")
        ]
        indexes = [models.Index(fields=["game", "reader", "chapter"])]


class ReadingRight(models.Model):
    """`reader` may read the events that `of` was told in `chapters`. The events are not copied."""

    bound = Bound(1_000, "turn", "the rules: only some orders of a turn grant one")

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveIntegerField()
    chapter = models.IntegerField()  # in which it was granted
    reader = models.CharField(max_length=10)
    of = models.CharField(max_length=10)
    chapters = models.JSONField()
    without = models.JSONField(default=list)

    class Meta:
        db_table = "games_grant"
        indexes = [models.Index(fields=["game", "reader", "chapter"])]
