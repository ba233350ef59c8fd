"""The players: who is awaited, and where everybody's executives are."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from games.contract import PlayerId
from games.skin import Scene

from ..rules import board
from ..rules.content import C
from ..rules.windows import is_sealed
from ..texts import general
from .common import public_of
from .marks import Marked, marked


class Chair(Struct, frozen=True):
    """A player in the order of play: what is awaited of them, and their executives."""

    who: Marked
    badges: tuple[str, ...]
    state: str
    awaited: bool


class Staff(Struct, frozen=True):
    """The executives of a player, by place."""

    who: Marked
    figures: tuple[int, ...]


def order(scene: Scene) -> list[Chair]:
    """The players clockwise from the start marker."""
    public, people = public_of(scene), marked(scene)
    return [
        Chair(people[player], tuple(_badges(scene, player)), *_state(scene, player))
        for player in public.from_marker()
    ]


def _badges(scene: Scene, player: PlayerId) -> list[str]:
    public = public_of(scene)
    found = [_("you")] if player == scene.reader else []
    if scene.people.get(player) and scene.people[player].is_bot:
        found.append(_("bot"))
    if public.marker == player and public.turn:
        found.append(_("start marker"))
    if public.seats[player].four:
        found.append(general.points_text(C.end.needed))
    return found


def _state(scene: Scene, player: PlayerId) -> tuple[str, bool]:
    """The state of a player in a word, and whether the player is awaited."""
    public = public_of(scene)
    question = public.question
    if public.over:
        return "", False
    asked = question is not None and question.open and player in question.asked
    if asked and player in scene.answered:
        return _("✓ in"), False
    if public.seats[player].left:
        return _("has left"), False
    if player in public.away:
        return _("away"), False
    if asked and question is not None and player in question.filed:
        return _("has filed in advance"), False
    if asked and question is not None:
        return _("to hand in") if is_sealed(public, question.kind) else _("is asked"), True
    if question is not None and question.kind == "action" and player not in public.to_act:
        return _("✓ has acted"), False
    return "", False


def staff_columns() -> list[str]:
    return [
        _("Reserve"),
        _("Departments"),
        _("General departments"),
        _("Employees"),
        _("Directors"),
        pgettext("seats", "Board"),
        _("Consultants"),
        _("Certificates"),
    ]


def staff(scene: Scene) -> list[Staff]:
    """Everybody's executives, employees and certificates."""
    public, found = public_of(scene), []
    for player, who in marked(scene).items():
        seat = public.seats[player]
        counted = (
            seat.reserve,
            board.departments(public, player),
            board.generals(public, player),
            sum(each.employees for each in public.offices.values() if each.owner == player),
            len(board.directors(public, player)),
            public.board.count(player),
            sum(inside.count(player) for inside in public.consultants.values()),
            len(seat.certificates),
        )
        found.append(Staff(who, counted))
    return found
