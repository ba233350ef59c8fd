"""The questions as a page shows them: headings, fields, what each would do now, refusals at their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.contract import Problem
from games.formkit.fields import Choice, Field, SelectField
from games.formkit.reading import NONE
from games.rulekit.shapes import OrderData
from games.skin import figures

from ..rules.check import now
from ..rules.orders import SHAPES
from ..rules.state import Offer
from ..texts import amounts, names, problems, receipts
from ..texts.parties import party
from ..texts.telling import things
from . import choices
from .compound import Inputs, Variants, fields_of
from .inputs import Ask, Frames
from .kinds import ACTION, GIVE, INPUTS, PLAY, TO, WANT
from .questions import CARD, LINES, OPEN, Read, asked_about, drawn, place, plays, standing, wanted_cards

QUEUED: Final = "file-queued_action"


class Variant(Struct):
    """One answer of a choice, with the fields shown when it is chosen. `hint`: what it would cost or need;
    `inner`: a further question that this answer opens."""

    value: str
    label: str
    fields: list[Field]
    chosen: bool
    hint: str = ""
    inner: Panel | None = None


class Panel(Struct):
    """One question. `does`: what its order would do now; `warning`: why it could not be done now. `shape`:
    how it is drawn: a `line` that folds, with its `number` in a programme; a `card` with a box that counts it
    in (`played`) and a hidden field that tells which it is; `plain` fields. `narrow`: its answers are short.
    `opens`: the value of the button that has its fields drawn; "" if they are."""

    name: str
    title: str = ""
    hint: str = ""
    shape: str = "plain"
    number: int = 0
    fields: list[Field] = field(default_factory=list)
    choice: Field | None = None
    variants: list[Variant] = field(default_factory=list)
    narrow: bool = False
    card: str = ""
    played: bool = False
    does: str = ""
    warning: str = ""
    folded: bool = False
    opens: str = ""
    refusals: list[str] = field(default_factory=list)

    @property
    def every(self) -> list[Field]:
        return [*self.fields, *(one for variant in self.variants for one in variant.fields)]

    @property
    def with_inner(self) -> list[Panel]:
        """This question and those that its answers open."""
        return [
            self,
            *(one for variant in self.variants if variant.inner for one in variant.inner.with_inner),
        ]

    @property
    def refused(self) -> bool:
        invalid = any(one.invalid for one in self.every) or bool(self.choice and self.choice.invalid)
        return bool(self.refusals) or invalid or any(one.refused for one in self.with_inner[1:])


def panels(ask: Ask, window: str) -> list[Panel]:
    """The questions of a window, with the values of their fields."""
    match window:
        case "turn":
            return _turn(ask)
        case "program":
            later = replace(ask, later=True)
            return [*_lines(later), *_cards(later)]
        case "last_call":
            return _cards(replace(ask, later=True))
        case "cards":
            return [_variants(ask, "cards", PLAY)]
        case "mercenary_reply" | "mercenary_counter":
            return _by_company(ask, window)
        case "trade":
            return _trade(ask)
        case "file":
            return _standing(ask)
    return [_simple(ask, window, window)]


def _simple(ask: Ask, at: str, kind: str) -> Panel:
    inputs: Inputs = INPUTS.get(kind, ())
    return Panel(at, hint=choices.hint(ask, kind), fields=fields_of(inputs, ask, at))


def _variants(ask: Ask, at: str, variants: Variants) -> Panel:
    made = Panel(at, choice=variants.choice(ask, at))
    chosen, hints = variants.chosen(ask, at), choices.hints(ask)
    for value, label, fields in variants.of(ask, at):
        made.variants.append(Variant(value, label, fields, value == chosen, hints.get(value, "")))
    return made


def _action(ask: Ask, at: str) -> Panel:
    made = _variants(ask, at, ACTION)
    made.narrow = True
    return made


def _turn(ask: Ask) -> list[Panel]:
    """The question of a turn: the six actions and, with a card in the hand, playing a card."""
    action = _action(ask, "turn")
    if choices.hand(ask):
        chosen, label = ACTION.chosen(ask, "turn") == CARD, names.order(CARD)
        card = _variants(ask, "turn-card", PLAY)
        action.variants.append(Variant(CARD, label, [], chosen, inner=card))
    return [action]


def _lines(ask: Ask) -> list[Panel]:
    titles = (_("First"), _("Or else"), _("Or else, in the end"))
    made = []
    for number, (at, title) in enumerate(zip(LINES, titles, strict=True), 1):
        panel = _action(ask, at)
        panel.shape, panel.number, panel.title = "line", number, title
        panel.folded = number > 1 and not ACTION.chosen(ask, at)
        made.append(panel)
    return made


def _cards(ask: Ask) -> list[Panel]:
    made, hand = [], plays(ask)
    for number, (at, card) in enumerate(hand, 1):
        fields = fields_of(PLAY.inputs(card), ask, f"{at}-{card}")
        if len(hand) > 1:
            fields.append(_place(ask, at, number, len(hand)))
        panel = Panel(at, names.card(card), names.card_text(card), "card", fields=fields, card=card)
        panel.played = ask.value(f"{at}-do") == "on"
        made.append(panel)
    return made


def _place(ask: Ask, at: str, number: int, most: int) -> Field:
    """The input for the position of a card among those that are played."""
    made, now_at = SelectField(f"{at}-place", _("Place among the cards played")), place(ask, at, number)
    made.choices = [Choice(str(one), figures.number(one), chosen=one == now_at) for one in range(1, most + 1)]
    return made


def _standing(ask: Ask) -> list[Panel]:
    """The eight kinds of standing orders, each with its current text and, once opened, its fields."""
    made = []
    for kind, order in standing(ask).items():
        at, title = f"file-{kind}", receipts.what(ask.scene, order)
        if not drawn(ask, at):
            made.append(Panel(at, title, shape="line", opens=at))
            continue
        panel = _queued(ask) if kind == "queued_action" else _simple(ask, at, kind)
        panel.title, panel.shape = title, "line"
        if ask.value(OPEN) == at and panel.fields:
            panel.fields[0].focus = True
        made.append(panel)
    return made


def _queued(ask: Ask) -> Panel:
    """The six actions, and none."""
    at = f"{QUEUED}-action"
    panel = _action(replace(ask, later=True), at)
    panel.name = QUEUED
    none = Variant(NONE, _("none"), [], ACTION.chosen(ask, at) in ("", NONE))
    panel.variants.insert(0, none)
    return panel


def _by_company(ask: Ask, window: str) -> list[Panel]:
    own = ask.private.bids if window == "mercenary_reply" else ask.private.counters
    made = []
    for company in asked_about(ask, window):
        at, price = f"{window}-{company}", amounts.euros(own[company])
        panel = _simple(ask, at, window)
        panel.title, panel.shape = names.company(company), "line"
        line = (
            _("The bid for a mercenary is {money}.")
            if "reply" in window
            else _("The price asked is {money}.")
        )
        panel.hint = line.format(money=price)
        made.append(panel)
    return made


def _trade(ask: Ask) -> list[Panel]:
    """The open offers, to answer or to withdraw; then the fields of a gift or a new offer, once they are
    opened."""
    hint = _("Without asking for anything, it is a gift, and is given at once. Promises bind nobody.")
    if not ask.private.offers and not drawn(ask, "trade"):
        return [Panel("trade", opens="trade")]
    fields = fields_of((TO, GIVE, WANT), ask, "trade")
    if not ask.private.offers:
        return [Panel("trade", hint=hint, fields=fields)]
    label, done = _("What to do"), ask.value("trade-do")
    made = Panel("trade", choice=Frames("do", label, lambda asked: []).fields(ask, "trade")[0])
    for offer in ask.private.offers:
        made.variants += _answers(ask, offer, done)
    made.variants.append(Variant("deal", _("Give, or offer a trade"), fields, done == "deal", hint))
    return [made]


def _answers(ask: Ask, offer: Offer, done: str) -> list[Variant]:
    """The answers to an open offer; the player who accepts it chooses the cards that it asks for."""
    give, want = things(offer.give), things(offer.want)
    until = _("It holds until the end of round {round}.").format(round=offer.until)
    terms = {
        "player": party(ask.scene, offer.by),
        "to": party(ask.scene, offer.to),
        "give": give,
        "want": want,
    }
    if offer.by == ask.me:
        label, name = _("Withdraw: you give {to} {give} for {want}").format(**terms), f"withdraw:{offer.id}"
        return [Variant(name, label, [], done == name, until)]
    accept, refuse = f"accept:{offer.id}", f"refuse:{offer.id}"
    cards = wanted_cards(offer).fields(ask, f"trade-{accept}") if offer.want.cards else []
    return [
        Variant(
            accept,
            _("Accept: {player} gives {give} for {want}").format(**terms),
            cards,
            done == accept,
            until,
        ),
        Variant(
            refuse, _("Refuse: {player} gives {give} for {want}").format(**terms), [], done == refuse, until
        ),
    ]


# ---- their contents ------------------------------------------------------------------------------


def tell(ask: Ask, made: list[Panel], read: Read) -> None:
    """Add to each question what its order would do now, or a warning why it could not be done; it is never a
    refusal."""
    by_name = {panel.name: panel for each in made for panel in each.with_inner}
    for order, name in zip(read.orders, read.names, strict=True):
        panel, typed = by_name.get(name), SHAPES.read(order, 0)
        if panel is None or not isinstance(typed, OrderData):
            continue
        panel.does = receipts.what(ask.scene, order)
        found = now(ask.scene.view, typed)
        if found and found.why_not:
            panel.warning = problems.text(ask.scene, found.why_not)


def refuse(ask: Ask, made: list[Panel], read: Read, found: Iterable[Problem]) -> list[str]:
    """Put each refusal beside its field or its question; returns those about the form as a whole."""
    by_name, rest = {panel.name: panel for each in made for panel in each.with_inner}, []
    for problem in found:
        text = problems.text(ask.scene, problem)
        known = problem.order is not None and problem.order < len(read.names)
        place = problem.order if known and problem.order is not None else -1
        panel = by_name.get(read.names[place]) if known else None
        if panel is None:
            rest.append(text)
            continue
        target = _field(panel, problem.input or "", read.fields[place])
        (target.refusals if target else panel.refusals).append(text)
    return rest


def _field(panel: Panel, path: str, listed: Mapping[str, str]) -> Field | None:
    """The field for a key of the data, or the first of its fields. `listed`: the names of the fields of items
    of lists."""
    chosen = panel.card or next((one.value for one in panel.variants if one.chosen), "")
    variant = f"-{chosen}" if chosen else ""
    if panel.name == QUEUED:  # its data have two more keys in front than those of an action
        path, variant = path.replace("action.data.", ""), f"-action{variant}"
    if path in ("card", "kind", "action.kind", "offer") and panel.choice:
        return panel.choice
    parts = path.split(".") if path else []
    ends = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    starts = [listed[one] + path.removeprefix(one).replace(".", "-") for one in ends if one in listed]
    for one in ends:
        starts += [f"{panel.name}{within}-{one.replace('.', '-')}" for within in (variant, "")]
    found = (field for start in starts for field in panel.every if f"{field.id}-".startswith(f"{start}-"))
    return next(found, None)
