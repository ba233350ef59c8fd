"""A bet on the rank of a corporation at the end of the turn."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..rules.orders import RankSpeculation as Bet
from ..rules.percent import odds
from ..texts import figures, names
from .fields import Bench, Choice, Field, choose, ranked
from .kind import Standing, corporation
from .reading import Typing
from .speculations import Speculation, note, stake_field


class RankSpeculation(Speculation):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("corporation", content.CORPORATIONS)
        typing.number("rank")
        typing.number("stake")

    def fields(self, bench: Bench) -> list[Field]:
        market = bench.desk.market
        corps = [
            Choice(
                slug,
                _("{corporation}, {rank} now").format(
                    corporation=names.corp(slug), rank=figures.ordinal(market.ranks[slug])
                ),
            )
            for slug in ranked(bench.desk)
        ]
        ranks = [
            Choice(
                str(rank),
                _("{rank} · 1 for {odds}").format(rank=figures.ordinal(rank), odds=_odds(bench.desk, rank)),
            )
            for rank in range(1, market.size + 1)
        ]
        return [
            Field("corporation", _("Corporation"), "select", choices=choose(bench, "corporation", corps)),
            Field("rank", _("Rank at the end of the turn"), "select", choices=choose(bench, "rank", ranks)),
            stake_field(bench),
        ]

    def say(self, at: Standing) -> str:
        edge = _odds(at.rules, 1)
        if at.rules.market.size < 3:
            return _("First or last: 1 for {edge}.").format(edge=edge)
        return _("First or last: 1 for {edge}. Any other rank: 1 for {middle}.").format(
            edge=edge, middle=_odds(at.rules, 0)
        )

    def add_label(self, at: Standing) -> str:
        return _("Bet on a rank")

    def what(self, scene: Scene, order: Order) -> str:
        rank = order.data.get("rank")
        return _("{corporation} {rank}").format(
            corporation=corporation(order, "corporation"),
            rank=figures.ordinal(rank if isinstance(rank, int) else 0),
        )

    def note(self, at: Standing, order: Order, line: Line) -> str:
        rank = at.rules.market.ranks.get(str(order.data.get("corporation")), 0)
        return note(figures.ordinal(rank), line)


def _odds(desk: RulesDesk, rank: int) -> int:
    """What a stake on a rank is multiplied by; 0 stands for any rank between the first and the last."""
    return odds(desk.market.in_force, desk.player, Bet("", rank, 0), desk.market.size)
