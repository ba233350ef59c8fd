"""What every resolution leaves, append-only: the call itself, drawers, events, grants."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound

from .columns import KeptText
from .games import Game
from .turns import Turn


class Resolution(models.Model):
    """One call of the rules, append-only: what went in, what was drawn. Its number is never shown."""

    bound = Bound(
        200, "seat and turn", "services.order_forms.MAX_ACTS at a door; otherwise one for each turn"
    )

    class Cause(models.TextChoices):
        SETUP = "setup", _("the start")
        DEADLINE = "deadline", _("the deadline")
        COMPLETE = "complete", _("everybody had answered")
        ACT = "act", _("a player's act")
        RESOLVE_NOW = "strike", _("noon struck by the player")
        MASTER = "master", _("noon now, by a game master")
        REWIND = "rewind", _("a rewind")

    game = models.ForeignKey(Game, models.CASCADE, related_name="resolutions")
    number = models.PositiveIntegerField()
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    chapter = models.IntegerField()
    cause = models.CharField(max_length=10, choices=Cause)
    at = models.DateTimeField()  # the moment it counts for: the deadline, not the computation
    made_at = models.DateTimeField(auto_now_add=True)
    forms = KeptText()  # pid -> {orders, fingerprint, salt, saved_at, revision}, encoded
    # Who was awaited and had handed in nothing. Whether that is a turn missed depends on the cause and on
    # who held the seat: see `selectors.missed`.
    missing = KeptText(default="[]")
    draws = KeptText(default="{}")  # games.draws writes and reads them
    rules_version = models.CharField(max_length=20)
    nth = models.PositiveIntegerField(default=0)  # resolutions of this turn before it
    # How the dice's key was made and the draws are kept; 1 is the way of the first releases.
    key_version = models.PositiveSmallIntegerField(db_default=1)

    class Meta:
        verbose_name = _("resolution")
        verbose_name_plural = _("resolutions")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_resolution_per_number")]


class Drawer(models.Model):
    """A part of the state by who may look, written only when it changed."""

    bound = Bound(1, "owner and resolution", "a constraint")

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()  # of the resolution that wrote it
    owner = models.CharField(max_length=10)  # public, hidden, p1, p2, ...
    content = KeptText()
    schema = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "owner", "number"], name="one_drawer_per_number")
        ]
        indexes = [models.Index("game", "owner", models.F("number").desc(), name="drawer_newest")]


class ReaderEvents(models.Model):
    """What one reader is told by one resolution, `public` being a reader."""

    bound = Bound(1, "reader and resolution", "a constraint")

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
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
    """`reader` may read what `of` was told in `chapters`: a right, nothing is copied."""

    bound = Bound(1_000, "turn", "the rules: of the orders of one turn some open a dossier")

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    chapter = models.IntegerField()  # in which it was granted
    reader = models.CharField(max_length=10)
    of = models.CharField(max_length=10)
    chapters = models.JSONField()
    without = models.JSONField(default=list)

    class Meta:
        db_table = "games_grant"
        indexes = [models.Index(fields=["game", "reader", "chapter"])]
