"""The bot: one step looked ahead, by what its own view says. It comes back, and never leaves."""

from __future__ import annotations

from games.contract import Dice, Order, Orders, View, Window
from games.rulekit.chance import Chance
from games.rulekit.windows import still_asked

from .board import directors
from .bots import answers, bribing, choice
from .content import C
from .state import Private, Public
from .windows import acts_at_meeting, has_boss_card, windows


def advise(view: View[Public, Private], window: Window, dice: Dice) -> Orders | None:
    """A form that passes `check`; None at the doors, but for coming back."""
    public, private, player = view.public, view.private, view.viewer
    asked = still_asked(windows(public), window)
    if player is None or private is None or asked is None or player not in asked.players:
        return None
    chance = Chance(dice, "bot")
    match asked.kind:
        case "placement":
            return (answers.place(public, player, private, chance),)
        case "director_exit":
            mine = [each.division for each in public.appointments if each.old == player]
            return tuple(answers.exit_of(public, player, private, division) for division in mine)
        case "event_order":
            return (answers.row(public, player, private),)
        case "action" | "extra_action":
            return (choice.ranked(public, player, private, chance)[0][1],)
        case "bribe_reply":
            return (_reply(public, private, view),)
        case "boss_privilege":
            return (answers.boss(public, player, private),)
        case "round":
            return _round(view, asked, chance)
        case "meeting":
            return _meeting(view, chance)
        case "return":
            return (Order("return"),)
    return None


def _reply(public: Public, private: Private, view: View[Public, Private]) -> Order:
    envelope = private.envelope
    assert envelope is not None and view.viewer is not None  # he is asked about it
    accept = bribing.accepts(public, view.viewer, private, envelope.card, envelope.amount)
    return Order("reply", {"accept": accept})


def _round(view: View[Public, Private], window: Window, chance: Chance) -> Orders:
    """Three different preferences, replies for his cards, and in round 1 the events if they are his."""
    public, private, player = view.public, view.private, view.viewer
    assert private is not None and player is not None
    ranking = choice.ranked(public, player, private, chance)
    form = choice.preferences(ranking, C.actions.preferences)
    form.append(bribing.replies(public, player, private))
    if "events" in window.orders and public.marker == player:
        form.append(answers.row(public, player, private))
    return tuple(form)


def _meeting(view: View[Public, Private], chance: Chance) -> Orders:
    public, private, player = view.public, view.private, view.viewer
    assert private is not None and player is not None
    form = [answers.exit_of(public, player, private, division) for division in directors(public, player)]
    if has_boss_card(public, player):
        form.append(answers.boss(public, player, private))
    if acts_at_meeting(public, player):
        form += choice.preferences(choice.ranked(public, player, private, chance), C.actions.preferences)
    return (*form, bribing.replies(public, player, private))
