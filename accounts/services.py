"""Writes of the accounts: preferences, pictures, what is too old to keep. Deleting is the platform's: it
holds the seats."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.models import EmailConfirmation
from django.db import transaction
from django.utils import timezone

from .models import Picture, Session, User, picture_key
from .pictures import CONTENT_TYPE
from .sessions import SessionStore


def preferences_set(*, user: User, chosen: Mapping[str, str]) -> None:
    """Keep language, theme, zone or name, whichever are in `chosen`. A zone chosen is confirmed.
    One query."""
    for key, value in chosen.items():
        setattr(user, key, value)
    fields = list(chosen)
    if "time_zone" in chosen:
        user.zone_confirmed = bool(chosen["time_zone"])
        fields.append("zone_confirmed")
    if fields:
        user.save(update_fields=fields)


def picture_set(*, user: User, content: bytes) -> Picture:
    """Make this the user's picture. The row stays, so that places in games which show it follow;
    the address changes, so that no browser shows the old one."""
    with transaction.atomic():
        User.objects.select_for_update().only("pk").get(pk=user.pk)  # two at once would make two rows
        picture = Picture.objects.filter(owner=user).first() or Picture(owner=user)
        picture.key = picture_key()
        picture.content = content
        picture.content_type = CONTENT_TYPE
        picture.made_at = timezone.now()
        picture.save()
        if user.picture_id != picture.pk:
            user.picture = picture
            user.save(update_fields=["picture"])
    return picture


def picture_remove(*, user: User) -> None:
    """Forget the user's pictures; everywhere the drawn avatar takes their place."""
    with transaction.atomic():
        user.pictures.all().delete()
        user.picture = None
        user.save(update_fields=["picture"])


def other_sessions_end(*, user: User, but: str | None) -> None:
    """Log the user out everywhere but in the session of this key. One query."""
    # Like a new password, which ends the others by their hash; nothing in the hash changes here.
    Session.objects.filter(user=user).exclude(session_key=but).delete()


def confirmations_tidy() -> None:
    """Forget the keys that were mailed to confirm an address, once they are too old to be used."""
    EmailConfirmation.objects.delete_expired_confirmations()


def sessions_tidy() -> None:
    """Forget the log-ins, and what visitors had opened, that are over: Django keeps them for ever."""
    SessionStore.clear_expired()
