"""The end of the game (12): the ranking, and everything revealed."""

from __future__ import annotations

from .events import GameOver, Place
from .points import settle
from .standings import final_kinds, ranked
from .state import Ending
from .table import Table


def end(table: Table, last_turn: bool) -> None:
    """End the game. `last_turn`: it ends with turn 10, and nobody has four points."""
    settle(table)
    public = table.public
    nemesis = {player: drawer.nemesis for player, drawer in table.private.items() if drawer.nemesis}
    cash = {player: table.cash(player) for player in public.players}
    row = table.row[len(public.revealed) :]
    kinds = {player: final_kinds(public, player, table.private[player]) for player in public.players}
    standings = ranked(public, kinds, cash)
    places = tuple(Place(one.player, one.rank, kinds[one.player], cash[one.player]) for one in standings)
    table.change(
        standings=standings,
        stage="over",
        ending=Ending(cash, nemesis, table.hidden.bribes, row),
        row=len(row),
    )
    table.tell(GameOver(last_turn, places, nemesis, table.hidden.bribes, row))
