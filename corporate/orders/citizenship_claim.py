"""Claiming the citizenship of a corporation."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.formkit.fields import Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.rulekit.quotes import read_figures
from games.skin import Scene

from ..rules import content
from ..rules.desk import PlayerTurn
from ..rules.quote_lines import ClaimFigures
from ..texts import names
from . import wording
from .facts import facts_of
from .fields import ranked
from .kind import OrderKind, Question, corporation
from .picks import Column, choose, pick, picks_field


def claimable(desk: PlayerTurn) -> list[str]:
    """The corporations whose citizenship may be claimed: the player owns a share and is not a citizen yet."""
    return [slug for slug in ranked(desk) if desk.seat.shares.get(slug) and slug != desk.seat.citizenship]


class CitizenshipClaim(OrderKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("corporation", content.CORPORATIONS)

    def fields(self, question: Question) -> list[Field]:
        facts, own = facts_of(question.rules), question.rules.seat.citizenship
        rows = [pick(question, facts[slug]) for slug in claimable(question.rules)]
        made = picks_field(
            question, Column("corporation", _("Corporation")), choose(question, "corporation", rows)
        )
        made.barred = [(names.corp(own), _("yours already"))] if own else []
        made.hint = _("The others: you owned no share of them when the turn opened.")
        return [made]

    def button_price(self, question: Question) -> str:
        return wording.victory(question.rules.claim_points)

    def submit(self) -> str:
        return _("Claim")

    def refused(self) -> str:
        return _("Citizenship not claimed.")

    def count(self, question: Question) -> str:
        return _("1 of 1") if question.saved else _("no claim")

    def say(self, question: Question) -> str:
        own = question.rules.seat.citizenship
        if own:
            return _("You are a citizen of {corporation}.").format(corporation=names.corp(own))
        return _("You are a citizen of no corporation.")

    def add_label(self, question: Question) -> str:
        which = claimable(question.rules)
        if len(which) == 1:
            return _("Claim {corporation}").format(corporation=names.corp(which[0]))
        return _("Claim a citizenship")

    def available(self, question: Question) -> Availability:
        if question.saved:
            return Availability(False)
        if claimable(question.rules):
            return Availability(True, wording.victory(question.rules.claim_points))
        if question.chapter == 1:
            return Availability(False, why_not=_("From turn 2, once you own a share"))
        if question.rules.seat.shares:
            return Availability(False, why_not=_("You hold shares of your own corporation only"))
        return Availability(False, why_not=_("Needs a share you owned when the turn opened"))

    def what(self, scene: Scene, order: Order) -> str:
        return corporation(order, "corporation")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Citizenship: {corporation}").format(corporation=self.what(scene, order))

    def cost(self, line: Line) -> str:
        """Its worth in points: it costs nothing."""
        claim = read_figures(line, ClaimFigures)
        return wording.victory(claim.points if claim else 0)

    def note(self, question: Question, order: Order, line: Line) -> str:
        if question.rules.seat.citizenship:
            return _("Takes effect at the end of the turn, and replaces the one you hold")
        return _("Takes effect at the end of the turn")
