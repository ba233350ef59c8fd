"""Step 19: the state with which the next turn opens, or the end of the game and its scores."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from games.contract import PlayerId, State
from games.rulekit.events import event

from ..backgrounds import won
from ..content import CONSTANTS, CORPORATIONS, RUNS
from ..day import Book, Holdings, Matrix, Mdc, Records, Resolved, Result, Start, Street
from ..events.news import GameOver
from ..orders import BuyShare, JoinCoalition, Protection
from ..scoring import score
from ..state import Corporation, Hidden, Private, Public, Seat, Stage, Tally


def next_turn_or_end(
    start: Start,
    book: Book,
    money: dict[PlayerId, int],
    holdings: Holdings,
    street: Street,
    council: Mdc,
    matrix: Matrix,
    records: Records,
    *,
    result: Result,
) -> None:
    """Open the next turn, unless this was the last one or no corporation is left (D29)."""
    over = start.turn >= CONSTANTS.total_turns or len(street.crashed) == len(street.ranking)
    runs: dict[PlayerId, list[Resolved]] = defaultdict(list)
    for resolved in matrix.runs:
        runs[resolved.sponsor].append(resolved)
    after = State(
        _public(start, book, holdings, street, council, over),
        {
            player: _private(start, book, money[player], holdings, records, player, runs[player])
            for player in start.players
        },
        _hidden(start, records),
    )
    if over:
        standings = score(after)
        after = replace(after, public=replace(after.public, standings=standings))
        winners = tuple(standing.player for standing in standings if standing.rank == 1)
        result.events.append(event(GameOver(start.turn, winners, standings[0].score)))
    result.state = after


def _public(start: Start, book: Book, holdings: Holdings, street: Street, council: Mdc, over: bool) -> Public:
    public = start.state.public
    joined = {placed.player: placed.order.coalition for placed in book.of(JoinCoalition)}
    winning = {
        player: public.winning_turns.get(player, 0) + won(council.record, player) for player in start.players
    }
    return replace(
        public,
        stage=Stage.OVER if over else Stage.TURNS,
        turn=start.turn if over else start.turn + 1,
        seats={
            player: _seat(start, book, holdings, street, player, joined.get(player))
            for player in start.players
        },
        corporations={
            slug: _corporation(start, street, slug) for slug in CORPORATIONS if slug in public.corporations
        },
        council=council.record,
        winning_turns=winning,
    )


def _corporation(start: Start, street: Street, slug: str) -> Corporation:
    corporation = start.state.public.corporations[slug]
    if slug not in street.assets:  # crashed on an earlier turn
        return corporation
    return Corporation(
        assets=street.assets[slug],
        rank=street.ranking.index(slug) + 1,
        initial_rank=corporation.initial_rank,
        history=(*corporation.history, street.assets[slug]),
        crashed=start.turn if slug in street.crashed else None,
    )


def _seat(
    start: Start, book: Book, holdings: Holdings, street: Street, player: PlayerId, coalition: str | None
) -> Seat:
    seat = start.state.public.seats[player]
    bought = any(isinstance(kept.order, BuyShare) for kept in book.kept[player])
    free = (
        bought
        or seat.first_share in street.crashed
        or holdings.citizenship[player] not in (None, seat.first_share)
    )
    return replace(
        seat,
        influence=holdings.influence[player],
        citizenship=holdings.citizenship[player],
        shares={
            slug: holdings.shares[player][slug] for slug in CORPORATIONS if holdings.shares[player].get(slug)
        },
        coalition=coalition,
        first_share=None if free else seat.first_share,
    )


def _private(
    start: Start,
    book: Book,
    money: int,
    holdings: Holdings,
    records: Records,
    player: PlayerId,
    runs: list[Resolved],
) -> Private:
    private = start.state.private[player]
    return replace(
        private,
        money=money,
        claims=(*private.claims, start.turn) if player in holdings.claimed else private.claims,
        background_points=private.background_points + records.points.get(player, 0),
        scoring_money=records.scoring_money[player],
        message_money=money,
        transfers_sent=0,
        tally=_tally(start, book, records, player, runs),
    )


def _tally(start: Start, book: Book, records: Records, player: PlayerId, mine: list[Resolved]) -> Tally:
    tally = start.state.private[player].tally
    runs, shields, informed = dict(tally.runs_won), dict(tally.protections), list(tally.informed_on)
    for resolved in mine:
        if resolved.success:
            kind, target = resolved.run.kind, PlayerId(str(resolved.run.target))
            runs[kind] = runs.get(kind, 0) + 1
            if RUNS[kind].target == "player" and target not in informed:
                informed.append(target)
    for kept in book.kept[player]:
        if isinstance(kept.order, Protection):
            defence = kept.order.defence
            shields[defence] = shields.get(defence, 0) + 1
    return Tally(
        tally.speculations_won + records.speculations_won.get(player, 0), runs, shields, tuple(informed)
    )


def _hidden(start: Start, records: Records) -> Hidden:
    spin = dict(start.state.hidden.spin_points)
    for player, points in records.spin_points.items():
        spin[player] = spin.get(player, 0) + points
    return Hidden(spin)
