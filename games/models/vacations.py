"""Days away: the plan for a user's forms meanwhile, and the deputies who may fill them in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound
from config.ids import random_id

from .games import Game, Player


class Vacation(models.Model):
    """Days on which a user is away from one game, or from all (`game` None), and the plan for the turns whose
    noon falls on them. `Game.away` tells the table who is away; nothing tells the plan. `first` and `last`:
    the days, in the user's zone when they were chosen; `begins_at` and `ends_at`: the beginning of the first
    and the end of the last. `ended_at`: when the user came back earlier.
    """

    bound = Bound(20, "user", "services.vacations.MOST; deleted two months after they are over")

    class Plan(models.TextChoices):
        PASS = "pass", _("Pass")
        AGAIN = "again", _("The last form again")
        BOT = "bot", _("A bot")
        NOTHING = "nothing", _("Nothing")

    id = models.BigAutoField(primary_key=True, default=random_id, editable=False)  # in an address
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="vacations")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+")
    plan = models.CharField(max_length=7, choices=Plan)
    first = models.DateField()
    last = models.DateField()
    zone = models.CharField(max_length=50)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(first__lte=F("last")), name="vacation_of_a_day_at_least")
        ]
        indexes = [models.Index(fields=["ends_at"], condition=Q(ended_at=None), name="vacation_under_way")]


class Deputy(models.Model):
    """A request to a user to fill in the forms of somebody who is away from one game, on the days of that
    vacation. `accepted_at`: None without an answer; `over_at`: when it was declined, given up or withdrawn.
    It also ends with its vacation. Nobody else in the game learns of it. `asked`: the name or address as the
    holder of the seat typed it; `user`: None if no account has it. `reads_talk`: the deputy may read the
    seat's conversations. The row of a deputy who accepted stays as long as the game and the account exist,
    because a user who knows a private drawer may neither get another seat of that game nor run it.
    """

    bound = Bound(5, "vacation", "services.deputies.MOST_ASKED")

    id = models.BigAutoField(primary_key=True, default=random_id, editable=False)  # in an address
    vacation = models.ForeignKey(Vacation, models.SET_NULL, null=True, related_name="deputies")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="deputyships")
    asked = models.CharField(max_length=254)
    reads_talk = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["vacation"], condition=Q(over_at=None), name="one_deputy_at_a_time"
            )
        ]
        indexes = [models.Index(fields=["user", "game"], condition=Q(over_at=None), name="deputy_in_a_game")]
