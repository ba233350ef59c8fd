"""The score at the end of the game, line by line (section 8)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from games.contract import PlayerId, Standing, State
from games.rulekit.events import ScoreLine, line

from .content import BACKGROUNDS, TITLES, VICTORY, BackgroundData
from .desk import scoring_background
from .market import claim_points
from .ranking import in_play
from .score_lines import (
    AvengerLine,
    CelebrityLine,
    CitizenshipLine,
    ClaimLine,
    FellowCitizensLine,
    HeirLine,
    ManOfHonourLine,
    MoneyLine,
    NoBackgroundLine,
    NobodyLine,
    SharesLine,
    SocialParasiteLine,
    StrategyLine,
    TitleLine,
    TurnByTurnLine,
    YoungWolfLine,
)
from .state import Hidden, Private, Public, Seat


class End(Struct, frozen=True):
    """The end of a game: after step 16 of the last turn (D46), crashed corporations left out (D42)."""

    state: State[Public, Private, Hidden]
    ranks: Mapping[str, int]
    owned: Mapping[PlayerId, Mapping[str, int]]  # shares of corporations still in play, best ranked first
    holders: Mapping[str, tuple[int, int]]  # by corporation: the most shares, and how many hold them
    citizens: Mapping[str, int]
    money_points: Mapping[PlayerId, int]

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return self.state.public.players

    def seat(self, player: PlayerId) -> Seat:
        return self.state.public.seats[player]

    def private(self, player: PlayerId) -> Private:
        return self.state.private[player]

    def shares(self, player: PlayerId) -> Mapping[str, int]:
        """The player's shares of corporations still in play, best ranked first."""
        return self.owned[player]


Titles = Mapping[str, tuple[int, tuple[PlayerId, ...]]]
"""By awarded title: its highest measure and those who reach it."""


def score(state: State[Public, Private, Hidden]) -> tuple[Standing, ...]:
    """Final places, best first; equal totals share a place (8.5, D47)."""
    end = final(state)
    titles = award(end)
    lines = {player: lines_of(end, titles, player) for player in end.players}
    totals = {player: sum(each.amount for each in lines[player]) for player in end.players}
    order = sorted(end.players, key=lambda player: -totals[player])
    return tuple(
        Standing(
            player,
            1 + sum(other > totals[player] for other in totals.values()),
            totals[player],
            tuple(map(line, lines[player])),
        )
        for player in order
    )


def final(state: State[Public, Private, Hidden]) -> End:
    """The data for the score, as if the game ended with this state."""
    public = state.public
    alive = sorted(in_play(public.corporations), key=lambda slug: public.corporations[slug].rank)
    shares = {player: public.seats[player].shares for player in public.players}
    owned = {
        player: {slug: held[slug] for slug in alive if held.get(slug)} for player, held in shares.items()
    }
    holders = {}
    for corporation in alive:
        counts = [held.get(corporation, 0) for held in shares.values()]
        holders[corporation] = (max(counts), counts.count(max(counts)))
    citizens: dict[str, int] = {}
    for seat in public.seats.values():
        if seat.citizenship is not None:
            citizens[seat.citizenship] = citizens.get(seat.citizenship, 0) + 1
    fortunes = sorted(state.private[player].scoring_money for player in public.players)
    points = {player: bisect_right(fortunes, state.private[player].scoring_money) for player in shares}
    ranks = {corporation: rank for rank, corporation in enumerate(alive, 1)}
    return End(state, ranks, owned, holders, citizens, points)


def lines_of(end: End, titles: Titles, player: PlayerId) -> tuple[ScoreLine, ...]:
    """Every line of one player's score, in the order of section 8."""
    return (
        *_shares(end, player),
        MoneyLine(
            end.money_points[player],
            money=end.private(player).scoring_money,
            richer=len(end.players) - end.money_points[player],
        ),
        *_citizenship(end, player),
        *_titles(titles, player),
        *_background(end, player),
        *_strategies(end, titles, player),
    )


def _shares(end: End, player: PlayerId) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    for corporation, count in end.shares(player).items():
        rank = end.ranks[corporation]
        if rank <= len(VICTORY.shares_by_final_rank):
            points = VICTORY.shares_by_final_rank[rank - 1] * count
            lines.append(SharesLine(points, rank, corporation, count))
    return lines


def _citizenship(end: End, player: PlayerId) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    corporation = end.seat(player).citizenship
    if corporation is not None:
        rank = end.ranks[corporation]
        points = VICTORY.citizenship_base + VICTORY.citizenship_per_rank * rank
        lines.append(CitizenshipLine(points, corporation, rank))
    background = scoring_background(end.private(player))
    for turn in end.private(player).claims:
        lines.append(ClaimLine(claim_points(turn, background), turn))
    fellows = end.citizens[corporation] - 1 if corporation is not None else 0
    if fellows:
        lines.append(FellowCitizensLine(VICTORY.citizenship_per_other_citizen * fellows, fellows))
    return lines


# ---- titles (8.4) -----------------------------------------------------------------------------


def _leading(end: End, player: PlayerId) -> int:
    return sum(end.holders[corporation] == (count, 1) for corporation, count in end.shares(player).items())


def _shares_of_first(end: End, player: PlayerId) -> int:
    return sum(count for corporation, count in end.shares(player).items() if end.ranks[corporation] == 1)


