"""What plays an effect: a card of the hand now (T1), the card of a forced turn (T1F), or a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line, Order
from games.formkit.fields import Choice, Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader, read_number
from games.rulekit.quotes import read_figures
from games.skin import Scene, figures

from ..rules.check import TurnFigures, quote
from ..rules.content import CARDS, C, Card, Mode
from ..rules.notation import CATEGORIES, Step
from ..rules.playable import compensation, missing
from ..texts import amounts, effects, names
from .fields import (
    EffectChoice,
    HandCard,
    HandField,
    KeptField,
    StepField,
    TitleField,
    TokenField,
    answers,
    kept,
    pick,
)
from .ground import Ground
from .kind import Kind, Question
from .reading import (
    GAP,
    Chosen,
    answer,
    effect_of,
    filled,
    icon_name,
    icons_shown,
    level_fields,
    own,
    use_fields,
    value_of,
)

PAYING = C.figures.one_by_other


class Turn(Kind):
    """An answer that plays an effect. `forced`: the card is given."""

    forced: ClassVar[bool] = False

    def names_draws(self, scene: Scene) -> bool:
        """Whether piles may be named along with it."""
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
            found += [*self._targets(question, chosen), *self._steps(question, chosen)]
            if not self.forced:
                found += self._levels(question, chosen)
            found += [self._invest(question, chosen), self._icons(question, chosen)]
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
        return [title, hand, self.region(question)]

    def _title(self, chosen: Chosen) -> Field:
        card, effect = chosen
        return TitleField("title", names.effect(card.id, effect.rank), hint=effects.says(effect))

    def _card(self, question: Question, card: Card, count: int) -> HandCard:
        ground, value = question.rules, question.value("effect")
        made = []
        for effect in card.effects:
            why, shut = ground.why(effect)
            this = value_of(card, effect)
            asks = tuple(names.required([each]) for each in effect.requires)
            says = effects.says(effect)
            made.append(
                EffectChoice(this, names.named(effect.name), says, this == value, asks, why,
                             shut and this != value, names.level(effect.rank))
            )  # fmt: skip
        icons = tuple(names.resource(kind) for kind in card.icons)
        note = "" if count == 1 else _("no longer in your hand") if not count else _("two copies")
        return HandCard(
            card.id,
            names.card(card.id),
            names.pile(card.pile),
            made,
            icons,
            effects.civil_society(card),
            note,
        )

    def region(self, question: Question) -> Field:
        """R, the region of the effect; it begins with the one where the reader has most."""
        ground = question.rules
        world, me = ground.world, ground.place
        best = max(world.slots, key=lambda slot: world.total(slot, me))
        slots = ground.regions(world.slots)
        return pick(question, "R", _("Here: the region of the effect"), slots, proposed=str(best))

    def _slot(self, question: Question, name: str) -> int | None:
        """A region that was chosen, if it is one."""
        value = read_number(question.value(name) or "x")
        return value if isinstance(value, int) and value in question.rules.world.slots else None

    def _where(self, question: Question, step: Step) -> int | None:
        return self._slot(question, step.origin or step.where or "R")

    def _targets(self, question: Question, chosen: Chosen) -> list[Field]:
        ground, uses = question.rules, chosen[1].uses
        world, here = ground.world, self.main(question)
        found: list[Field] = []
        if "V" in uses:
            beside = sorted(world.beside[here])
            found.append(
                self._framed(answers(question, "V", _("Next door: a neighbour of the region"), [
                    Choice(str(slot), ground.region(slot), self._about(ground, slot)) for slot in beside
                ]))
            )  # fmt: skip
        if "W" in uses:
            near = self._slot(question, "V") if "V" in uses else None
            slots = [slot for slot in world.slots if slot not in (here, near)]
            found.append(self._framed(pick(
                question, "W", _("Elsewhere: another region"), ground.regions(slots)
            )))  # fmt: skip
        if "U" in uses:
            rivals = [
                Choice(player, ground.scene.name(player), self._has(question, chosen, player))
                for player in ground.others
            ]
            found.append(self._framed(answers(question, "U", _("The rival"), rivals)))
        return found

    def main(self, question: Question) -> int:
        """R as it stands in its field."""
        here = self._slot(question, "R")
        if here is not None:
            return here
        world, me = question.rules.world, question.rules.place
        return max(world.slots, key=lambda slot: world.total(slot, me))

    def _framed(self, one: Field) -> StepField:
        """A field as a question of its own."""
        one.bare = True
        return StepField(f"of.{one.name}", one.label, parts=[one], layout="stack")

    def _about(self, ground: Ground, slot: int) -> str:
        told = _("development {count}").format(count=figures.number(ground.world.development[slot]))
        mine = _("you: {stacks}").format(stacks=ground.mine(slot))
        return f"{told} · {mine} · {ground.totals(slot)}"

    def _has(self, question: Question, chosen: Chosen, player: Any) -> str:
        """What a rival has to lose, in the regions the effect speaks of, and holds."""
        ground, told = question.rules, []
        place = ground.public.players.index(player)
        for step in chosen[1].steps:
            if step.who != "U":
                continue
            if step.op == "steal":
                told.append(_("holds {tokens}").format(tokens=amounts.kinds(ground.world.held[place])))
                continue
            slot = self._where(question, step) if step.where != "R" else self.main(question)
            if slot is not None:
                where = names.in_region_at(ground.public, slot)
                told.append(f"{where}{_(': ')}{ground.stacks(slot, place)}")
        return " · ".join(dict.fromkeys(told))

    # ---- what a step asks --------------------------------------------------------------------------------

    def _steps(self, question: Question, chosen: Chosen) -> list[Field]:
        effect = chosen[1]
        found: list[Field] = []
        for at, step in enumerate(effect.steps):
            if not step.asks:
                continue
            field = self._step(question, chosen, at, step)
            field.bare = True
            found.append(StepField(f"choices.{at}", field.label, parts=[field]))
        return found

    def _step(self, question: Question, chosen: Chosen, at: int, step: Step) -> Field:
        name, label = own(chosen, at), _named(step)
        if step.op in ("take", "steal"):
            return self._tokens(question, name, label, step)
        if step.op in ("move", "convert"):
            return self._moved(question, name, label, step)
        proposed = self._likely(question, step)
        pairs = [(_joined(some), _told(some)) for some in _some(step.listed, step.amount)]
        return pick(question, name, label, pairs, proposed=proposed)

    def _likely(self, question: Question, step: Step) -> str:
        """What a careless player would choose (15.3), as far as it can be told."""
        ground = question.rules
        if step.op == "gain":
            best = max(step.listed, key=lambda each: ground.world.column(ground.place, each))
            return _joined((best,) * step.amount)
        rival, slot = question.value("U"), self._where(question, step)
        if slot is None and step.where == "R":
            slot = self.main(question)
        if rival not in ground.others or slot is None:
            return ""
        stack = ground.world.stacks[slot][ground.public.players.index(rival)][:]
        found = []
        for _each in range(step.amount):
            found.append(max(step.listed, key=stack.__getitem__))
            stack[found[-1]] -= 1
        return _joined(sorted(found))

    def _tokens(self, question: Question, name: str, label: str, step: Step) -> Field:
        ground, world = question.rules, question.rules.world
        if step.op == "take":
            pairs = [
                (CATEGORIES[kind], _("{token}: {count} in the reserve").format(
                    token=names.resource(kind), count=figures.number(world.reserve[kind])))
                for kind in step.listed
            ]  # fmt: skip
            best = max(step.listed, key=world.reserve.__getitem__)
            return pick(question, name, label, pairs, proposed=CATEGORIES[best])
        rivals = [question.value("U")] if question.value("U") in ground.others else ground.others
        places = [ground.public.players.index(rival) for rival in rivals]
        kinds = [kind for kind in step.listed if ground.later or any(world.held[p][kind] for p in places)]
        pairs = [
            (CATEGORIES[kind], _("{token}: {who}").format(token=names.resource(kind), who=" · ".join(
                f"{ground.scene.name(ground.public.players[p])}{figures.FIXED}{world.held[p][kind]}"
                for p in places) or "–"))
            for kind in kinds
        ]  # fmt: skip
        proposed = ""
        if len(places) == 1 and any(world.held[places[0]]):
            proposed = CATEGORIES[max(step.listed, key=world.held[places[0]].__getitem__)]
        return pick(question, name, label, pairs, empty=_("None, or the only type held"), proposed=proposed)

    def _moved(self, question: Question, name: str, label: str, step: Step) -> Field:
        """Own influences to move or to replace; any number up to the one of the step, also none."""
        ground, slot = question.rules, self._where(question, step)
        if slot is None and (step.origin or step.where) == "R":
            slot = self.main(question)
        there = ground.world.stacks[slot][ground.place] if slot is not None else [step.amount] * 6
        pairs = [
            (_joined(some), _told(some))
            for number in range(1, step.amount + 1)
            for some in _some(step.listed, number)
            if ground.later or all(there[kind] >= count for kind, count in Counter(some).items())
        ]
        hint = ""
        if slot is not None:
            hint = _("You have there: {stacks}.").format(stacks=ground.mine(slot))
        return pick(question, name, label, pairs, empty=_("None"), hint=hint)

    # ---- tokens ------------------------------------------------------------------------------------------

    def _levels(self, question: Question, chosen: Chosen) -> list[Field]:
        """The ways to compensate: of what is missing now; in a plan, of all that could be missing then."""
        ground, effect = question.rules, chosen[1]
        short = dict(missing(ground.world, ground.place, effect))
        typed = Counter(category for category, _name, _pay in level_fields(question.values, chosen))
        bought = compensation(ground.world, ground.place, effect) or ()
        parts: list[Field] = []
        for category, needed in effect.requires:
            slug = CATEGORIES[category]
            ways = [each.pay for each in bought if each.category == slug]
            shown = needed if ground.later else min(needed, max(short.get(category, 0), typed[slug]))
            for number in range(shown):
                proposed = GAP.join(ways[number]) if number < len(ways) else ""
                label = _("{ordinal} level in {category}").format(
                    ordinal=figures.ordinal(number + 1), category=names.category(category)
                )
                parts.append(pick(
                    question, own(chosen, f"level.{slug}.{number}"), label, self._ways(ground, category),
                    empty=_("Not compensated"), proposed=proposed,
                ))  # fmt: skip
        if not parts:
            return []
        told = ground.short_of(effect)
        label = _("Compensate: {missing}").format(missing=told) if told else _("Compensate, if need be")
        hint = _("What is not needed when the turn comes is not paid.") if ground.later else ""
        return [StepField("levels", label, hint=hint, parts=parts, folded=not told)]

    def _ways(self, ground: Ground, category: int) -> list[tuple[str, str]]:
        """One token of the category, or any two others."""
        held = ground.held
        ways = [(category,)] + [
            pair for pair in combinations_with_replacement(range(len(CATEGORIES)), PAYING)
            if category not in pair
        ]  # fmt: skip
        possible = [
            way for way in ways
            if ground.later or all(held[kind] >= count for kind, count in Counter(way).items())
        ]  # fmt: skip
        return [(_joined(way), amounts.paid(way)) for way in possible]

    def _invest(self, question: Question, chosen: Chosen) -> Field:
        """Boost, sabotage, develop, each at most once."""
        ground, effect = question.rules, chosen[1]
        here = self.main(question)
        taken = {kind for step in effect.steps if step.op in ("take", "steal") and not step.late
                 for kind in step.listed}  # fmt: skip
        kinds, no = ground.kinds(taken), _("No")
        boost = [
            (CATEGORIES[kind], _("{change} here, {token}").format(
                change=amounts.in_category(1, kind), token=amounts.token(kind)))
            for kind in kinds
        ]  # fmt: skip
        stacks = ground.world.stacks[here]
        sabotage = [
            (f"{player}{GAP}{CATEGORIES[kind]}", _("{player}: {change}, {token}").format(
                player=ground.scene.name(player), change=amounts.in_category(-1, kind),
                token=amounts.token(kind)))
            for player in ground.others
            for kind in kinds
            if ground.later or stacks[ground.public.players.index(player)][kind]
        ]  # fmt: skip
        develop = [
            (CATEGORIES[kind], _("here +1, {token}").format(token=amounts.token(kind))) for kind in kinds
        ]
        told = _("You hold {tokens}. Each use costs one token, and is made once at the most.").format(
            tokens=amounts.kinds(ground.held)
        )
        parts: list[Field] = [
            pick(question, "boost", names.use("boost"), boost, empty=no, hint=_("+1 of your own here")),
            pick(question, "sabotage", names.use("sabotage"), sabotage, empty=no,
                 hint=_("a rival loses 1 here")),
            pick(question, "develop", names.use("develop"), develop, empty=no,
                 hint=_("+1 development here")),
        ]  # fmt: skip
        folded = not any(len(getattr(part, "choices", ())) for part in parts)
        uses = use_fields(question.values, chosen, self.forced)
        label = _("Invest after the effect")
        return StepField("invest", label, hint=told, parts=parts, folded=folded, uses=uses)

    def _icons(self, question: Question, chosen: Chosen) -> Field:
        card = chosen[0]
        shown = icons_shown(card)
        begin = shown not in question.values
        parts: list[Field] = []
        for place, kind in enumerate(card.icons):
            name = icon_name(card, place)
            ticked = begin or bool(question.value(name))
            parts.append(TokenField(name, names.resource(kind), was="on", ticked=ticked))
        parts.append(_shown(shown))
        label = _("Privatize: take the resources of the card")
        return StepField("icons", label, parts=parts, layout="row")

    def _crossings(self, question: Question) -> list[Field]:
        """Which category is served first, where several would reach a higher level."""
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
        label = ngettext("Draw {count} card, of any pile", "Draw {count} cards, of any piles", number)
        hint = _("“Later”: you are asked separately, and nobody waits for it.")
        return [StepField("draws", label.format(count=figures.number(number)), hint=hint, parts=parts)]

    # ---- what it would do --------------------------------------------------------------------------------

    def figures(self, question: Question) -> TurnFigures | None:
        """What the answer would do as things stand; None while it is no answer yet."""
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
    """What a turn would do, out of its line of the quote."""
    return read_figures(line, TurnFigures) if line.params else None


def _shown(name: str) -> Field:
    """Says that boxes were on the page, ticked or not."""
    return KeptField(name, "", was="1", value="1")


def _named(step: Step) -> str:
    """A step with its region: "Here: +2 Politics or Media"."""
    told = effects.step(step)
    if not step.where:
        return figures.capital(told)
    return _("{place}: {step}").format(place=figures.capital(effects.where(step.where)), step=told)


def _joined(kinds: Iterable[int]) -> str:
    return GAP.join(CATEGORIES[kind] for kind in kinds)


def _told(kinds: Iterable[int]) -> str:
    """ "2 Politics, 1 Media"."""
    return ", ".join(
        f"{figures.number(count)}{figures.FIXED}{names.category(kind)}"
        for kind, count in Counter(kinds).items()
    )


def _some(listed: Iterable[int], number: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(tuple(listed), number))


class Play(Turn):
    """T1."""

    def submit(self) -> str:
        return _("Play this card")

    def refused(self) -> str:
        return _("Not played.")


class Forced(Turn):
    """T1F: the first effect of the card that was drawn; what is drawn is asked afterwards."""

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
        return [self.region(question)]


class Plan(Turn):
    """A play for a turn to come."""

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
            return Availability(False, "", _("{count} plans stand, and there is room for no more.").format(
                count=figures.number(question.saved)))  # fmt: skip
        if not question.rules.private.hand:
            return Availability(False, "", _("You have no card to plan with."))
        return Availability(True)
