"""Actions E to G and passing: bribing, buying, using a card, passing (7.1)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Order
from games.formkit.fields import Choice, Field
from games.formkit.kinds import Availability
from games.formkit.reading import FieldReader
from games.skin import Scene, figures

from ..rules import orders as o
from ..rules.board import could_give, gives, usable
from ..rules.content import CARDS, VALUES, C
from ..rules.judge import share_price
from ..texts import amounts, names
from .fields import PartsField, frames, nothing, number, pick, places, sums
from .ground import Ground
from .kind import Action, Question, reserve, would_have
from .reading import STEP, amount, counts, parts, word, words
from .staff import employees_of, whole_number

CELLS = 10
REMOVED = 2
"""Offices that the form asks for from which an employee is taken; the rules take any number."""


class Bribe(Action):
    """E: one or two offers for privilege cards that others hold."""

    def add_label(self, question: Question) -> str:
        return _("Bribe somebody")

    def price(self, ground: Ground) -> str:
        return _("from {amount}").format(amount=amounts.pinats(STEP))

    def why_not(self, ground: Ground) -> str:
        held = [slug for slug in CARDS if ground.public.cards[slug].holder is not None]
        others = [slug for slug in held if ground.public.cards[slug].holder != ground.me]
        return "" if others else _("Nobody else holds a card now")

    def effect(self, ground: Ground, order: Order) -> str:
        return would_have(ground, "corruption", 1)

    def read(self, reader: FieldReader, scene: Scene) -> None:
        def one(at: str) -> dict[str, Any]:
            found = {"card": word(reader, f"{at}.card"), "amount": amount(reader, f"{at}.amount")}
            return {**found, "remove": words(reader, f"{at}.remove", REMOVED)}

        reader.data["offers"] = parts(reader, "offers", one)

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        cells = [(str(STEP * n), figures.number(STEP * n)) for n in range(1, CELLS + 1)]
        hint = _(
            "In Pinats, in steps of {step}; you have {cash}. Only whoever holds the card will know the "
            "amount. Nothing is spent if it is refused."
        )
        hint = hint.format(step=figures.number(STEP), cash=amounts.pinats(ground.private.cash))
        about = _("It comes to you on its corrupt side until the next turn; face down it stays face down.")
        first = [
            frames(question, "offers.0.card", _("Which card?"), ground.card_choices(), about),
            sums(question, "offers.0.amount", _("How much in the envelope?"), cells, hint),
            self._remove(question, 0),
        ]
        cards = [
            (one.value, _("{label}: {value}").format(label=one.label, value=one.holder))
            for one in ground.card_choices()
        ]
        second: list[Field] = [
            pick(question, "offers.1.card", _("Card"), [("", cards)], _("No second offer")),
            number(question, "offers.1.amount", _("Amount, in Pinats")),
            self._remove(question, 1),
        ]
        title = _("A second offer, if the first is refused")
        return [*first, PartsField("offers.1", title, parts=second, folded=True)]

    def _remove(self, question: Question, offer: int) -> Field:
        """The offices from which an employee is dismissed if the offer is refused."""
        others, empty = question.rules.others(), _("The fullest office")
        labels = (_("First here"), _("Or else here"))
        lists: list[Field] = [
            pick(question, f"offers.{offer}.remove.{place}", label, others, empty)
            for place, label in enumerate(labels)
        ]
        title = _("If it is refused, you remove 1 employee of whoever refuses")
        return PartsField(f"offers.{offer}.remove", title, parts=lists, layout="grid2")


class BuyShares(Action):
    """F4: one share certificate."""

    def add_label(self, question: Question) -> str:
        return _("A share certificate")

    def price(self, ground: Ground) -> str:
        left = [value for value in VALUES if ground.public.market[value - 1]]
        cheapest = min(share_price(ground.public, ground.me, value) for value in left)
        return _("from {amount}").format(amount=ground.short(cheapest))

    def why_not(self, ground: Ground) -> str:
        return "" if any(ground.public.market) else _("No certificate is left")

    def effect(self, ground: Ground, order: Order) -> str:
        return would_have(ground, "shares", whole_number(order.data.get("value")))

    def read(self, reader: FieldReader, scene: Scene) -> None:
        if word(reader, "value"):
            reader.number("value")

    def ask(self, question: Question) -> list[Field]:
        ground, found = question.rules, []
        for value in VALUES:
            left = ground.public.market[value - 1]
            if not left and question.value("value") != str(value):
                continue
            price = share_price(ground.public, ground.me, value)
            name = ngettext("{count} share", "{count} shares", value).format(count=figures.number(value))
            there = _("{price}; {left} left").format(price=ground.short(price), left=figures.number(left))
            found.append(Choice(str(value), name, there))
        return [frames(question, "value", _("Which certificate?"), found)]


class BuyInfluence(Action):
    """F1: influence for employees who are dismissed."""

    counted = ("dismiss",)

    def add_label(self, question: Question) -> str:
        needed = figures.number(C.actions.influence_dismissed)
        return _("1 influence for {count} employees dismissed").format(count=needed)

    def why_not(self, ground: Ground) -> str:
        needed = C.actions.influence_dismissed
        if ground.most_staff >= needed:
            return ""
        told = _("1 influence takes {needed} employees, and you have {count}")
        return told.format(needed=figures.number(needed), count=figures.number(ground.staff))

    def effect(self, ground: Ground, order: Order) -> str:
        return would_have(ground, "influence", 1)

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["dismiss"] = counts(reader, "dismiss")

    def ask(self, question: Question) -> list[Field]:
        hint = _("{count} in all. A department that loses its last employee closes.")
        told = hint.format(count=figures.number(C.actions.influence_dismissed))
        return [employees_of(question, "dismiss", _("Who is dismissed"), told)]


class Into(Action):
    """F2 and F3: a general department, or a consultant, in a division."""

    def __init__(self, slug: str, cost: int, track: str) -> None:
        super().__init__(slug)
        self.paid, self.track = cost, track

    def add_label(self, question: Question) -> str:
        return _("A general department") if self.track else _("A consultant")

    def price(self, ground: Ground) -> str:
        return ground.short(self.paid)

    def effect(self, ground: Ground, order: Order) -> str:
        return would_have(ground, self.track, C.influence.general_department) if self.track else ""

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["division"] = word(reader, "division")

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        hint = reserve(ground, 2 if self.track else 1)
        return [pick(question, "division", _("Where"), [("", self._where(ground))], hint=hint)]

    def _where(self, ground: Ground) -> list[tuple[str, str]]:
        if self.track:
            return list(ground.divisions())
        told = _("{division}: you have a consultant there")
        return [
            (slug, told.format(division=names.division(slug)))
            if ground.me in ground.public.consultants.get(slug, ()) else (slug, names.division(slug))
            for slug, _label in ground.divisions()
        ]  # fmt: skip


class UseDevelopment(Action):
    """G: employees from opponents or the supply into the player's own offices."""

    def _most(self, ground: Ground) -> int:
        give = could_give if ground.waits else gives
        return give(ground.public, ground.me, "development")

    def add_label(self, question: Question) -> str:
        most = self._most(question.rules)
        told = ngettext(
            "Development: take {count} employee", "Development: take up to {count} employees", most
        )
        return told.format(count=figures.number(most))

    def why_not(self, ground: Ground) -> str:
        if usable(ground.public, ground.me, "development") is None:
            return _("You do not hold Development face up")
        return "" if ground.usable else no_own()

    def read(self, reader: FieldReader, scene: Scene) -> None:
        def one(at: str) -> dict[str, Any]:
            return {"from": word(reader, f"{at}.from"), "to": word(reader, f"{at}.to")}

        reader.data["take"] = parts(reader, "take", one)

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        sources = [("", [(o.SUPPLY, names.office(o.SUPPLY))]), *ground.others()]
        made: list[Field] = []
        for place in places(question, "take", max(1, self._most(ground))):
            at = f"take.{place}"
            found: list[Field] = [
                pick(question, f"{at}.from", _("Taken from"), sources, nothing(place)),
                pick(question, f"{at}.to", _("Put into"), [("", ground.own_offices())], nothing(place)),
            ]
            title = _("An employee") if place == 0 else _("Another one, if you like")
            made.append(PartsField(at, title, parts=found, folded=place > 0, layout="grid2"))
        return made


