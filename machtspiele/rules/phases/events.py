"""Revealing and applying the event of a round (7, 8.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.contract import PlayerId

from ..board import departments, directors, generals, gives
from ..content import BOSS, C, Effect, Item, event_of
from ..events import (
    BossRemoved,
    EventRevealed,
    Fined,
    FoolPaid,
    Income,
    MoneyLine,
    MotivationChanged,
    Share,
)
from ..points import settle
from ..state import Public
from ..table import Table

COUNTS: Final[Mapping[str, Callable[[Public, PlayerId], int]]] = {
    "certificate": lambda public, player: len(public.seats[player].certificates),
    "department": departments,
    "general_department": generals,
    "board_member": lambda public, player: public.board.count(player),
    "boss": lambda public, player: int(public.boss == player),
    "director": lambda public, player: len(directors(public, player)),
}
"""What money is paid for, or asked for."""


def reveal(table: Table) -> str:
    """Reveal and apply the next card of the row; returns its id."""
    public = table.public
    card = table.row[len(public.revealed)]
    table.change(revealed=(*public.revealed, card), row=public.row - 1, asked=False)
    table.tell(EventRevealed(public.turn, len(table.public.revealed), card))
    for effect in event_of(card).effects:
        apply(table, effect)
    settle(table)
    return card


def apply(table: Table, effect: Effect) -> None:
    """Apply one effect of a card."""
    APPLY[effect.op](table, effect)


def _income(table: Table, effect: Effect) -> None:
    """Pay income (8.1, 9.6): the supplement is for each department and each general department of the card's
    holder."""
    for player in table.public.players:
        lines = _lines(table.public, player, effect.items)
        each = gives(table.public, player, effect.privilege)
        offices = departments(table.public, player) + generals(table.public, player)
        if each * offices:
            lines = (*lines, MoneyLine("supplement", offices, each * offices))
        amount = sum(line.amount for line in lines)
        table.pay(player, amount)
        if amount:
            table.tell(Income(player, amount, lines))


def _lines(public: Public, player: PlayerId, items: tuple[Item, ...]) -> tuple[MoneyLine, ...]:
    counted = ((item, COUNTS[item.per](public, player)) for item in items)
    return tuple(MoneyLine(item.per, count, count * item.amount) for item, count in counted if count)


def _motivation(table: Table, effect: Effect) -> None:
    was = table.public.motivation
    now = min(C.motivation.highest, max(C.motivation.lowest, was + effect.delta))
    table.change(motivation=now)
    table.tell(MotivationChanged(was, now))


def _pay_players(table: Table, effect: Effect) -> None:
    """Let the victim pay the others as long as possible, clockwise from the left; the bank pays the rest
    (D19)."""
    payer = _owner(table.public, effect.payer)
    if payer is None:
        return
    players = table.public.players
    at = players.index(payer)
    shares = []
    for player in (*players[at + 1 :], *players[:at]):
        paid = min(effect.amount, table.cash(payer))
        table.pay(payer, -paid)
        table.pay(player, effect.amount)
        shares.append(Share(player, paid, effect.amount - paid))
    table.tell(FoolPaid(payer, tuple(shares)))


def _owner(public: Public, figure: str) -> PlayerId | None:
    """The owner of a figure that a card names: `boss`, `director:communication`."""
    return public.boss if figure == BOSS else public.directors.get(figure.removeprefix("director:"))


def _fine(table: Table, effect: Effect) -> None:
    """Collect a fine; players with less pay what they have (D20)."""
    for player in table.public.players:
        spared = sum(_owner(table.public, figure) == player for figure in effect.spared)
        lines = []
        for per in effect.per:
            count = COUNTS[per](table.public, player) - (spared if per == "director" else 0)
            if count:
                lines.append(MoneyLine(per, count, count * effect.amount))
        due = sum(line.amount for line in lines)
        if due:
            amount = min(due, table.cash(player))
            table.pay(player, -amount)
            table.tell(Fined(player, amount, due, tuple(lines)))


def _if_boss(table: Table, effect: Effect) -> None:
    if table.public.boss is not None:
        for each in effect.then:
            apply(table, each)


def _grant(table: Table, effect: Effect) -> None:
    player = _owner(table.public, effect.to)
    if player is not None:
        table.pay(player, effect.amount)
        table.tell(BossRemoved(player, effect.amount))


def _remove_boss(table: Table, effect: Effect) -> None:
    if table.public.boss is not None:
        table.to_reserve(table.public.boss)
        table.change(boss=None)


def _turn_face_down(table: Table, effect: Effect) -> None:
    """Turn a card face down, no matter who holds it, even a briber (D22)."""
    table.turn_down(effect.card)


APPLY: Final[Mapping[str, Callable[[Table, Effect], None]]] = {
    "income": _income,
    "motivation": _motivation,
    "pay_players": _pay_players,
    "fine": _fine,
    "if_boss": _if_boss,
    "grant": _grant,
    "remove_boss": _remove_boss,
    "turn_face_down": _turn_face_down,
}
