"""Beside the order form: what is left, where it goes, the quotas, the receipt, and wire transfers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Event
from games.skin import Desk, Scene

from ..rules import content
from ..texts import figures, problems
from .kinds import GROUPS


@dataclass(frozen=True, slots=True)
class Bar:
    """A piece of the bar of where the money goes; `x` and `width` in percent of its length."""

    css: str
    x: str
    width: str


@dataclass(slots=True)
class Till:
    before: int
    left: int
    spent: int
    rows: list[tuple[str, int]] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    words: str = ""
    quotas: list[tuple[str, int, int]] = field(default_factory=list)


def _spent(desk: Desk, kinds: tuple[str, ...]) -> int:
    return sum(
        line.amount for order, line in zip(desk.orders, desk.quote.orders, strict=True) if order.kind in kinds
    )


def till(desk: Desk) -> Till:
    """The sums of a form: a row and a piece of the bar for everything that costs."""
    quote = desk.quote
    found = Till(quote.left + quote.spent, quote.left, quote.spent)
    parts = [
        (_("Shares"), "b1", _spent(desk, ("buy_share",))),
        (_("Influence"), "b1", _spent(desk, ("buy_influence",))),
        (_("Runs"), "b2", _spent(desk, GROUPS["runs"])),
        (_("Speculations"), "b3", _spent(desk, GROUPS["bet"])),
    ]
    whole, at = max(found.before, quote.spent, 1), 0
    words = []
    for label, css, amount in parts:
        if not amount:
            continue
        found.rows.append((label, -amount))
        found.bars.append(Bar(css, f"{100 * at / whole:.2f}%", f"{100 * amount / whole:.2f}%"))
        words.append(_("{what} {amount}").format(what=label.lower(), amount=figures.number(amount)))
        at += amount
    words.append(_("left {amount}").format(amount=figures.number(quote.left)))
    found.words = _("Of {money}: {parts}").format(money=figures.money(found.before), parts=", ".join(words))
    labels = {
        "shares": _("Shares"),
        "bonuses": _("Influence bonuses"),
        "speculations": _("Speculations"),
    }
    found.quotas = [
        (label, quote.quotas[key].used, quote.quotas[key].of)
        for key, label in labels.items()
        if key in quote.quotas
    ]
    return found


def group_summary(desk: Desk, group: str) -> str:
    """What a group of the form amounts to, at the end of its heading."""
    orders = [order for order in desk.orders if order.kind in GROUPS[group]]
    money = figures.money(_spent(desk, GROUPS[group]))
    if group == "ally":
        return _("free")
    if group == "bet":
        quota = desk.quote.quotas.get("speculations")
        used = _("{used} of {of}").format(used=len(orders), of=quota.of if quota else 0)
        return f"{used}, {money}" if orders else used
    if not orders:
        return _("nothing yet")
    if group == "runs":
        return ngettext("{count} run, {money}", "{count} runs, {money}", len(orders)).format(
            count=len(orders), money=money
        )
    return ngettext("{count} order, {money}", "{count} orders, {money}", len(orders)).format(
        count=len(orders), money=money
    )


# ---- wire transfers ---------------------------------------------------------------------------


@dataclass(slots=True)
class Transfers:
    """The door of wire transfers beside the till, with those of this turn."""

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
            transfer_text(scene, event) for event in scene.own_events if event.kind.startswith("transfer_")
        ],
        used=sent,
        of=limits.transfers_per_turn,
    )
    if door.problems:
        found.refused = problems.refused("transfer")
        places = {"to": found.on_player, "amount": found.on_amount}
        for one in problems.worth_telling(door.problems):
            places.get(one.input or "", found.general).append(problems.text(one))
    return found


def transfer_text(scene: Scene, event: Event) -> str:
    player, amount = (
        scene.name(str(event.data.get("player", ""))),
        figures.money(int(event.data.get("amount", 0))),
    )
    if event.kind == "transfer_sent":
        return _("Sent to {player}: {amount}").format(player=player, amount=amount)
    return _("Received from {player}: {amount}").format(player=player, amount=amount)
