"""Steps that need no answer: ends of rounds and of the game, turns of dormant players (section 12)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from games.contract import PlayerId

from .events import ExtraRound, SharedVictory, Won
from .standings import standings
from .state import ABSENCE, Exit, Public, Reason, Result
from .table import Table

Step = Callable[[Table], None]


def advance(table: Table) -> None:
    """Take steps until somebody has to be asked, the game sleeps, or it is over."""
    while (step := _next(table.public)) is not None:
        step(table)


def _next(public: Public) -> Step | None:
    """The next step; None if the game waits. Sleep comes before skipping a dormant player, so that the server
    never plays on by itself (D24)."""
    if public.outcome is not None:
        return None
    if len(public.alive) == 1:
        return _last_standing
    if public.sequential and _is_round_over(public):
        return end_round
    if public.asleep:
        return None
    if public.sequential and public.to_act[0] in public.dormant:
        return _skip_dormant
    return None


def _is_round_over(public: Public) -> bool:
    """All have acted; or somebody is out of cards and nobody still to act can be (D10)."""
    could_empty = any(len(public.hands[player]) == 1 for player in public.to_act)
    return not public.to_act or (bool(public.emptied) and not could_empty)


def _last_standing(table: Table) -> None:
    _win(table, table.public.alive, Reason.LAST_STANDING)


def _skip_dormant(table: Table) -> None:
    player = table.public.to_act[0]
    table.skip(player)
    table.public = replace(table.public, acted=(*table.public.acted, player))


def end_round(table: Table) -> None:
    """The table of section 7: win, elimination, cap, deal; forfeits last (D29)."""
    done = tuple(player for player in table.public.alive if player in table.public.emptied)
    if len(done) == 1:
        _win(table, done, Reason.ALONE)
    elif done:
        _go_on_without_others(table, done)
    elif _is_last_round(table.public):
        _fewest_cards_win(table)
    else:
        _forfeit(table)
    if table.public.outcome is None:
        _open_round(table, dealt_to=done)


def _open_round(table: Table, dealt_to: tuple[PlayerId, ...]) -> None:
    """Begin the next round; players who continue after a tie get one card each (D8)."""
    table.public = replace(table.public, round_no=table.public.round_no + 1, acted=(), emptied=())
    alive = table.public.alive
    if table.public.tie_break and len(alive) > 1:
        table.tell(ExtraRound(table.public.round_no, alive))
    for player in dealt_to:
        table.draw(player)


def _is_last_round(public: Public) -> bool:
    return public.round_no >= public.options.max_rounds


def _go_on_without_others(table: Table, done: tuple[PlayerId, ...]) -> None:
    others = [player for player in table.public.alive if player not in done]
    if others:
        table.leave(others, Exit.ELIMINATED)
    if _is_last_round(table.public):
        _win(table, done, Reason.MAX_ROUNDS)
    elif not table.have(len(done)):
        _win(table, done, Reason.NO_CARDS)  # D14
    else:
        table.public = replace(table.public, tie_break=True)


def _fewest_cards_win(table: Table) -> None:
    """Let the player with the fewest cards win at the cap of rounds (D16)."""
    hands, alive = table.public.hands, table.public.alive
    fewest = min(len(hands[player]) for player in alive)
    winners = tuple(player for player in alive if len(hands[player]) == fewest)
    _win(table, winners, Reason.MAX_ROUNDS)


def _forfeit(table: Table) -> None:
    """Players who were absent too often are out, all at once, unless nobody would be left (D19, D29)."""
    public = table.public
    if forfeits := ABSENCE.forfeits(public.alive, public.skips_in_a_row):
        table.leave(forfeits, Exit.FORFEITED)


def _win(table: Table, winners: tuple[PlayerId, ...], reason: Reason) -> None:
    """End the game: all other players still in are beaten, and their cards stay in front of them."""
    beaten = [player for player in table.public.alive if player not in winners]
    if beaten:
        table.leave(beaten, Exit.BEATEN)
    table.public = replace(table.public, outcome=Result(winners, reason))
    table.public = replace(table.public, standings=standings(table.public))
    if len(winners) == 1:
        table.tell(Won(winners[0], reason, table.public.round_no))
    else:
        table.tell(SharedVictory(winners, reason, table.public.round_no))
