"""What the platform keeps: games, players, turns, order forms, resolutions, drawers, events.

Fields and constraints, no rules. What a title keeps stands in drawers and events as JSON text (see
`games.contract.codec`); there is no table per title.
"""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no look-alikes: these stand in addresses people read out


def public_id() -> str:
    """A game's id as strangers see it: 12 random letters and digits, 59 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def invitation_token() -> str:
    """128 random bits for an invitation's address."""
    return secrets.token_urlsafe(16)


def invitation_hash(token: str) -> str:
    """SHA-256 of an invitation, in hexadecimal: what is kept of one that has died."""
    return hashlib.sha256(token.encode()).hexdigest()


def every_day() -> list[int]:
    """The days a game is played on, Monday 0 to Sunday 6."""
    return [0, 1, 2, 3, 4, 5, 6]


class KeptText(models.TextField):
    """Text that is written many rows at a time.

    On PostgreSQL Django hands such rows over as arrays, whose every quotation mark psycopg escapes in
    Python: with JSON that took as long as all the rest of a noon. A placeholder of its own turns the
    arrays off; migrations know it as the TextField it is.
    """

    def get_placeholder(self, value: object, compiler: object, connection: object) -> str:
        return "%s"

    def deconstruct(self) -> tuple[str, str, list[object], dict[str, object]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", list(args), kwargs


class Game(models.Model):
    """One session of a title. `number` is that of its last resolution, -1 before the setup: the row
    that every close claims by a conditional update."""

    class Stage(models.TextChoices):
        GATHERING = "gathering", _("gathering players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Ended(models.TextChoices):
        """Why a game that never started is closed."""

        NOT = "", ""
        BY_CREATOR = "creator", _("cancelled by its creator")
        NEVER_FILLED = "never_filled", _("not enough players in two weeks")
        FORGOTTEN = "forgotten", _("a rehearsal left alone for two weeks")

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    title = models.CharField(_("title"), max_length=30)
    name = models.CharField(_("name"), max_length=60)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="created_games"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.GATHERING)
    ended = models.CharField(max_length=12, choices=Ended, default=Ended.NOT, blank=True)
    is_public = models.BooleanField(_("open to everybody"), default=False)
    is_rehearsal = models.BooleanField(default=False)
    invitation = models.CharField(max_length=32, unique=True, null=True, blank=True, editable=False)
    past_invitation = models.CharField(max_length=64, blank=True, db_index=True, editable=False)

    min_players = models.PositiveSmallIntegerField(_("at least"), default=2)
    max_players = models.PositiveSmallIntegerField(_("at most"), default=8)
    options = models.JSONField(default=dict)
    hour = models.TimeField(_("hour of noon"))
    zone = models.CharField(_("time zone"), max_length=50)
    days = models.JSONField(_("days played"), default=every_day)
    notice = models.PositiveSmallIntegerField(_("notice, in hours"), default=24)
    early = models.BooleanField(_("close as soon as everybody is ready"), default=False)
    paused = models.BooleanField(default=False)

    number = models.IntegerField(default=-1)
    chapter = models.IntegerField(default=0)  # of the main open question, or the last one
    latest = models.IntegerField(default=-1)  # the last chapter whose main question is resolved
    headline = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The last act of a player, or resolution: for tidying alone. No list is sorted by it, since it would
    # show that somebody has handed in.
    touched_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["stage", "is_public", "-created_at"]),
            models.Index(fields=["creator", "stage"]),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=-1), name="game_number_from_minus_one"),
            models.CheckConstraint(
                condition=Q(min_players__lte=models.F("max_players")), name="game_min_at_most_max"
            ),
            models.CheckConstraint(
                condition=Q(stage="gathering") | Q(invitation__isnull=True), name="invitation_dead_at_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A user's seat in one game. `number` 1 is `p1`. A bot's seat has no user; nor has a seat whose
    user left a running game or deleted the account."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    name = models.CharField(max_length=40)
    picture = models.ForeignKey("accounts.Picture", models.SET_NULL, null=True, blank=True, related_name="+")
    is_bot = models.BooleanField(default=False)
    seen = models.JSONField(default=dict)  # page slug -> last chapter read: the dots on the tabs
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_user_and_game"),
            models.UniqueConstraint("game", Lower("name"), name="one_name_per_game"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def pid(self) -> str:
        return f"p{self.number}"


class Turn(models.Model):
    """A window that was opened, as data, with its clock and the commitment of its seed."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        RESOLVED = "resolved", _("resolved")
        STUCK = "stuck", _("stuck")
        UNDONE = "undone", _("undone")

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns")
    name = models.CharField(max_length=80)
    chapter = models.IntegerField()
    window = KeptText()  # games.contract.Window, encoded
    position = models.PositiveSmallIntegerField(default=0)  # among the open ones, the main one first
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    marked = models.BooleanField(default=False)  # may close now: everybody awaited is in, or ready
    commitment = models.CharField(max_length=64)  # SHA-256 of the seed, in hexadecimal
    resolutions = models.PositiveIntegerField(default=0)  # within this turn: part of the dice's key
    resolved_at = models.DateTimeField(null=True, blank=True)
    incident = models.CharField(max_length=12, blank=True)
    incident_step = models.CharField(max_length=80, blank=True)
    moved_from = models.DateTimeField(null=True, blank=True)  # its deadline before an outage moved it
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
            models.Index(fields=["marked"], condition=Q(status="open", marked=True), name="turn_marked"),
            models.Index(fields=["game", "status"]),
        ]

    def __str__(self) -> str:
        return self.name


class Seed(models.Model):
    """A turn's 32 secret bytes, in a table that `vault` alone reads and no admin shows."""

    turn = models.OneToOneField(Turn, models.CASCADE, primary_key=True, related_name="+")
    secret = models.BinaryField()


class OrderForm(models.Model):
    """What one player hands in for one turn. It lives as long as its turn."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="forms")
    player = models.ForeignKey(Player, models.CASCADE, related_name="forms")
    orders = KeptText()  # games.contract.Orders, encoded
    revision = models.PositiveIntegerField(default=1)
    ready = models.BooleanField(default=False)
    set_aside = models.BooleanField(default=False)  # no longer legal through another's act
    salt = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=24)
    saved_at = models.DateTimeField()

    class Meta:
        verbose_name = _("order form")
        verbose_name_plural = _("order forms")
        constraints = [
            models.UniqueConstraint(fields=["turn", "player"], name="one_form_per_turn_and_player")
        ]


class Resolution(models.Model):
    """One call of the rules, append-only: what went in, what was drawn. Its number is never shown."""

    class Cause(models.TextChoices):
        SETUP = "setup", _("the start")
        DEADLINE = "deadline", _("the deadline")
        COMPLETE = "complete", _("everybody had answered")
        ACT = "act", _("a player's act")
        STRIKE = "strike", _("noon struck by the player")
        MASTER = "master", _("noon now, by a game master")
        REWIND = "rewind", _("a rewind")

    game = models.ForeignKey(Game, models.CASCADE, related_name="resolutions")
    number = models.PositiveIntegerField()
    turn = models.ForeignKey(Turn, models.CASCADE, related_name="+")
    chapter = models.IntegerField()
    cause = models.CharField(max_length=10, choices=Cause)
    at = models.DateTimeField()  # the moment it counts for: the deadline, not the computation
    made_at = models.DateTimeField(auto_now_add=True)
    forms = KeptText()  # pid -> {orders, fingerprint, salt, saved_at}, encoded
    missing = KeptText(default="[]")
    draws = KeptText(default="{}")
    rules_version = models.CharField(max_length=20)
    nth = models.PositiveIntegerField(default=0)  # resolutions of this turn before it

    class Meta:
        verbose_name = _("resolution")
        verbose_name_plural = _("resolutions")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_resolution_per_number")]


class Drawer(models.Model):
    """A part of the state by who may look, written only when it changed."""

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


class Event(models.Model):
    """What one reader is told by one resolution, `public` being a reader."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    chapter = models.IntegerField()
    reader = models.CharField(max_length=10)
    content = KeptText()  # a list of events, encoded

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "reader"], name="one_event_row_per_reader")
        ]
        indexes = [models.Index(fields=["game", "reader", "chapter"])]


