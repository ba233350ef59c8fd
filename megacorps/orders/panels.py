"""What a page shows of its questions: headings, fields, what each would do now, refusals at their fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.contract import Problem
from games.formkit.fields import Field
from games.rulekit.shapes import OrderData

from ..rules.check import now
from ..rules.orders import read_order
from ..texts import amounts, names, problems, receipts
from ..texts.telling import things
from . import choices
from .compound import Inputs, Variants, fields_of
from .inputs import Ask, Frames
from .kinds import ACTION, GIVE, INPUTS, PLAY, TO, WANT
from .questions import CARD, LINES, WANTED_CARDS, Read, asked_about, plays, standing


@dataclass(slots=True)
class Variant:
    """The fields of one answer of a choice, shown where it is chosen."""

    value: str
    label: str
    fields: list[Field]
    chosen: bool


@dataclass(slots=True)
class Panel:
    """One question. `does`: what it would do as it stands; `warning`: why it could not now. `tick`: the box
    that counts it in; `hidden`: a field that only tells which card it is; `folded`: closed at first."""

    name: str
    title: str
    hint: str = ""
    fields: list[Field] = field(default_factory=list)
    choice: Field | None = None
    variants: list[Variant] = field(default_factory=list)
    card: str = ""
    played: bool = False
    does: str = ""
    warning: str = ""
    folded: bool = False
    refusals: list[str] = field(default_factory=list)

    @property
    def every(self) -> list[Field]:
        return [*self.fields, *(one for variant in self.variants for one in variant.fields)]

    @property
    def refused(self) -> bool:
        return bool(self.refusals) or any(one.invalid for one in self.every)


def panels(ask: Ask, window: str) -> list[Panel]:
    """The questions of a window, with what stands in their fields."""
    match window:
        case "turn":
            return _turn(ask)
        case "program":
            return [*_lines(ask), *_cards(ask)]
        case "last_call":
            return _cards(ask)
        case "cards":
            return [_variants(ask, "cards", PLAY, names.window(window))]
        case "mercenary_reply" | "mercenary_counter":
            return _by_company(ask, window)
        case "trade":
            return _trade(ask)
        case "file":
            return [_simple(ask, f"file-{kind}", kind, folded=True) for kind in standing(ask)]
    return [_simple(ask, window, window)]


def _simple(ask: Ask, at: str, kind: str, folded: bool = False) -> Panel:
    inputs: Inputs = INPUTS.get(kind, ())
    return Panel(at, names.order(kind), fields=fields_of(inputs, ask, at), folded=folded)


def _variants(ask: Ask, at: str, variants: Variants, title: str) -> Panel:
    made = Panel(at, title, choice=variants.choice(ask, at))
    chosen = variants.chosen(ask, at)
    for value, label, fields in variants.of(ask, at):
        made.variants.append(Variant(value, label, fields, value == chosen))
    return made


def _turn(ask: Ask) -> list[Panel]:
    """The six actions; with a card in the hand, playing one is a seventh answer."""
    action = _variants(ask, "turn", ACTION, _("Your action"))
    if not choices.hand(ask):
        return [action]
    kinds = [*ACTION.choices(ask), (CARD, names.order(CARD))]
    action.choice = Frames("kind", ACTION.label, lambda asked: kinds).fields(ask, "turn")[0]
    return [action, _variants(ask, "turn-card", PLAY, _("The card, if you play one"))]


def _lines(ask: Ask) -> list[Panel]:
    titles = (_("First"), _("Or else"), _("Or else, in the end"))
    return [_variants(ask, at, ACTION, title) for at, title in zip(LINES, titles, strict=True)]


def _cards(ask: Ask) -> list[Panel]:
    made = []
    for at, card in plays(ask):
        fields = fields_of(PLAY.inputs(card), ask, at)
        panel = Panel(at, names.card(card), names.card_text(card), fields, card=card)
        panel.played = ask.value(f"{at}-do") == "on"
        made.append(panel)
    return made


def _by_company(ask: Ask, window: str) -> list[Panel]:
    own = ask.private.bids if window == "mercenary_reply" else ask.private.counters
    made = []
    for company in asked_about(ask, window):
        at, price = f"{window}-{company}", amounts.euros(own[company])
        panel = _simple(ask, at, window)
        panel.title = names.company(company)
        line = _("{money} are bid for a mercenary.") if "reply" in window else _("{money} are asked.")
        panel.hint = line.format(money=price)
        made.append(panel)
    return made


def _trade(ask: Ask) -> list[Panel]:
    """The offers that stand, to answer or to withdraw, and the fields of a gift or a new offer."""
    kinds = [("deal", _("Give, or offer a trade"))]
    for offer in ask.private.offers:
        give, want = things(offer.give), things(offer.want)
        terms = {
            "player": ask.scene.name(offer.by),
            "to": ask.scene.name(offer.to),
            "give": give,
            "want": want,
        }
        if offer.to == ask.me:
            kinds.append((f"accept:{offer.id}", _("Accept from {player}: {give} for {want}").format(**terms)))
            kinds.append((f"refuse:{offer.id}", _("Refuse from {player}: {give} for {want}").format(**terms)))
        else:
            kinds.append((f"withdraw:{offer.id}", _("Withdraw, to {to}: {give} for {want}").format(**terms)))
    do = Frames("do", _("What to do"), lambda asked: kinds).fields(ask, "trade")
    fields = [*do, *fields_of((TO, GIVE, WANT), ask, "trade")]
    if choices.offers_to_me(ask):
        fields += WANTED_CARDS.fields(ask, "trade")
    hint = _("Without asking for anything, it is a gift, and is given at once. Promises bind nobody.")
    return [Panel("trade", names.window("trade"), hint, fields)]


# ---- what stands in them -------------------------------------------------------------------------


def tell(ask: Ask, made: list[Panel], read: Read) -> None:
    """Beside each question what its order would do now, or why it could not: a warning, never a refusal."""
    by_name = {panel.name: panel for panel in made}
    for order, name in zip(read.orders, read.names, strict=True):
        panel, typed = by_name.get(name), read_order(order, 0)
        if panel is None or not isinstance(typed, OrderData):
            continue
        panel.does = receipts.what(ask.scene, order)
        found = now(ask.scene.view, typed)
        if found and found.why_not:
            panel.warning = problems.text(ask.scene, found.why_not)


def refuse(ask: Ask, made: list[Panel], read: Read, found: Iterable[Problem]) -> list[str]:
    """Each refusal at its field, or at its question; back come those of the form as a whole."""
    by_name, rest = {panel.name: panel for panel in made}, []
    for problem in found:
        text = problems.text(ask.scene, problem)
        known = problem.order is not None and problem.order < len(read.names)
        name = read.names[problem.order] if known and problem.order is not None else ""
        panel = by_name.get(name)
        if panel is None:
            rest.append(text)
            continue
        target = _field(panel, problem.input)
        (target.refusals if target else panel.refusals).append(text)
    return rest


def _field(panel: Panel, path: str | None) -> Field | None:
    """The field that a key of the data is asked in, or the first of those it is asked in."""
    variant = next((f"-{one.value}" for one in panel.variants if one.chosen), "")
    if path in ("card", "kind") and panel.choice:
        return panel.choice
    parts = (path or "").split(".")
    while parts != [""] and parts:
        for start in (f"{panel.name}{variant}-{'-'.join(parts)}", f"{panel.name}-{'-'.join(parts)}"):
            near = [one for one in panel.every if one.id == start or one.id.startswith(f"{start}-")]
            if near:
                return near[0]
        parts.pop()
    return None
