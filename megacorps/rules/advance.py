"""Play that needs no answer: one step after the other until a question opens, the game sleeps, or it is
over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.rulekit.moves import repeat

from . import frames as f
from .phases import cards, control, ending, mercenaries, opening, payout, purchase, rounds, war
from .phases.asking import Answer
from .state import Question
from .table import Table
from .windows import nobody_is_asked

STEPS: Final[Mapping[type[Any], Callable[[Table, Any], None]]] = {
    f.Pick: opening.pick,
    f.WishLists: opening.wish,
    f.BeginRound: rounds.begin_round,
    f.FireCardOrders: rounds.fire,
    f.Play: cards.play,
    f.Program: rounds.ask_programs,
    f.Turn: rounds.turn,
    f.TakeProgrammed: rounds.take_programmed,
    f.TakeQueued: rounds.take_queued,
    f.AskTurn: rounds.ask_turn,
    f.EndTurn: rounds.end_turn,
    f.EndRound: rounds.end_round,
    f.Purchase: purchase.purchase,
    f.BuyOther: purchase.buy_other,
    f.Pay: payout.pay,
    f.Bargain: mercenaries.bargain,
    f.AnswerCounters: mercenaries.answer_counters,
    f.Battle: war.battle,
    f.TakeSpoils: war.take_spoils,
    f.Auction: control.auction,
    f.Election: control.election,
    f.LastCall: ending.last_call,
    f.FinalPayouts: ending.final_payouts,
}
"""What is done when a frame comes up."""

ANSWERS: Final[Mapping[str, Answer]] = {
    "choose_megacorp": opening.megacorps_chosen,
    "pick_company": opening.picked,
    "wish_list": opening.wished,
    "turn": rounds.turned,
    "program": rounds.programmed,
    "antitrust": purchase.answered,
    "buy_again": purchase.bought_other,
    "mercenary_reply": mercenaries.replied,
    "mercenary_counter": mercenaries.countered,
    "war_aid": war.aided,
    "war_spoils": war.spoils_taken,
    "payout_reaction": payout.reacted,
    "auction_bid": control.bids_in,
    "election_vote": control.votes_in,
    "last_call": ending.called,
}
"""What is done with the answers to a question."""


MOST_STEPS: Final = 10_000
"""Steps until the game waits again. What the platform can carry at once needs a few thousand at the very
most: six programmes of a hundred plays each, forty card orders of each player, a purchase forbidden sixty
times."""


def advance(table: Table) -> None:
    """Take steps until the game waits. Raises RuntimeError after `MOST_STEPS`."""
    _end_if_one_is_left(table)
    _repeat(table, _goes_on)


def _goes_on(table: Table) -> bool:
    """Take the next step, or apply the defaults of a question that asks nobody; False if the game waits."""
    if table.public.over:
        return False
    question = table.public.question
    if question is None:
        return _step(table)
    if question.kind in ("turn", "program") or not nobody_is_asked(table.public, question):
        return False
    ANSWERS[question.kind](table, question, {})
    return True


def play_at_door(table: Table, question: Question | None, depth: int) -> None:
    """Resolve a card played at the door until `depth` frames are left on the stack; then restore the question
    that was open, unless another window has opened (D57). Raises RuntimeError after `MOST_STEPS`."""

    def resolves(table: Table) -> bool:
        if table.public.question is not None or table.depth <= depth:
            return False
        _step(table)
        return True

    _repeat(table, resolves)
    if table.public.question is None:
        table.change(question=question)


def _repeat(table: Table, step: Callable[[Table], bool]) -> None:
    repeat(table, step, MOST_STEPS, lambda: f"round {table.public.round}")


def _end_if_one_is_left(table: Table) -> None:
    if table.public.dealt and len(table.public.present) == 1 and not table.public.over:
        ending.one_is_left(table)


def _step(table: Table) -> bool:
    """Run the next frame; False if a sleeping game does not run it."""
    before = table.depth
    frame = table.pop()
    STEPS[type(frame)](table, frame)
    sleeps = table.public.question is None and table.depth == before and table.public.asleep
    return not (sleeps and isinstance(table.frames()[-1], f.TakeQueued))
