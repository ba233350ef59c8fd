"""The bot: it looks one step ahead, from its own view. It comes back after an absence and never leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from games.contract import Dice, Order, Orders, View, Window
from games.rulekit.chance import Chance
from games.rulekit.windows import asked_now

from .board import directors
from .bots import answers, bribing, choice
from .bots.worth import Me
from .content import COMPETENCES, C
from .state import Private, Public
from .windows import acts_at_meeting, has_boss_card, windows


def advise(
    view: View[Public, Private], window: Window, dice: Dice, taste: str = "", *, prefers: str = ""
) -> Orders | None:
    """A form that passes `check`; None at doors, except for coming back. `prefers`: as in `STRATEGIES`."""
    public, private, player = view.public, view.private, view.viewer
    asked = asked_now(windows(public), window, player)
    if player is None or private is None or asked is None:
        return None
    me, chance = Me(player, private, prefers), Chance(dice, "bot")
    match asked.kind:
        case "placement":
            return (answers.place(public, me, chance),)
        case "director_exit":
            mine = [each.division for each in public.appointments if each.old == player]
            return tuple(answers.exit_of(public, me, division) for division in mine)
        case "event_order":
            return (answers.row(public, me),)
        case "action" | "extra_action":
            return (choice.ranked(public, me, chance)[0][1],)
        case "bribe_reply":
            return (_reply(public, me),)
        case "boss_privilege":
            return (answers.boss(public, me),)
        case "round":
            return _round(public, me, asked, chance)
        case "meeting":
            return _meeting(public, me, chance)
        case "return":
            return (Order("return"),)
    return None


STRATEGIES: Final[Mapping[str, Callable[[View[Public, Private], Window, Dice], Orders | None]]] = {
    **{track: partial(advise, prefers=track) for track in COMPETENCES},
    "none": advise,
}
"""Bots that go for one kind of point more than is good for them, for trials of the balance (section 14)."""


def _reply(public: Public, me: Me) -> Order:
    envelope = me.private.envelope
    assert envelope is not None  # the player is asked about it
    return Order("reply", {"accept": bribing.accepts(public, me, envelope.card, envelope.amount)})


def _round(public: Public, me: Me, window: Window, chance: Chance) -> Orders:
    """Three different preferences, replies for the player's cards and, in round 1, the order of the events if
    the player decides it."""
    form = choice.preferences(choice.ranked(public, me, chance), C.actions.preferences)
    form.append(bribing.replies(public, me))
    if "events" in window.orders and public.marker == me.player:
        form.append(answers.row(public, me))
    return tuple(form)


def _meeting(public: Public, me: Me, chance: Chance) -> Orders:
    form = [answers.exit_of(public, me, division) for division in directors(public, me.player)]
    if has_boss_card(public, me.player):
        form.append(answers.boss(public, me))
    if acts_at_meeting(public, me.player):
        form += choice.preferences(choice.ranked(public, me, chance), C.actions.preferences)
    return (*form, bribing.replies(public, me))
