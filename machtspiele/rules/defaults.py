"""The defaults at the deadline, from the player's own view (13.2): they never spend and never give away
(D38)."""

from __future__ import annotations

from games.contract import Order, Orders, PlayerId, View, Window
from games.rulekit.shapes import OrderData
from games.rulekit.shapes import order as kept

from . import orders as o
from .board import directors, emptiest, own
from .content import BOARD_MEETING, BONUS_DAY, C
from .state import Private, Public
from .windows import acts_at_meeting, has_boss_card


def placement(public: Public) -> o.Place:
    """A department in the emptiest division; the board if every division is full."""
    division = emptiest(public)
    return o.Place("department", division) if division else o.Place("board")


def action(public: Public, player: PlayerId) -> o.Action:
    """Two employees, each to the player's office with fewest, first in board order; otherwise a pass
    (X24)."""
    inside = {office: public.offices[office].employees for office in own(public, player)}
    added: dict[str, int] = {}
    for _ in range(min(C.actions.recruits, public.supply)):
        office = min(inside, key=lambda each: inside[each], default=None)
        if office is None or inside[office] >= C.figures.most_employees:
            break
        inside[office] += 1
        added[office] = added.get(office, 0) + 1
    place = tuple(o.At(office, count) for office, count in added.items())
    return o.Recruit(place=place) if place else o.Pass()


def row(drawn: tuple[str, ...]) -> tuple[str, ...]:
    """The six drawn cards and the two regular ones, in the order of 13.2."""
    named = {f"drawn_{place}": card for place, card in enumerate(drawn, 1)}
    return tuple(named.get(each, each) for each in C.row.default)


def boss(public: Public) -> o.Boss:
    """The emptiest division; a player who can use the card always has one with a free office."""
    division = emptiest(public)
    return o.Boss(division) if division else o.Boss(decline=True)


def exit_of(public: Public, player: PlayerId, division: str) -> o.Exit:
    """A consultant if the player has none in that box yet, otherwise the board."""
    inside = public.consultants.get(division, ())
    return o.Exit(division, "board" if player in inside else "consultant")


def filed_for(public: Public, private: Private) -> Orders:
    """A player's filed actions for the present turn and round: first those for this round, then those for
    `any`."""
    now = f"{public.turn}.{public.round}"
    return tuple(each for when in (now, o.ANY) for each in private.filed if each.data.get("when") == when)


def default(view: View[Public, Private], window: Window) -> Orders | None:
    """The orders that replace a missing form; None at a door, and for a player who is not asked. Filed
    actions come first, as they would be tried; then the default action, for the case that none of them is
    possible.
    """
    player, private, public = view.viewer, view.private, view.public
    if player is None or private is None or window.is_door or player not in window.players:
        return None
    match window.kind:
        case "placement":
            return (_kept(placement(public)),)
        case "event_order":
            return (Order("events", {"cards": list(row(private.drawn))}),)
        case "bribe_reply":
            return (Order("reply", {"accept": False}),)
        case "boss_privilege":
            return (_kept(boss(public)),)
        case "director_exit":
            mine = [each.division for each in public.appointments if each.old == player]
            return tuple(_kept(exit_of(public, player, division)) for division in mine)
        case "meeting":
            return _meeting(public, private, player)
    actions = (*filed_for(public, private), _kept(action(public, player)))
    if window.kind == "round" and "events" in window.orders and public.marker == player:
        return (*actions, Order("events", {"cards": list(row(private.drawn))}))
    return actions


def _meeting(public: Public, private: Private, player: PlayerId) -> Orders:
    parts: list[Order] = []
    if has_boss_card(public, player):
        parts.append(_kept(boss(public)))
    if acts_at_meeting(public, player):
        parts += [*filed_for(public, private), _kept(action(public, player))]
    parts += [_kept(exit_of(public, player, division)) for division in directors(public, player)]
    return tuple(parts)


def _kept(order: OrderData) -> Order:
    """An order as on a form: without optional keys that have their default."""
    whole = kept(order)
    return Order(whole.kind, {key: value for key, value in whole.data.items() if value not in (None, False)})


assert set(C.row.default) == {*(f"drawn_{n}" for n in range(1, C.row.drawn + 1)), BONUS_DAY, BOARD_MEETING}
