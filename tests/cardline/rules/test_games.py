"""Random whole games of both modes, with the absent and those who leave: what always holds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cardline.rules import RULES
from cardline.rules.figures import fits, line_values
from cardline.rules.state import FORFEIT_AFTER, Public
from games.contract import Dice, PlayerId, State
from tests.battery.play import Step, played, start

from .scene import CARDS, place

GAMES = [(count, seed) for seed, count in enumerate([2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 8])]
ABSENCE = (0.0, 0.15, 0.5)

Game = State[Public, Any, Any]


def games(absence: float) -> Iterator[tuple[Step, ...]]:
    for count, seed in GAMES:
        yield played(RULES, seed, count, absence)


def cards_of(state: Game) -> list[str]:
    public = state.public
    hands = [card for hand in public.hands.values() for card in hand]
    return [*public.line, *hands, *(boxed.card for boxed in public.box), *state.hidden.deck]


def test_the_games_are_of_both_modes() -> None:
    modes = [start(RULES, seed, count).state.public.options.mode.value for count, seed in GAMES]
    assert modes.count("sequential") > 2
    assert modes.count("simultaneous") > 2


@pytest.mark.parametrize("absence", ABSENCE)
def test_the_line_never_decreases_and_its_version_tells_its_changes(absence: float) -> None:
    for game in games(absence):
        for step in game:
            before, after = step.before.public, step.outcome.state.public
            values = line_values(after)
            assert list(values) == sorted(values)
            assert after.line_version - before.line_version == (before.line != after.line)


@pytest.mark.parametrize("absence", ABSENCE)
def test_games_end_within_the_cap(absence: float) -> None:
    for game in games(absence):
        for step in game:
            public = step.outcome.state.public
            assert public.round_no <= public.options.max_rounds
        assert public.outcome is not None
        assert public.outcome.winners
        assert {*public.left, *public.outcome.winners} == set(public.players)


@pytest.mark.parametrize("mode", ["sequential", "simultaneous"])
@pytest.mark.parametrize("absence", ABSENCE)
def test_games_without_resignations_end_too(mode: str, absence: float) -> None:
    """Only questions are answered or missed; a game that falls asleep is woken."""
    chance = random.Random(f"{mode}{absence}")
    for seed in range(6):
        state = begun(4, seed, mode=mode)
        for number in range(2_000):
            asked = RULES.windows(state.public)
            if not asked:
                break
            window = asked[-1] if asked[0].is_door else asked[0]
            forms = {}
            for player in window.players:
                dice = Dice(f"{seed}/{number}/{player}".encode())
                orders = RULES.advise(state.seen_by(player), window, dice)
                if orders and (window.is_door or chance.random() >= absence):
                    forms[player] = orders
            state = RULES.resolve(state, window, forms, Dice(b"%d/%d" % (seed, number))).state
        assert RULES.standings(state.public) is not None


def begun(count: int, seed: int, **options: Any) -> Game:
    players = tuple(PlayerId(f"p{number}") for number in range(1, count + 1))
    return RULES.setup(players, options, Dice(b"%d" % seed)).state


def test_who_is_asked_holds_a_card_and_is_awake() -> None:
    for game in games(0.4):
        for step in game:
            public = step.outcome.state.public
            for window in RULES.windows(public):
                assert set(window.players) <= set(public.alive)
                if not window.is_door:
                    assert all(public.hands[player] for player in window.players)
                    assert not set(window.awaited) & set(public.dormant)


def test_skips_and_forfeits() -> None:
    kinds: set[str] = set()
    for game in games(0.5):
        for step in game:
            kinds |= {event.kind for event in step.outcome.events}
            for event in step.outcome.events:
                if event.kind == "forfeited":
                    assert step.outcome.state.public.skips_in_a_row[event.data["player"]] >= FORFEIT_AFTER
    assert {"skipped", "became_dormant", "returned", "forfeited", "fell_asleep", "resigned"} <= kinds


def test_draws_are_named_as_in_the_rules() -> None:
    """D23: nothing else is ever drawn."""
    for game in games(0.2):
        for step in game:
            dice = Dice(step.key)
            RULES.resolve(step.before, step.window, step.forms, dice)
            refills = step.outcome.state.public.refills
            assert set(dice.drawn) <= {f"refill/{number}" for number in range(1, refills + 1)}


def test_a_long_game_refills_the_deck() -> None:
    """Eight players, ten cards each, who are always wrong: the box comes back again and again."""
    state = begun(8, 3, hand_size="10", mode="simultaneous", characteristic="area", max_rounds="200")
    for number in range(40):
        (window, *_) = RULES.windows(state.public)
        forms = {player: wrong_form(state, player) for player in window.players}
        state = RULES.resolve(state, window, forms, Dice(b"%d" % number)).state
        assert len(set(cards_of(state))) == 110
    assert state.public.refills >= 3


def wrong_form(state: Game, player: PlayerId) -> Any:
    values = line_values(state.public)
    card = state.public.hands[player][0]
    value = CARDS[card].figures[state.public.options.characteristic]
    gap = next(gap for gap in range(len(values) + 1) if not fits(values, gap, value))
    return place(card, gap, state.public.line_version)


# ---- the obligations of the contract, before the title has a skin to be found by ------------------
