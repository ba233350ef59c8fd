"""Resolving one window or one use of a door, up to the next question."""

from __future__ import annotations

from typing import Final

from games.contract import Forms, Orders, PlayerId, Window
from games.rulekit.moves import Moves, read_form
from games.rulekit.shapes import OrderData

from . import orders as o
from .advance import close_turn, default_turn, file_plans, go_on
from .deeds import draw, draw_default, force, give_back, play, play_forced
from .events import DeclaredStuck, FellAsleep, Left, Missed
from .forms import JUDGE, Form
from .rounds import RoundForm, play_round
from .setup import begin
from .state import Hidden, Private, Public
from .table import Table
from .windows import windows


def _answer(table: Table, window: Window, forms: Forms) -> None:
    """Read the forms. A form of which all orders are refused counts as none; its author is told."""
    answers = {
        player: form
        for player in window.players
        if player in forms and (form := read_form(table, JUDGE, window, player, forms[player])) is not None
    }
    if window.kind == "start":
        begin(table, {player: each for player, form in answers.items() for each in form.of(o.Start)})
    elif window.kind == "round":
        play_round(table, {player: _round_form(form) for player, form in answers.items()})
    else:
        (player,) = window.awaited
        form = answers.get(player)
        _of_one(table, window, player, form.kept[0] if form is not None and form.kept else None)


# ---- one player's question -------------------------------------------------------------------------------


def _of_one(table: Table, window: Window, player: PlayerId, order: OrderData | None) -> None:
    """Resolve T1, T1F, T2 or T2B, by answer or by default."""
    if order is not None:
        table.is_here(player)
    if window.kind in ("draw", "surplus"):
        _draws(table, window, player, order)
    elif isinstance(order, o.Play):
        close_turn(table, player, play(table, player, order), order)
    elif isinstance(order, o.Forced):
        close_turn(table, player, play_forced(table, player, order), order)
    elif isinstance(order, o.Stuck):
        table.tell(DeclaredStuck(player))
        if not force(table, player):
            close_turn(table, player, None)
    else:
        _missed_turn(table, player)


def _missed_turn(table: Table, player: PlayerId) -> None:
    """Play T1 or T1F by default; before it the player's own draw, if that is still open. The turn opens only
    then, and if it turns out to be forced it is a question of its own (D34)."""
    pending = table.public.pending_of(player)
    if pending is not None:
        asked = table.public.turn, table.public.round
        table.tell(Missed(player, pending.what))
        draw_default(table, pending)
        go_on(table)
        still = (table.public.turn, table.public.round) == asked and table.public.forced is None
        if not (still and table.public.opened):
            return
    default_turn(table, player)


def _draws(table: Table, window: Window, player: PlayerId, order: OrderData | None) -> None:
    pending = table.public.pending_of(player)
    assert pending is not None  # its window is open
    if isinstance(order, o.Draw):
        draw(table, pending, order.draws, order.return_)
    elif isinstance(order, o.Surplus):
        give_back(table, pending, order.return_)
    else:
        table.tell(Missed(player, window.kind))
        draw_default(table, pending)


# ---- sealed rounds and doors -----------------------------------------------------------------------------


def _round_form(form: Form) -> RoundForm:
    """The orders of a form that stand; an empty form is an answer, too (15.6)."""
    surplus, draws = form.of(o.Surplus), form.of(o.Draw)
    return RoundForm(
        surplus[0].return_ if surplus else (),
        form.of(o.Plan),
        draws[0].draws if draws else (),
        bool(form.of(o.Relief)),
    )


def _door(table: Table, window: Window, player: PlayerId, orders: Orders) -> None:
    form = read_form(table, JUDGE, window, player, orders)
    if form is None or (form.problems and not form.kept):
        return
    if window.kind == "file":
        file_plans(table, player, form.of(o.Plan))
    elif window.kind == "leave":
        table.set_seat(player, left=True)
        file_plans(table, player, ())
        table.tell(Left(player))
    else:
        table.comes_back(player)


MOVES: Final = Moves[Public, Private, Hidden, Table](windows, Table, _answer, _door, go_on, FellAsleep)
resolve: Final = MOVES.resolve
