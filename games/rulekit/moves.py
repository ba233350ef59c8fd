"""Resolving in titles of moves: one window or one use of a door, then step by step until somebody has to be
asked, the game sleeps, or it is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from ..contract import Dice, Forms, Hid, Orders, Outcome, PlayerId, Priv, Problem, State, Window
from .events import EventData
from .forms import FormJudge, JudgedForm
from .judging import dropped
from .windows import still_asked
from .worktable import Worktable


class Sleeper(Protocol):
    """A public drawer of a game that can sleep."""

    @property
    def players(self) -> tuple[PlayerId, ...]: ...

    @property
    def asleep(self) -> bool: ...


Shown = TypeVar("Shown", bound=Sleeper)
Table = TypeVar("Table", bound=Worktable[Any, Any, Any])


class Moves(Struct, Generic[Shown, Priv, Hid, Table], frozen=True):
    """The parts of `Rules.resolve` that a title of moves writes.

    `answer`: applies the forms of a window with a deadline, with the default for missing ones. `door`:
    applies one player's form at a door. `go_on`: takes all further steps that need no answer. `fell_asleep`:
    the event that tells that all players are absent.
    """

    windows: Callable[[Shown], tuple[Window, ...]]
    table: Callable[[State[Shown, Priv, Hid], Dice], Table]
    answer: Callable[[Table, Window, Forms], None]
    door: Callable[[Table, Window, PlayerId, Orders], None]
    go_on: Callable[[Table], None]
    fell_asleep: Callable[[], EventData]

    def resolve(
        self, state: State[Shown, Priv, Hid], window: Window, forms: Forms, dice: Dice
    ) -> Outcome[Shown, Priv, Hid]:
        """`Rules.resolve`. A window that is no longer open changes nothing."""
        asked = still_asked(self.windows(state.public), window)
        if asked is None:
            return Outcome(state)
        table = self.table(state, dice)
        if asked.is_door:
            for player in asked.players:
                if player in forms:
                    self.door(table, asked, player, forms[player])
        else:
            self.answer(table, asked, forms)
        self.go_on(table)
        if table.public.asleep and not state.public.asleep:
            table.tell(self.fell_asleep())
        return table.outcome()


def read_form(
    table: Worktable[Shown, Priv, Hid],
    judge: FormJudge[Shown, Priv],
    window: Window,
    player: PlayerId,
    orders: Orders,
) -> JudgedForm[Shown, Priv] | None:
    """Judge a form against the current state and return what stands of it; the rest is reported to its author
    (`OrderDropped`). None if its author may hand in nothing."""
    form = judge.sift(table.view(player), window, orders)
    problems: tuple[Problem, ...] = tuple(form.problems) if isinstance(form, JudgedForm) else form
    for each in dropped(judge.shapes, orders, problems):
        table.tell_only(each, player)
    return form if isinstance(form, JudgedForm) else None


def repeat(table: Table, step: Callable[[Table], bool], most: int, where: Callable[[], str]) -> None:
    """Repeat a step until it returns False, because the game waits. Raises RuntimeError after `most` steps,
    naming `where` the game is, because the rules are at fault then. The turn becomes stuck, whereas an
    endless loop would also delay all other games.
    """
    for _ in range(most):
        if not step(table):
            return
    raise RuntimeError(f"no end after {most} steps, in {where()}")
