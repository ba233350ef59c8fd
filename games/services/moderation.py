"""Acts of superusers on offensive content: removing a player's name or picture, or the name of a game, with a
reason that its owner can read."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import alike
from accounts.services import picture_remove, preferences_set

from ..models import Game, LedgerEntry, Notice, Player
from ..permissions import GameAct
from .claims import lock_game
from .ledger import ledger_write
from .masters import game_for_master
from .notices import tell
from .refusals import Refused

Act = LedgerEntry.Act
CREATOR = 0  # the number that stands for the creator of a game, who may have no seat in it


def game_rename(*, game: Game, name: str, author: User, reason: str) -> None:
    """Give a game another name, on behalf of the site; its creator gets a notice. Raises `Refused`: what
    `game_for_master` raises."""
    with transaction.atomic():
        game = game_for_master(GameAct.TAKE_GAME_NAME, game, author, reason)
        game.name = name
        game.save(update_fields=["name"])
        _write_and_tell(game, Act.GAME_RENAMED, game.creator, {"name": name}, author, reason)


def name_take(*, game: Game, number: int, author: User, reason: str) -> None:
    """Take away the name of a player, or of the creator (`CREATOR`): in every game where they bear it,
    and from the account. Raises `Refused`: `no_such_player`, and what `game_for_master` raises."""
    with transaction.atomic():
        game = game_for_master(GameAct.TAKE_NAME, game, author, reason)
        seat = game.players.filter(number=number).first()
        user = game.creator if number == CREATOR else seat.user if seat else None
        if seat is None and user is None:
            raise Refused("no_such_player")
        old = seat.name if seat is not None else str(user)
        name = ""
        for each in _bearers(game, seat, user, old):
            if each.game_id != game.pk:
                lock_game(each.game_id)
            each.name = _plain_name(each, user)
            each.save(update_fields=["name"])
            name = each.name if each.game_id == game.pk else name or each.name
        if user is not None and alike(str(user), old):
            name = name or _worded("", user)
            preferences_set(user=user, chosen={"display_name": name})
            LedgerEntry.objects.filter(author=user).update(author_name=name)
        _forget_name(game, old, name, user)
        _write_and_tell(game, Act.NAME_TAKEN, user, {"name": name}, author, reason)


def _bearers(game: Game, seat: Player | None, user: User | None, old: str) -> list[Player]:
    """The seats that bear this name: the one chosen, and those of the same user in any game."""
    found = {seat.pk: seat} if seat is not None else {}
    if user is not None:
        found |= {p.pk: p for p in Player.objects.filter(user=user).order_by("game_id") if alike(p.name, old)}
    return list(found.values())


def _plain_name(seat: Player, user: User | None) -> str:
    """A neutral name for a seat: "Player 3", or with another number if that is taken."""
    others = list(Player.objects.filter(game=seat.game_id).exclude(pk=seat.pk).values_list("name", flat=True))
    number = seat.number
    while any(alike(_worded(str(number), user), other) for other in others):
        number += 100
    return _worded(str(number), user)


def _worded(number: str, user: User | None) -> str:
    with translation.override((user.language if user else "") or settings.LANGUAGE_CODE):
        return _("Player %(number)s") % {"number": number} if number else _("Player")


def _forget_name(game: Game, old: str, name: str, user: User | None) -> None:
    """Replace the name in the ledger entries and notices of the user's games."""
    about = {"data__about": user.pk} if user is not None else {"game": game, "data__name": old}
    entries = list(LedgerEntry.objects.filter(**about))
    notices = list(Notice.objects.filter(game__in={entry.game_id for entry in entries}, **about))
    told: list[LedgerEntry | Notice] = [*entries, *notices]
    for row in told:
        row.data = {**row.data, **{k: name for k in ("name", "master") if alike(str(row.data.get(k)), old)}}
    LedgerEntry.objects.bulk_update(entries, ["data"])
    Notice.objects.bulk_update(notices, ["data"])


def picture_take(*, game: Game, number: int, author: User, reason: str) -> None:
    """Delete the picture of a player, or of the creator (`CREATOR`), everywhere. Raises `Refused`:
    `no_picture`, and what `game_for_master` raises."""
    with transaction.atomic():
        game = game_for_master(GameAct.TAKE_PICTURE, game, author, reason)
        seat = game.players.filter(number=number).select_related("picture__owner").first()
        user = game.creator if number == CREATOR else None
        if seat is not None and seat.picture is not None:
            user = seat.picture.owner
        if user is None or not user.pictures.exists():
            raise Refused("no_picture")
        picture_remove(user=user)
        name = seat.name if seat is not None else str(user)
        _write_and_tell(game, Act.PICTURE_TAKEN, user, {"name": name}, author, reason)


def _write_and_tell(
    game: Game, act: Act, owner: User | None, data: dict[str, str], author: User, reason: str
) -> None:
    about = {"about": owner.pk} if owner is not None else {}
    entry = ledger_write(game=game, act=act, author=author, reason=reason, data={**data, **about})
    users: Iterable[int | None] = [owner.pk] if owner is not None else []
    told = {**data, **about, "act": act, "reason": reason}
    tell(game=game, users=users, kind=Notice.Kind.ANNOUNCED, key=f"{act}/{entry.pk}", data=told)
