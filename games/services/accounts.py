"""Closing and deleting accounts: what happens to their seats and games."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, Value
from django.db.models.functions import Cast, Concat
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed

from ..models import Game, LedgerEntry, Mastership, Notice, Player, Webhook
from .games import game_cancel
from .leaving import seats_of_closed_account
from .refusals import Refused


@receiver(account_closed)
def account_shut(user: User, **_more: object) -> None:
    """A superuser has closed an account: it may no longer log in."""
    seats_of_closed_account(user=user)


FORMER = Concat(Value("#"), Cast(F("number"), CharField()))  # a seat shown by its number only


def account_delete(*, user: User) -> None:
    """Delete a user with name, picture and address. Moves already made stay in their games.

    Seats in games that have not started become free; games that the user created and nobody else runs are
    cancelled, because nobody could start them. Rehearsals are deleted. In running games the seat is offered
    to other users, in finished ones it stays; both under its number.
    """
    with transaction.atomic():
        Game.objects.rehearsals().filter(creator=user).delete()
        _lock_games(user)
        others = Mastership.objects.filter(game=OuterRef("pk")).exclude(user=user)
        mine = Game.objects.filter(~Exists(others), creator=user, stage=Game.Stage.GATHERING)
        for game in mine:
            with suppress(Refused):  # it has started meanwhile: its last place was taken
                game_cancel(game=game, author=user)
        seats_of_closed_account(user=user, forgotten=True)
        Player.objects.filter(user=user).update(name=FORMER, picture=None)
        # "#" marks a deleted account; "" would attribute the act to the system.
        LedgerEntry.objects.filter(author=user).update(author_name="#")
        _forget_acts_upon(user)
        # webhooks of games, too, because nobody would know whose they are
        Webhook.objects.filter(set_by=user).delete()
        user.delete()


def _lock_games(user: User) -> None:
    """Lock the games the user plays in or gathers players for. A start or a resolution that has already read
    its seats would otherwise continue with one that no longer exists."""
    mine = Game.objects.filter(Q(players__user=user) | Q(creator=user, stage=Game.Stage.GATHERING))
    # Always in the same order, so that two deletions at the same moment cannot deadlock.
    list(Game.objects.select_for_update().filter(pk__in=mine.values("pk")).order_by("pk").values_list("pk"))


def _forget_acts_upon(user: User) -> None:
    """Remove the user's name from ledger entries about them and from the seats they lost."""
    entries = list(LedgerEntry.objects.filter(data__about=user.pk))
    left = Q(pk__in=[])
    for entry in entries:
        left |= Q(game=entry.game_id, name=entry.data.get("name"))
        entry.data = {**entry.data, "name": "", "master": "", "about": None}
    Player.objects.filter(left, user=None).update(name=FORMER)
    LedgerEntry.objects.bulk_update(entries, ["data"])
    told = list(Notice.objects.filter(game__sittings__user=user, data__about=user.pk).distinct())
    for notice in told:
        notice.data = {**notice.data, "name": "", "about": None}
    Notice.objects.bulk_update(told, ["data"])
