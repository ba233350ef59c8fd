"""Resolving a window: a move, a sealed round, or a door (sections 5, 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from games.contract import Dice, Forms, Outcome, PlayerId, State, Window, only

from .advance import advance, end_round
from .content import TABLES
from .events import FellAsleep, OrderDropped, PlacedCorrectly, PlacedWrongly, Returned
from .figures import fits, line_values, neighbours
from .orders import AnyOrder, Leave, Place, Wake, sift
from .state import Exit, Hidden, Private, Public
from .table import Table
from .windows import is_open


def resolve(
    state: State[Public, Private, Hidden], window: Window, forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """Apply the window, then advance to the next question. An illegal form is reported to its author and
    ignored; an awaited player without a form is skipped."""
    if not is_open(state.public, window):
        return Outcome(state)
    table = Table(state, dice)
    if window.is_door:
        _door(table, window, forms)
    else:
        placements = _placements(table, window, forms)
        if window.kind == "move":
            _move(table, placements)
        else:
            _round(table, placements)
        advance(table)
    if table.public.asleep and not state.public.asleep:
        table.tell(FellAsleep())
    return table.outcome()


def _door(table: Table, window: Window, forms: Forms) -> None:
    """Apply `resign` or `return`, one use at a time."""
    for player, order in _handed_in(table, window, forms):
        if isinstance(order, Leave):
            table.leave([player], Exit.RESIGNED)
        elif isinstance(order, Wake):
            table.no_longer_absent(player)
            table.tell(Returned(player))
        advance(table)


def _placements(table: Table, window: Window, forms: Forms) -> dict[PlayerId, Place]:
    """The legal placements, in seat order from the first seat."""
    handed_in = _handed_in(table, window, forms)
    return {player: order for player, order in handed_in if isinstance(order, Place)}


def _handed_in(table: Table, window: Window, forms: Forms) -> Iterator[tuple[PlayerId, AnyOrder | None]]:
    """Each form's order, judged when its turn comes, in seat order from the first seat. None for an illegal
    one, which is reported to its author."""
    for player in table.public.in_order:
        if player not in forms:
            continue
        order, problems = sift(table.public, player, window, forms[player])
        if order is None:
            table.tell(OrderDropped(problems[0].code, problems[0].params), only(player))
        yield player, order


def _move(table: Table, placements: Mapping[PlayerId, Place]) -> None:
    """One player's turn (section 5)."""
    player = table.public.to_act[0]
    if player in placements:
        if failing := _show(table, placements):
            _replace(table, failing)
    else:
        table.skip(player)
    table.public = replace(table.public, acted=(*table.public.acted, player))


def _round(table: Table, placements: Mapping[PlayerId, Place]) -> None:
    """A sealed round (section 11.3)."""
    _replace(table, _show(table, placements))
    for player in table.public.alive:
        if player not in placements:
            table.skip(player)
    end_round(table)


def _show(table: Table, placements: Mapping[PlayerId, Place]) -> dict[PlayerId, str]:
    """Judge every placement against the line as it was, and merge the right ones into it. Returns the failed
    card of each player who failed."""
    line, values = table.public.line, line_values(table.public)
    cards, characteristic = TABLES[table.public.table_version], table.public.options.characteristic
    right, failing = [], {}
    for player, place in placements.items():
        figures = cards[place.card].figures
        correct = fits(values, place.gap, figures[characteristic])
        table.take(player, place.card)
        if correct:
            right.append(place)
        else:
            failing[player] = place.card
        before, after = neighbours(line, place.gap)
        verdict = PlacedCorrectly if correct else PlacedWrongly
        table.tell(verdict(player, place.card, figures, place.gap, left=before, right=after))
        if correct and not table.public.hands[player]:
            table.public = replace(table.public, emptied=(*table.public.emptied, player))
    _merge(table, right)
    return failing


def _merge(table: Table, right: list[Place]) -> None:
    """Merge cards into the line. Among equal values, a single new card stays where it was put; several come
    after those of the line, sorted by `iso3` (11.3)."""
    public = table.public
    if not right:
        return
    if public.sequential:
        gap = right[0].gap
        line = (*public.line[:gap], right[0].card, *public.line[gap:])
    else:
        cards, characteristic = TABLES[public.table_version], public.options.characteristic
        both = (*public.line, *sorted(place.card for place in right))
        line = tuple(sorted(both, key=lambda card: cards[card].figures[characteristic]))
    table.public = replace(table.public, line=line, line_version=public.line_version + 1)


def _replace(table: Table, failing: Mapping[PlayerId, str]) -> None:
    """Move all failed cards to the box, then let each of their players draw another."""
    for card in failing.values():
        table.fail(card)
    for player in failing:
        table.draw(player)
