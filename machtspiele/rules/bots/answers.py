"""The answers to the questions that are no action: placing, ordering the events, exits, the Boss card."""

from __future__ import annotations

from collections.abc import Callable

from games.contract import Order, PlayerId
from games.rulekit.chance import Chance

from .. import orders as o
from ..board import free
from ..content import BOARD_MEETING, BONUS_DAY, DIVISIONS, C, event_of
from ..phases.events import apply
from ..phases.placement import placing
from ..phases.services import opening_by_boss
from ..state import Private, Public
from .choice import Quiet, after

MEETING_AT = 6
"""The place that the bot gives the Board Meeting, from 1."""


def place(public: Public, player: PlayerId, private: Private, chance: Chance) -> Order:
    """Where the executive is worth most."""
    places = [o.Place("department", division) for division in DIVISIONS if free(public, division)]
    return _kept_place(_best(public, player, private, [*places, o.Place("board")], _placing(player), chance))


def _placing(player: PlayerId) -> Callable[[o.Place], Callable[[Quiet], None]]:
    return lambda each: lambda table: placing(table, player, each)


def _kept_place(place: o.Place) -> Order:
    return Order("place", {"to": place.to, **({"division": place.division} if place.division else {})})


def _best(
    public: Public,
    player: PlayerId,
    private: Private,
    among: list[o.Place],
    do: Callable[[o.Place], Callable[[Quiet], None]],
    chance: Chance,
) -> o.Place:
    shuffled = chance.shuffled(among)
    return max(shuffled, key=lambda each: after(public, player, private, do(each)))


def exit_of(public: Public, player: PlayerId, private: Private, division: str) -> Order:
    """Where the director is worth more once he is ousted."""

    def leaving(to: str) -> float:
        def do(table: Quiet) -> None:
            table.change(directors={d: who for d, who in table.public.directors.items() if d != division})
            if to == "board":
                table.join_board(player)
            else:
                table.join_consultants(player, division)

        return after(public, player, private, do)

    return Order("exit", {"division": division, "to": max(("consultant", "board"), key=leaving)})


def boss(public: Public, player: PlayerId, private: Private) -> Order:
    def opening(division: str) -> float:
        return after(public, player, private, lambda table: opening_by_boss(table, player, division))

    open_to = [division for division in DIVISIONS if free(public, division)]
    return Order("boss", {"division": max(open_to, key=opening)})


def row(public: Public, player: PlayerId, private: Private) -> Order:
    """What helps comes before the Board Meeting, what harms after it; Bonus Day late, when there is more
    to be paid for."""

    def worth_of(card: str) -> float:
        def do(table: Quiet) -> None:
            for effect in event_of(card).effects:
                apply(table, effect)

        return after(public, player, private, do)

    cards = sorted(private.drawn, key=lambda card: (-worth_of(card), card))
    before = cards[: MEETING_AT - 2]
    order = [*before, BONUS_DAY, BOARD_MEETING, *cards[MEETING_AT - 2 :]]
    assert order.index(BOARD_MEETING) + 1 >= C.row.earliest_meeting
    return Order("events", {"cards": order})
