"""Users (e-mail address, name, language, time zone, theme) and their pictures."""

from __future__ import annotations

import secrets
from datetime import time
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.bounds import Bound
from config.ids import random_id

from .zones import zone_named

DIGEST_AT = time(18, 30)  # in the reader's zone, until they choose another hour
REMINDERS = (12, 6, 3, 1)  # hours before a deadline, to choose among


class ChannelKind(models.TextChoices):
    """Channels by which news reaches a user. If one fails, the next one in this order takes over."""

    MAIL = "mail", _("Mail")
    PUSH = "push", _("Notices on your devices")
    HOOK = "hook", _("Webhook")


def picture_key() -> str:
    """The key in a picture's URL: 128 random bits, new at each upload, so that browsers may cache it."""
    return secrets.token_urlsafe(16)


class UserManager(BaseUserManager["User"]):
    """Creates users. Addresses are stored in lower case and compared case-insensitively."""

    use_in_migrations = True

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Create a user with this address. Without a password they cannot log in. Raises ValueError without
        an address."""
        if not email:
            raise ValueError("A user needs an e-mail address.")
        user = self.model(email=email.strip().lower(), **fields)
        user.display_name = user.display_name or user.email.partition("@")[0][:40]
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(email, password, **{**fields, "is_staff": True, "is_superuser": True})

    def get_by_natural_key(self, email: str | None) -> User:
        return self.get(email=(email or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account. Bots have none.

    `language` and `theme`: "" means as the browser says. `time_zone`: "" means not known yet.
    `zone_confirmed`: the zone was chosen, or read from the browser's clock, rather than guessed.
    `guest_until`: the time after which a guest is deleted (`accounts.guests`); None for an account.
    """

    bound = Bound(20, "IP address and minute", "config.rates: allauth's rate of sign-ups")

    class Theme(models.TextChoices):
        SYSTEM = "", _("As my device says")
        LIGHT = "light", _("Day")
        DARK = "dark", _("Night")

    class RunNews(models.TextChoices):
        """Which notices a game master gets about the games they run."""

        ACTS = "", _("What asks me to act")
        ALL = "all", _("Starts and ends, too")

    class GameMail(models.TextChoices):
        """Which news of games is mailed. The site itself shows all of it."""

        AT_ONCE = "", _("At once")
        NEVER = "never", _("Never: I read them on the site")

    # Random, because it shows in password links and in URLs of the admin.
    id = models.BigAutoField(primary_key=True, default=random_id, editable=False)
    email = models.EmailField(_("e-mail"), unique=True)
    display_name = models.CharField(_("name"), max_length=40)
    language = models.CharField(_("language"), max_length=5, blank=True, choices=settings.LANGUAGES)
    time_zone = models.CharField(_("time zone"), max_length=50, blank=True)
    zone_confirmed = models.BooleanField(default=False)
    guest_until = models.DateTimeField(null=True, blank=True, db_index=True)
    theme = models.CharField(_("theme"), max_length=5, blank=True, choices=Theme)
    picture = models.OneToOneField(
        "accounts.Picture", models.SET_NULL, null=True, blank=True, related_name="shown_by"
    )
    is_staff = models.BooleanField(_("may enter the admin"), default=False)
    # Organizers are game masters of the games they create: see docs/decisions/0119-organizers.md.
    run_news = models.CharField(_("news of the games I run"), max_length=3, blank=True, choices=RunNews)
    # A link in each mail stops them, too: see docs/decisions/0160-mails-that-can-be-stopped.md.
    game_mail = models.CharField(_("mails about games"), max_length=6, blank=True, choices=GameMail)
    # Hours before noon, "12,6,1": see docs/decisions/0161-noon-comes-near.md.
    reminders = models.CharField(_("reminders before noon"), max_length=10, blank=True)
    # Part of the address of the calendar (`accounts.calendars`); None: there is none.
    calendar_key = models.CharField(max_length=22, unique=True, null=True, blank=True, editable=False)
    is_organizer = models.BooleanField(_("organizer"), default=False)
    is_active = models.BooleanField(_("may log in"), default=True)
    date_joined = models.DateTimeField(_("since"), default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_address")]

    def __str__(self) -> str:
        return self.display_name or self.email

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    @property
    def zone(self) -> ZoneInfo:
        """The time zone to show times in: the user's own, or the site's if it is not known."""
        return zone_named(self.time_zone)

    @property
    def reminder_hours(self) -> tuple[int, ...]:
        """How many hours before a deadline the user wants to be reminded, most first; () for never."""
        return tuple(int(hours) for hours in self.reminders.split(",") if hours)


class UserChannel(models.Model):
    """The state of one user's channel; without a row it has never failed. `stopped_at`: nothing is sent by it
    since this time, because it reached nobody; `why`: the last answer of the other side, in one line, without
    addresses."""

    bound = Bound(1, "user and channel", "a constraint")

    user = models.ForeignKey(User, models.CASCADE, related_name="channels", db_index=False)
    kind = models.CharField(max_length=4, choices=ChannelKind)
    stopped_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=160, blank=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="channel_once_per_user")]


class NewsChoices(models.Model):
    """The choices of one user: what to be told by which channel, and when. Without a row, everything is sent
    at once, as for accounts from before there were choices; new accounts get a row. `ways`: kind of news
    (`games.newskinds.NewsKind`) -> channel -> way, with the defaults for what is not in it. `digest_at`,
    `quiet_from`, `quiet_until`: hours in the user's zone; None: no quiet hours. `mail_text`: how much mails
    tell of a resolution; other channels have no such choice."""

    bound = Bound(1, "user", "a constraint")

    class Way(models.TextChoices):
        NOW = "now", _("At once")
        DIGEST = "digest", _("Digest")
        NEVER = "never", _("Never")

    class MailText(models.TextChoices):
        SHORT = "short", _("Only that there is news, and of which turn")
        FULL = "full", _("Also what the resolution tells me alone")

    user = models.OneToOneField(User, models.CASCADE, related_name="news_choices")
    ways = models.JSONField(default=dict)
    digest_at = models.TimeField(_("hour of the digest"), default=DIGEST_AT)
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet hours until"), null=True, blank=True)
    # See docs/decisions/0154-the-full-text-by-mail.md.
    mail_text = models.CharField(
        max_length=5, choices=MailText, default=MailText.SHORT, db_default=MailText.SHORT
    )

    class Meta:
        verbose_name = _("choices of news")
        verbose_name_plural = _("choices of news")


class Session(AbstractBaseSession):
    """A session. `user`: the logged-in user; None for a visitor. It has no foreign key constraint: a session
    may outlive its user for a moment, and Django takes a constraint error for a key that is in use, and would
    try new keys for ever."""

    bound = Bound(1, "browser", "the cookie; tidied when expired")

    user = models.ForeignKey(
        User, models.CASCADE, null=True, blank=True, db_constraint=False, related_name="sessions"
    )

    @classmethod
    def get_session_store_class(cls) -> type[Any]:
        from .sessions import SessionStore

        return SessionStore


class Picture(models.Model):
    """An uploaded avatar, re-encoded (see `accounts.pictures`), never as it was sent.

    `owner`: the account with which it is deleted. `key`: the last part of its URL."""

    bound = Bound(1, "user", "services.picture_set, under a lock on the user")

    key = models.CharField(max_length=32, unique=True, default=picture_key, editable=False)
    owner = models.ForeignKey(User, models.CASCADE, related_name="pictures")
    content = models.BinaryField()
    content_type = models.CharField(max_length=20)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")

    def __str__(self) -> str:
        return self.key
