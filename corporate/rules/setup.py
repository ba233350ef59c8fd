"""From the start of a game to its first quarter: seats, characters, drawing the ranking (3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from games.contract import Dice, Forms, Outcome, PlayerId, State, only
from games.rulekit.judging import dropped
from games.rulekit.worktable import Worktable

from .characters import sift_character, take_seat
from .content import CONSTANTS, CORPORATIONS, DRAWN_FIRST, INITIAL_ASSETS, LIMITS
from .events.message import NoCharacter
from .events.news import DerivativeRow, MarketOpened, OpeningRow
from .market import derivatives
from .orders import SHAPES
from .state import Corporation, Hidden, Private, Public, Seat, Stage


def setup(
    players: tuple[PlayerId, ...], options: Mapping[str, Any], dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """The state in which characters are asked. The Avenger's corporations are drawn for every player now, so
    that no choice on a form can draw them again (D65, D70)."""
    public = Public(
        stage=Stage.CHARACTERS,
        turn=0,
        players=players,
        characters=bool(options.get("characters", True)),
        wire_transfers=bool(options.get("wire_transfers", False)),
        seats={player: Seat(influence=CONSTANTS.initial_influence) for player in players},
        winning_turns=dict.fromkeys(players, 0),
    )
    private = {}
    for player in players:
        drawn = dice.shuffled(tuple(CORPORATIONS), "avenger", player)[: LIMITS.avenger_choices]
        private[player] = Private(
            money=CONSTANTS.initial_money, avenger_draw=drawn, message_money=CONSTANTS.initial_money
        )
    return Outcome(State(public, private, Hidden()))


def resolve_characters(
    state: State[Public, Private, Hidden], forms: Forms, dice: Dice
) -> Outcome[Public, Private, Hidden]:
    """Apply the characters, draw the ranking, and open Wall Street on turn 0 (3, steps 4 to 8)."""
    table, corporations = Worktable(state, dice), draw_ranking(dice)
    seats, private = dict(state.public.seats), table.private
    table.tell(_opening(corporations))
    for player in state.public.players:
        if player not in forms:
            table.tell(NoCharacter(), only(player))  # D68
            continue
        form = forms[player]
        character, problems = sift_character(state.public.characters, private[player], form)
        if character is not None:
            seats[player], private[player] = take_seat(seats[player], private[player], character)
        for each in dropped(SHAPES, form, problems):
            table.tell(each, only(player))
    table.public = replace(state.public, stage=Stage.TURNS, turn=1, seats=seats, corporations=corporations)
    return table.outcome()


def draw_ranking(dice: Dice) -> dict[str, Corporation]:
    """The initial ranking, uniform over all that are allowed (D7)."""
    free = list(range(1, len(INITIAL_ASSETS) + 1))
    drawn: dict[str, int] = {}
    for slug in DRAWN_FIRST:
        allowed = [rank for rank in free if rank >= CORPORATIONS[slug].best_initial_rank]
        drawn[slug] = dice.pick(allowed, "rank", slug)
        free.remove(drawn[slug])
    others = dice.shuffled([slug for slug in CORPORATIONS if slug not in drawn], "rank", "others")
    drawn.update(zip(others, free, strict=True))
    return {slug: _listed(drawn[slug]) for slug in CORPORATIONS}


def _listed(rank: int) -> Corporation:
    assets = INITIAL_ASSETS[rank - 1]
    return Corporation(assets, rank, rank, (assets,))


def _opening(corporations: Mapping[str, Corporation]) -> MarketOpened:
    """Wall Street on turn 0."""
    ranked = sorted(corporations.items(), key=lambda item: item[1].rank)
    rows = [OpeningRow(corporation=slug, rank=one.rank, assets=one.assets) for slug, one in ranked]
    values = []
    for slug, members in derivatives({one: listed.assets for one, listed in corporations.items()}).items():
        now = sum(corporations[member].assets for member in members)
        values.append(DerivativeRow(derivative=slug, members=members, was=None, now=now, opening=now))
    return MarketOpened(0, tuple(rows), tuple(values))
