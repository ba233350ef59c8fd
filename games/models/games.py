"""Games, their seats, who held them, and final standings."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound
from config.ids import random_id

from ..clock import Calendar
from .columns import every_day, public_id

ABANDONED_AFTER = timedelta(days=30)  # from the moment at which a game paused itself


class OnMissed(models.TextChoices):
    """What follows the first, second or third noon missed in a row."""

    NOTHING = "nothing", _("nothing")
    TOLD = "told", _("all are told")
    OFFERED = "offered", _("all are told, and the place is offered")
    BOT = "bot", _("a bot plays there, and the place is offered")


def with_clock(of: str = "") -> Q:
    """The condition that the turns of a game have deadlines. `of`: the way to the game from the rows that are
    asked for, such as `game__`."""
    return Q(**{f"{of}is_rehearsal": False})


class GameQuerySet(models.QuerySet["Game"]):
    """Games by what they have: `Game.has_clock`, `has_masters` and `has_table` for many rows."""

    def rehearsals(self) -> GameQuerySet:
        return self.filter(is_rehearsal=True)

    def with_clock(self) -> GameQuerySet:
        return self.filter(with_clock())

    def with_masters(self) -> GameQuerySet:
        return self.filter(is_rehearsal=False)

    def with_table(self) -> GameQuerySet:
        return self.filter(is_rehearsal=False)


class Game(models.Model):
    """One game of a title. `number`: that of its last resolution, -1 before the setup. A resolution claims
    the game by a conditional update of `number`."""

    bound = Bound(30, "user, of those not over", "services.games: created or played in, but for the staff's")

    class Stage(models.TextChoices):
        GATHERING = "gathering", _("gathering players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Ended(models.TextChoices):
        """Why a game ended otherwise than by its rules: before its start, or without final places."""

        NOT = "", ""
        BY_CREATOR = "creator", _("cancelled by its creator")
        BY_MASTER = "master", _("cancelled by a game master")
        NEVER_FILLED = "never_filled", _("not enough players in time")
        ABANDONED = "abandoned", _("abandoned by its players")
        BY_TABLE = "table", _("ended by its players")

    class OnLeave(models.TextChoices):
        """What happens to the place of a player who leaves the running game."""

        BOT = "bot", _("a bot plays until somebody takes over")
        EMPTY = "empty", _("nobody plays until somebody takes over")

    class Press(models.TextChoices):
        """Which players may write to each other in the running game. The game masters can always be written
        to."""

        NONE = "none", _("nobody")
        TABLE = "table", _("the table")
        ALL = "all", _("everybody: table, groups, letters")

    # Random, because it shows in URLs of the admin; elsewhere a game is known by its public id.
    id = models.BigAutoField(primary_key=True, default=random_id, editable=False)
    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    title = models.CharField(_("title"), max_length=30)
    name = models.CharField(_("name"), max_length=60)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="created_games",
        db_index=False,
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
    dates_out = models.JSONField(default=list, db_default=[])  # dates without a noon, ISO, in order
    # The day at whose noon it starts with those who have joined; None: when its last place is taken, or by an
    # act.
    starts_on = models.DateField(null=True, blank=True)
    notice = models.PositiveSmallIntegerField(_("notice, in hours"), default=24)
    close_when_all_ready = models.BooleanField(_("close as soon as everybody is ready"), default=False)
    on_leave = models.CharField(max_length=5, choices=OnLeave, default=OnLeave.BOT)
    press = models.CharField(max_length=5, choices=Press, default=Press.NONE, db_default=Press.NONE)
    # `OnMissed` after the first, second and third noon missed in a row, separated by commas; "": nothing
    # follows.
    on_missed = models.CharField(max_length=30, default="", db_default="", blank=True)
    bots_play = models.BooleanField(default=True, db_default=True)  # whether a bot may hold a place
    # How often the players of this game may ask for a day more, each seat at most once.
    waits = models.PositiveSmallIntegerField(default=0, db_default=0)
    missed_until = models.IntegerField(default=-1, db_default=-1)  # the resolution last looked at for that
    paused = models.BooleanField(default=False)
    # When it paused itself because nobody played; None if it is not paused, or for another reason.
    idle_since = models.DateTimeField(null=True, blank=True)
    # The last of: the start, the resumption, and the resolution of a form that a person had filled in. Noons
    # without such a form are counted from here. Forms in open turns do not change it, because it would tell
    # who has handed in.
    played_at = models.DateTimeField(default=timezone.now, db_default=Now())
    # Who is away until which day, as the table reads it: "p1:2026-11-25 p3:2026-12-01". Written after a noon.
    away = models.CharField(max_length=1600, default="", db_default="", blank=True)
    # The number of its open proposals, stored here for a line on every page.
    open_proposals = models.PositiveSmallIntegerField(default=0, db_default=0)

    # The finished game of which this one is the rematch.
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, editable=False, related_name="rematches"
    )
    number = models.IntegerField(default=-1)
    chapter = models.IntegerField(default=0)  # of the main open question, or the last one
    latest = models.IntegerField(default=-1)  # the last chapter whose main question is resolved
    headline = models.JSONField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The last act of a player, or the last resolution: only for `tidy`. No list may be sorted by it, because
    # that would reveal that somebody has handed in.
    touched_at = models.DateTimeField(auto_now_add=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["creator", "stage"]),
            models.Index(fields=["stage"], condition=~Q(away=""), name="games_with_somebody_away"),
            models.Index(
                fields=["number"], condition=Q(stage="running") & ~Q(on_missed=""), name="game_with_misses"
            ),
            # The lists of the lobby, each read from its newest end (`selectors.lobby`).
            *(
                models.Index(
                    fields=["stage", "is_public", "is_rehearsal", f"-{by}", "-id"], name=f"games_by_{by}"
                )
                for by in ("created_at", "started_at", "finished_at")
            ),
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

    @property
    def calendar(self) -> Calendar:
        """The days and the hour of its noons. No query."""
        left_out = frozenset(date.fromisoformat(text) for text in self.dates_out)
        return Calendar(self.hour, self.zone, frozenset(self.days), left_out)

    @property
    def has_final_places(self) -> bool:
        """Whether it ended by its rules. In a game that ended otherwise nobody has a final place."""
        return self.stage == self.Stage.FINISHED and not self.ended

    @property
    def given_up_at(self) -> datetime | None:
        """When a game that paused itself will be abandoned unless somebody resumes it; None for any other
        game."""
        return self.idle_since + ABANDONED_AFTER if self.idle_since is not None else None

    # How a rehearsal, a game of one person against bots, differs from other games.

    @property
    def has_clock(self) -> bool:
        """Whether its turns have deadlines."""
        return not self.is_rehearsal

    @property
    def has_masters(self) -> bool:
        """Whether game masters may act on it."""
        return not self.is_rehearsal

    @property
    def has_table(self) -> bool:
        """Whether several people may play in it: they join, leave and decide together, and the site lists
        it."""
        return not self.is_rehearsal

    @property
    def sends_notices(self) -> bool:
        """Whether its players receive notices in the lobby and by mail."""
        return not self.is_rehearsal

    @property
    def has_talk(self) -> bool:
        """Whether there are conversations: from the start on, at least with the game masters."""
        return self.number >= 0 and not self.is_rehearsal

    @property
    def closes_in_request(self) -> bool:
        """Whether its turns are closed within a request of its player, who may resolve one at any time;
        otherwise a worker closes them."""
        return self.is_rehearsal


GUIDE = "_guide"  # no page has this slug


class Player(models.Model):
    """A seat in a game. `number` 1 is `p1` for the rules. `user` is None for a bot, and for a seat whose user
    left a running game or deleted the account."""

    bound = Bound(1, "user and game", "a constraint")

    game = models.ForeignKey(Game, models.CASCADE, related_name="players", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    name = models.CharField(max_length=40)
    picture = models.ForeignKey("accounts.Picture", models.SET_NULL, null=True, blank=True, related_name="+")
    is_bot = models.BooleanField(default=False)
    # Page slug -> last chapter read: the dots on the tabs; GUIDE -> 1 once the guide is dismissed.
    seen = models.JSONField(default=dict)
    joined_at = models.DateTimeField(auto_now_add=True)
    # Messages that its user has not read, in conversations that are not muted: the figure on the tab.
    unread = models.PositiveIntegerField(default=0, db_default=0)
    waited = models.BooleanField(default=False, db_default=False)  # whether its user asked for a day
    # The token of the link for taking this place over; None if it is not offered.
    offer = models.CharField(max_length=32, unique=True, null=True, blank=True, editable=False)

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


class Sitting(models.Model):
    """When a user held a seat. The row exists as long as the game and the account, because a user who ever
    held a seat in a game may neither run it nor get another seat. `player` is None for a seat that was given
    back before the start, when there was nothing to see yet."""

    bound = Bound(1, "user and game, except acts of masters", "services.sittings: a returning user has a row")

    game = models.ForeignKey(Game, models.CASCADE, related_name="sittings")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)  # None: still holds the seat

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(until__isnull=True), name="one_sitting_at_a_time"
            )
        ]


class FinalStanding(models.Model):
    """A player's final rank and score, for the lobby; the lines of the score are in the public drawer."""

    bound = Bound(1, "seat", "a constraint")

    game = models.ForeignKey(Game, models.CASCADE, related_name="standings")
    player = models.OneToOneField(Player, models.CASCADE, related_name="standing")
    rank = models.PositiveSmallIntegerField()
    score = models.IntegerField()

    class Meta:
        db_table = "games_standing"
