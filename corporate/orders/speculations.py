"""Shared by both speculations: the stake, the odds, the number per turn."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.fields import NumberField
from games.formkit.kinds import Availability
from games.rulekit.quotes import read_figures
from games.skin import Scene

from ..rules import content
from ..rules.quote_lines import BetFigures
from ..texts import figures
from .kind import OrderKind, Question, forbidden, from_price, priced, short


class Speculation(OrderKind):
    def submit(self) -> str:
        return _("Place the bet")

    def refused(self) -> str:
        return _("Stake not placed.")

    def button_price(self, question: Question) -> str:
        return _("at most {price}").format(price=priced(most_stake(question), question.budget))

    def available(self, question: Question) -> Availability:
        return forbidden(question) or affordable(question)

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Speculation: {bet}").format(bet=self.what(scene, order))


def note(now: str, line: Line) -> str:
    """The line under a saved speculation; `now`: the value it is about when the turn opened."""
    bet = read_figures(line, BetFigures) or BetFigures(0, 0)
    odds = _("1 for {odds} · brings {money} if it is right").format(
        odds=bet.odds, money=figures.money(bet.returns)
    )
    return _("{now} at the opening · {odds}").format(now=now, odds=odds)


def affordable(question: Question) -> Availability:
    """Whether the player may place another speculation this turn and can pay the smallest stake."""
    quota = question.desk.quote.quotas.get("speculations")
    least = content.CONSTANTS.speculation_min_stake
    if quota and quota.used >= quota.of:
        return Availability(
            False,
            why_not=ngettext(
                "Your speculation of this turn is placed",
                "Your {of} speculations of this turn are placed",
                quota.of,
            ).format(of=quota.of),
        )
    if least > question.left:
        return Availability(False, why_not=short(_("The smallest stake"), least - question.left))
    return Availability(True, from_price(least, question.left))


def most_stake(question: Question) -> int:
    """The highest stake that the rules and the money allow."""
    most = min(question.rules.max_stake, max(question.budget, 0))
    return most - most % content.CONSTANTS.speculation_stake_step


def stake_field(question: Question) -> NumberField:
    constants = content.CONSTANTS
    most = most_stake(question)
    return NumberField(
        "stake",
        _("Stake, {least} to {most}").format(
            least=figures.number(constants.speculation_min_stake), most=figures.money(most)
        ),
        value=question.value("stake") or figures.number(most),
        was=figures.number(most),
    )
