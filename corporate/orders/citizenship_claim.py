"""Claiming the citizenship of a corporation."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Line, Order
from games.skin import Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..texts import names
from . import wording
from .fields import Bench, Choice, Field, choose, ranked
from .kind import OrderKind, Standing, Way, corporation
from .reading import Typing


def claimable(desk: RulesDesk) -> list[str]:
    """The corporations whose citizenship may be claimed: a share owned, and not held already."""
    return [slug for slug in ranked(desk) if desk.seat.shares.get(slug) and slug != desk.seat.citizenship]


class CitizenshipClaim(OrderKind):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("corporation", content.CORPORATIONS)

    def fields(self, bench: Bench) -> list[Field]:
        choices = [Choice(slug, names.corp(slug)) for slug in claimable(bench.desk)]
        return [
            Field("corporation", _("Corporation"), "select", choices=choose(bench, "corporation", choices))
        ]

    def submit(self) -> str:
        return _("Claim")

    def refused(self) -> str:
        return _("Citizenship not claimed.")

    def count(self, at: Standing) -> str:
        return _("1 of 1") if at.saved else _("no claim")

    def say(self, at: Standing) -> str:
        own = at.rules.seat.citizenship
        if own:
            return _("You are a citizen of {corporation}.").format(corporation=names.corp(own))
        return _("You are a citizen of no corporation.")

    def add_label(self, at: Standing) -> str:
        which = claimable(at.rules)
        if len(which) == 1:
            return _("Claim {corporation}").format(corporation=names.corp(which[0]))
        return _("Claim a citizenship")

    def way(self, at: Standing) -> Way:
        if at.saved:
            return Way(False)
        if claimable(at.rules):
            return Way(True, wording.victory(at.rules.claim_points))
        if at.turn == 1:
            return Way(False, shut=_("From turn 2, once you own a share"))
        if at.rules.seat.shares:
            return Way(False, shut=_("You hold shares of your own corporation only"))
        return Way(False, shut=_("Needs a share you owned when the turn opened"))

    def what(self, scene: Scene, order: Order) -> str:
        return corporation(order, "corporation")

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Citizenship: {corporation}").format(corporation=self.what(scene, order))

    def cost(self, line: Line) -> str:
        """Its worth in points: it costs nothing."""
        return wording.victory(line.params.get("points", 0))

    def note(self, at: Standing, order: Order, line: Line) -> str:
        if at.rules.seat.citizenship:
            return _("Takes effect at the end of the turn, and replaces the one you hold")
        return _("Takes effect at the end of the turn")
