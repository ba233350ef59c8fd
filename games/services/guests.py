"""Guests: deleting them after a day, and moving their rehearsals to the account they make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from allauth.account.signals import user_signed_up
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.names import alike

from ..models import Game, LedgerEntry, Player, Sitting
from .rehearsals import MAX_REHEARSALS


def guests_tidy(*, now: datetime) -> int:
    """Delete the guests whose day is over, with their rehearsals. Returns how many."""
    gone = User.objects.filter(guest_until__lte=now)
    Game.objects.rehearsals().filter(creator__in=gone).delete()
    count = gone.count()
    gone.delete()
    return count


def guest_becomes(*, guest: User, user: User) -> None:
    """Give a guest's rehearsals to an account, as far as it may have more, and delete the guest. The seat
    takes the account's name, unless a bot of the game has one that looks like it."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        theirs = Game.objects.rehearsals().filter(creator=guest).order_by("-touched_at")
        room = max(0, MAX_REHEARSALS - Game.objects.rehearsals().filter(creator=user).count())
        kept = [game.pk for game in theirs[:room]]
        _take_seats(Player.objects.filter(game__in=kept), guest, user)
        Sitting.objects.filter(user=guest, game__in=kept).update(user=user)
        LedgerEntry.objects.filter(author=guest, game__in=kept).update(author=user, author_name=str(user))
        Game.objects.filter(pk__in=kept).update(creator=user)
        Game.objects.rehearsals().filter(creator=guest).delete()
        guest.delete()


def _take_seats(seats: Iterable[Player], guest: User, user: User) -> None:
    """Give the guest's seats among these to the user. Two queries."""
    theirs, others = [], defaultdict(list)
    for seat in seats:
        if seat.user_id == guest.pk:
            theirs.append(seat)
        else:
            others[seat.game_id].append(seat.name)
    for seat in theirs:
        if not any(alike(str(user), name) for name in others[seat.game_id]):
            seat.name = str(user)
        seat.user, seat.picture = user, user.picture
    Player.objects.bulk_update(theirs, ["user", "name", "picture"])


@receiver(user_signed_up)
@receiver(user_logged_in)
def account_found(request: HttpRequest | None, user: User, **_more: Any) -> None:
    """Move a guest's games to the account when the guest signs up or logs in."""
    guest = getattr(request, "guest", None)
    if request is None or guest is None or guest.pk == user.pk:
        return
    if request.session.get(SESSION_KEY) == str(guest.pk):
        # The session continues as a visitor's, because deleting the guest would delete it.
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
            request.session.pop(key, None)
        request.session.save()
    request.guest = None  # type: ignore[attr-defined]  # see ReaderRequest
    guest_becomes(guest=guest, user=user)
