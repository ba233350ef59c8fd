"""The guide of a first turn, which a player can dismiss."""

from __future__ import annotations

from ..models import GUIDE, Player


def guide_dismiss(*, player: Player) -> None:
    """Remember that whoever holds this seat needs no guide of a first turn any more, in any game."""
    player.seen = {**player.seen, GUIDE: 1}
    player.save(update_fields=["seen"])
