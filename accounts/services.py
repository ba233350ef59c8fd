"""What changes accounts: preferences, pictures, removal of expired rows. Deleting an account is in
`games.services.accounts`, because its seats are affected."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from allauth.account.models import EmailConfirmation
from django.db import transaction
from django.utils import timezone

from .models import ChannelKind, Picture, Session, User, UserChannel, picture_key
from .pictures import CONTENT_TYPE
from .sessions import SessionStore


def preferences_set(*, user: User, chosen: Mapping[str, str]) -> None:
    """Store language, theme, time zone or name, whichever are in `chosen`. A chosen zone counts as confirmed.
    If mails are chosen, a stopped mail channel is used again. At most two queries."""
    for key, value in chosen.items():
        setattr(user, key, value)
    fields = list(chosen)
    if "time_zone" in chosen:
        user.zone_confirmed = bool(chosen["time_zone"])
        fields.append("zone_confirmed")
    if fields:
        user.save(update_fields=fields)
    if chosen.get("game_mail") == User.GameMail.AT_ONCE:
        channel_go_on(user=user, kind=ChannelKind.MAIL)


def mails_stop(*, user_id: int) -> bool:
    """Send the user no more mails about games; notices about the account itself are still mailed. Returns
    whether there is such a user. One query."""
    return bool(User.objects.filter(pk=user_id).update(game_mail=User.GameMail.NEVER))


def channel_go_on(*, user: User, kind: str) -> bool:
    """Use a stopped channel of the user again. Returns whether it had stopped. One query."""
    stopped = UserChannel.objects.filter(user=user, kind=kind, stopped_at__isnull=False)
    return bool(stopped.update(stopped_at=None, why=""))


def calendar_open(*, user: User) -> None:
    """Give the user's calendar a new address; the old one stops working. One query."""
    user.calendar_key = secrets.token_urlsafe(16)
    user.save(update_fields=["calendar_key"])


def calendar_close(*, user: User) -> None:
    """Remove the address of the user's calendar. One query."""
    user.calendar_key = None
    user.save(update_fields=["calendar_key"])


def picture_set(*, user: User, content: bytes) -> Picture:
    """Make this the user's picture. The row is reused, so that the user's seats show the new picture; its
    URL changes, so that no browser shows a cached one."""
    with transaction.atomic():
        # two uploads at the same moment would make two rows
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
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
    """Delete the user's pictures; the drawn avatar is shown instead."""
    with transaction.atomic():
        user.pictures.all().delete()
        user.picture = None
        user.save(update_fields=["picture"])


def other_sessions_end(*, user: User, but: str | None) -> None:
    """Log the user out of every session except the one with this key. One query."""
    # a new password ends other sessions, because it changes the hash they contain; here the hash stays the
    # same
    Session.objects.filter(user=user).exclude(session_key=but).delete()


def confirmations_tidy() -> None:
    """Delete expired keys that were mailed to confirm an address."""
    EmailConfirmation.objects.delete_expired_confirmations()


def sessions_tidy() -> None:
    """Delete expired sessions: Django itself never deletes them."""
    SessionStore.clear_expired()
