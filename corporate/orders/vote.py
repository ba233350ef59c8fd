"""The vote: +1 to one corporation, −1 to another."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.contract import Order
from games.formkit.fields import Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Scene

from ..rules import content
from .kind import OrderKind, Question, corporation, too_few
from .picks import Column, corporations


class Vote(OrderKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("up", content.CORPORATIONS)
        reader.choice("down", content.CORPORATIONS)

    def fields(self, question: Question) -> list[Field]:
        down = Column("down", _("Give −1 to"), "−1")
        return corporations(question, Column("up", _("Give +1 to"), "+1"), second=down)

    def button_price(self, question: Question) -> str:
        return _("free")

    def submit(self) -> str:
        return _("Save the vote")

    def refused(self) -> str:
        return _("Vote not saved.")

    def count(self, question: Question) -> str:
        return _("{used} of {of}").format(used=question.saved, of=1)

    def say(self, question: Question) -> str:
        return _("+1 to one corporation, −1 to another.")

    def add_label(self, question: Question) -> str:
        return pgettext("act", "Vote")

    def available(self, question: Question) -> Availability:
        enough = question.rules.market.size > 1
        return Availability(
            not question.saved and enough, cost=_("free"), why_not="" if enough else too_few()
        )

    def what(self, scene: Scene, order: Order) -> str:
        return _("{up} +1, {down} −1").format(up=corporation(order, "up"), down=corporation(order, "down"))

    def whole(self, scene: Scene, order: Order) -> str:
        return _("Vote: {vote}").format(vote=self.what(scene, order))
