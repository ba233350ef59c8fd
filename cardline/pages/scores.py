"""The page at the end of a game: who won and why, all places, and how each player left."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.contract import Line
from games.skin import Scene, figures
from games.skin.places import ranked, winners_text

from ..rules.score_lines import CardsHeld, read
from ..texts import events, general, names
from . import board
from .decided import decided


def context(scene: Scene) -> dict[str, Any]:
    """Values of `cardline/scores.html`; the game is over."""
    public = board.public_of(scene)
    standings, outcome = public.standings or (), public.outcome
    return {
        **board.context(scene),
        "headline": winners_text(scene, standings),
        "decided": decided(scene),
        "stand": figures.capital(events.reason(outcome.reason)) + "." if outcome else "",
        "places": [
            ranked(scene, row, note=" ".join(line_text(line) for line in row.breakdown)) for row in standings
        ],
        "rest": [names.country(card) for card in public.deck],
    }


def line_text(line: Line) -> str:
    """A line of the score: how a player left, in which round, with how many cards."""
    held = read(line)
    if not isinstance(held, CardsHeld):
        return ""
    return _("{how} in round {round}, with {cards}").format(
        how=figures.capital(board.exit_text(held.how)),
        round=held.round,
        cards=general.cards_text(held.amount),
    )
