"""One judge of a form, for page, receipt and resolution: what stands, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.contract import Orders, PlayerId, Problem, View, Window
from games.contract.codec import as_kept
from games.rulekit.judging import Refusals
from games.rulekit.shapes import OrderData
from games.rulekit.windows import asks, still_asked

from . import judge_answers, judge_filing, judge_trade
from .content import CONSTANTS
from .judge import begin, can_play, held, refute, refute_play, shape_of_action, shape_of_play
from .orders import BEFORE_TURN, PLAYERS, PlayCard, read_order
from .state import Private, Public
from .windows import windows

EXACTLY_ONE: Final = (
    "choose_megacorp", "pick_company", "turn", "antitrust", "buy_again", "war_spoils", "cards", "trade",
    "leave", "come_back",
)  # fmt: skip
AT_MOST_ONE: Final = ("wish_list", "war_aid", "payout_reaction", "auction_bid", "election_vote")


@dataclass(slots=True)
class Form:
    """A form as far as it was read: the orders that stand, in their order, and all problems."""

    public: Public
    private: Private
    player: PlayerId
    window: Window
    kept: list[OrderData] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def hand(self) -> tuple[str, ...]:
        return self.private.hand


def sift(view: View[Public, Private], window: Window, orders: Orders) -> Form | tuple[Problem, ...]:
    """What stands of a form, or why its author may hand in nothing for this window. Never raises."""
    barred = _barred(view, window)
    if barred is not None or view.viewer is None or view.private is None:
        return (Problem(barred or "not_a_player"),)
    asked = still_asked(windows(view.public), window)
    assert asked is not None  # its author was not barred
    form = Form(view.public, view.private, view.viewer, asked)
    many = len(orders) > 1 or (not orders and asked.kind in EXACTLY_ONE)
    if many and asked.kind in (*EXACTLY_ONE, *AT_MOST_ONE):
        form.problems.append(Problem("one_order", params={"orders": len(orders)}))
        return form
    for place, raw in enumerate(orders):
        _sift_one(form, raw, place)
    _sum_up(form)
    return form


def _barred(view: View[Public, Private], window: Window) -> str | None:
    public, player = view.public, view.viewer
    if player is None or player not in public.players:
        return "not_a_player"
    if public.over:
        return "game_over"
    if public.seats[player].left is not None:
        return "you_left"
    return None if asks(windows(public), window, player) else "not_asked"


def _sift_one(form: Form, raw: Any, place: int) -> None:
    if getattr(raw, "kind", None) not in form.window.orders:
        form.problems.append(Problem("unknown_order", place))
        return
    order = read_order(raw, place)
    if not isinstance(order, OrderData):
        form.problems += order
        return
    refuse = Refusals(place)
    for key in _strangers(form.public, order):
        refuse("unknown_player", key)
    if not refuse.problems:
        JUDGES[form.window.kind](form, order, refuse)
    form.problems += refuse.problems
    if not refuse.problems:
        form.kept.append(order)


def _strangers(public: Public, order: OrderData) -> Iterator[str]:
    """The keys under which an order names somebody who is no player of this game."""
    for key, value in as_kept(order).items():
        if any(name in PLAYERS and name not in public.players for name in _words(value)):
            yield "for" if key == "vote" else key


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value.removeprefix(BEFORE_TURN)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


# ---- what is thought of an order, window by window -----------------------------------------------


def _in_turn(form: Form, order: OrderData, refuse: Refusals) -> None:
    if _is_stale(form, order, refuse):
        return
    if isinstance(order, PlayCard):
        _play(form, order, True, refuse)
    else:
        begin(form.public, form.player, order, refuse)
        refute(form.public, form.player, form.hand, order, refuse)


def _at_cards(form: Form, order: OrderData, refuse: Refusals) -> None:
    assert isinstance(order, PlayCard)
    if not _is_stale(form, order, refuse):
        _play(form, order, False, refuse)


def _is_stale(form: Form, order: OrderData, refuse: Refusals) -> bool:
    """Whether everybody was told something since the author looked (D71)."""
    seen = getattr(order, "seen", None)
    if seen is None or seen == form.public.version:
        return False
    refuse("seen_before", "seen")
    return True


def _play(form: Form, play: PlayCard, own_turn: bool, refuse: Refusals) -> None:
    held(form.hand, play, refuse)
    can_play(form.public, form.player, play, own_turn, refuse)
    refute_play(form.public, form.player, form.hand, play, refuse)


def _on_program(form: Form, order: OrderData, refuse: Refusals) -> None:
    """The shape alone: what is impossible now may be possible when its moment comes."""
    if isinstance(order, PlayCard):
        shape_of_play(order, refuse)
        return
    shape_of_action(order, refuse)
    actions = sum(not isinstance(one, PlayCard) for one in form.kept)
    if actions >= CONSTANTS.programmed_actions:
        refuse("too_many_actions", of=CONSTANTS.programmed_actions)


def _at_last_call(form: Form, order: OrderData, refuse: Refusals) -> None:
    """The cards must be in the hand, each as often as it is played: hands grow no more."""
    assert isinstance(order, PlayCard)
    played = sum(isinstance(one, PlayCard) and one.card == order.card for one in form.kept)
    if form.hand.count(order.card) <= played:
        refuse("card_not_held", "card", card=order.card)
    shape_of_play(order, refuse)


def _file(form: Form, order: OrderData, refuse: Refusals) -> None:
    """One order for each standing order to change."""
    if any(one.kind == order.kind for one in form.kept):
        refuse("twice")
    judge_filing.at_file(form.public, form.private, form.player, order, refuse)


def _anything(form: Form, order: OrderData, refuse: Refusals) -> None:
    """Nothing can be wrong with it beyond its shape."""


def _sum_up(form: Form) -> None:
    """What is wrong with the form as a whole."""
    judge_answers.sum_up(form.public, form.private, form.player, form.window.kind, form.kept, form.problems)


Judge = Callable[[Form, OrderData, Refusals], None]


def _of(judged: Callable[[Public, Private, PlayerId, Any, Refusals], None]) -> Judge:
    """A judge that needs no more than the drawers and the player."""
    return lambda form, order, refuse: judged(form.public, form.private, form.player, order, refuse)


def _once(judged: Callable[[Public, Private, PlayerId, Any, Refusals], None]) -> Judge:
    """The same for answers about companies: one for each."""

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
