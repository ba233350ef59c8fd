"""Actions A to D: recruiting, opening, moving and merging departments, resigning (7.1)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Order
from games.formkit.fields import Choice, Field
from games.formkit.reading import FieldReader, read_number
from games.skin import Scene, figures

from ..rules import defaults
from ..rules import orders as o
from ..rules.board import boxes, could_give, directors, division_of, gives
from ..rules.content import OFFICES, C
from ..texts import names
from .fields import PartsField, RowsField, frames, nothing, office_key, pick, places, rows
from .ground import MOST, Ground
from .kind import Action, Question, no_department, reserve, would_have
from .reading import counts, parts, word, words


class Recruit(Action):
    """A: employees from the supply into the player's own offices."""

    counted = ("place",)

    def most(self, ground: Ground) -> int:
        give = could_give if ground.waits else gives
        return C.actions.recruits + give(ground.public, ground.me, "personnel")

    def _now(self, ground: Ground) -> int:
        """The limit as things stand. While a form waits, motivation may still raise it."""
        return C.actions.recruits + gives(ground.public, ground.me, "personnel")

    def add_label(self, question: Question) -> str:
        most = self._now(question.rules)
        told = ngettext("Recruit {count} employee", "Recruit up to {count} employees", most)
        return told.format(count=figures.number(most))

    def why_not(self, ground: Ground) -> str:
        return "" if ground.usable else no_department()

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["place"] = counts(reader, "place")

    def ask(self, question: Question) -> list[Field]:
        ground, proposed = question.rules, {}
        made = defaults.action(ground.public, ground.me)
        if isinstance(made, o.Recruit):
            proposed = {office_key("place", each.office): str(each.count) for each in made.place}
        most = min(MOST, self.most(ground))
        offices = [(slug, text, most) for slug, text in ground.own_offices()]
        limit = ngettext("{count} in all.", "Up to {count} in all.", self._now(ground))
        hint = figures.sentence(limit.format(count=figures.number(self._now(ground))), in_supply(ground))
        return [rows(question, "place", _("How many, and where"), offices, hint, proposed)]


class OpenOwn(Action):
    """B1: new departments with two own employees each."""

    def add_label(self, question: Question) -> str:
        return names.order(self.slug)

    def why_not(self, ground: Ground) -> str:
        if ground.most_staff >= C.actions.sources:
            return ""
        return _("It takes two employees, and you have fewer")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        def one(at: str) -> dict[str, Any]:
            found = {"division": word(reader, f"{at}.division")}
            return {**found, "from": words(reader, f"{at}.from", C.actions.sources)}

        reader.data["new"] = parts(reader, "new", one)

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        made: list[Field] = []
        for place in places(question, "new", C.actions.opened):
            at = f"new.{place}"
            title = _("The new department") if place == 0 else _("A second one, if you like")
            where = pick(question, f"{at}.division", _("Where"), [("", ground.divisions())], nothing(place))
            found: list[Field] = [where]
            for source, label in enumerate((_("An employee of"), _("And one of"))):
                staff = ground.with_staff()
                found.append(pick(question, f"{at}.from.{source}", label, [("", staff)], nothing(place)))
            made.append(PartsField(at, title, parts=found, folded=place > 0))
        return made


class OpenNew(Action):
    """B2: one department with an executive and employees who are new."""

    counted = ("move",)

    def add_label(self, question: Question) -> str:
        return names.order(self.slug)

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["division"] = word(reader, "division")
        if reader.raw("extra"):
            reader.number("extra")
        reader.data["move"] = counts(reader, "move", "from")

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        give = could_give if ground.waits else gives
        most = give(ground.public, ground.me, "personnel")
        hint = figures.sentence(reserve(ground, 1), in_supply(ground))
        found: list[Field] = [pick(question, "division", _("Where"), [("", ground.divisions())], hint=hint)]
        if most or question.value("extra"):
            numbers = [(str(count), figures.number(count)) for count in range(1, most + 1)]
            label = _("Extra employees, by your Personnel card")
            found.append(pick(question, "extra", label, [("", numbers)], figures.number(0)))
        offices = ground.counted(slug for slug in ground.usable if ground.office(slug).employees)
        moved = rows(question, "move", _("Employees of yours who move in"), offices)
        if moved.rows:
            folded = PartsField("move-too", _("Move employees of yours in as well"), parts=[moved])
            folded.folded = not any(row.value for row in moved.rows)
            found.append(folded)
        return found


