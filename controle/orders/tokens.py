"""Tokens in a turn: levels bought before it, uses after the effect, and tokens that the card gives."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from django.utils.translation import gettext as _

from games.formkit.fields import Field
from games.skin import figures

from ..rules.content import C
from ..rules.notation import CATEGORIES
from ..rules.playable import compensation, missing
from ..texts import amounts, names
from .fields import KeptField, StepField, TokenField, pick
from .ground import Ground
from .kind import Question
from .reading import GAP, Chosen, icon_name, icons_shown, level_fields, own, use_fields
from .steps import joined
from .targets import main

PAYING = C.figures.one_by_other
"""How many tokens of other types pay for one level."""


def levels(question: Question, chosen: Chosen) -> list[Field]:
    """The ways to compensate for missing levels: those missing now; in a plan, all that could be missing
    then."""
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
                question, own(chosen, f"level.{slug}.{number}"), label, _ways(ground, category),
                empty=_("Not compensated"), proposed=proposed,
            ))  # fmt: skip
    if not parts:
        return []
    told = ground.short_of(effect)
    label = _("Compensate: {missing}").format(missing=told) if told else _("Compensate, if need be")
    hint = _("What is not needed when the turn comes is not paid.") if ground.later else ""
    return [StepField("levels", label, hint=hint, parts=parts, folded=not told)]


def _ways(ground: Ground, category: int) -> list[tuple[str, str]]:
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
    return [(joined(way), amounts.paid(way)) for way in possible]


def invest(question: Question, chosen: Chosen, *, forced: bool) -> Field:
    """Boost, sabotage, develop, each at most once."""
    ground, effect = question.rules, chosen[1]
    here = main(question)
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
    develop = [(CATEGORIES[kind], _("here +1, {token}").format(token=amounts.token(kind))) for kind in kinds]
    told = _("You hold {tokens}. Each use costs one token, and can be chosen once.").format(
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
    uses = use_fields(question.values, chosen, forced)
    label = _("Invest after the effect")
    return StepField("invest", label, hint=told, parts=parts, folded=folded, uses=uses)


def icons(question: Question, chosen: Chosen) -> Field:
    """The tokens shown on the card; each is taken unless its check box is cleared."""
    card = chosen[0]
    shown = icons_shown(card)
    begin = shown not in question.values
    parts: list[Field] = []
    for place, kind in enumerate(card.icons):
        name = icon_name(card, place)
        ticked = begin or bool(question.value(name))
        parts.append(TokenField(name, names.resource(kind), was="on", ticked=ticked, sign=CATEGORIES[kind]))
    parts.append(_shown(shown))
    label = _("Privatize: take the resources of the card")
    return StepField("icons", label, parts=parts, layout="row")


def _shown(name: str) -> Field:
    """A hidden field that says that check boxes were on the page, ticked or not."""
    return KeptField(name, "", was="1", value="1")
