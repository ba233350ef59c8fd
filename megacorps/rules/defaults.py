"""The default for a player without a form at the deadline, from the player's own view (16.3)."""

from __future__ import annotations

from games.contract import Order, Orders, View, Window
from games.rulekit.shapes import OrderData, order

from .orders import LAST_CALL
from .policies import aid, reaction
from .state import Private, Public, Question, StandingOrders


def default(view: View[Public, Private], window: Window) -> Orders | None:
    """The orders that replace a missing form; () for none. None: chance decides, or the window is a door."""
    if view.viewer is None or view.private is None or window.is_door:
        return None
    standing, question = view.private.standing, view.public.question
    match window.kind:
        case "choose_megacorp" | "pick_company":
            return None
        case "wish_list":
            return (Order("wish_list", {"companies": list(standing.company_wish_list)}),)
        case "turn":
            return (Order("pass"),)
        case "program":
            return (standing.queued_action,) if standing.queued_action else ()
        case "antitrust":
            return (Order("antitrust", {"allow": False}),)
        case "buy_again" | "war_spoils":
            return (Order(window.kind, {"company": None}),)
        case "election_vote":
            return (Order("election_vote", {"for": view.viewer}),)
        case "last_call":
            mine = [each.play for each in standing.card_orders if each.trigger == LAST_CALL]
            return tuple(order(play) for play in mine)
        case "war_aid" | "payout_reaction":
            return _policy(standing, question) if question and view.viewer in question.policy else ()
        case _:
            return ()


def _policy(standing: StandingOrders, question: Question) -> Orders:
    """The answer of a standing policy, which was fixed when the window opened (D68)."""
    answer: OrderData | None = None
    if question.player and question.country:
        answer = aid(standing, question.player, question.country)
    elif question.player and question.industry:
        answer = reaction(standing, question.industry, question.player)
    return (order(answer),) if answer else ()
