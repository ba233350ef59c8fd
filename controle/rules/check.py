"""`check` and `quote`: judging a form and computing its outcome, from its author's view only (15.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games.contract import Line, Order, Orders, PlayerId, Problem, Quota, Quote, View, Window
from games.rulekit.judging import Refusals
from games.rulekit.quotes import QuoteFigures, quote_line

from . import orders as o
from .answer import of_hand, work_out
from .content import CARDS, C
from .draws import draws_of
from .events import Change, Level
from .forms import JUDGE
from .notation import CATEGORIES
from .state import Private, Public
from .turn import Turn
from .world import SIX, World, points

__all__ = ["Reached", "Track", "TurnFigures", "check", "quote"]


class Track(msgspec.Struct, frozen=True):
    """The player's cube of a category, before and after."""

    category: str
    column: int
    level: int
    column_after: int
    level_after: int


class Reached(msgspec.Struct, frozen=True):
    """A category that would reach a higher level, so that a card is set aside."""

    category: str
    was: int
    now: int


class TurnFigures(QuoteFigures, frozen=True):
    """The outcome of a turn if it were played now: `problem`, the first reason why it could not be played (""
    if it could), with its figures in `params`; the changes in order; the tokens after it; the tracks that
    change; crossings; the draws that follow; and the points of all players if the game ended then."""

    problem: str
    params: Mapping[str, Any] = {}
    levels: tuple[Level, ...] = ()
    changes: tuple[Change, ...] = ()
    tokens: tuple[int, ...] = ()
    tracks: tuple[Track, ...] = ()
    crossings: tuple[Reached, ...] = ()
    draws: int = 0
    points: Mapping[PlayerId, int] = {}
    points_now: Mapping[PlayerId, int] = {}


check: Final = JUDGE.check


def quote(view: View[Public, Private], window: Window, orders: Orders) -> Quote:
    """A line for each order: the tokens it pays and, for a turn or a plan, its outcome now. At most one of
    several plans is played, so that a plan costs nothing here. Never raises."""
    lines = tuple(_line(view, raw) for raw in orders)
    spent = sum(line.amount for line in lines)
    seat = view.public.seats.get(view.viewer) if view.viewer is not None else None
    plans = sum(line.code == o.Plan.kind for line in lines)
    quotas = {"plans": Quota(plans, C.figures.plans)} if window.kind in ("file", "round") else {}
    return Quote(lines, spent, sum(seat.held) - spent if seat is not None else 0, quotas)


def _line(view: View[Public, Private], raw: Order) -> Line:
    kind = getattr(raw, "kind", None)
    if not isinstance(kind, str) or kind not in o.SHAPES:
        return quote_line("", 0)
    order = o.SHAPES.read(raw, 0)
    if not isinstance(order, o.Answer) or view.viewer is None or view.private is None:
        return quote_line(kind, 0)
    figures, paid = _figures(view.public, view.viewer, view.private, order)
    return quote_line(kind, 0 if isinstance(order, o.Plan) else paid, figures)


def _figures(public: Public, player: PlayerId, private: Private, order: o.Answer) -> tuple[TurnFigures, int]:
    """The outcome of a turn, and the tokens it pays."""
    refuse = Refusals(None)
    turn = _worked_out(public, player, private, order, refuse)
    if turn is None or refuse.problems:
        first = refuse.problems[0] if refuse.problems else Problem("not_asked")
        return TurnFigures(first.code, dict(first.params)), 0
    before, after, me = World.of(public), turn.world, turn.me
    hand = len(private.hand) - (0 if isinstance(order, o.Forced) else 1)
    tracks = tuple(
        Track(
            CATEGORIES[each], before.column(me, each), before.level(me, each), after.column(me, each),
            after.level(me, each),
        )
        for each in SIX
        if before.column(me, each) != after.column(me, each)
    )  # fmt: skip
    figures = TurnFigures(
        problem="",
        levels=tuple(turn.levels),
        changes=tuple(turn.changes),
        tokens=tuple(after.held[me]),
        tracks=tracks,
        crossings=tuple(Reached(CATEGORIES[each.category], each.was, each.now) for each in turn.crossings),
        draws=draws_of(public, turn.extra, hand),
        points=dict(zip(public.players, points(after), strict=True)),
        points_now=dict(zip(public.players, points(before), strict=True)),
    )
    paid = -sum(
        each.amount
        for each in turn.changes
        if each.what == "token" and each.amount < 0 and each.by not in ("effect", "icon")
    )
    return figures, paid


def _worked_out(
    public: Public, player: PlayerId, private: Private, order: o.Answer, refuse: Refusals
) -> Turn | None:
    world, me = World.of(public), public.players.index(player)
    if isinstance(order, o.OfCard):
        found = of_hand(private.hand, order, refuse)
        if found is None:
            return None
        return work_out(world, me, *found, order, refuse, plan=isinstance(order, o.Plan))
    if public.forced is None or public.active != player:
        return None
    card = CARDS[public.forced.card]
    return work_out(world, me, card, card.effects[0], order, refuse, forced=True)
