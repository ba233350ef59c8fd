"""How a player is called in sentences: by the MegaCorp, as on the board."""

from __future__ import annotations

from collections.abc import Iterable

from games.skin import Scene, figures

from . import names


def party(scene: Scene, player: str) -> str:
    """The name of a player's MegaCorp; that of the player until it is dealt."""
    seat = scene.view.public.seats.get(player)
    return names.megacorp(seat.megacorp) if seat and seat.megacorp else scene.name(player)


def parties(scene: Scene, players: Iterable[str]) -> str:
    """`Globbo, Lenogo and Mokia`."""
    return figures.listed([party(scene, player) for player in players])


def party_and_player(scene: Scene, player: str) -> str:
    """`Mokia (Ana)`, where a party is chosen; the player's name alone until the MegaCorps are dealt."""
    called, name = party(scene, player), scene.name(player)
    return name if called == name else f"{called} ({name})"
