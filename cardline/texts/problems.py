"""Refusals as sentences: what did not happen, why, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from games.contract import Problem
from games.formkit.sentences import Params, Sentences


def _one_order(params: Params) -> str:
    return _("Nothing done: a turn is one card, no more and no less. Choose one, and its place.")


def _malformed(params: Params) -> str:
    return _("Nothing done: this form could not be read. Open the page again, then choose.")


def _no_such_gap(params: Params) -> str:
    return _("Nothing placed: the line has no such place. Choose one of those below.")


MISSING: Final[dict[str | None, Callable[[], str]]] = {
    "card": lambda: _("Nothing placed: no card is chosen. Choose one of your hand."),
    "gap": lambda: _("Nothing placed: no place in the line is chosen. Choose where the card belongs."),
}
"""By input, where the player may have forgotten it."""

REFUSALS: Final[dict[str, Callable[[Params], str]]] = {
    "not_a_player": lambda p: _("Nothing done: you have no place in this game. You may watch the line."),
    "game_over": lambda p: _("Nothing done: the game is over. Its last page has the places."),
    "not_alive": lambda p: _("Nothing done: you are out of this game. You may watch it to the end."),
    "not_dormant": lambda p: _("Nothing changed: the game waits for you already."),
    "not_your_turn": lambda p: _(
        "Nothing placed: it is not your turn. This page will ask you as soon as it is."
    ),
    "one_order": _one_order,
    "unknown_order": _one_order,
    "malformed": _malformed,
    "missing": _malformed,
    "number_too_big": _no_such_gap,
    "card_not_in_hand": lambda p: _(
        "Nothing placed: this card is not in your hand. Choose one of your hand."
    ),
    "gap_out_of_range": _no_such_gap,
    "stale_line": lambda p: _(
        "Nothing placed: the line has changed since you opened this page. Here is the new one; look again."
    ),
}


SENTENCES: Final = Sentences(REFUSALS, lambda params: _("Nothing done: this is not possible. Choose again."))


def text(problem: Problem) -> str:
    """A refusal as a sentence; one for any code, known or not."""
    if problem.code == "missing" and problem.input in MISSING:
        return MISSING[problem.input]()
    return SENTENCES(problem.code, problem.params)
