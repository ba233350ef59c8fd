"""The Information run: what another player keeps secret."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Order
from games.formkit.fields import Choice, Field, SelectField
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Scene

from .fields import choose, defence_text
from .kind import Question, forbidden
from .runs import RunKind, bonus_field, first_step, read_effort, steps_field


class Information(RunKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("target", tuple(scene.people))
        read_effort(reader)

    def fields(self, question: Question) -> list[Field]:
        citizenships = question.rules.market.citizenships
        choices = [
            Choice(player, f"{question.scene.name(player)} · {defence_text(citizenships[player], self.slug)}")
            for player in question.rules.market.players
            if player != question.rules.player
        ]
        target = SelectField("target", _("Player"), choices=choose(question, "target", choices))
        return [target, steps_field(question, self.slug), bonus_field(question)]

    def say(self, question: Question) -> str:
        if question.chapter < 2:
            return _("A player’s secrets.")
        if question.chapter == 2:
            return _("A player’s secrets, and the message of turn 1.")
        return _("A player’s secrets, and the messages of turns 1 to {turn}.").format(
            turn=question.chapter - 1
        )

    def available(self, question: Question) -> Availability:
        if found := forbidden(question):
            return found
        if len(question.rules.market.players) < 2:
            return Availability(False, why_not=_("There is nobody else to find out about"))
        return first_step(question)

    def what(self, scene: Scene, order: Order) -> str:
        return scene.name(str(order.data.get("target") or ""))
