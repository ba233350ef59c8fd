"""The kinds of orders, and the groups in which the form shows the actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from msgspec import Struct

from games.contract import Problem
from games.formkit.fields import Field
from games.formkit.form import OpenQuestion
from games.formkit.kinds import FormKinds
from games.skin import Text

from ..rules.check import check
from ..rules.content import C
from ..texts import problems
from .answers import EXITS, Boss, Events, Place, Replies, Reply
from .dealing import Bribe, BuyInfluence, BuyShares, Into, Pass, UseDevelopment, UseLegal
from .fields import simple
from .ground import Ground
from .kind import Action, Kind
from .staff import Merge, Move, OpenNew, OpenOwn, Recruit, Resign

UNIT: Final = "P"
ACTIONS: Final[Mapping[str, Action]] = {
    kind.slug: kind
    for kind in (
        Recruit("recruit"),
        OpenOwn("open_own"),
        OpenNew("open_new"),
        Move("move"),
        Merge("merge"),
        Resign("resign"),
        Bribe("bribe"),
        BuyShares("buy_shares"),
        BuyInfluence("buy_influence"),
        Into("buy_general", C.money.general_department, "general_departments"),
        Into("buy_consultant", C.money.consultant, ""),
        UseDevelopment("use_development"),
        UseLegal("use_legal"),
        Pass("pass"),
    )
}
KINDS: Final[Mapping[str, Kind]] = {
    **ACTIONS,
    **EXITS,
    "place": Place("place"),
    "events": Events("events"),
    "reply": Reply("reply"),
    "boss": Boss("boss"),
    "replies": Replies("replies"),
}
FORM: Final[FormKinds[Ground]] = FormKinds(KINDS, check, lambda problem: problems.text(None, problem), UNIT)


class Group(Struct, frozen=True):
    """One of the seven actions, or passing: its name, its description, and its variants."""

    slug: str
    name: Text
    say: Text
    kinds: tuple[str, ...]


GROUPS: Final = (
    Group("a", _("A · Recruit"), _("Employees from the supply, into departments of yours."), ("recruit",)),
    Group("b", pgettext_lazy("an action", "B · Open"),
          _("One or two departments with two of your employees each, or one with a new executive and a new "
            "employee."), ("open_own", "open_new")),
    Group("c", _("C · Reorganise"),
          _("Move one or two departments or one general department; or merge two departments into a general "
            "one."), ("move", "merge")),
    Group("d", _("D · Resign"),
          _("Leave a director’s office for the board or for consulting. Your departments there close."),
          ("resign",)),
    Group("e", _("E · Bribe"), _("One or two offers for a privilege card that somebody else holds."),
          ("bribe",)),
    Group("f", _("F · Buy"), _("One point of competence, in one of four ways."),
          ("buy_shares", "buy_influence", "buy_general", "buy_consultant")),
    Group("g", _("G · Use a card"), _("Development or Legal & Patents, if you hold it face up."),
          ("use_development", "use_legal")),
    Group("pass", pgettext_lazy("an action", "Pass"), _("Doing nothing is allowed."), ("pass",)),
)  # fmt: skip
"""The actions as the rule book has them (7.1)."""


def field_for(made: OpenQuestion, problem: Problem) -> Field | None:
    """The field that a problem is about; in a list, the part whose value the problem names."""
    path = FORM.kinds[made.kind].field_of(problem.input) if problem.input else ""
    every = simple(made.fields)
    if not path:  # about the whole order: its only field, if it has one
        return made.fields[0] if len(made.fields) == 1 else None
    inside = [one for one in every if _belongs(one.name, path)]
    named = {str(value) for value in problem.params.values()}
    said = [one for one in inside if getattr(one, "value", "") in named - {""} or _office(one.name) in named]
    exact = [one for one in every if one.name == path]
    return next(iter([*said, *exact, *inside]), None)


def _office(name: str) -> str:
    """The office of a row: `legal-1` for `place.legal.1`."""
    return "-".join(name.split(".")[-2:])


def _belongs(name: str, path: str) -> bool:
    """Whether the field is within the path, or the path within the field."""
    return f"{name}.".startswith(f"{path}.") or f"{path}.".startswith(f"{name}.")
