"""A bet on the rank of a corporation at the end of the turn."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit.fields import Choice, Field, SelectField
from games.formkit.reading import FieldReader
from games.skin import Scene

from ..rules import content
from ..rules.desk import PlayerTurn
from ..rules.orders import RankSpeculation as Bet
from ..rules.percent import odds
from ..texts import figures
from .fields import choose
from .kind import Question, corporation
from .picks import Column, corporations
from .speculations import Speculation, note, stake_field


class RankSpeculation(Speculation):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("corporation", content.CORPORATIONS)
        reader.number("rank")
        reader.number("stake")

    def fields(self, question: Question) -> list[Field]:
        market = question.rules.market
        ranks = [
            Choice(
                str(rank),
                _("{rank} · 1 for {odds}").format(
                    rank=figures.ordinal(rank), odds=_odds(question.rules, rank)
                ),
            )
            for rank in range(1, market.size + 1)
        ]
        return [
            *corporations(question, Column("corporation", _("Corporation"))),
            SelectField("rank", _("Rank at the end of the turn"), choices=choose(question, "rank", ranks)),
            stake_field(question),
        ]

    def say(self, question: Question) -> str:
        edge = _odds(question.rules, 1)
        if question.rules.market.size < 3:
            return _("First or last: 1 for {edge}.").format(edge=edge)
        return _("First or last: 1 for {edge}. Any other rank: 1 for {middle}.").format(
            edge=edge, middle=_odds(question.rules, 0)
        )

    def add_label(self, question: Question) -> str:
        return _("Bet on a rank")

    def what(self, scene: Scene, order: Order) -> str:
        rank = order.data.get("rank")
        return _("{corporation} {rank}").format(
            corporation=corporation(order, "corporation"),
            rank=figures.ordinal(rank if isinstance(rank, int) else 0),
        )

    def note(self, question: Question, order: Order, line: Line) -> str:
        rank = question.rules.market.ranks.get(str(order.data.get("corporation")), 0)
        return note(figures.ordinal(rank), line)


def _odds(desk: PlayerTurn, rank: int) -> int:
    """The factor that multiplies a stake on a rank; rank 0 means any rank between the first and the last."""
    return odds(desk.market.in_force, desk.player, Bet("", rank, 0), desk.market.size)
