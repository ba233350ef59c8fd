"""Bots: legal, from their own view alone, and worth beating."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from controle.rules import RULES, ControleRules
from controle.rules.bot import advise
from controle.rules.notation import PLACE
from controle.rules.world import World
from games.contract import Dice, PlayerId, Standing, State
from tests.battery.play import Step, play
from tools.balance import Tally, outside, table, wins
from tools.trials import nobody

from .scene import COURTS, DULL, MERGER, P1, PATRONAGE, WALL, Played, game, new

pytestmark = pytest.mark.slow


class Everybody(ControleRules):
    """All are bots, in a mode that is given."""

    sample = staticmethod(RULES.advise)

    def __init__(self, mode: str) -> None:
        self.setup = lambda players, options, dice: RULES.setup(players, {"mode": mode}, dice)  # type: ignore[assignment]


@cache
def steps(mode: str) -> tuple[Step, ...]:
    return tuple(play(Everybody(mode), 1, 4, 0.0))


@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_bots_play_games_to_their_end_with_forms_that_check_allows(mode: str) -> None:
    for step in steps(mode):
        for player, form in step.forms.items():
            assert RULES.check(step.before.seen_by(player), step.window, form) == ()
    assert steps(mode)[-1].outcome.state.public.over
    assert not {"missed", "defaulted", "absent"} & {
        event.kind for step in steps(mode) for event in step.outcome.events
    }


@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_a_bot_sees_its_own_view_alone(mode: str) -> None:
    """Whatever the other hands, the piles and the zone hold."""
    for step in steps(mode)[::3]:
        state = step.before
        for player, form in step.forms.items():
            empty = {
                one: state.private[one] if one == player else type(state.private[one])()
                for one in state.private
            }
            blind: State[Any, Any, Any] = State(state.public, empty, type(state.hidden)())
            assert advise(blind.seen_by(player), step.window, Dice(b"other")) == form


def test_bots_come_back_and_never_leave_or_file() -> None:
    played = new(3, seed=2).miss("start").leave("p2")
    for kind, wanted in (("return", True), ("leave", False), ("file", False)):
        asked = played.window(kind)
        player = asked.players[0]
        assert bool(RULES.advise(played.state.seen_by(player), asked, Dice(b"1"))) is wanted


def test_a_bot_compensates_where_it_pays() -> None:
    state = game(
        players=4, influence={0: {"p1": "pol2"}}, development={0: 6}, held={"p1": "pol4"},
        hands={"p1": (COURTS, PATRONAGE, WALL, DULL[0])},
    )  # fmt: skip
    (order,) = RULES.advise(state.seen_by(P1), RULES.windows(state.public)[0], Dice(b"1")) or ()
    played = Played(state).act((order,))
    assert World.of(played.public).everywhere[0][PLACE["pol"]] > 3
    assert sum(played.held(P1)) < 4 + len(order.data["icons"])


def test_a_bot_aims_at_the_leader() -> None:
    """A region held by two: the loss goes to who scores more."""
    influence = {0: {"p1": "mil1", "p2": "com3", "p3": "com1"}, 1: {"p2": "com4"}}
    militia = "mil1_01_neighbourhood_militia"
    hand = (militia, DULL[0], DULL[2], MERGER)
    state = game(influence=influence, development={0: 4, 1: 5}, played={"mil": 5}, hands={"p1": hand})
    (order,) = RULES.advise(state.seen_by(P1), RULES.windows(state.public)[0], Dice(b"1")) or ()
    assert order.data["card"] == militia
    assert (order.data["effect"], order.data["U"]) == (2, "p2")


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_one_bot_beats_players_of_any_legal_form(players: int, mode: str) -> None:
    """A few games; `python -m tools.trials controle` plays as many as one likes."""
    for seed in range(2):
        seat = PlayerId(f"p{seed + 1}")
        ids = tuple(PlayerId(f"p{n + 1}") for n in range(players))
        state = RULES.setup(ids, {"mode": mode}, Dice(b"beats%d" % seed)).state
        for number in range(500):
            windows = [each for each in RULES.windows(state.public) if not each.is_door]
            if not windows:
                break
            asked, forms = windows[0], {}
            for player in asked.awaited:
                make = RULES.advise if player == seat else RULES.sample
                form = make(state.seen_by(player), asked, Dice(b"%d/%d" % (seed, number) + player.encode()))
                forms |= {player: form} if form is not None else {}
            state = RULES.resolve(state, asked, forms, Dice(b"%d/%d" % (seed, number))).state
        places: tuple[Standing, ...] = RULES.standings(state.public) or ()
        assert places[0].player == seat


def test_the_balance_table_names_who_is_out_of_bounds() -> None:
    """`python -m tools.balance`, of a few games; and its figures by hand."""
    head, _, line, *_, last = table([2], 2, {"mode": "rounds"})
    assert head.count("|") == line.count("|")
    assert line.startswith("| 2 | ")
    assert last.startswith("Out of bounds: ")
    tally = Tally()
    tally.rounds = [7] * 10
    tally.sat |= {"mafia": 10, "lobby": 10}
    tally.won |= {"mafia": 7.0, "lobby": 3.0}
    tally.seats |= {0: 7.0, 1: 3.0}
    assert list(outside(2, tally)) == ["lobby 0.60 among 2", "mafia 1.40 among 2", "seat 1 1.40 among 2"]


def test_a_bot_among_players_who_never_answer_wins() -> None:
    """`python -m tools.balance --strength`, of one game."""
    won, trials = wins(3, 1, nobody, {"mode": "turns"})
    assert (won, trials.games) == (1, 1)
    assert 0 < trials.spent / trials.made < 1
