"""The bot: it looks one action ahead, from its own view of the board. It gives nothing away."""

from __future__ import annotations

from games.contract import Dice, Order, Orders, View, Window
from games.rulekit.chance import Chance
from games.rulekit.windows import asked_now

from .bots import actions, answers, cards, doors
from .bots.worth import Worth
from .content import CONSTANTS
from .state import Private, Public
from .windows import windows


def advise(view: View[Public, Private], window: Window, dice: Dice, taste: str = "") -> Orders | None:
    """A form that passes `check`. A bot comes back after an absence, files prices once, and never leaves."""
    public, player, private = view.public, view.viewer, view.private
    asked = asked_now(windows(public), window, player)
    if player is None or private is None or asked is None:
        return None
    question = public.question
    if asked.is_door or question is None:
        return _at_door(view, asked)
    worth, chance = Worth(public, player), Chance(dice, "bot")
    match asked.kind:
        case "choose_megacorp":
            return answers.ranking(chance)
        case "pick_company":
            return (Order("pick_company", {"company": answers.picks(public, player, 1, chance)[0]}),)
        case "wish_list":
            return (Order("wish_list", {"companies": answers.picks(public, player, answers.WISHES, chance)}),)
        case "turn":
            return _turn(worth, private)
        case "program":
            return _program(worth, private)
        case "antitrust":
            return answers.antitrust(worth, private, question)
        case "buy_again":
            return answers.buy_again(worth, question)
        case "mercenary_reply":
            return answers.replies(worth, private, question)
        case "mercenary_counter":
            return answers.counters(public, player, private)
        case "war_aid":
            return answers.war_aid(worth, question)
        case "war_spoils":
            return answers.war_spoils(worth, question)
        case "payout_reaction":
            return answers.reaction(worth, private, question)
        case "auction_bid":
            return answers.auction(worth, question)
        case "election_vote":
            return answers.vote(worth, question)
        case _:
            return tuple(cards.plays(worth, private, last=True, most=len(private.hand)))


def _at_door(view: View[Public, Private], window: Window) -> Orders | None:
    assert view.viewer is not None and view.private is not None
    if window.kind == "come_back":
        return (Order("come_back"),)
    if window.kind == "leave":
        return None
    worth = Worth(view.public, view.viewer)
    match window.kind:
        case "file":
            return doors.filed(worth, view.private)
        case "trade":
            return doors.traded(worth, view.private)
        case _:
            return doors.played(worth, view.private)


def _turn(worth: Worth, private: Private) -> Orders:
    """A card that gains something comes first, because the turn can be answered again after it."""
    played = cards.plays(worth, private, last=_ends(worth), most=1)
    if played:
        return tuple(played)
    found = actions.choices(worth, private)
    return (found[0][1],) if found else (Order("pass"),)


def _program(worth: Worth, private: Private) -> Orders:
    """The three best actions, and the cards that gain something."""
    lines = [order for _, order in actions.choices(worth, private)[: CONSTANTS.programmed_actions]]
    return (*lines, *cards.plays(worth, private, last=_ends(worth), most=2))


def _ends(worth: Worth) -> bool:
    """Whether this is the last round, so that there is no later turn for a card."""
    return worth.public.deck == 0
