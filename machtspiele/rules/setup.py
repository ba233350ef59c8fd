"""Resolution 0: drawing the first player, dealing, and asking for the first placement (4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.contract import Dice, Outcome, PlayerId, State

from .advance import go_on
from .content import NEMESIS_CARDS, VALUES, C
from .events import GameStarted, NemesisDealt
from .meta import mode_of
from .points import settle
from .state import Hidden, Nemesis, Private, Public, Seat
from .table import Table


def setup(
    players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """The first player is drawn; colours in play and competences are dealt, one each (D8)."""
    first = dice.pick(players, "first")
    at = players.index(first)
    colours = dice.shuffled(players, "nemesis", "colours")
    cards = dice.shuffled(tuple(NEMESIS_CARDS), "nemesis", "competences")
    dealt = {
        player: Nemesis(colour, card) for player, colour, card in zip(players, colours, cards, strict=False)
    }
    public = Public(
        mode=mode_of(options),
        players=players,
        order=players[at:] + players[:at],
        marker=first,
        seats={player: Seat() for player in players},
        market=tuple(C.figures.certificates for _ in VALUES),
    )
    private = {player: Private(nemesis=dealt[player]) for player in players}
    table = Table(State(public, private, Hidden()), dice)
    table.tell(GameStarted(first, public.mode))
    for player, nemesis in dealt.items():
        table.tell_only(NemesisDealt(nemesis.player, nemesis.card), player)
    settle(table)
    go_on(table)
    return table.outcome()