class Move(Action):
    """C1: one or two departments, or one general department, to other divisions."""

    def add_label(self, question: Question) -> str:
        return _("Move departments")

    def why_not(self, ground: Ground) -> str:
        return "" if ground.usable else no_department()

    def read(self, reader: FieldReader, scene: Scene) -> None:
        def one(at: str) -> dict[str, Any]:
            return {"from": word(reader, f"{at}.from"), "division": word(reader, f"{at}.division")}

        reader.data["moves"] = parts(reader, "moves", one)

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        made: list[Field] = []
        for place in places(question, "moves", C.actions.moved):
            at = f"moves.{place}"
            offices = ground.own_offices() if place == 0 else ground.own_departments()
            title = _("What moves") if place == 0 else _("A second department, if you like")
            found: list[Field] = [
                pick(question, f"{at}.from", _("Department"), [("", offices)], nothing(place)),
                pick(question, f"{at}.division", _("Where to"), [("", ground.divisions())], nothing(place)),
            ]
            made.append(PartsField(at, title, parts=found, folded=place > 0, layout="grid2"))
        return made


class Merge(Action):
    """C2: two departments become one general department."""

    counted = ("overflow",)

    def add_label(self, question: Question) -> str:
        return names.order(self.slug)

    def price(self, ground: Ground) -> str:
        return _("+1 general department")

    def why_not(self, ground: Ground) -> str:
        return "" if ground.most_departments > 1 else _("It takes two departments of yours")

    def effect(self, ground: Ground, order: Order) -> str:
        return would_have(ground, "general_departments", C.influence.general_department)

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data["from"] = [word(reader, f"from.{place}") for place in range(2)]
        to = word(reader, "to")
        reader.data["to"] = to if to in OFFICES else {"division": to}
        reader.data["overflow"] = counts(reader, "overflow")

    def fill(self, values: dict[str, Any]) -> dict[str, Any]:
        return {**values, "to": values.get("to", values.get("to.division", ""))}

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        offices = ground.own_departments()
        stay = [(slug, names.office(slug)) for slug, _text in offices]
        goes = [(_("It stays where one of the two is"), stay), (_("Or goes to"), ground.divisions())]
        dismissed = figures.number(C.actions.merge_dismissed)
        hint = _("{count} of their employees are dismissed.").format(count=dismissed)
        found: list[Field] = [
            pick(question, "from.0", _("One department"), [("", offices)]),
            pick(question, "from.1", _("Another one"), [("", offices)]),
            pick(question, "to", _("The general department"), goes, hint=hint),
        ]
        most = max(0, 2 * MOST - C.actions.merge_dismissed - MOST)
        targets = [(slug, text, most) for slug, text in ground.own_offices()]
        over = rows(question, "overflow", _("Where employees beyond six go"), targets)
        folded = PartsField("overflow-too", _("Employees beyond six"), parts=[over])
        folded.folded = not any(row.value for row in over.rows)
        return [*found, folded]


class Resign(Action):
    """D: leave a director's office."""

    def add_label(self, question: Question) -> str:
        return names.order(self.slug)

    def why_not(self, ground: Ground) -> str:
        return "" if directors(ground.public, ground.me) else _("You direct nothing now")

    def read(self, reader: FieldReader, scene: Scene) -> None:
        reader.data |= {"division": word(reader, "division"), "to": word(reader, "to")}

    def ask(self, question: Question) -> list[Field]:
        ground = question.rules
        mine = [
            Choice(slug, names.division(slug), self._closing(ground, slug))
            for slug in directors(ground.public, ground.me)
        ]
        return [
            frames(question, "division", _("Which office"), mine),
            frames(question, "to", _("Where to"), exits(ground, question.value("division"))),
        ]

    def _closing(self, ground: Ground, division: str) -> str:
        closing = [slug for slug in ground.departments if division_of(slug) == division]
        if not closing:
            return _("No department of yours closes.")
        return _("Closes: {offices}.").format(offices=names.offices(closing))


def exits(ground: Ground, division: str = "") -> list[Choice]:
    """The two ways of a director who goes."""
    had = boxes(ground.public, ground.me)
    there = ground.me in ground.public.consultants.get(division, ()) if division else False
    box = _("You have a consultant in {count} of 6 boxes.").format(count=had)
    if division and not there:
        box = _("A new box of the six: you would have {count}.").format(count=had + 1)
    full = len(ground.public.board) >= C.figures.seats
    seat = _("The board is full: whoever has been there longest falls off.") if full else (
        _("{count} of 5 seats are taken.").format(count=len(ground.public.board))
    )  # fmt: skip
    return [Choice("board", _("To the board"), seat), Choice("consultant", _("Into consulting"), box)]


def in_supply(ground: Ground) -> str:
    """The employees who can still be had."""
    supply = ground.public.supply
    told = ngettext("{count} employee in the supply.", "{count} employees in the supply.", supply)
    return told.format(count=figures.number(supply))


def employees_of(question: Question, name: str, label: str, hint: str) -> RowsField:
    """Own employees, by their offices."""
    ground = question.rules
    offices = ground.counted(slug for slug in ground.usable if ground.office(slug).employees)
    return rows(question, name, label, offices, hint)


def whole_number(value: object) -> int:
    """A number that was typed or saved; 0 for anything else."""
    found = read_number(str(value))
    return found if isinstance(found, int) else 0
