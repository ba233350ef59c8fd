"""The doors: resigning for good, and coming back after an absence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Desk, DoorText

from ..rules.state import DORMANT_AFTER


def _resign(name: str) -> DoorText:
    return DoorText(
        name,
        _("Resign"),
        _("You leave this game for good, your cards go to the box, and you rank below those "
          "who played on. There is no way back."),
        _("Leave for good"),
    )  # fmt: skip


def _return(name: str) -> DoorText:
    return DoorText(
        name,
        _("You were away"),
        _("After {count} turns missed in a row the game stopped waiting for you.").format(
            count=DORMANT_AFTER
        ),
        _("Come back"),
        inviting=True,
    )


EXITS: Final[Mapping[str, Callable[[str], DoorText]]] = {"resign": _resign, "return": _return}


def exits(doors: Iterable[Desk]) -> tuple[DoorText, ...]:
    """The open doors in words."""
    return tuple(EXITS[door.window.kind](door.window.name) for door in doors)


def text(order: Order, line: Line) -> str:
    """The use of a door as text for its receipt."""
    return _("Leave the game for good") if order.kind == "resign" else _("Come back into the game")
