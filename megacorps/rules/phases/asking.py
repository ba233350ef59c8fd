"""How a step puts its question: shown if somebody is awaited, otherwise answered at once by defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from games.contract import PlayerId
from games.rulekit.shapes import OrderData

from ..frames import AnyFrame
from ..state import Question
from ..table import Table
from ..windows import awaited_of

Answers = Mapping[PlayerId, tuple[OrderData, ...]]
"""The orders that stand, of each player who handed in a form. Whoever is none of them gets the default."""

Answer = Callable[[Table, Question, Answers], None]
"""What a step does with the answers: it takes its frame off first."""

O = TypeVar("O", bound=OrderData)  # noqa: E741


def put(table: Table, frame: AnyFrame, question: Question, answer: Answer, *, shown: bool = True) -> None:
    """The question is open, or answered at once: with nobody to wait for, or where it is not `shown` at all
    because the mode is `programmed` (16.7)."""
    table.push(frame)
    if shown and awaited_of(table.public, question):
        table.ask(question)
    else:
        answer(table, question, {})


def numbered(table: Table, kind: str, asked: tuple[PlayerId, ...]) -> Question:
    """A question of this round, whose number counts the windows shown so far."""
    return Question(kind, (table.public.round, table.public.shown), asked)


def one(answers: Answers, player: PlayerId, kind: type[O]) -> O | None:
    """The one order of a player, if he handed it in."""
    return next((order for order in answers.get(player, ()) if isinstance(order, kind)), None)
