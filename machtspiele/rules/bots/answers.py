"""The answers to questions other than actions: placing, ordering the events, exits, the Boss card."""

from __future__ import annotations

from collections.abc import Callable

from games.contract import Order, PlayerId
from games.rulekit.chance import Chance

from .. import orders as o
from ..board import free
from ..content import BOARD_MEETING, BONUS_DAY, DIVISIONS, ROW_LENGTH, C, event_of
from ..phases.events import apply
from ..phases.placement import placing
from ..phases.services import opening_by_boss
from ..state import Public
from .choice import Quiet, after
from .worth import Me, worth


def place(public: Public, me: Me, chance: Chance) -> Order:
    """The placement at which the executive is worth most."""
    places = [o.Place("department", division) for division in DIVISIONS if free(public, division)]
    shuffled = chance.shuffled([*places, o.Place("board")])
    return _kept_place(max(shuffled, key=lambda each: after(public, me, _placing(me.player, each))))


def _placing(player: PlayerId, place: o.Place) -> Callable[[Quiet], None]:
    return lambda table: placing(table, player, place)


def _kept_place(place: o.Place) -> Order:
    return Order("place", {"to": place.to, **({"division": place.division} if place.division else {})})


def exit_of(public: Public, me: Me, division: str) -> Order:
    """The exit at which an ousted director is worth more."""

    def leaving(to: str) -> float:
        def do(table: Quiet) -> None:
            table.change(directors={d: who for d, who in table.public.directors.items() if d != division})
            if to == "board":
                table.join_board(me.player)
            else:
                table.join_consultants(me.player, division)

        return after(public, me, do)

    return Order("exit", {"division": division, "to": max(("consultant", "board"), key=leaving)})


def boss(public: Public, me: Me) -> Order:
    def opening(division: str) -> float:
        return after(public, me, lambda table: opening_by_boss(table, me.player, division))

    open_to = [division for division in DIVISIONS if free(public, division)]
    return Order("boss", {"division": max(open_to, key=opening)})


def row(public: Public, me: Me) -> Order:
    """The order of the events: those that help before the Board Meeting, those that harm after it, and the
    meeting as early as possible; Bonus Day just before it, when it pays more."""

    def worth_of(card: str) -> float:
        def do(table: Quiet) -> None:
            for effect in event_of(card).effects:
                apply(table, effect)

        return after(public, me, do)

    value = {card: worth_of(card) for card in me.private.drawn}
    cards = sorted(value, key=lambda card: (-value[card], card))
    idle = worth(public, me)
    helpful = sum(each > idle for each in value.values())
    meeting = min(max(helpful + 2, C.row.earliest_meeting), ROW_LENGTH)
    order = [*cards[: meeting - 2], BONUS_DAY, BOARD_MEETING, *cards[meeting - 2 :]]
    return Order("events", {"cards": order})
