"""The points that a share would add to a bot's score if the game ended today, as far as the bot can know."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from games.contract import State

from ..scoring import award, final, lines_of
from ..state import Hidden
from ..today import POOR
from .plan import Plan


def gain(plan: Plan, corporation: str) -> int:
    """The points that one more share of a corporation adds to the score, titles among them."""
    more = {**plan.shares, corporation: plan.shares.get(corporation, 0) + 1}
    return _score(plan, more) - _score(plan, plan.shares)


def _score(plan: Plan, shares: Mapping[str, int]) -> int:
    """The bot's score today with these shares, with only the public data of the others."""
    me, public = plan.desk.player, plan.public
    seats = {**public.seats, me: replace(plan.desk.seat, shares=dict(shares))}
    drawers = dict.fromkeys(public.players, POOR) | {me: plan.desk.private}
    end = final(State(replace(public, seats=seats), drawers, Hidden()))
    return sum(line.amount for line in lines_of(end, award(end), me))
