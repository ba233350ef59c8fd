"""Placing the first three executives of every player, in snake order (4)."""

from __future__ import annotations

from games.contract import PlayerId
from games.rulekit.forms import Answers, first_of

from .. import orders as o
from ..board import free
from ..content import C, Mode
from ..defaults import placement
from ..events import Placed
from ..points import settle
from ..state import Public, Question
from ..table import Table


def order_of_pass(public: Public, number: int) -> tuple[PlayerId, ...]:
    """The order of players in a pass, counted from 1: the second one goes backwards."""
    return public.order if number % 2 else public.order[::-1]


def ask(table: Table) -> None:
    """Ask for the next placement; after the last pass begin the first turn."""
    public = table.public
    seats = len(public.players)
    if public.placed == C.figures.placements * seats:
        table.change(stage="thank_boss", turn=1)
        return
    number = public.placed // seats + 1
    if public.mode is Mode.CLASSIC:
        player = order_of_pass(public, number)[public.placed % seats]
        table.change(question=Question("placement", (0, public.placed + 1), (player,)))
    else:
        table.change(question=Question("placement", (0, number), public.players))


def answer(table: Table, question: Question, answers: Answers) -> None:
    table.change(question=None)
    number = table.public.placed // len(table.public.players) + 1
    for player in order_of_pass(table.public, number):
        if player in question.asked:
            place = _possible(table, player, answers)
            placing(table, player, place)


def _possible(table: Table, player: PlayerId, answers: Answers) -> o.Place:
    """The ordered placement; the default without one, or if the division is full by now."""
    wanted = first_of(answers, player, o.Place)
    if wanted is not None and (wanted.division is None or free(table.public, wanted.division)):
        return wanted
    return placement(table.public)


def placing(table: Table, player: PlayerId, place: o.Place) -> None:
    """Place one executive: as head of a new department, or on the board."""
    office = pushed = None
    table.from_reserve(player)
    if place.division is not None:
        office = free(table.public, place.division)[0]
        table.supply(-C.figures.placed_employees)
        table.open_office(office, player, C.figures.placed_employees)
    else:
        pushed = table.join_board(player)
    table.change(placed=table.public.placed + 1)
    table.tell(Placed(player, office, pushed))
    settle(table)
