"""Step 19: the state the next turn opens on, or the end of the game and its scores."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from games.contract import PlayerId, State
from games.rulekit.events import event

from ..backgrounds import won
from ..content import CONSTANTS, CORPORATIONS, RUNS
from ..day import Day, Resolved
from ..events.news import GameOver
from ..orders import Protection
from ..scoring import score
from ..state import Corporation, Hidden, Private, Public, Seat, Stage, Tally


def next_turn_or_end(day: Day) -> None:
    """The next turn opens, unless this was the last one or no corporation is left (D29)."""
    over = day.turn >= CONSTANTS.total_turns or len(day.crashed) == len(day.ranking)
    runs: dict[PlayerId, list[Resolved]] = defaultdict(list)
    for resolved in day.runs:
        runs[resolved.sponsor].append(resolved)
    after = State(
        _public(day, over),
        {player: _private(day, player, runs[player]) for player in day.players},
        _hidden(day),
    )
    if over:
        standings = score(after)
        after = replace(after, public=replace(after.public, standings=standings))
        winners = tuple(standing.player for standing in standings if standing.rank == 1)
        day.events.append(event(GameOver(day.turn, winners, standings[0].score)))
    day.after = after


def _public(day: Day, over: bool) -> Public:
    public = day.state.public
    joined = {placed.player: placed.order.coalition for placed in day.of("join_coalition")}
    winning = {player: public.winning_turns.get(player, 0) + won(day, player) for player in day.players}
    return replace(
        public,
        stage=Stage.OVER if over else Stage.TURNS,
        turn=day.turn if over else day.turn + 1,
        seats={player: _seat(day, player, joined.get(player)) for player in day.players},
        corporations={slug: _corporation(day, slug) for slug in CORPORATIONS if slug in public.corporations},
        council=day.council,
        winning_turns=winning,
    )


def _corporation(day: Day, slug: str) -> Corporation:
    corporation = day.state.public.corporations[slug]
    if slug not in day.assets:  # crashed on an earlier turn
        return corporation
    return Corporation(
        assets=day.assets[slug],
        rank=day.ranking.index(slug) + 1,
        initial_rank=corporation.initial_rank,
        history=(*corporation.history, day.assets[slug]),
        crashed=day.turn if slug in day.crashed else None,
    )


def _seat(day: Day, player: PlayerId, coalition: str | None) -> Seat:
    seat = day.state.public.seats[player]
    bought = any(kept.kind == "buy_share" for kept in day.kept[player])
    free = (
        bought or seat.first_share in day.crashed or day.citizenship[player] not in (None, seat.first_share)
    )
    return replace(
        seat,
        influence=day.influence[player],
        citizenship=day.citizenship[player],
        shares={slug: day.shares[player][slug] for slug in CORPORATIONS if day.shares[player].get(slug)},
        coalition=coalition,
        first_share=None if free else seat.first_share,
    )


def _private(day: Day, player: PlayerId, runs: list[Resolved]) -> Private:
    private = day.state.private[player]
    return replace(
        private,
        money=day.money[player],
        claims=(*private.claims, day.turn) if player in day.claimed else private.claims,
        background_points=private.background_points + day.points.get(player, 0),
        scoring_money=day.scoring_money[player],
        message_money=day.money[player],
        transfers_sent=0,
        tally=_tally(day, player, runs),
    )


def _tally(day: Day, player: PlayerId, mine: list[Resolved]) -> Tally:
    tally = day.state.private[player].tally
    runs, shields, informed = dict(tally.runs_won), dict(tally.protections), list(tally.informed_on)
    for resolved in mine:
        if resolved.success:
            kind, target = resolved.run.kind, PlayerId(str(resolved.run.target))
            runs[kind] = runs.get(kind, 0) + 1
            if RUNS[kind].target == "player" and target not in informed:
                informed.append(target)
    for kept in day.kept[player]:
        if isinstance(kept.order, Protection):
            defence = kept.order.defence
            shields[defence] = shields.get(defence, 0) + 1
    return Tally(tally.speculations_won + day.speculations_won.get(player, 0), runs, shields, tuple(informed))


def _hidden(day: Day) -> Hidden:
    spin = dict(day.state.hidden.spin_points)
    for player, points in day.spin_points.items():
        spin[player] = spin.get(player, 0) + points
    return Hidden(spin)
