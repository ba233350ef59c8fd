"""Mode `turns`: going from one question to the next by opening turns, playing for players who are away, and
ending rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.contract import PlayerId
from games.rulekit.moves import repeat

from . import orders as o
from .content import MAX_PLAYERS, C, Mode
from .deeds import (
    Done,
    ask_draws,
    draw_default,
    force,
    is_stuck,
    play_default,
    play_first_plan,
    play_forced_default,
)
from .draws import owed
from .ending import end_round
from .events import Defaulted, PlansFiled
from .table import Table

MOST_STEPS: Final = 4 * MAX_PLAYERS * C.figures.rounds
"""Between two answers: a turn is opened and played, and a round ended."""


def go_on(table: Table) -> None:
    """Take steps until somebody has to be asked, the game sleeps, or it is over (15.2, 15.4)."""
    repeat(table, _one_step, MOST_STEPS, lambda: f"round {table.public.round}")


def _one_step(table: Table) -> bool:
    """Take one step that needs no answer; False if there is none."""
    if table.public.over or not table.public.round or table.public.mode is not Mode.TURNS:
        return False
    _serve_the_absent(table)
    player = table.public.active
    if player is None:
        end_round(table)
        return True
    if not table.public.opened:
        if table.public.asleep or table.public.pending_of(player) is not None:
            return False  # a turn opens only when the hand is complete (7.2, D34)
        _open(table, player)
        return True
    if player not in table.public.absent:
        return False
    default_turn(table, player)
    return True


def _serve_the_absent(table: Table) -> None:
    """Serve the draws of players for whom nobody waits, and close questions about draws when there are no
    cards left."""
    for pending in table.public.pending:
        if pending.player in table.public.absent:
            table.tell(Defaulted(pending.player, pending.what))
            draw_default(table, pending)
        elif not owed(table.public, pending) and not pending.shown:
            left = (each for each in table.public.pending if each is not pending)
            table.change(pending=tuple(left))


def _open(table: Table, player: PlayerId) -> None:
    """Open a turn (7.2.1): it is forced, passed, answered by a plan, or asked."""
    if is_stuck(table, player):
        if force(table, player):
            table.change(opened=True)
        else:
            close_turn(table, player, None)
        return
    table.change(opened=True)
    if player not in table.public.absent:
        _take_plan(table, player)


def _take_plan(table: Table, player: PlayerId) -> None:
    """Take the first possible plan as the player's answer; a player who has filed one counts as present."""
    plans = tuple(map(o.filed_plan, table.private[player].plans))
    found = play_first_plan(table, player, plans)
    if found is not None:
        plan, done = found
        table.is_here(player)
        close_turn(table, player, done, plan)


def default_turn(table: Table, player: PlayerId) -> None:
    """Play T1 or T1F by default, depending on the question. It counts once for absence, whatever follows."""
    forced = table.public.forced is not None
    table.misses(player, "forced" if forced else "play")
    done = play_forced_default(table, player) if forced else play_default(table, player)
    close_turn(table, player, done)


def close_turn(table: Table, player: PlayerId, done: Done | None, answer: o.Answer | None = None) -> None:
    """End a turn: its plans are void, its draws are asked. `done` is None if it was passed."""
    table.change(turn=table.public.turn + 1, opened=False, forced=None)
    file_plans(table, player, ())
    if done is not None:
        ask_draws(table, player, done, answer)


def file_plans(table: Table, player: PlayerId, plans: Sequence[o.Plan]) -> None:
    """Replace a player's filed plans; only the player is told."""
    if plans or table.private[player].plans:
        table.set_private(player, plans=tuple(map(o.order, plans)))
        cards, effects = tuple(plan.card for plan in plans), tuple(plan.effect for plan in plans)
        table.tell_only(PlansFiled(cards, effects), player)