class Grant(models.Model):
    """`reader` may read what `of` was told in `chapters`: a right, nothing is copied."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    chapter = models.IntegerField()  # in which it was granted
    reader = models.CharField(max_length=10)
    of = models.CharField(max_length=10)
    chapters = models.JSONField()
    without = models.JSONField(default=list)

    class Meta:
        indexes = [models.Index(fields=["game", "reader", "chapter"])]


class Standing(models.Model):
    """A player's place at the end, for the lobby; the lines stand in the public drawer."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="standings")
    player = models.OneToOneField(Player, models.CASCADE, related_name="standing")
    rank = models.PositiveSmallIntegerField()
    score = models.IntegerField()


class Notice(models.Model):
    """The outbox: what a user is to be told, written with its cause, sent after the commit."""

    class Kind(models.TextChoices):
        STARTED = "started", _("the game has started")
        RESOLVED = "resolved", _("a turn is resolved")
        FINISHED = "finished", _("the game is over")
        CHANGED = "changed", _("the game's settings changed")
        REMOVED = "removed", _("removed from the game")
        CANCELLED = "cancelled", _("the game is cancelled")
        NEVER_FILLED = "never_filled", _("the game never filled")
        ANNOUNCED = "announced", _("a word of the game master")
        STUCK = "stuck", _("a turn is stuck")
        SET_ASIDE = "set_aside", _("an order form was set aside")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=14, choices=Kind)
    key = models.CharField(max_length=100)  # what it is about: the same thing is told once
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "key"], name="told_once")]
        indexes = [
            models.Index(fields=["user", "read_at"]),
            models.Index(fields=["tries"], condition=Q(sent_at__isnull=True), name="notice_unsent"),
        ]


class Mastership(models.Model):
    """A member of staff named game master of one game, by a superuser."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="masterships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="masterships")
    named_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game master")
        verbose_name_plural = _("game masters")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="master_once_per_game")]


class LedgerEntry(models.Model):
    """An act upon a game by a game master, its creator or the house, which its players can read."""

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

    game = models.ForeignKey(Game, models.CASCADE, related_name="ledger")
    at = models.DateTimeField(auto_now_add=True)
    act = models.CharField(max_length=14, choices=Act)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    author_name = models.CharField(max_length=60, blank=True)  # stays when the account goes
    plays = models.BooleanField(default=False)  # whether the author had a seat: marked for all to see
    reason = models.TextField(blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        ordering = ["-id"]


class Heartbeat(models.Model):
    """A stretch of time in which a part of the site gave signs of life without a gap. What lies
    between two stretches is an outage."""

    class Role(models.TextChoices):
        WEB = "web", _("pages")
        WORKER = "worker", _("worker")

    role = models.CharField(max_length=6, choices=Role)
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")
        indexes = [models.Index(fields=["role", "-until"])]
