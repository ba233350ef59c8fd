"""Wire transfers: nuyens to another player, sent at once through a door beside the order form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct, field

from games.contract import Order
from games.formkit.fields import Choice, Field, NumberField, SelectField, refusals_by_field
from games.formkit.form import worth_telling
from games.formkit.reading import FieldReader
from games.skin import Desk, Scene

from ..rules import content, events
from ..rules.events.message import TransferReceived, TransferSent
from ..texts import figures, problems
from .facts import player_facts
from .kind import OrderKind


class Transfer(OrderKind):
    inputs = ("to", "amount")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("to", tuple(scene.people))
        reader.number("amount")

    def refused(self) -> str:
        return _("Nothing was sent.")

    def what(self, scene: Scene, order: Order) -> str:
        return _("to {player}").format(player=scene.name(str(order.data.get("to") or "")))

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Wire transfer {recipient}").format(recipient=self.what(scene, order))


class Transfers(Struct, frozen=True):
    """The form for wire transfers beside the summary, with the transfers of this turn. `refused`: the
    refusals that belong to no field."""

    turn: str
    fields: tuple[Field, ...]
    done: list[str]
    used: int
    of: int
    refused: str = ""
    refusals: list[str] = field(default_factory=list)

    @property
    def full(self) -> bool:
        return self.used >= self.of


def transfer_door(scene: Scene, doors: tuple[Desk, ...]) -> Transfers | None:
    """The form of the door `transfer`; None in a game without transfers."""
    door = next((one for one in doors if one.window.kind == "transfer"), None)
    if door is None:
        return None
    read = (events.read(event) for event in scene.own_events)
    done = [transfer_text(scene, told) for told in read if isinstance(told, TransferSent | TransferReceived)]
    sent = getattr(scene.view.private, "transfers_sent", 0)
    found = refusals_by_field(worth_telling(door.problems), problems.text, Transfer.inputs)
    fields = _fields(scene, door.typed or {})
    for one in fields:
        one.refusals = found[one.name]
    refused = _("Nothing was sent.") if door.problems else ""
    of = content.LIMITS.transfers_per_turn
    return Transfers(door.window.name, fields, done, sent, of, refused, found["all"])


def _fields(scene: Scene, typed: Mapping[str, Any]) -> tuple[Field, ...]:
    limits, chosen = content.LIMITS, str(typed.get("to", ""))
    others = [
        Choice(player, f"{person.name} · {player_facts(scene, player)}", chosen=player == chosen)
        for player, person in scene.people.items()
        if player != scene.reader
    ]
    hint = _("At least {least}, in multiples of {step}. It is sent at once and cannot be taken back.").format(
        least=figures.money(limits.transfer_min), step=figures.money(limits.transfer_step)
    )
    return (
        SelectField("to", pgettext("recipient", "To"), choices=others),
        NumberField("amount", _("Amount in ny"), value=str(typed.get("amount", "")), hint=hint),
    )


def transfer_text(scene: Scene, told: TransferSent | TransferReceived) -> str:
    line = (
        _("Sent to {player}: {amount}")
        if isinstance(told, TransferSent)
        else _("Received from {player}: {amount}")
    )
    return line.format(player=scene.name(told.player), amount=figures.money(told.amount))
