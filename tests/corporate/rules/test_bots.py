"""The tastes of bots: a gentle table leaves somebody new a chance, and nobody runs away with the game."""

from __future__ import annotations

from msgspec.structs import replace

from corporate.rules import RULES
from corporate.rules.bots.taste import LIKES, TASTES
from corporate.rules.state import Corporation
from games.contract import Dice, PlayerId, State
from tools import tastes

P1, P2 = PlayerId("p1"), PlayerId("p2")
GAMES = 12  # of each kind; docs/titles/corporate.md prints the figures of many more


def opened(shares: dict[PlayerId, dict[str, int]]) -> State:
    """Turn 4 of a game of four in which Ares is far ahead."""
    ids = tuple(PlayerId(f"p{number}") for number in range(1, 5))
    state = RULES.setup(ids, {"characters": False}, Dice(b"0")).state
    state = RULES.resolve(state, RULES.windows(state.public)[0], {}, Dice(b"1")).state
    seats = {one: replace(state.public.seats[one], shares=shares.get(one, {}), influence=3) for one in ids}
    ares = replace(state.public.corporations["ares"], assets=25)
    corporations: dict[str, Corporation] = {**state.public.corporations, "ares": ares}
    return replace(state, public=replace(state.public, turn=4, seats=seats, corporations=corporations))


def down(state: State, player: PlayerId, taste: str) -> str:
    """The corporation that a bot votes down."""
    form = RULES.advise(state.seen_by(player), RULES.windows(state.public)[0], Dice(b"2"), taste) or ()
    return next(order.data["down"] for order in form if order.kind == "vote")


def test_whoever_gains_less_by_the_first_corporation_turns_on_it() -> None:
    state = opened({P1: {"ares": 2, "sony": 2}, P2: {"ares": 6}})
    assert {down(state, P1, taste) for taste in ("", *TASTES)} == {"ares"}
    assert "ares" not in {down(state, P2, taste) for taste in ("", *TASTES)}


def test_a_beginner_wins_against_the_gentle_and_not_against_the_strong() -> None:
    gentle, *_strong = LIKES[0]
    assert tastes.victories(["beginner", *[gentle] * 4], GAMES)["beginner"] >= GAMES * 0.25
    assert tastes.victories(["beginner", *[LIKES[1][2]] * 4], GAMES)["beginner"] <= GAMES * 0.15


def test_no_corporation_runs_away_with_everybody() -> None:
    for word in ("", "gentle", "greedy_strong"):
        first, second, _owners = tastes.runaway(word, 5)
        assert first < 2 * second
