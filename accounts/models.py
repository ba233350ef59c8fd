"""Users (e-mail address, name, language, time zone, theme) and their pictures."""

from __future__ import annotations

import secrets
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
    `guest_until`: until when a guest is kept (`accounts.guests`); None for an account.
    """

    bound = Bound(20, "IP address and minute", "config.rates: allauth's rate of sign-ups")

    class Theme(models.TextChoices):
        SYSTEM = "", _("As my device says")
        LIGHT = "light", _("Day")
        DARK = "dark", _("Night")

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


class Session(AbstractBaseSession):
    """A log-in, or what a visitor's browser was told. `user`: whose log-in; None: nobody's.

    No constraint of the database's: a session may outlive its user by a moment, and Django takes a refused
    row for a key that is taken, and tries the next one for ever."""

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
