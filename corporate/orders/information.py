"""The Information run: what another player keeps secret."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.contract import Order
from games.skin import Scene

from .fields import Bench, Choice, Field, choose, defence_text
from .kind import Standing, Way, forbidden
from .reading import Typing
from .runs import RunKind, bonus_field, first_step, read_effort, steps_field


class Information(RunKind):
    def read(self, typing: Typing, scene: Scene) -> None:
        typing.choice("target", tuple(scene.people))
        read_effort(typing)

    def fields(self, bench: Bench) -> list[Field]:
        citizenships = bench.desk.market.citizenships
        choices = [
            Choice(player, f"{bench.scene.name(player)} · {defence_text(citizenships[player], self.slug)}")
            for player in bench.desk.market.players
            if player != bench.desk.player
        ]
        target = Field("target", _("Player"), "select", choices=choose(bench, "target", choices))
        return [target, steps_field(bench, self.slug), bonus_field(bench)]

    def say(self, at: Standing) -> str:
        if at.turn < 2:
            return _("A player’s secrets.")
        if at.turn == 2:
            return _("A player’s secrets, and the message of turn 1.")
        return _("A player’s secrets, and the messages of turns 1 to {turn}.").format(turn=at.turn - 1)

    def way(self, at: Standing) -> Way:
        if found := forbidden(at):
            return found
        if len(at.rules.market.players) < 2:
            return Way(False, shut=_("There is nobody else to find out about"))
        return first_step(at)

    def what(self, scene: Scene, order: Order) -> str:
        return scene.name(str(order.data.get("target") or ""))
