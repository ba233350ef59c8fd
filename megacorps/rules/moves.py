"""Resolving one window or one use of a door, up to the next question."""

from __future__ import annotations

from typing import Final

from games.contract import Forms, Orders, PlayerId, Window
from games.rulekit.moves import Moves, read_form

from .advance import ANSWERS, advance, play_at_door
from .events import FellAsleep, NoAnswer
from .forms import JUDGE
from .frames import Play
from .orders import PlayCard
from .phases.doors import file
from .phases.leaving import leave
from .phases.trade import trade
from .state import Hidden, Private, Public
from .table import Table
from .windows import windows


def _answer(table: Table, window: Window, forms: Forms) -> None:
    """Read all forms against the state before the resolution; absent players who handed in are back (D67)."""
    question = table.public.question
    assert question is not None
    answers = {}
    for player in question.asked:
        if player in forms and player in window.players:
            form = read_form(table, JUDGE, window, player, forms[player])
            answers[player] = tuple(form.kept) if form else ()
        elif player in window.awaited:
            table.tell(NoAnswer(player, window.kind))
    for player in answers:
        if table.seat(player).absent:
            table.is_here(player)
    ANSWERS[window.kind](table, question, answers)


def _door(table: Table, window: Window, player: PlayerId, orders: Orders) -> None:
    form = read_form(table, JUDGE, window, player, orders)
    if form is None or not form.kept:
        return
    if window.kind == "leave":
        leave(table, player)
        return
    if table.seat(player).absent:
        table.is_here(player)
    if window.kind == "file":
        file(table, player, tuple(form.kept))
    elif window.kind == "trade":
        trade(table, player, form.kept[0])
    elif window.kind == "cards":
        _play(table, player, form.kept[0])


def _play(table: Table, player: PlayerId, play: object) -> None:
    """Play a card at the door. An open turn is asked again; programmes stay as they are, unless the card
    opens a window (D57)."""
    assert isinstance(play, PlayCard)
    question, depth = table.public.question, table.depth
    table.push(Play(player, play, None, False))
    if question is None:
        return
    table.change(question=None)
    if question.kind == "turn":
        table.change(asked_anew=table.public.asked_anew + 1)
    else:
        play_at_door(table, question, depth)


MOVES: Final = Moves[Public, Private, Hidden, Table](windows, Table, _answer, _door, advance, FellAsleep)
resolve: Final = MOVES.resolve
