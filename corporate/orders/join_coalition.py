"""Joining a coalition of the MDC."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.skin import Desk, Scene

from ..rules import content
from ..rules.desk import Desk as RulesDesk
from ..texts import figures, names, words
from .fields import Bench, Choice, Field, ranked
from .kind import OrderKind, Standing, Way
from .reading import Typing


class JoinCoalition(OrderKind):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("coalition", content.COALITIONS)

    def fields(self, bench: Bench) -> list[Field]:
        value = bench.value("coalition")
        last = bench.desk.market.turn >= content.CONSTANTS.total_turns
        choices = [
            Choice(slug, names.coalition(slug), words.coalition_pitch(slug, last), chosen=slug == value)
            for slug in content.COALITIONS
        ]
        return [Field("coalition", _("Coalition"), "frames", choices=choices)]

    def submit(self) -> str:
        return _("Join")

    def refused(self) -> str:
        return _("Coalition not joined.")

    def count(self, at: Standing) -> str:
        return _("{used} of {of}").format(used=at.saved, of=1)

    def say(self, at: Standing) -> str:
        return _("You, and the corporations where you hold strictly the most shares.")

    def add_label(self, at: Standing) -> str:
        return _("Join a coalition")

    def way(self, at: Standing) -> Way:
        return Way(not at.saved, cost=_("free"))

    def what(self, scene: Scene, order: Order) -> str:
        return names.coalition(str(order.data.get("coalition") or ""))

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Coalition: {coalition}").format(coalition=self.what(scene, order))

    def note(self, at: Standing, order: Order, line: Line) -> str:
        return followers(at.scene, at.rules, at.desk)


def followers(scene: Scene, rules: RulesDesk, desk: Desk) -> str:
    """The corporations that would follow this player at the MDC, with his purchases of this turn.

    From what everybody knows and his own form: what others buy is not known before noon.
    """
    owned = dict(rules.seat.shares)
    for order in desk.orders:
        if order.kind == "buy_share":
            slug = str(order.data.get("corporation"))
            owned[slug] = owned.get(slug, 0) + 1
    seats = scene.view.public.seats
    lines = []
    for slug in ranked(rules):
        rivals = {
            player: seats[player].shares.get(slug, 0)
            for player in rules.market.players
            if player != rules.player
        }
        best = max(rivals.values(), default=0)
        if owned.get(slug, 0) <= best:
            continue
        values = {"corporation": names.corp(slug), "count": owned[slug]}
        if best:
            against = figures.listed(
                [scene.name(player) for player, count in rivals.items() if count == best]
            )
            lines.append(
                ngettext(
                    "{corporation} follows you if nobody buys any: {count} share, "
                    "against {best} ({players}).",
                    "{corporation} follows you if nobody buys any: {count} shares, "
                    "against {best} ({players}).",
                    owned[slug],
                ).format(**values, best=best, players=against)
            )
        else:
            lines.append(
                ngettext(
                    "{corporation} follows you if nobody buys any: {count} share, against none.",
                    "{corporation} follows you if nobody buys any: {count} shares, against none.",
                    owned[slug],
                ).format(**values)
            )
    return " ".join(lines) or _("No corporation follows you: in none do you hold strictly the most shares.")
