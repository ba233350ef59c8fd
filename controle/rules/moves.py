"""One window answered, or one use of a door; then on to the next question."""

from __future__ import annotations

from typing import TypeVar

from games.contract import Dice, Forms, Orders, Outcome, PlayerId, Problem, State, Window
from games.rulekit.judging import dropped
from games.rulekit.shapes import OrderData
from games.rulekit.windows import still_asked

from . import orders as o
from .advance import close_turn, default_turn, file_plans, go_on
from .deeds import draw, draw_default, force, give_back, play, play_forced
from .events import DeclaredStuck, FellAsleep, Left, Missed
from .forms import Form, read
from .rounds import RoundForm, play_round
from .setup import begin
from .state import Hidden, Private, Public
from .table import Table
from .windows import windows

Kind = TypeVar("Kind", bound=OrderData)


def resolve(
    state: State[Public, Private, Hidden], window: Window, forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """What stands of the forms is applied, what falls is told to its author; a form of which nothing stands
    counts as none. A window that is not open changes nothing."""
    asked = still_asked(windows(state.public), window)
    if asked is None:
        return Outcome(state)
    table = Table(state, dice)
    answers = {
        player: _read(table, asked, player, forms[player]) for player in asked.players if player in forms
    }
    if asked.is_door:
        for player, form in answers.items():
            _door(table, asked, player, form)
    elif asked.kind == "start":
        begin(table, {player: each for player, form in answers.items() for each in _kept(form, o.Start)})
    elif asked.kind == "round":
        play_round(table, {player: _round_form(form) for player, form in answers.items() if form is not None})
    else:
        (player,) = asked.awaited
        _answer(table, asked, player, _only(answers.get(player)))
    go_on(table)
    if table.public.asleep and not state.public.asleep:
        table.tell(FellAsleep())
    return table.outcome()


def _read(table: Table, window: Window, player: PlayerId, orders: Orders) -> Form | None:
    """What stands of a form; its author is told what does not. None: the author may hand in nothing."""
    form = read(table.view(player), window, orders)
    problems: tuple[Problem, ...] = form.problems if isinstance(form, Form) else form
    for one in dropped(o.SHAPES, orders, problems):
        table.tell_only(one, player)
    return form if isinstance(form, Form) else None


def _kept(form: Form | None, kind: type[Kind]) -> tuple[Kind, ...]:
    return tuple(each for each in form.kept if isinstance(each, kind)) if form is not None else ()


def _only(form: Form | None) -> OrderData | None:
    """The order of a form that takes one."""
    return form.kept[0] if form is not None and form.kept else None


# ---- one player's question -------------------------------------------------------------------------------


def _answer(table: Table, window: Window, player: PlayerId, order: OrderData | None) -> None:
    """T1, T1F, T2 or T2B, by answer or by default."""
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
    """T1 or T1F by default. Before it the own draw, if that is still open: the turn opens only then, and if
    it proves forced it is a question of its own (D34)."""
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
    """What stands of a form; also an empty one is an answer (15.6)."""
    surplus, draws = _kept(form, o.Surplus), _kept(form, o.Draw)
    return RoundForm(
        surplus[0].return_ if surplus else (),
        _kept(form, o.Plan),
        draws[0].draws if draws else (),
        bool(_kept(form, o.Relief)),
    )


def _door(table: Table, window: Window, player: PlayerId, form: Form | None) -> None:
    if form is None or (form.problems and not form.kept):
        return
    if window.kind == "file":
        file_plans(table, player, _kept(form, o.Plan))
    elif window.kind == "leave":
        table.set_seat(player, left=True)
        file_plans(table, player, ())
        table.tell(Left(player))
    else:
        table.comes_back(player)
