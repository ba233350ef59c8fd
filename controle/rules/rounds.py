"""Mode `rounds`: resolving a whole round from its forms (15.6)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from games.contract import PlayerId

from . import orders as o
from .content import C
from .deeds import (
    Done,
    draw_default,
    force,
    is_stuck,
    play_default,
    play_first_plan,
    play_forced_default,
)
from .draws import cards_by_pile, default_piles, draws_of
from .ending import end_round
from .events import Defaulted
from .state import Pending
from .table import Table


class RoundForm(Struct, frozen=True):
    """The orders of a form that stand; () and False for what it does not contain."""

    surplus: tuple[str, ...] = ()
    plans: tuple[o.Plan, ...] = ()
    draws: tuple[str, ...] = ()
    relief: bool = False


def play_round(table: Table, forms: Mapping[PlayerId, RoundForm]) -> None:
    """Play a round: the surplus of the last round, then all turns in turn order, each with its draws; then
    the end of the round."""
    order = table.public.order
    for player in order:
        _return_surplus(table, player, forms.get(player, RoundForm()).surplus)
    for player in order:
        _turn(table, player, forms.get(player))
        table.change(turn=table.public.turn + 1, forced=None)
    end_round(table)


def _return_surplus(table: Table, player: PlayerId, cards: tuple[str, ...]) -> None:
    pending = table.public.pending_of(player)
    if pending is None:
        return
    if cards:
        table.change(pending=tuple(each for each in table.public.pending if each is not pending))
        table.put_back(player, cards)
    else:
        draw_default(table, pending)


def _turn(table: Table, player: PlayerId, form: RoundForm | None) -> None:
    if form is None:
        table.misses(player, "round")
    else:
        table.is_here(player)
    done = _play(table, player, form)
    if done is not None:
        _draw(table, player, done, form or RoundForm())


def _play(table: Table, player: PlayerId, form: RoundForm | None) -> Done | None:
    """Play the first possible plan, otherwise the default; None if the turn was passed."""
    if is_stuck(table, player):
        return play_forced_default(table, player) if force(table, player) else None
    if form is not None:
        found = play_first_plan(table, player, form.plans)
        if found is not None:
            return found[1]
        table.tell(Defaulted(player, "round"))
    return play_default(table, player)


def _draw(table: Table, player: PlayerId, done: Done, form: RoundForm) -> None:
    """Serve the draws as named, then as by default; a hand above four waits for the next form (15.6.3)."""
    if done.shown and form.relief:
        table.put_back(player, table.hand(player))
    public = table.public
    number = draws_of(public, done.extra, len(table.hand(player)))
    left, named = cards_by_pile(public), list[str]()
    for pile in form.draws:
        if len(named) < number and left[pile] > 0:
            left[pile] -= 1
            named.append(pile)
    more = default_piles(public, player, number - len(named), named=named)
    table.serve(player, (*named, *more))
    if len(table.hand(player)) > C.figures.hand:
        surplus = Pending(public.round, player, "surplus")
        table.change(pending=(*table.public.pending, surplus))
