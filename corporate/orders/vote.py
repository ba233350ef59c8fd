"""The vote: +1 to one corporation, −1 to another."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.contract import Order
from games.skin import Scene

from ..rules import content
from .fields import Bench, Field, corporations
from .kind import OrderKind, Standing, Way, corporation, too_few
from .reading import Typing


class Vote(OrderKind):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("up", content.CORPORATIONS)
        typing.choice("down", content.CORPORATIONS)

    def fields(self, bench: Bench) -> list[Field]:
        return [
            corporations(bench, "up", _("Give +1 to")),
            corporations(bench, "down", _("Give −1 to")),
        ]

    def submit(self) -> str:
        return _("Save the vote")

    def refused(self) -> str:
        return _("Vote not saved.")

    def count(self, at: Standing) -> str:
        return _("{used} of {of}").format(used=at.saved, of=1)

    def say(self, at: Standing) -> str:
        return _("+1 to one corporation, −1 to another.")

    def add_label(self, at: Standing) -> str:
        return pgettext("act", "Vote")

    def way(self, at: Standing) -> Way:
        enough = at.rules.market.size > 1
        return Way(not at.saved and enough, cost=_("free"), shut="" if enough else too_few())

    def what(self, scene: Scene, order: Order) -> str:
        return _("{up} +1, {down} −1").format(up=corporation(order, "up"), down=corporation(order, "down"))

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Vote: {vote}").format(vote=self.what(scene, order))
