"""Conversations within a game: their messages, and the state of each reader."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound
from config.ids import random_id

from .columns import KeptText
from .games import Game, Player
from .turns import Turn


class Conversation(models.Model):
    """A conversation within one game. Everybody who holds a seat takes part in the table's; the others have
    `ConversationSeat` rows, which never change. `key` is its name in addresses: "table"; "masters-2" for seat
    2 and the game masters; "1-3" for a letter between two seats; random for a group."""

    bound = Bound(
        20, "seat and game", "services.talk.MAX_GROUPS; beside these one with each seat, masters, table"
    )

    class Kind(models.TextChoices):
        TABLE = "table", _("the table")
        GROUP = "group", _("a group")
        LETTER = "letter", _("a letter")
        MASTERS = "masters", _("with the game masters")

    game = models.ForeignKey(Game, models.CASCADE, related_name="conversations", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind)
    key = models.CharField(max_length=16)
    name = models.CharField(max_length=60, blank=True)  # of a group, if it was given one
    opened_by = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")  # of a group
    count = models.PositiveIntegerField(default=0)  # the number of its last message
    # When all its writers had agreed to publish it; it is closed from then on.
    published_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="one_conversation_per_key")]


class ConversationSeat(models.Model):
    """A seat that takes part in a conversation, independent of its holder."""

    bound = Bound(1, "seat and conversation", "a constraint")

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="seats", db_index=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "player"], name="one_place_per_conversation")
        ]


class Message(models.Model):
    """A message of a seat or a game master in a conversation, numbered within it, so that nothing shown tells
    how much is written elsewhere.

    `player` is None for a game master. `author`: the user who wrote it, shown to nobody; None once that
    account is deleted. `turn`: the main turn that was open, or being resolved, when it was sent. `struck`:
    it was sent while noon struck.
    """

    bound = Bound(200, "writer, game and day", "services.talk.MAX_A_DAY")

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="messages", db_index=False)
    number = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    text = KeptText()
    turn = models.ForeignKey(Turn, models.SET_NULL, null=True, related_name="+")
    chapter = models.IntegerField()
    struck = models.BooleanField(default=False)
    sent_at = models.DateTimeField()
    opens_at = models.DateTimeField()  # the noon after it: spectators read it from then on
    removed = models.BooleanField(default=False)  # by a game master, after a report

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="one_message_per_number")
        ]
        indexes = [models.Index(fields=["author", "sent_at"])]


class ConversationReader(models.Model):
    """A user's state of a conversation: the last message read, whether it is muted, a draft, and whether the
    user agrees to publish it. It belongs to the user and not to the seat: somebody who takes the seat over
    finds the messages and no draft."""

    bound = Bound(1, "user and conversation", "a constraint")

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="readers", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    read = models.PositiveIntegerField(default=0)  # the number of the last message that was read
    muted = models.BooleanField(default=False)  # until the game is over
    muted_until = models.DateTimeField(null=True)  # or until a noon
    draft = KeptText(blank=True, default="")
    draft_at = models.DateTimeField(null=True)
    agrees = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "user"], name="one_reader_per_conversation")
        ]


class MessageReport(models.Model):
    """A message that a reader reported to the game masters. No page tells who reported it."""

    bound = Bound(1, "user and message", "a constraint")

    class Why(models.TextChoices):
        INSULT = "insult", _("insult or threat")
        PRESSURE = "pressure", _("outside pressure: money, blackmail")
        ADVERTISING = "advertising", _("advertising")
        OTHER = "other", _("something else")

    class Decision(models.TextChoices):
        OPEN = "", ""
        LEFT = "left", _("the message stays")
        REMOVED = "removed", _("the message is removed")

    id = models.BigAutoField(primary_key=True, default=random_id, editable=False)  # shown to game masters
    message = models.ForeignKey(Message, models.CASCADE, related_name="reports", db_index=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    why = models.CharField(max_length=12, choices=Why)
    words = KeptText(blank=True, default="")
    at = models.DateTimeField()
    decision = models.CharField(max_length=8, choices=Decision, default=Decision.OPEN, blank=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "reporter"], name="one_report_per_message")]
