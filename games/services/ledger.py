"""The ledger: what is done to a game, by whom and why, for its players to read."""

from __future__ import annotations

from typing import Any

from accounts.models import User

from ..models import Game, LedgerEntry, Player


def ledger_write(
    *, game: Game, act: str, author: User | None = None, reason: str = "", data: dict[str, Any] | None = None
) -> LedgerEntry:
    """Write one entry. Its author is marked as playing if they have a seat in the game. `data`: the figures
    of its sentence; `about` in it is the id of the user whose name it contains, which is removed when the
    account is deleted."""
    plays = author is not None and Player.objects.filter(game=game, user=author).exists()
    name = str(author) if author is not None else ""
    return LedgerEntry.objects.create(
        game=game, act=act, author=author, author_name=name, plays=plays, reason=reason, data=data or {}
    )
