"""The Information run: what another player keeps secret."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Order
from games.formkit.fields import Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Scene

from .facts import player_facts
from .fields import defence_text
from .kind import Question, forbidden
from .odds import against, odds_field
from .picks import PeopleField, Pick
from .runs import PLAIN_STEPS, RunKind, bonus_field, first_step, read_effort, steps_field


class Information(RunKind):
    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.choice("target", tuple(scene.people))
        read_effort(reader)

    def fields(self, question: Question) -> list[Field]:
        citizenships, wanted = question.rules.market.citizenships, question.value("target")
        choices, targets = [], []
        for player in question.rules.market.players:
            if player == question.rules.player:
                continue
            stands = against(question, citizenships[player], self.slug)
            made = Pick(player, question.scene.name(player), player_facts(question.scene, player))
            made.defence = defence_text(citizenships[player], self.slug)
            made.marks, made.chosen = f"t{stands.mark}", player == wanted
            choices.append(made)
            targets.append(stands)
        if len(choices) == 1 and not wanted:
            choices[0].chosen = True
        return [
            PeopleField("target", _("Player"), choices=choices),
            steps_field(question, self.slug),
            bonus_field(question),
            odds_field(question, self.slug, targets, PLAIN_STEPS),
        ]

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
