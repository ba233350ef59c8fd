"""Proposals that the players of a game vote on, and the votes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound

from .games import Game, Player


class Proposal(models.Model):
    """Something that the players of a running game may agree on. Each kind has one row per game, which the
    next proposal of that kind reuses; what was agreed is in the ledger. `until`: when the vote closes or, for
    an agreed pause, when the game resumes by itself. `about`: the seat whose holder would be replaced.
    """

    bound = Bound(5, "game", "a constraint: one for each kind")

    class Kind(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        GO_ON = "go_on", _("let the game go on")
        LATER = "later", _("move noon by a day")
        REPLACE = "replace", _("replace somebody")
        END = "end", _("end the game")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        AGREED = "agreed", _("agreed")
        REFUSED = "refused", _("refused")
        LAPSED = "lapsed", _("lapsed")
        OVER = "over", _("agreed, and over")

    game = models.ForeignKey(Game, models.CASCADE, related_name="proposals", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind)
    about = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    state = models.CharField(max_length=7, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    until = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        constraints = [models.UniqueConstraint(fields=["game", "kind"], name="one_proposal_per_kind")]
        indexes = [
            models.Index(
                fields=["until"], condition=Q(state__in=("open", "agreed")), name="proposal_to_close"
            )
        ]


class Vote(models.Model):
    """A player's answer to a proposal. It counts as long as its user holds the seat, and only that user sees
    it."""

    bound = Bound(1, "seat and proposal", "a constraint")

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="votes", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    agrees = models.BooleanField()

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = [models.UniqueConstraint(fields=["proposal", "player"], name="one_vote_per_seat")]
