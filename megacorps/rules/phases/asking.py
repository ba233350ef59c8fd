"""Asking a question: it opens a window if somebody is awaited; otherwise defaults answer it at once."""

from __future__ import annotations

from collections.abc import Callable

from games.contract import PlayerId
from games.rulekit.forms import Answers

from ..frames import AnyFrame
from ..state import Question
from ..table import Table
from ..windows import awaited_of

Answer = Callable[[Table, Question, Answers], None]
"""What a step does with the answers: it takes its frame off first."""


def put(table: Table, frame: AnyFrame, question: Question, answer: Answer, *, shown: bool = True) -> None:
    """Open a question, or answer it at once if nobody is awaited, or if it is not `shown` because the mode is
    `programmed` (16.7)."""
    table.push(frame)
    if shown and awaited_of(table.public, question):
        table.ask(question)
    else:
        answer(table, question, {})


def numbered(table: Table, kind: str, asked: tuple[PlayerId, ...]) -> Question:
    """A question of this round, whose number counts the windows shown so far."""
    return Question(kind, (table.public.round, table.public.shown), asked)