def _won(kind: str) -> Callable[[End, PlayerId], int]:
    return lambda end, player: end.private(player).tally.runs_won.get(kind, 0)


def _launched(defence: str) -> Callable[[End, PlayerId], int]:
    return lambda end, player: end.private(player).tally.protections.get(defence, 0)


Measures = Mapping[str, Callable[[End, PlayerId], int]]
"""By title: what it is awarded for."""

MEASURES: Final[Measures] = {
    "big_boss": _shares_of_first,
    "patriarch": lambda end, player: end.seat(player).influence,
    "builder": lambda end, player: max(end.shares(player).values(), default=0),
    "conqueror": _leading,
    "opportunist": lambda end, player: len(end.shares(player)),
    "rentier": lambda end, player: end.private(player).scoring_money,
    "leader": lambda end, player: end.state.public.winning_turns.get(player, 0),
    "wall_street_man": lambda end, player: end.private(player).tally.speculations_won,
    "spymaster": _won("information"),
    "code_breaker": _won("datasteal"),
    "arsonist": _won("sabotage"),
    "matchmaker": _won("extraction"),
    "paranoid_datasteal": _launched("datasteal"),
    "paranoid_sabotage": _launched("sabotage"),
    "paranoid_extraction": _launched("extraction"),
}
_PUBLIC = ("big_boss", "patriarch", "builder", "conqueror", "opportunist", "leader")
OF_PUBLIC: Final[Measures] = {title: MEASURES[title] for title in _PUBLIC}
"""Those that look into nobody's drawer."""


def award(end: End, by: Measures = MEASURES) -> Titles:
    """The holders of each title; a title whose best measure is 0 is not awarded (D44)."""
    awarded = {}
    for title in (title for title in TITLES if title in by):
        measures = {player: by[title](end, player) for player in end.players}
        best = max(measures.values())
        if best >= VICTORY.title_minimum_measure:
            awarded[title] = best, tuple(player for player in end.players if measures[player] == best)
    return awarded


def _titles(titles: Titles, player: PlayerId) -> list[ScoreLine]:
    return [
        TitleLine(TITLES[title].points // len(holders), title, len(holders), measure)
        for title, (measure, holders) in titles.items()
        if player in holders
    ]


# ---- Backgrounds and Strategies (8.6 to 8.8) --------------------------------------------------


def _background(end: End, player: PlayerId) -> list[ScoreLine]:
    if not end.state.public.characters:
        return []
    private = end.private(player)
    if private.background is None:
        return [NoBackgroundLine(VICTORY.no_background)]
    both = (private.background, private.hidden_background)
    return [_earned(end, player, background) for background in both if background is not None]


def _earned(end: End, player: PlayerId, background: str) -> ScoreLine:
    if background in AT_THE_END:
        return AT_THE_END[background](end, player, BACKGROUNDS[background])
    points = end.private(player).background_points
    if background == "spin_genius":
        points = end.state.hidden.spin_points.get(player, 0)
    return TurnByTurnLine(points, background, points)


def _young_wolf(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    shares = sum(count for slug, count in end.shares(player).items() if end.ranks[slug] <= row.last_rank)
    return YoungWolfLine(row.points * shares, row.slug, shares)


def _heir(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    influence = end.seat(player).influence
    reached = [points for level, points in row.scale.items() if int(level) <= influence]
    return HeirLine(max(reached, default=0), row.slug, influence)


def _social_parasite(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    players = len(end.private(player).tally.informed_on)
    return SocialParasiteLine(row.flat_points + row.points * players, row.slug, players)


def _man_of_honour(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    shares = dict(end.shares(player))
    corporation = end.seat(player).citizenship
    own = shares.pop(corporation, 0) if corporation is not None else 0
    faithful = own > max(shares.values(), default=0)  # D67: so at least one
    return ManOfHonourLine(row.points if faithful else 0, row.slug, corporation, own)


def _celebrity(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    return CelebrityLine(end.money_points[player], row.slug, end.money_points[player])


def _avenger(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    corporation = end.private(player).avenger
    rank = end.ranks.get(corporation) if corporation is not None else None
    if corporation is None:
        points = 0
    elif rank is None:
        points = row.scale["crashed"]
    elif rank == len(end.ranks):
        points = row.scale["last"]  # even at rank 5 or better (D50)
    else:
        points = row.scale["rank_below_5"] if rank > row.last_rank else 0
    return AvengerLine(points, row.slug, corporation, rank)


def _nobody(end: End, player: PlayerId, row: BackgroundData) -> ScoreLine:
    return NobodyLine(row.points, row.slug)


AT_THE_END: Final[dict[str, Callable[[End, PlayerId, BackgroundData], ScoreLine]]] = {
    "young_wolf": _young_wolf,
    "heir": _heir,
    "social_parasite": _social_parasite,
    "man_of_honour": _man_of_honour,
    "celebrity": _celebrity,
    "avenger": _avenger,
    "nobody": _nobody,
}


def _strategies(end: End, titles: Titles, player: PlayerId) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    strategies = end.private(player).strategies
    for title in TITLES if strategies else ():
        points = strategies.get(title)
        if points is not None:
            held = title in titles and player in titles[title][1]
            amount = points if held else -((points + 1) // 2)
            lines.append(StrategyLine(amount, title, points, held))
    return lines
