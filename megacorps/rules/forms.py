"""Judging a form for page, receipt and resolution: which orders stand, and what is wrong with the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from games.contract import PlayerId
from games.contract.codec import as_kept
from games.rulekit.forms import FormJudge, JudgedForm
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData

from . import judge_answers, judge_filing, judge_trade
from .content import CONSTANTS
from .judge import begin, can_play, held, refute, refute_play, shape_of_action, shape_of_play
from .orders import BEFORE_TURN, PLAYERS, SHAPES, PlayCard
from .state import Private, Public
from .windows import windows

Form = JudgedForm[Public, Private]

EXACTLY_ONE: Final = (
    "choose_megacorp", "pick_company", "turn", "antitrust", "buy_again", "war_spoils", "cards", "trade",
    "leave", "come_back",
)  # fmt: skip
AT_MOST_ONE: Final = ("wish_list", "war_aid", "payout_reaction", "auction_bid", "election_vote")


def _barred(public: Public, player: PlayerId) -> str | None:
    if public.over:
        return "game_over"
    return "you_left" if public.seats[player].left is not None else None


def _judge(form: Form, order: OrderData, refuse: Refusals) -> None:
    for key in _strangers(form.public, order):
        refuse("unknown_player", key)
    if not refuse.problems:
        JUDGES[form.window.kind](form, order, refuse)


def _strangers(public: Public, order: OrderData) -> Iterator[str]:
    """The keys under which an order names somebody who is not a player of this game."""
    for key, value in as_kept(order).items():
        if any(name in PLAYERS and name not in public.players for name in _words(value)):
            yield key.removesuffix("_")


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.removeprefix(BEFORE_TURN)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


# ---- judging an order, window by window -----------------------------------------------------------


def _in_turn(form: Form, order: OrderData, refuse: Refusals) -> None:
    if _is_stale(form, order, refuse):
        return
    if isinstance(order, PlayCard):
        _play(form, order, True, refuse)
    else:
        begin(form.public, form.player, order, refuse)
        refute(form.public, form.player, form.private.hand, order, refuse)


def _at_cards(form: Form, order: OrderData, refuse: Refusals) -> None:
    assert isinstance(order, PlayCard)
    if not _is_stale(form, order, refuse):
        _play(form, order, False, refuse)


def _is_stale(form: Form, order: OrderData, refuse: Refusals) -> bool:
    """Refuse an order if public events have been told since the author's page was drawn (D71)."""
    seen = getattr(order, "seen", None)
    if seen is None or seen == form.public.version:
        return False
    refuse("seen_before", "seen")
    return True


def _play(form: Form, play: PlayCard, own_turn: bool, refuse: Refusals) -> None:
    held(form.private.hand, play, refuse)
    can_play(form.public, form.player, play, own_turn, refuse)
    refute_play(form.public, form.player, form.private.hand, play, refuse)


def _on_program(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Judge the shape only, because what is impossible now may be possible later."""
    if isinstance(order, PlayCard):
        shape_of_play(order, refuse)
        return
    shape_of_action(order, refuse)
    actions = sum(not isinstance(one, PlayCard) for one in form.kept)
    if actions >= CONSTANTS.programmed_actions:
        refuse("too_many_actions", of=CONSTANTS.programmed_actions)


def _at_last_call(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Refuse cards that are not in the hand as often as they are played: hands do not grow any more."""
    assert isinstance(order, PlayCard)
    played = sum(isinstance(one, PlayCard) and one.card == order.card for one in form.kept)
    if form.private.hand.count(order.card) <= played:
        refuse("card_not_held", "card", card=order.card)
    shape_of_play(order, refuse)


def _file(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Judge an order that changes a standing order."""
    if any(one.kind == order.kind for one in form.kept):
        refuse("twice")
    judge_filing.at_file(form.public, form.private, form.player, order, refuse)


def _anything(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Judge nothing, because only the shape can be wrong."""


def _sum_up(form: Form) -> None:
    """Add the problems of the form as a whole."""
    judge_answers.sum_up(form.public, form.private, form.player, form.window.kind, form.kept, form.problems)


Judge = Callable[[Form, OrderData, Refusals], None]


def _of(judged: Callable[[Public, Private, PlayerId, Any, Refusals], None]) -> Judge:
    """A judge that only needs the drawers and the player."""
    return lambda form, order, refuse: judged(form.public, form.private, form.player, order, refuse)


def _once(judged: Callable[[Public, Private, PlayerId, Any, Refusals], None]) -> Judge:
    """The same for answers about companies, at most one for each company."""

    def both(form: Form, order: Any, refuse: Refusals) -> None:
        if any(getattr(one, "company", None) == order.company for one in form.kept):
            refuse("twice", "company")
        judged(form.public, form.private, form.player, order, refuse)

    return both


JUDGES: Final[Mapping[str, Judge]] = {
    "choose_megacorp": _of(judge_answers.ranking),
    "pick_company": _of(judge_answers.pick),
    "wish_list": _anything,
    "turn": _in_turn,
    "cards": _at_cards,
    "program": _on_program,
    "last_call": _at_last_call,
    "antitrust": _anything,
    "buy_again": _of(judge_answers.buy_again),
    "mercenary_reply": _once(judge_answers.mercenary_reply),
    "mercenary_counter": _once(judge_answers.mercenary_counter),
    "war_aid": _of(judge_answers.war_aid),
    "war_spoils": _of(judge_answers.war_spoils),
    "payout_reaction": _of(judge_answers.payout_reaction),
    "auction_bid": _of(judge_answers.auction_bid),
    "election_vote": _of(judge_answers.election_vote),
    "trade": _of(judge_trade.at_trade),
    "file": _file,
    "leave": _anything,
    "come_back": _anything,
}

JUDGE: Final = FormJudge[Public, Private](
    SHAPES, windows, _judge, _barred, EXACTLY_ONE, AT_MOST_ONE, whole=_sum_up
)
