"""Wire transfers: nuyens to another player, sent at once through a door beside the order form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Order
from games.skin import Desk, Scene

from ..rules import content, events
from ..rules.events.message import TransferReceived, TransferSent
from ..texts import figures, problems
from .kind import OrderKind
from .reading import Typing


class Transfer(OrderKind):
    inputs = ("to", "amount")

    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("to", tuple(scene.people))
        typing.number("amount")

    def refused(self) -> str:
        return _("Nothing was sent.")

    def what(self, scene: Scene, order: Order) -> str:
        return _("to {player}").format(player=scene.name(str(order.data.get("to") or "")))

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Wire transfer {recipient}").format(recipient=self.what(scene, order))


@dataclass(slots=True)
class Transfers:
    """The door of wire transfers beside the summary, with those of this turn."""

    turn: str
    players: list[tuple[str, str, bool]]
    amount: str
    hint: str
    done: list[str]
    used: int
    of: int
    refused: str = ""
    general: list[str] = field(default_factory=list)
    on_player: list[str] = field(default_factory=list)
    on_amount: list[str] = field(default_factory=list)

    @property
    def full(self) -> bool:
        return self.used >= self.of


def transfer_door(scene: Scene, doors: tuple[Desk, ...]) -> Transfers | None:
    """The form of the `transfer` door, None in a game without it."""
    door = next((one for one in doors if one.window.kind == "transfer"), None)
    if door is None:
        return None
    typed: Mapping[str, Any] = door.typed or {}
    sent = getattr(scene.view.private, "transfers_sent", 0)
    chosen = str(typed.get("to", ""))
    limits = content.LIMITS
    found = Transfers(
        turn=door.window.name,
        players=[
            (player, person.name, player == chosen)
            for player, person in scene.people.items()
            if player != scene.reader
        ],
        amount=str(typed.get("amount", "")),
        hint=_(
            "At least {least}, in multiples of {step}. It is sent at once and cannot be taken back."
        ).format(least=figures.money(limits.transfer_min), step=figures.money(limits.transfer_step)),
        done=[
            transfer_text(scene, told)
            for event in scene.own_events
            if isinstance(told := events.read(event), TransferSent | TransferReceived)
        ],
        used=sent,
        of=limits.transfers_per_turn,
    )
    if door.problems:
        found.refused = _("Nothing was sent.")
        places = {"to": found.on_player, "amount": found.on_amount}
        for one in problems.worth_telling(door.problems):
            places.get(one.input or "", found.general).append(problems.text(one))
    return found


def transfer_text(scene: Scene, told: TransferSent | TransferReceived) -> str:
    line = (
        _("Sent to {player}: {amount}")
        if isinstance(told, TransferSent)
        else _("Received from {player}: {amount}")
    )
    return line.format(player=scene.name(told.player), amount=figures.money(told.amount))
