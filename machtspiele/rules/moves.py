"""Resolving one window or one use of a door, up to the next question."""

from __future__ import annotations

from typing import Final

from games.contract import Forms, Orders, PlayerId, Window
from games.rulekit.absence import after_miss
from games.rulekit.forms import Answers, first_of
from games.rulekit.moves import Moves, read_form
from games.rulekit.shapes import OrderData

from . import orders as o
from .advance import answered_in_advance, close, go_on, has_filed_answer
from .events import FellAsleep, Missed, WentAway
from .forms import JUDGE
from .phases.doors import file, is_here, keep_replies, leave
from .state import ABSENCE, Hidden, Private, Public, Question
from .table import Table
from .windows import is_sealed, windows


def _answer(table: Table, window: Window, forms: Forms) -> None:
    """Read all forms against the state before the resolution; a form of which all orders are refused counts
    as none."""
    question = table.public.question
    assert question is not None
    answers: dict[PlayerId, tuple[OrderData, ...]] = {}
    for player in question.asked:
        form = read_form(table, JUDGE, window, player, forms[player]) if player in forms else None
        if form is not None and form.kept:
            answers[player] = tuple(form.kept)
    missed = [player for player in question.asked if player not in answers and _misses(table, window, player)]
    for player in answers:
        is_here(table, player)
    for player in missed:
        _miss(table, question, player)
    _take_replies(table, answers)
    close(table, question, answers, missed)


def _misses(table: Table, window: Window, player: PlayerId) -> bool:
    """Whether a player without an answer has missed the deadline: was awaited, not away, and had filed no
    answer (D47)."""
    question = table.public.question
    assert question is not None
    waited_for = player in window.awaited and player not in table.public.away
    return waited_for and not answered_in_advance(table, question, player)


def _miss(table: Table, question: Question, player: PlayerId) -> None:
    counts = after_miss({player: table.seat(player).missed}, player)
    table.set_seat(player, missed=counts[player])
    table.tell(Missed(player, question.kind))
    if ABSENCE.begins(counts[player]):
        table.tell(WentAway(player))


def _take_replies(table: Table, answers: Answers) -> None:
    """The standing replies of all take effect before anything else (13.6)."""
    for player in answers:
        replies = first_of(answers, player, o.Replies)
        if replies is not None:
            keep_replies(table, player, replies)


def _door(table: Table, window: Window, player: PlayerId, orders: Orders) -> None:
    form = read_form(table, JUDGE, window, player, orders)
    if form is None or (orders and not form.kept) or (window.kind != "file" and not form.kept):
        return
    if window.kind == "leave":
        leave(table, player)
        return
    if player in table.public.away:  # filing for later by a player who is here is not visible to others
        is_here(table, player)
    if window.kind == "file":
        file(table, form, orders)
        _answer_own_question(table, player)


def _answer_own_question(table: Table, player: PlayerId) -> None:
    """If a player files while only they are asked, the filed action answers at once if it is possible now
    (13.1)."""
    question = table.public.question
    if question is None or not question.open or is_sealed(table.public, question.kind):
        return
    if question.asked == (player,) and has_filed_answer(table, question):
        close(table, question, {})


MOVES: Final = Moves[Public, Private, Hidden, Table](windows, Table, _answer, _door, go_on, FellAsleep)
resolve: Final = MOVES.resolve
