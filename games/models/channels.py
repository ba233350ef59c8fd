"""Channels that users set up: webhooks, and devices for push messages."""

from __future__ import annotations

import base64
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound

from .games import Game


def hook_secret() -> str:
    """A new secret for signatures: 192 random bits, as Standard Webhooks writes them."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(24)).decode()


class Webhook(models.Model):
    """An address to which news is posted, for one user or for one game. `url` and `secret` are never logged.
    `language`: of the texts. `set_by`: the user who gave the address of a game. `sent_at`: the last success.
    `answer`: the last refusal, a code of `games.texts.answer_text`; `refused_at`: its time. `failing_since`:
    the first refusal after the last success. `rests_until`: no attempt before this time. `stopped_at`:
    nothing is posted since this time."""

    bound = Bound(1, "user, and 1 for each game", "a constraint")

    class Style(models.TextChoices):
        SIGNED = "signed", _("A program of my own: signed JSON")
        DISCORD = "discord", _("A Discord channel")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="webhook"
    )
    game = models.OneToOneField(Game, models.CASCADE, null=True, blank=True, related_name="webhook")
    url = models.CharField(_("address"), max_length=1000)
    style = models.CharField(max_length=7, choices=Style, default=Style.SIGNED)
    secret = models.CharField(max_length=60, default=hook_secret, editable=False)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES)
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=20, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, game__isnull=True) | Q(user__isnull=True, game__isnull=False),
                name="hook_of_a_user_or_of_a_game",
            )
        ]


class RoomNews(models.Model):
    """One fact to post to the webhook of a game: once, however many users get a notice of it. `turn`: the
    name of the turn, or ""; then `chapter` is the chapter that was published."""

    bound = Bound(1, "webhook of a game and fact", "a constraint; tidied")

    class State(models.TextChoices):
        WAITING = "waiting", _("waits")
        SENT = "sent", _("delivered")
        FAILED = "failed", _("not delivered")

    hook = models.ForeignKey(Webhook, models.CASCADE, related_name="news", db_index=False)
    key = models.CharField(max_length=100)
    turn = models.CharField(max_length=100, blank=True)
    chapter = models.IntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hook", "key"], name="posted_once")]
        indexes = [models.Index(fields=["next_at"], condition=Q(state="waiting"), name="room_news_waiting")]


class PushDevice(models.Model):
    """A browser that shows push messages for one user. `digest`: SHA-256 of the endpoint, by which a browser
    finds its own row; unique, so that an endpoint belongs to one user. `server_key`: the key of the site for
    which it subscribed; messages signed with another key do not reach it."""

    bound = Bound(6, "user", "services.pushes.push_subscribe: the oldest goes")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000)
    digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=90)
    auth = models.CharField(max_length=30)
    server_key = models.CharField(max_length=16)
    name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=20, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("device for push messages")
        verbose_name_plural = _("devices for push messages")
