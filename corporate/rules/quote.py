"""`quote`: what a form would cost and leave, with the figures of each of its orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Line, Order, Orders, Quota, Quote, View, Window
from games.rulekit.quotes import QuoteFigures, quote_line
from games.rulekit.shapes import OrderData, Shapes

from .characters import used_points
from .check import desk_of
from .content import LIMITS, RUNS, VICTORY
from .desk import PlayerTurn, cost
from .orders import (
    CHARACTERS,
    QUARTER,
    SHAPES,
    TRANSFERS,
    AnyOrder,
    BuyInfluence,
    BuyShare,
    Character,
    CitizenshipClaim,
    DerivativeSpeculation,
    RankSpeculation,
    Run,
    Transfer,
)
from .percent import (
    base_percent,
    capped,
    council_modifier,
    defence,
    defending,
    odds,
    past_defence,
    raw_percent,
)
from .quote_lines import (
    BetFigures,
    ClaimFigures,
    DefendedRunFigures,
    InfluenceFigures,
    RunFigures,
    ShareFigures,
    TransferFigures,
)
from .state import Private, Public
from .windows import is_open

WINDOWS: Final[Mapping[str, Shapes[AnyOrder]]] = {
    "characters": CHARACTERS,
    "quarter": QUARTER,
    "transfer": TRANSFERS,
}


def quote(view: View[Public, Private], window: Window, orders: Orders) -> Quote:
    """The bill of a form: nuyens for each order, in total and left (negative if it is too expensive), quotas.
    Every order that can be read counts, even if `check` refuses it. Never raises.
    """
    desk = desk_of(view)
    if desk is None or not is_open(view.public, window):
        return Quote(tuple(quote_line(_code(order), 0) for order in orders))
    read = [WINDOWS[window.kind].read(order, place) for place, order in enumerate(orders)]
    typed = [order if isinstance(order, OrderData) else None for order in read]
    bought: dict[str, int] = {}
    lines = []
    for raw, order in zip(orders, typed, strict=True):
        if isinstance(order, BuyShare):
            bought[order.corporation] = bought.get(order.corporation, 0) + 1
        lines.append(_line(desk, raw, order, bought))
    spent = sum(line.amount for line in lines)
    return Quote(tuple(lines), spent, desk.private.money - spent, _quotas(desk, window, orders, typed))


def _code(order: Order) -> str:
    kind = getattr(order, "kind", None)
    return kind if isinstance(kind, str) and kind in SHAPES else "unknown_order"


def _line(desk: PlayerTurn, raw: Order, order: AnyOrder | None, bought: dict[str, int]) -> Line:
    if order is None or isinstance(order, Character):
        return quote_line(_code(raw), 0)
    amount = max(0, order.amount) if isinstance(order, Transfer) else cost(desk, order)
    return quote_line(raw.kind, amount, _figures(desk, order, bought))


def _figures(desk: PlayerTurn, order: AnyOrder, bought: dict[str, int]) -> QuoteFigures | None:
    match order:
        case Transfer():
            return TransferFigures(order.to if order.to in desk.market.players else None)
        case BuyShare(corporation):
            owned = desk.seat.shares.get(corporation, 0)
            assets = desk.market.assets.get(corporation, 0)
            return ShareFigures(cost(desk, BuyShare(corporation)), assets, owned + bought[corporation])
        case BuyInfluence():
            return InfluenceFigures(desk.seat.influence + 1, cost(desk, order))
        case CitizenshipClaim():
            return ClaimFigures(desk.claim_points)
        case Run():
            return _run(desk, order)
        case DerivativeSpeculation() | RankSpeculation():
            given = odds(desk.market.in_force, desk.player, order, desk.market.size)
            return BetFigures(given, given * max(0, order.stake))
        case _:
            return None


def _run(desk: PlayerTurn, order: Run) -> RunFigures:
    force = desk.market.in_force
    raw = raw_percent(force, desk.player, order)
    percent, base = capped(order.kind, raw), base_percent(order.kind, order.defence)
    mdc = council_modifier(force, desk.player, order)
    if RUNS[order.kind].target is None:
        return RunFigures(percent, raw, base, mdc)
    corporation = defending(desk.market, order)
    against = defence(corporation, order.kind)
    return DefendedRunFigures(percent, raw, base, mdc, corporation, against, past_defence(percent, against))


def _quotas(
    desk: PlayerTurn, window: Window, orders: Orders, typed: list[AnyOrder | None]
) -> dict[str, Quota]:
    if window.kind == "characters":
        return {"strategies": Quota(used_points(orders), VICTORY.strategies_max_total)}
    if window.kind == "transfer":
        return {"transfers": Quota(desk.private.transfers_sent + len(orders), LIMITS.transfers_per_turn)}
    bonuses = sum(isinstance(order, Run) and order.influence_bonus for order in typed)
    return {
        "shares": Quota(sum(isinstance(order, BuyShare) for order in typed), desk.shares_quota),
        "bonuses": Quota(bonuses, desk.bonuses_quota),
        "speculations": Quota(
            sum(isinstance(order, DerivativeSpeculation | RankSpeculation) for order in typed),
            desk.speculations_quota,
        ),
    }
