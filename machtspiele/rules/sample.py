"""Random legal forms for random games: every kind of order, at every question and door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.contract import Dice, Order, Orders, PlayerId, View, Window
from games.rulekit.chance import Chance
from games.rulekit.windows import asked_now

from . import orders as o
from .board import could_give, directors, division_of, own
from .check import check
from .content import BOARD_MEETING, BONUS_DAY, CARDS, DIVISIONS, VALUES, C
from .defaults import default
from .state import Private, Public
from .windows import windows

TRIES: Final = 6
Data = dict[str, Any]


def sample(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A form that passes `check`; None if the player is not asked, and sometimes at a door."""
    asked = asked_now(windows(view.public), window, view.viewer)
    if view.viewer is None or view.private is None or asked is None:
        return None
    chance = Chance(dice, "sample")
    for _ in range(TRIES):
        form = _form(view.public, view.private, view.viewer, asked, chance)
        if not check(view, asked, form):
            return form
    return () if asked.kind == "file" else _sure(view, asked)


def _sure(view: View[Public, Private], window: Window) -> Orders | None:
    """A form that is always legal: the default, with one action only."""
    form = default(view, window)
    if form is None:
        return (Order(window.kind),)
    actions = [each for each in form if each.kind in o.ACTIONS][-1:]
    return (*actions, *(each for each in form if each.kind not in o.ACTIONS))


def _form(public: Public, private: Private, player: PlayerId, window: Window, chance: Chance) -> Orders:
    match window.kind:
        case "placement":
            division = chance.pick((*DIVISIONS, None, None))
            return (
                Order("place", {"to": "department", "division": division} if division else {"to": "board"}),
            )
        case "director_exit":
            mine = [each.division for each in public.appointments if each.old == player]
            return tuple(_exit(division, chance) for division in mine)
        case "event_order":
            return (_events(private, chance),)
        case "bribe_reply":
            return (Order("reply", {"accept": chance.one_in(2)}),)
        case "boss_privilege":
            return (_boss(chance),)
        case "round":
            return _round(public, private, player, window, chance)
        case "meeting":
            return _meeting(public, player, chance)
        case "file":
            return _filed(public, player, chance)
        case "leave" | "return":
            return (Order(window.kind),)
    return (action(public, player, chance),)


def _round(public: Public, private: Private, player: PlayerId, window: Window, chance: Chance) -> Orders:
    form = [action(public, player, chance) for _ in range(chance.below(C.actions.preferences) + 1)]
    if chance.one_in(3):
        form.append(_replies(chance))
    if "events" in window.orders and public.marker == player and not chance.one_in(3):
        form.append(_events(private, chance))
    return tuple(form)


def _meeting(public: Public, player: PlayerId, chance: Chance) -> Orders:
    form = [_exit(division, chance) for division in directors(public, player) if chance.one_in(2)]
    if public.cards["communication"].holder == player and public.cards["communication"].corrupt:
        form.append(action(public, player, chance))
    if public.cards["boss"].holder == player:
        form.append(_boss(chance))
    return (*form, _replies(chance))


def _filed(public: Public, player: PlayerId, chance: Chance) -> Orders:
    """Filed actions for this round, the next, or any; sometimes none, which withdraws what was filed."""
    form = []
    for _ in range(chance.below(4)):
        when = chance.pick((o.ANY, f"{max(1, public.turn)}.{min(8, public.round + chance.below(2) or 1)}"))
        made = action(public, player, chance)
        form.append(Order(made.kind, {**made.data, "when": when}))
    return (*form, _replies(chance)) if chance.one_in(2) else tuple(form)


def _exit(division: str, chance: Chance) -> Order:
    return Order("exit", {"division": division, "to": chance.pick(("board", "consultant"))})


def _boss(chance: Chance) -> Order:
    return Order("boss", {"decline": True} if chance.one_in(5) else {"division": chance.pick(DIVISIONS)})


def _events(private: Private, chance: Chance) -> Order:
    """The drawn events in any order; the two regular ones where they are allowed."""
    cards = list(chance.shuffled(private.drawn))
    meeting = C.row.earliest_meeting - 1 + chance.below(4)
    cards.insert(chance.below(min(meeting, len(cards) + 1)), BONUS_DAY)
    cards.insert(meeting, BOARD_MEETING)
    return Order("events", {"cards": cards})


def _replies(chance: Chance) -> Order:
    """Standing replies for some cards, each with one limit or both."""
    found: Data = {}
    for card in chance.some(CARDS, 4):
        below = C.money.step * (1 + chance.below(4))
        found[card] = {"accept_from": below + C.money.step * chance.below(4)}
        if chance.one_in(2):
            found[card]["refuse_below"] = below
    return Order("replies", found)


# ---- actions ---------------------------------------------------------------------------------------------


