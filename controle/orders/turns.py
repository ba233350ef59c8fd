"""Orders that play an effect: a card of the hand now (T1), the card of a forced turn (T1F), or a plan."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.fields import Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.rulekit.quotes import read_figures
from games.skin import Scene, figures

from ..pages.faces import drawn_last, face, new_card
from ..rules.check import TurnFigures, quote
from ..rules.content import CARDS, C, Card, Mode
from ..rules.notation import CATEGORIES
from ..texts import effects, names
from .fields import EffectChoice, HandCard, HandField, StepField, TitleField, kept, pick
from .kind import Kind, Question
from .reading import Chosen, answer, effect_of, filled, value_of
from .steps import steps
from .targets import region, targets
from .tokens import icons, invest, levels


class Turn(Kind):
    """An answer that plays an effect. `forced`: the card is given."""

    forced: ClassVar[bool] = False

    def names_draws(self, scene: Scene) -> bool:
        """Whether piles may be named with it."""
        return not self.forced

    # ---- reading -----------------------------------------------------------------------------------------

    def read(self, reader: FieldReader, scene: Scene) -> None:
        chosen = self.chosen(scene, reader.post)
        if chosen is None:
            reader.refuse("unknown_choice" if reader.raw("effect") else "choose_one", "effect")
            return
        if not self.forced:
            reader.data |= {"card": chosen[0].id, "effect": chosen[1].rank}
        answer(reader, scene, chosen, forced=self.forced, draws=self.names_draws(scene))

    def chosen(self, scene: Scene, values: Any) -> Chosen | None:
        """The effect that is chosen."""
        return effect_of(str(values.get("effect", "")).strip())

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        return filled(values)

    # ---- asking ------------------------------------------------------------------------------------------

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        chosen = self.chosen(question.scene, question.values)
        found: list[Field] = self.first(question, chosen)
        if chosen is not None:
            found.append(self._title(chosen))
            found += [*targets(question, chosen), *steps(question, chosen)]
            if not self.forced:
                found += levels(question, chosen)
            found += [invest(question, chosen, forced=self.forced), icons(question, chosen)]
            found += self._crossings(question)
            if self.names_draws(question.scene):
                found += self._draws(question, ground.draws_after(chosen[1], self.forced))
        return [*found, *kept(question, found)]

    def first(self, question: Question, chosen: Chosen | None) -> list[Field]:
        """The card and its effect, and the main region."""
        hand = HandField("effect", _("Your hand"), chosen=question.value("effect"))
        counted = Counter(question.rules.private.hand)
        hand.cards = [self._card(question, CARDS[card], count) for card, count in counted.items()]
        if chosen is not None and chosen[0].id not in counted:
            hand.cards.append(self._card(question, chosen[0], 0))
        title = TitleField("hand", _("The card, its effect, the region"), hint=_("one card, one effect"))
        return [title, hand, region(question)]

    def _title(self, chosen: Chosen) -> Field:
        card, effect = chosen
        return TitleField("title", names.effect(card.id, effect.rank), hint=effects.says(effect))

    def _card(self, question: Question, card: Card, count: int) -> HandCard:
        ground, value, shown = question.rules, question.value("effect"), face(card.id)
        made = []
        for effect, line in zip(card.effects, shown.effects, strict=True):
            why, shut = ground.why(effect)
            this = value_of(card, effect)
            made.append(
                EffectChoice(this, line.name, line.text, this == value, line.requires, line.required, why,
                             shut and this != value)
            )  # fmt: skip
        note = _("no longer in your hand") if not count else _("two copies") if count > 1 else ""
        if count == 1 and card.id in drawn_last(question.scene):
            note = new_card()
        return HandCard(card.id, shown, made, note)

    def _crossings(self, question: Question) -> list[Field]:
        """The question which category comes first, if several would reach a higher level."""
        crossed = [each.category for each in (self.figures(question) or NOTHING).crossings]
        typed = any(name.startswith("first.") and question.value(name) for name in question.values)
        if len(crossed) < 2 and not typed:
            return []
        pairs = [(slug, names.category(slug)) for slug in (crossed if len(crossed) > 1 else CATEGORIES)]
        parts: list[Field] = [
            pick(question, f"first.{place}", figures.ordinal(place + 1), pairs, empty=_("In this order"))
            for place in range(len(pairs) - 1)
        ]
        return [StepField("crossing_order", _("Which card of civil society is set aside first"), parts=parts)]

    def _draws(self, question: Question, number: int) -> list[Field]:
        if number < 1:
            return []
        piles = question.rules.piles()
        parts: list[Field] = [
            pick(question, f"draw.{place}", _("Pile") if number == 1 else _("Pile {number}").format(
                number=figures.number(place + 1)), piles, empty=_("Later"))
            for place in range(number)
        ]  # fmt: skip
        label = ngettext("Draw {count} card, from any pile", "Draw {count} cards, from any piles", number)
        hint = _("“Later”: you are asked separately, and nobody waits for it.")
        return [StepField("draws", label.format(count=figures.number(number)), hint=hint, parts=parts)]

    # ---- what it would do --------------------------------------------------------------------------------

    def figures(self, question: Question) -> TurnFigures | None:
        """The outcome of the answer if it were played now; None while it is incomplete."""
        values = {name: str(value) for name, value in question.values.items()}
        reader = FieldReader(values, 0)
        self.read(reader, question.scene)
        if reader.problems:
            return None
        made = Order(self.order, reader.data)
        line = quote(question.scene.view, question.desk.window, (made,)).orders[0]
        return figures_of(line)


NOTHING = TurnFigures("")


def figures_of(line: Line) -> TurnFigures | None:
    """The outcome of a turn, from its line of the quote."""
    return read_figures(line, TurnFigures) if line.params else None


class Play(Turn):
    """T1."""

    def submit(self) -> str:
        return _("Play this card")

    def refused(self) -> str:
        return _("Not played.")


class Forced(Turn):
    """T1F: the first effect of the card that was drawn; the draws are asked afterwards."""

    forced: ClassVar[bool] = True

    def submit(self) -> str:
        return _("Play this card")

    def refused(self) -> str:
        return _("Not played.")

    def chosen(self, scene: Scene, values: Any) -> Chosen | None:
        forced = scene.view.public.forced
        if forced is None:
            return None
        card = CARDS[forced.card]
        return card, card.effects[0]

    def first(self, question: Question, chosen: Chosen | None) -> list[Field]:
        return [region(question)]


class Plan(Turn):
    """A play for a future turn."""

    ranked: ClassVar[bool] = True

    def names_draws(self, scene: Scene) -> bool:
        """Not in mode `rounds`, whose form names the piles once."""
        return scene.view.public.mode is Mode.TURNS

    def submit(self) -> str:
        return _("Keep this plan")

    def add_label(self, question: Question) -> str:
        return _("Add a plan")

    def available(self, question: Question) -> Availability:
        most = C.figures.plans
        if question.saved >= most:
            full = _("You have {count} plans already: there is no room for more.")
            return Availability(False, "", full.format(count=figures.number(question.saved)))
        if not question.rules.private.hand:
            return Availability(False, "", _("You have no card to plan with."))
        return Availability(True)