def no_own() -> str:
    return _("You have no department to take them into")


class UseLegal(Action):
    """G: influence for one or two employees who are dismissed."""

    counted = ("dismiss",)

    def _most(self, ground: Ground) -> int:
        return gives(ground.public, ground.me, "legal")

    def add_label(self, question: Question) -> str:
        most = self._most(question.rules)
        told = ngettext(
            "Legal & Patents: 1 influence for {count} employee",
            "Legal & Patents: up to {count} influence, for an employee each",
            most,
        )
        return told.format(count=figures.number(most))

    def why_not(self, ground: Ground) -> str:
        if usable(ground.public, ground.me, "legal") is None:
            return _("You do not hold Legal & Patents face up")
        return "" if ground.most_staff else _("You have no employee")

    def effect(self, ground: Ground, order: Order) -> str:
        dismissed = order.data.get("dismiss")
        found = [whole_number(one.get("count")) for one in dismissed] if isinstance(dismissed, list) else []
        return would_have(ground, "influence", sum(found))

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["dismiss"] = counts(reader, "dismiss")

    def ask(self, question: Question) -> list[Field]:
        most = self._most(question.rules)
        hint = ngettext("{count} at most.", "{count} at most.", most).format(count=most)
        return [employees_of(question, "dismiss", _("Who is dismissed"), hint)]


class Pass(Action):
    """Passing."""

    at_once = True

    def add_label(self, question: Question) -> str:
        return _("Do nothing")

    def available(self, question: Question) -> Availability:
        return Availability(True, _("free"))
