"""A bot's survey of the board: whose offices, who leads where, and the result of the next phase I (6.1 to
6.5) if nothing else were done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from games.contract import PlayerId

from ..content import COMPETENCES, DIVISION_OF, OFFICES_OF, C
from ..state import Public, Seat

Tracks = tuple[int, ...]
"""A player's figures in the five competences, in their order."""
NUMBERS = {office: number for offices in OFFICES_OF.values() for number, office in enumerate(offices)}


class Holding(Struct):
    """The contents of a player's offices."""

    departments: int = 0
    generals: int = 0
    employees: int = 0


class Survey(Struct, frozen=True):
    """`leaders` and `elected`: who would be appointed director where, and who would be boss, if phase I came
    now. `now`: the competences of all players in seat order; `then`: those after phase I."""

    holdings: Mapping[PlayerId, Holding]
    leaders: Mapping[str, PlayerId]
    elected: PlayerId | None
    now: tuple[Tracks, ...]
    then: tuple[Tracks, ...]


def survey(public: Public) -> Survey:
    """Survey the board in one pass over the offices; a lack of executives in a reserve is ignored."""
    holdings = {player: Holding() for player in public.players}
    standing: dict[str, dict[PlayerId, list[int]]] = {}
    for office, content in public.offices.items():
        owner, holding = content.owner, holdings[content.owner]
        holding.employees += content.employees
        if content.general:
            holding.generals += 1
        else:
            holding.departments += 1
        division = DIVISION_OF[office]
        players = standing.get(division)
        if players is None:
            players = standing[division] = {}
        here = players.get(owner)
        if here is None:
            here = players[owner] = [0, public.directors.get(division) == owner, 0, -9]
        here[0] += 2 if content.general else 1
        here[2] += content.employees
        here[3] = max(here[3], -NUMBERS[office])
    leaders = dict(public.directors)
    for division, players in standing.items():
        leaders[division] = max(players, key=players.__getitem__) if len(players) > 1 else next(iter(players))
    now = tuple(tracks_of(public, player) for player in public.players)
    elected = _elected(public.board)
    return Survey(holdings, leaders, elected, now, _then(public, leaders, elected, now))


def tracks_of(public: Public, player: PlayerId) -> Tracks:
    seat: Seat = public.seats[player]
    boxes = 0
    for inside in public.consultants.values():
        if player in inside:
            boxes += 1
    return seat.influence, seat.shares, seat.general_departments, seat.corruption, boxes


def _elected(board: tuple[PlayerId, ...]) -> PlayerId | None:
    """The player with most members on the board; in a tie, the one who sits furthest left."""
    return max(board, key=lambda each: (board.count(each), -board.index(each)), default=None)


def _then(
    public: Public, leaders: Mapping[str, PlayerId], elected: PlayerId | None, now: tuple[Tracks, ...]
) -> tuple[Tracks, ...]:
    """The competences after phase I: an ousted director becomes a consultant if the player has none in that
    box."""
    influence, boxes = dict.fromkeys(public.players, 0), dict.fromkeys(public.players, 0)
    for player in public.board:
        influence[player] += C.influence.board_member
    if elected is not None:
        influence[elected] += C.influence.boss - C.influence.board_member
    for division, sitting in public.directors.items():
        if sitting != leaders[division]:
            if sitting in public.consultants.get(division, ()):
                influence[sitting] += C.influence.board_member
            else:
                boxes[sitting] += 1
    if public.turn == 0:
        has = Counter(leaders.values())
        most = max(has.values(), default=0)
        for player in public.players:
            influence[player] += C.influence.settling_in * (most - has[player])
    return tuple(
        (tracks[0] + influence[player], *tracks[1:4], tracks[4] + boxes[player])
        for player, tracks in zip(public.players, now, strict=True)
    )


assert COMPETENCES == ("influence", "shares", "general_departments", "corruption", "consulting")
