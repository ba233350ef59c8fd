"""Orders about cards: the start (S1), draws (T2), cards returned (T2B), and orders without data: stuck,
relief."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Line
from games.formkit.fields import Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Scene, figures

from ..rules import defaults
from ..rules.content import C, Mode
from ..rules.draws import draws_of, owed
from ..rules.notation import CATEGORIES
from ..rules.playable import options
from ..rules.state import Pending
from ..texts import names
from .fields import StepField, pick
from .kind import Kind, Question
from .reading import MOST, slot, word

FEW = C.figures.hand
"""Piles that the form of a round asks for; more are named by default."""


def _listed(reader: FieldReader, name: str) -> list[str]:
    """The values chosen in several drop-down lists, in their order."""
    return [one for place in range(MOST) if (one := reader.raw(f"{name}.{place}"))]


def _spread(values: dict[str, Any], *names_: str) -> dict[str, Any]:
    """The lists of a saved order as the values of fields."""
    found = dict(values)
    for name in names_:
        some = values.get(name)
        if isinstance(some, list | tuple):  # typed values are strings
            del found[name]
            found |= {f"{name}.{place}": one for place, one in enumerate(some)}
    return found


class Start(Kind):
    """S1: one free influence, four draws."""

    def submit(self) -> str:
        return _("Hand in")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        slot(reader, "free.region")
        free = {"region": reader.data.pop("free.region", None), "category": word(reader, "free.category")}
        reader.data |= {"free": free, "piles": _listed(reader, "piles")}

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        free = values.get("free")
        if not isinstance(free, Mapping):  # what was typed
            return values
        return {**_spread({"piles": values.get("piles", ())}, "piles"),
                **{f"free.{key}": one for key, one in free.items()}}  # fmt: skip

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        silent = defaults.start(ground.public, ground.me)
        home = ground.public.seats[ground.me].home
        slots = [home, *sorted(ground.world.beside[home])]
        regions = [
            (one, _("{region} (your home)").format(region=told) if one == str(home) else told)
            for one, told in ground.regions(slots)
        ]
        categories = [(slug, names.category(slug)) for slug in CATEGORIES]
        free: list[Field] = [
            pick(question, "free.region", _("Where"), regions, proposed=str(silent.free.region)),
            pick(question, "free.category", _("Of which category"), categories,
                 proposed=silent.free.category),
        ]  # fmt: skip
        piles: list[Field] = [
            pick(question, f"piles.{place}", _("Card {number}").format(number=figures.number(place + 1)),
                 ground.piles(), proposed=pile)
            for place, pile in enumerate(silent.piles)
        ]  # fmt: skip
        return [
            StepField("free", _("One more influence, at home or next door"), parts=free),
            StepField("piles", _("Your first four cards, from any piles"), parts=piles),
        ]


class Draw(Kind):
    """T2; in the form of a round, the piles in order of preference."""

    def submit(self) -> str:
        return _("Draw")

    def refused(self) -> str:
        return _("Not drawn.")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["draws"] = _listed(reader, "draws")
        if back := _listed(reader, "return"):
            reader.data["return"] = back

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        return _spread(values, "draws", "return")

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        pending = ground.public.pending_of(ground.me)
        if ground.public.mode is Mode.ROUNDS:
            return [self._piles(question, FEW, 0)]
        if pending is None:
            return []
        needed = owed(ground.public, pending)
        if not pending.shown:
            return [self._piles(question, needed, needed)]
        hand = len(ground.private.hand)
        most = draws_of(ground.public, pending.extra, 0, hand)
        return [self._back(question, hand), self._piles(question, most, needed)]

    def _piles(self, question: Question, shown: int, needed: int) -> Field:
        """Drop-down lists of piles; in the first `needed` of them a pile must be chosen."""
        ground = question.rules
        pending = ground.public.pending_of(ground.me) or Pending(ground.public.round, ground.me, "draw")
        silent = defaults.draw(ground.public, pending).draws if needed else ()
        parts: list[Field] = [
            pick(question, f"draws.{place}", _("Pile {number}").format(number=figures.number(place + 1)),
                 ground.piles(), proposed=silent[place] if place < min(needed, len(silent)) else "",
                 empty="" if place < needed else _("None"))
            for place in range(shown)
        ]  # fmt: skip
        if not needed:
            label = _("The piles you draw from, in this order")
        else:
            label = ngettext("Draw {count} card, from any pile", "Draw {count} cards, from any piles", needed)
        hint = _("One more pile for each card you return.") if needed < shown and needed else ""
        if question.rules.public.mode is Mode.ROUNDS:
            hint = _("If a pile is missing or exhausted, the default one takes its place.")
        elif not needed:
            hint = _("As many piles as cards you return.")
        return StepField("draws", label.format(count=figures.number(needed)), hint=hint, parts=parts)

    def _back(self, question: Question, most: int) -> Field:
        hint = _("Your hand was shown to everybody: you may return any of its cards, and draw as many.")
        return returned(question, most, _("Return cards, if you like"), _("None"), hint)

    def available(self, question: Question) -> Availability:
        return Availability(question.saved == 0)

    def add_label(self, question: Question) -> str:
        return _("Name the piles you draw from")


def returned(question: Question, number: int, label: str, empty: str, hint: str = "") -> Field:
    """Drop-down lists of the cards of the hand, for the cards to be returned, in order."""
    hand = dict.fromkeys(question.rules.private.hand)
    pairs = [
        (card, _("{card}, {pile}").format(card=names.card(card), pile=names.pile(card.partition("_")[0])))
        for card in hand
    ]
    parts: list[Field] = [
        pick(question, f"return.{place}", _("Card {number}").format(number=figures.number(place + 1)),
             pairs, empty=empty)
        for place in range(number)
    ]  # fmt: skip
    return StepField("return", label, hint=hint, parts=parts)


class Surplus(Kind):
    """T2B: the cards above four, under their piles."""

    def submit(self) -> str:
        return _("Return")

    def refused(self) -> str:
        return _("Not returned.")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["return"] = _listed(reader, "return")

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        return _spread(values, "return")

    def _over(self, question: Question) -> int:
        return max(0, len(question.rules.private.hand) - C.figures.hand)

    def ask(self, question: Question) -> list[Field]:
        over = self._over(question)
        label = ngettext("Return {count} card under its pile", "Return {count} cards under their piles", over)
        empty = _("By default") if question.rules.later else ""
        label = label.format(count=figures.number(over))
        return [returned(question, over, label, empty, _("The first one named goes first."))]

    def available(self, question: Question) -> Availability:
        return Availability(self._over(question) > 0 and question.saved == 0)

    def add_label(self, question: Question) -> str:
        return _("Choose what is returned")


class Relief(Kind):
    """Mode `rounds`: after a forced turn, exchange the whole hand."""

    at_once: ClassVar[bool] = True

    def available(self, question: Question) -> Availability:
        return Availability(question.saved == 0)

    def say(self, question: Question) -> str:
        return _(
            "If you can play nothing when your turn comes, your hand is shown to everybody. You may then "
            "return all of it and draw as many cards."
        )

    def add_label(self, question: Question) -> str:
        return _("After a forced turn, exchange the hand that was shown")


class Stuck(Kind):
    """A player who could play only by spending tokens need not do so (11.3)."""

    at_once: ClassVar[bool] = True

    def say(self, question: Question) -> str:
        return _(
            "If you would rather keep your tokens: your hand is shown to everybody, a card of your most "
            "advanced category is drawn, and its first effect is played. This cannot be taken back."
        )

    def submit(self) -> str:
        return _("Declare yourself stuck")

    def add_label(self, question: Question) -> str:
        return self.submit()

    def available(self, question: Question) -> Availability:
        ground = question.rules
        found = options(ground.world.copy(), ground.place, ground.private.hand)
        return Availability(bool(found) and all(each.invest for each in found))

    def cost(self, line: Line) -> str:
        return ""
