"""The windows open now, from the public drawer (13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.contract import Closes, PlayerId, Window
from games.rulekit.absence import split_asked

from .board import emptiest, usable
from .content import BOSS, Mode
from .orders import ACTIONS
from .state import Public, Question

ORDERS: Final[Mapping[str, tuple[str, ...]]] = {
    "placement": ("place",),
    "director_exit": ("exit",),
    "event_order": ("events",),
    "action": tuple(ACTIONS),
    "bribe_reply": ("reply",),
    "boss_privilege": ("boss",),
    "extra_action": tuple(ACTIONS),
    "round": (*ACTIONS, "replies", "events"),
    "meeting": (*ACTIONS, "boss", "exit", "replies"),
    "file": (*ACTIONS, "replies"),
    "leave": ("leave",),
    "return": ("return",),
}
"""The kinds of orders of each window, in the order of 13; `events` in round 1 alone."""

IN_PARTS: Final = ("round", "meeting")
"""Forms that may be put together in several sittings (13.6)."""


def is_sealed(public: Public, kind: str) -> bool:
    """Whether a question closes `TOGETHER`."""
    return public.mode is Mode.ROUNDS or kind == "director_exit"


def windows(public: Public) -> tuple[Window, ...]:
    """The main question first, then the doors; the doors alone while the game sleeps; none once it is
    over."""
    if public.over:
        return ()
    question = public.question
    main = () if question is None or public.asleep else (_main(public, question),)
    return (*main, *_doors(public))


def _main(public: Public, question: Question) -> Window:
    sealed = is_sealed(public, question.kind)
    awaited, welcome = awaited_of(public, question) if sealed else (question.asked, ())
    orders = ORDERS[question.kind]
    if question.kind == "round" and question.at[1] != 1:
        orders = tuple(kind for kind in orders if kind != "events")
    closes = Closes.TOGETHER if sealed else Closes.AT_ONCE
    return Window(question.kind, question.at, orders, closes, awaited, welcome, question.kind in IN_PARTS)


def awaited_of(public: Public, question: Question) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """The players whom a sealed question awaits: those asked who are here and had filed nothing for it; if
    there are none, those who are here; if there are none, all (13.4). Everybody else is welcome."""
    return split_asked(question.asked, public.away, question.filed)


def _doors(public: Public) -> tuple[Window, ...]:
    away = public.away
    here = tuple([player for player in public.players if player not in away])
    back, leave = _door("return", away), _door("leave", here)
    file = _door("file", public.players)
    return (*back, *file) if public.asleep else (*file, *leave, *back)


def _door(kind: str, welcome: tuple[PlayerId, ...]) -> tuple[Window, ...]:
    if not welcome:
        return ()
    back = kind == "return"
    return (Window(kind, (), ORDERS[kind], Closes.AT_ONCE, welcome=welcome, comes_back=back),)


# ---- whom the Board Meeting event asks -------------------------------------------------------------------


def has_boss_card(public: Public, player: PlayerId) -> bool:
    """Whether a player can use the Boss card: face up, and executives, an employee and an office are
    available (9.7)."""
    card = usable(public, player, BOSS)
    if card is None or emptiest(public) is None:
        return False
    reserve = public.seats[player].reserve
    return reserve >= 2 if card.corrupt else reserve >= 1 and public.supply >= 1


def acts_at_meeting(public: Public, player: PlayerId) -> bool:
    """Whether a player has the extra action: a corrupt Communication card, face up (9.3)."""
    card = usable(public, player, "communication")
    return card is not None and card.corrupt
