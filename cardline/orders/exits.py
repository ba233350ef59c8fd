"""The doors: resigning for good, and coming back after an absence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Desk

from ..rules.state import DORMANT_AFTER
from ..texts import problems


@dataclass(frozen=True, slots=True)
class ExitForm:
    """A door with its explanation; unless it is harmless, it is folded and asks for confirmation."""

    name: str
    kind: str
    title: str
    text: str
    button: str
    refusals: list[str] = field(default_factory=list)


def exits(doors: Iterable[Desk]) -> list[ExitForm]:
    """The open doors, coming back first."""
    forms: list[ExitForm] = []
    for door in doors:
        refused = [problems.text(problem) for problem in door.problems]
        if door.window.kind == "return":
            forms.insert(
                0,
                ExitForm(
                    door.window.name,
                    "return",
                    _("You were away"),
                    _("After {count} turns missed in a row the game stopped waiting for you.").format(
                        count=DORMANT_AFTER
                    ),
                    _("Come back"),
                    refused,
                ),
            )
        elif door.window.kind == "resign":
            forms.append(
                ExitForm(
                    door.window.name,
                    "resign",
                    _("Resign"),
                    _("You leave this game for good, your cards go to the box, and you rank below those "
                      "who played on. There is no way back."),
                    _("Leave for good"),
                    refused,
                )
            )  # fmt: skip
    return forms


def text(order: Order, line: Line) -> str:
    """The use of a door as text for its receipt."""
    return _("Leave the game for good") if order.kind == "resign" else _("Come back into the game")