def action(public: Public, player: PlayerId, chance: Chance) -> Order:
    """An action that looks possible; the caller judges whether it is."""
    kind = chance.pick(tuple(_ACTIONS))
    return Order(kind, _ACTIONS[kind](public, player, chance))


def _recruit(public: Public, player: PlayerId, chance: Chance) -> Data:
    offices = own(public, player)
    most = C.actions.recruits + could_give(public, player, "personnel")
    places = [{"office": chance.pick(offices), "count": 1} for _ in range(1 + chance.below(most)) if offices]
    return {"place": places}


def _open_own(public: Public, player: PlayerId, chance: Chance) -> Data:
    offices = own(public, player)
    new = [
        {"division": chance.pick(DIVISIONS), "from": [chance.pick(offices), chance.pick(offices)]}
        for _ in range(1 + chance.below(2))
        if offices
    ]
    return {"new": new}


def _open_new(public: Public, player: PlayerId, chance: Chance) -> Data:
    move = [{"from": office, "count": 1 + chance.below(2)} for office in chance.some(own(public, player), 2)]
    extra = chance.below(1 + could_give(public, player, "personnel"))
    return {"division": chance.pick(DIVISIONS), "extra": extra, "move": move}


def _move(public: Public, player: PlayerId, chance: Chance) -> Data:
    return {
        "moves": [
            {"from": office, "division": chance.pick([d for d in DIVISIONS if d != division_of(office)])}
            for office in chance.shuffled(own(public, player))[: 1 + chance.below(2)]
        ]
    }


def _merge(public: Public, player: PlayerId, chance: Chance) -> Data:
    mine = [office for office in own(public, player) if not public.offices[office].general]
    both = list(chance.shuffled(mine)[:2])
    to = {"division": chance.pick(DIVISIONS)} if chance.one_in(2) or not both else both[0]
    others = [office for office in own(public, player) if office not in both]
    overflow = [{"office": office, "count": 1} for office in chance.some(others, 2)]
    return {"from": both, "to": to, "overflow": overflow if chance.one_in(3) else []}


def _resign(public: Public, player: PlayerId, chance: Chance) -> Data:
    mine = directors(public, player)
    return {"division": chance.pick(mine or DIVISIONS), "to": chance.pick(("board", "consultant"))}


def _bribe(public: Public, player: PlayerId, chance: Chance) -> Data:
    """A bribe, often for Communication, because only that card, once corrupt, leads to a further question."""
    cards = [card for card in CARDS if public.cards[card].holder not in (None, player)]
    offers = [
        {
            "card": "communication" if chance.one_in(3) else chance.pick(cards or CARDS),
            "amount": C.money.step * (1 + chance.below(8)),
            "remove": list(chance.some(tuple(public.offices), 3)),
        }
        for _ in range(1 + chance.below(2))
    ]
    return {"offers": offers}


def _dismissed(public: Public, player: PlayerId, count: int, chance: Chance) -> list[Data]:
    inside = [office for office in own(public, player) for _ in range(public.offices[office].employees)]
    return [{"office": office, "count": 1} for office in chance.shuffled(inside)[:count]]


def _buy_influence(public: Public, player: PlayerId, chance: Chance) -> Data:
    return {"dismiss": _dismissed(public, player, C.actions.influence_dismissed, chance)}


def _into(public: Public, player: PlayerId, chance: Chance) -> Data:
    return {"division": chance.pick(DIVISIONS)}


def _buy_shares(public: Public, player: PlayerId, chance: Chance) -> Data:
    return {"value": chance.pick(VALUES)}


def _use_development(public: Public, player: PlayerId, chance: Chance) -> Data:
    mine = own(public, player)
    others = [office for office in public.offices if office not in mine]
    most = max(1, could_give(public, player, "development"))
    return {
        "take": [
            {"from": chance.pick((o.SUPPLY, *others)), "to": chance.pick(mine)}
            for _ in range(1 + chance.below(most))
            if mine
        ]
    }


def _use_legal(public: Public, player: PlayerId, chance: Chance) -> Data:
    most = max(1, could_give(public, player, "legal"))
    return {"dismiss": _dismissed(public, player, 1 + chance.below(most), chance)}


def _pass(public: Public, player: PlayerId, chance: Chance) -> Data:
    return {}


_ACTIONS: Final[Mapping[str, Callable[[Public, PlayerId, Chance], Data]]] = {
    "recruit": _recruit,
    "open_own": _open_own,
    "open_new": _open_new,
    "move": _move,
    "merge": _merge,
    "resign": _resign,
    "bribe": _bribe,
    "buy_influence": _buy_influence,
    "buy_general": _into,
    "buy_consultant": _into,
    "buy_shares": _buy_shares,
    "use_development": _use_development,
    "use_legal": _use_legal,
    "pass": _pass,
}
