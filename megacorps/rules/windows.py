"""The windows open now, from the public drawer (16.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from games.contract import Closes, PlayerId, Window

from .board import everything_locked
from .orders import ACTIONS, STANDING
from .state import Public, Question

AT_ONCE: Final = ("pick_company", "turn", "antitrust", "buy_again", "mercenary_counter", "war_spoils")
"""The questions to one player; all others are sealed until everybody awaited is in."""

ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "choose_megacorp": ("choose_megacorp",),
    "pick_company": ("pick_company",),
    "turn": (*ACTIONS, "play_card"),
    "antitrust": ("antitrust",),
    "buy_again": ("buy_again",),
    "mercenary_reply": ("mercenary_reply",),
    "mercenary_counter": ("mercenary_counter",),
    "war_aid": ("war_aid",),
    "war_spoils": ("war_spoils",),
    "payout_reaction": ("payout_reaction",),
    "auction_bid": ("auction_bid",),
    "election_vote": ("election_vote",),
    "cards": ("play_card",),
    "last_call": ("play_card",),
    "trade": ("gift", "trade_offer", "trade_answer", "trade_withdraw"),
    "leave": ("leave",),
    "wish_list": ("wish_list",),
    "program": (*ACTIONS, "play_card"),
    "file": tuple(STANDING),
    "come_back": ("come_back",),
}
"""The kinds of orders of each window, in the order of the table of 16.3."""


def windows(public: Public) -> tuple[Window, ...]:
    """The open question first, then the doors; while the game sleeps the doors alone, `come_back` first;
    none once the game is over."""
    if public.over:
        return ()
    doors = tuple(_doors(public))
    if public.question is None or public.asleep:
        return doors
    question = public.question
    closes = Closes.AT_ONCE if question.kind in AT_ONCE else Closes.TOGETHER
    awaited = awaited_of(public, question)
    welcome = tuple(player for player in still_asked(public, question) if player not in awaited)
    return Window(question.kind, question.at, ORDERS[question.kind], closes, awaited, welcome), *doors


def still_asked(public: Public, question: Question) -> tuple[PlayerId, ...]:
    """The players whom a question asks and who are still in the game."""
    return tuple(player for player in question.asked if public.seats[player].left is None)


def awaited_of(public: Public, question: Question) -> tuple[PlayerId, ...]:
    """Those of them for whom the game waits: neither absent nor answered for by a policy, except for D66."""
    asked = still_asked(public, question)
    if question.everybody:
        return asked
    return tuple(
        player for player in asked if player not in question.policy and not public.seats[player].absent
    )


def nobody_is_asked(public: Public, question: Question) -> bool:
    """Whether all players whom a question asks have left; then defaults answer it."""
    return not still_asked(public, question)


def may_play(public: Public) -> tuple[PlayerId, ...]:
    """The players who may play a card at the door: nobody while something is being resolved, and not the
    player whose turn is open."""
    if public.round == 0 or (public.question and public.question.kind not in ("turn", "program")):
        return ()
    asked = public.question.asked if public.question and public.question.kind == "turn" else ()
    return tuple(player for player in public.present if public.seats[player].cards and player not in asked)


def _doors(public: Public) -> Iterator[Window]:
    """The doors; those that are always open come first, so that their position does not change when others
    close."""
    present, asleep = public.present, public.asleep
    absent = _door("come_back", public.absent, public.round)
    if asleep:
        yield from absent
    if public.dealt:
        yield from _door("file", present)
        yield from _door("leave", present)
    yield from _door("cards", may_play(public))
    if public.dealt and not everything_locked(public):
        yield from _door("trade", present)
    if not asleep:
        yield from absent


def _door(kind: str, welcome: tuple[PlayerId, ...], *at: int) -> tuple[Window, ...]:
    if not welcome:
        return ()
    back = kind == "come_back"
    return (Window(kind, at, ORDERS[kind], Closes.AT_ONCE, welcome=welcome, comes_back=back),)
