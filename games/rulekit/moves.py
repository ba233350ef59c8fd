"""Resolving in titles of moves: one window answered, or one use of a door; then on, step by step, until
somebody has to be asked, the game sleeps, or it is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

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


@dataclass(frozen=True)
class Moves(Generic[Shown, Priv, Hid, Table]):
    """The parts of `Rules.resolve` that a title of moves writes.

    `answer`: applies the forms of a window with a deadline; whoever is missing gets the default. `door`:
    applies one player's form at a door. `go_on`: all that follows by itself. `fell_asleep`: the event that
    tells that all are absent.
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
    """A form judged against the state as it is now, for what stands of it; its author is told what does not
    (`OrderDropped`). None if its author may hand in nothing."""
    form = judge.sift(table.view(player), window, orders)
    problems: tuple[Problem, ...] = tuple(form.problems) if isinstance(form, JudgedForm) else form
    for each in dropped(judge.shapes, orders, problems):
        table.tell_only(each, player)
    return form if isinstance(form, JudgedForm) else None


def repeat(table: Table, step: Callable[[Table], bool], most: int, where: Callable[[], str]) -> None:
    """The same step again until it says, by False, that the game waits.

    Raises RuntimeError after `most` steps, saying `where` the game is: the rules are at fault then. The turn
    is stuck and other games go on, where a loop without end would hold up them all.
    """
    for _ in range(most):
        if not step(table):
            return
    raise RuntimeError(f"no end after {most} steps, in {where()}")
