"""One window answered, or one use of a door; then on to the next question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Dice, Forms, Orders, Outcome, PlayerId, Problem, State, View, Window
from games.rulekit.judging import dropped
from games.rulekit.windows import still_asked

from .advance import ANSWERS, advance, play_at_door
from .events import FellAsleep, NoAnswer, OrderDropped
from .forms import Form, sift
from .frames import Play
from .orders import SHAPES, PlayCard, keys_of
from .phases.doors import file
from .phases.leaving import leave
from .phases.trade import trade
from .state import Hidden, Private, Public
from .table import Table
from .windows import windows

KEYS: Final[Mapping[str, tuple[str, ...]]] = {kind: keys_of(kind) for kind in SHAPES}


def resolve(
    state: State[Public, Private, Hidden], window: Window, forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """What stands of the forms is applied, what falls is told to its author, and whoever is missed gets the
    default of the rules. A window that is not open changes nothing."""
    asked = still_asked(windows(state.public), window)
    if asked is None:
        return Outcome(state)
    table = Table(state, dice)
    if asked.is_door:
        for player in asked.players:
            if player in forms:
                _door(table, asked, player, forms[player])
    else:
        _answer(table, asked, forms)
    advance(table)
    if table.public.asleep and not state.public.asleep:
        table.tell(FellAsleep())
    return table.outcome()


def _read(table: Table, window: Window, player: PlayerId, orders: Orders) -> Form | None:
    """What stands of a form; its author is told what does not."""
    form = sift(View(player, table.public, table.private[player]), window, orders)
    problems: tuple[Problem, ...] = tuple(form.problems) if isinstance(form, Form) else form
    for one in dropped(KEYS, orders, problems):
        table.tell_only(OrderDropped(one.order, one.data, one.problem, one.params), player)
    return form if isinstance(form, Form) else None


def _answer(table: Table, window: Window, forms: Forms) -> None:
    """All forms are read against the state as it was; the absent who handed in are back (D67)."""
    question = table.public.question
    assert question is not None
    answers = {}
    for player in question.asked:
        if player in forms and player in window.players:
            form = _read(table, window, player, forms[player])
            answers[player] = tuple(form.kept) if form else ()
        elif player in window.awaited:
            table.tell(NoAnswer(player, window.kind))
    for player in answers:
        if table.seat(player).absent:
            table.is_here(player)
    ANSWERS[window.kind](table, question, answers)


def _door(table: Table, window: Window, player: PlayerId, orders: Orders) -> None:
    form = _read(table, window, player, orders)
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
    """A card asks an open turn anew; programmes stay as they are, unless it opens a window (D57)."""
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
