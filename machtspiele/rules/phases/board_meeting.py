"""Phase I (6): seven steps, of which two may ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from games.contract import PlayerId
from games.rulekit.forms import Answers, all_of, first_of

from .. import orders as o
from ..board import directors, employees, heads, office_number, within
from ..content import BOSS, CARDS, DIVISIONS, OTHERS, ROW_LENGTH, C, Mode
from ..defaults import exit_of, row
from ..events import (
    BossElected,
    BossThanked,
    DirectorAppointed,
    EventsDrawn,
    EventsOrdered,
    InfluencePart,
    InfluenceScored,
    MotivationChanged,
    PrivilegesDealt,
)
from ..points import settle
from ..state import Appointment, Public, Question
from ..table import Table


def thank_boss(table: Table) -> None:
    """Thank the boss (6.1)."""
    boss = table.public.boss
    if boss is not None:
        table.to_reserve(boss)
        table.change(boss=None)
        table.tell(BossThanked(boss))


def elect_boss(table: Table) -> None:
    """Elect the boss (6.2): most members; in a tie, who sits furthest left. The leftmost member moves."""
    board = table.public.board
    members = Counter(board)
    most = max(members.values(), default=0)
    winner = next((player for player in board if members[player] == most), None)
    if winner is not None:
        at = board.index(winner)
        table.change(board=(*board[:at], *board[at + 1 :]), boss=winner)
    tied = sum(count == most for count in members.values()) > 1
    table.tell(BossElected(winner, most, tied))


def appoint(table: Table) -> None:
    """Appoint directors (6.3): who gets which office is decided at once; the owners of ousted directors are
    asked, or have filed the exit."""
    appointments = tuple(candidates(table.public))
    table.change(appointments=appointments)
    ousted = {each.old for each in appointments if each.old is not None}
    asked = tuple(player for player in table.public.players if player in ousted)
    if table.public.mode is Mode.CLASSIC and asked:
        table.change(question=Question("director_exit", (table.public.turn,), asked))
    else:
        exits = {player: table.private[player].exits for player in table.public.players}
        given = {p: tuple(o.Exit(d, _exit(to)) for d, to in each.items()) for p, each in exits.items()}
        _take_office(table, given)


def _exit(to: str) -> o.ExitTo:
    return "board" if to == "board" else "consultant"


def candidates(public: Public) -> list[Appointment]:
    """The offices that change hands, in board order. Executives used earlier in this step are deducted from a
    reserve; those that come back during it are not added (D12)."""
    reserve = {player: seat.reserve for player, seat in public.seats.items()}
    found = []
    for division in DIVISIONS:
        sitting = public.directors.get(division)
        for player in ranked(public, division):
            if player == sitting:
                break
            if reserve[player]:
                reserve[player] -= 1
                found.append(Appointment(division, player, sitting))
                break
    return found


def ranked(public: Public, division: str) -> list[PlayerId]:
    """The players with a head in a division, best first: by heads, then the current director's player,
    employees, and the office nearest the top."""
    top: dict[PlayerId, int] = {}
    for office, each in within(public, division):
        top.setdefault(each.owner, office_number(office))

    def key(player: PlayerId) -> tuple[int, bool, int, int]:
        sits = public.directors.get(division) == player
        return -heads(public, division, player), not sits, -employees(public, division, player), top[player]

    return sorted(top, key=key)


def exits_chosen(table: Table, question: Question, answers: Answers) -> None:
    table.change(question=None)
    _take_office(table, {player: all_of(answers, player, o.Exit) for player in question.asked})
    next_stage(table)


def _take_office(table: Table, exits: dict[PlayerId, tuple[o.Exit, ...]]) -> None:
    """Carry out appointments and exits in board order (D14)."""
    for each in table.public.appointments:
        to: o.ExitTo | None = None
        pushed = None
        table.from_reserve(each.new)
        if each.old is not None:
            chosen = [one for one in exits.get(each.old, ()) if one.division == each.division]
            to = (chosen[0] if chosen else exit_of(table.public, each.old, each.division)).to
        table.change(directors={**table.public.directors, each.division: each.new})
        if each.old is not None and to == "board":
            pushed = table.join_board(each.old)
        elif each.old is not None:
            table.join_consultants(each.old, each.division)
        table.tell(DirectorAppointed(each.division, each.old, each.new, to, pushed))
    table.change(appointments=())
    for player in table.public.players:
        if table.private[player].exits:
            table.set_private(player, exits={})


def distribute(table: Table) -> None:
    """Distribute the cards (6.4): each face up and plain, to the player of its office; the start marker to
    that of Communication."""
    public = table.public
    for slug in CARDS:
        table.deal(slug, public.boss if slug == BOSS else public.directors.get(slug))
    table.change(marker=public.directors.get("communication") or public.marker)
    holders = {slug: card.holder for slug, card in table.public.cards.items()}
    table.tell(PrivilegesDealt(holders, table.public.marker))


def influence(table: Table) -> None:
    """Score influence (6.5); in turn 1 players with fewer directors settle in (D50)."""
    public = table.public
    most = max(len(directors(public, player)) for player in public.players)
    parts = []
    for player in public.players:
        fewer = most - len(directors(public, player)) if public.turn == 1 else 0
        part = InfluencePart(
            player,
            public.board.count(player) * C.influence.board_member,
            C.influence.boss if public.boss == player else 0,
            fewer * C.influence.settling_in,
        )
        table.score(player, "influence", part.members + part.boss + part.settling_in)
        parts.append(part)
    table.tell(
        InfluenceScored(tuple(part for part in parts if part.members or part.boss or part.settling_in))
    )


def motivation(table: Table) -> None:
    """Determine motivation (6.6)."""
    was = table.public.motivation
    table.change(motivation=C.motivation.start)
    if was != C.motivation.start:
        table.tell(MotivationChanged(was, C.motivation.start))


def order_events(table: Table) -> None:
    """Draw six events for the holder of the start marker, who orders them; in `rounds` with the first form
    (6.7)."""
    public = table.public
    drawn = table.dice.shuffled(OTHERS, "events", str(public.turn))[: C.row.drawn]
    for player in public.players:
        table.set_private(player, drawn=drawn if player == public.marker else (), row=())
    table.change(round=0, revealed=(), row=ROW_LENGTH)
    table.tell_only(EventsDrawn(drawn), public.marker)
    if public.mode is Mode.CLASSIC:
        table.change(question=Question("event_order", (public.turn,), (public.marker,)))
    else:
        table.change(round=1, question=Question("round", (public.turn, 1), public.players))


def events_chosen(table: Table, question: Question, answers: Answers) -> None:
    """The row as ordered, in mode `classic`."""
    table.change(question=None)
    keep_row(table, answers)
    table.change(stage="event")


def keep_row(table: Table, answers: Answers) -> None:
    """Keep the order chosen by the holder of the start marker, or the default."""
    player = table.public.marker
    chosen = first_of(answers, player, o.Events)
    cards = chosen.cards if chosen else row(table.private[player].drawn)
    table.set_private(player, row=cards)
    table.tell(EventsOrdered(player))


PHASE_ONE: Final[tuple[Callable[[Table], None], ...]] = (
    thank_boss,
    elect_boss,
    appoint,
    distribute,
    influence,
    motivation,
    order_events,
)
"""The seven steps of phase I, named as in 13.4."""

NAMES: Final = tuple(step.__name__ for step in PHASE_ONE)


def next_stage(table: Table) -> None:
    """Go from one step of phase I to the next, and settle points after each."""
    settle(table)
    at = NAMES.index(table.public.stage)
    if at + 1 < len(NAMES):
        table.change(stage=NAMES[at + 1])


def step(table: Table) -> None:
    """Take the current step of phase I."""
    PHASE_ONE[NAMES.index(table.public.stage)](table)
    if table.public.question is None:
        next_stage(table)
