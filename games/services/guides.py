"""The guide of a first turn, which a player can dismiss."""

from __future__ import annotations

from ..models import GUIDE, Player


def guide_dismiss(*, player: Player) -> None:
    """Dismiss the guide of a first turn for the holder of this seat, in every game."""
    player.seen = {**player.seen, GUIDE: 1}
    player.save(update_fields=["seen"])
