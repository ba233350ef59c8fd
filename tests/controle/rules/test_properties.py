"""What always holds, in random games of every size and mode whose players miss, leave, come back and file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from controle.rules import RULES, ControleRules
from controle.rules.content import C
from controle.rules.defaults import default
from controle.rules.forms import not_yet
from controle.rules.notation import CATEGORIES
from controle.rules.state import Hidden
from controle.rules.windows import ORDERS
from controle.rules.world import World
from games.contract import Closes, Dice, State, encode
from tests.battery.play import Step, play

from .scene import counted

GAMES = [
    (players, mode, seed, absence)
    for players in (2, 3, 4, 5, 6)
    for mode, seed, absence in (
        ("turns", 1, 0.0), ("turns", 2, 0.3), ("turns", 3, 0.6), ("rounds", 4, 0.0), ("rounds", 5, 0.4),
    )
]  # fmt: skip


class Careless(ControleRules):
    """Players who hand in any legal form, in a mode that is given."""

    advise = staticmethod(RULES.sample)

    def __init__(self, mode: str) -> None:
        self.setup = lambda players, options, dice: RULES.setup(players, {"mode": mode}, dice)  # type: ignore[assignment]


@cache
def steps(players: int, mode: str, seed: int, absence: float) -> tuple[Step, ...]:
    return tuple(play(Careless(mode), seed, players, absence))


def all_steps() -> Iterator[Step]:
    for each in GAMES:
        yield from steps(*each)


def told(step: Step, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in step.outcome.events if event.kind == kind]


def test_the_games_hold_every_window_order_and_event() -> None:
    assert {step.window.kind for step in all_steps()} >= set(ORDERS) - {"forced"}
    orders = {order.kind for step in all_steps() for form in step.forms.values() for order in form}
    assert orders >= {kind for kinds in ORDERS.values() for kind in kinds} - {"forced", "stuck"}
    events = {event.kind for step in all_steps() for event in step.outcome.events}
    assert events >= {
        "absent", "left", "returned", "fell_asleep", "crossed", "civil_society", "plans_filed", "plans_tried",
        "put_back", "faces_drawn", "game_over",
    }  # fmt: skip


def test_144_cards() -> None:
    for step in all_steps():
        assert sum(counted(step.outcome.state).values()) == 144


def test_piles_backs_and_zone_are_shown_as_they_are() -> None:
    for step in all_steps():
        state = step.outcome.state
        assert {pile: len(cards) for pile, cards in state.hidden.piles.items()} == state.public.piles
        for player, seat in state.public.seats.items():
            assert Counter(seat.backs) == Counter(card[:4] for card in state.private[player].hand)
        assert tuple(card[:4] for card in state.hidden.zone) == state.public.zone


def test_tokens_are_neither_made_nor_lost() -> None:
    """16.8."""
    for step in all_steps():
        public = step.outcome.state.public
        for place in range(6):
            held = sum(seat.held[place] for seat in public.seats.values())
            assert held + public.reserve[place] == 4 + len(public.players)
        for seat in public.seats.values():
            assert min(seat.held) >= 0
            assert sum(seat.held) <= C.figures.holding
        assert min(public.reserve) >= 0


def test_development_and_influences_stop_at_their_floors() -> None:
    for step in all_steps():
        for region in step.outcome.state.public.regions:
            assert region.development >= 1
            assert all(min(stack) >= 0 for stack in region.influence.values())


def test_columns_rebuilt_from_what_was_told_are_those_shown() -> None:
    """6.2, E3: every change of a column is in an event."""
    for each in GAMES:
        first = steps(*each)[0].before
        seen = World.of(first.public)
        number = {player: place for place, player in enumerate(first.public.players)}
        for step in steps(*each):
            for event in step.outcome.events:
                data = event.data
                if event.kind == "free_placed":
                    seen.place(data["region"], number[data["player"]], CATEGORIES.index(data["category"]), 1)
                elif event.kind == "played":
                    seen.played[CATEGORIES.index(data["card"][:3])] += 1
                    for change in data["changes"]:
                        if change["what"] == "influence":
                            category = CATEGORIES.index(change["category"])
                            seen.place(change["region"], number[change["player"]], category, change["amount"])
                        elif change["what"] == "development":
                            seen.development[change["region"]] += change["amount"]
                elif event.kind == "civil_society":
                    seen.development[data["region"]] += data["developed"]
                    for loss in data["losses"]:
                        category = CATEGORIES.index(loss["category"])
                        seen.place(data["region"], number[loss["player"]], category, -loss["amount"])
            now = World.of(step.outcome.state.public)
            assert (seen.played, seen.everywhere) == (now.played, now.everywhere)
            assert (seen.stacks, seen.development) == (now.stacks, now.development)


def test_hands_go_back_to_four() -> None:
    """Whoever owes no draw has four cards when a turn of his opens, unless there are no cards."""
    for step in all_steps():
        public = step.outcome.state.public
        if not public.round or public.over:
            continue
        for player, seat in public.seats.items():
            if public.pending_of(player) is None and public.cards_left():
                assert len(seat.backs) == C.figures.hand, (step.window.name, player)


def test_each_player_has_one_turn_a_round() -> None:
    for each in GAMES:
        turns: Counter[str] = Counter()
        for step in steps(*each):
            for event in step.outcome.events:
                if event.kind in ("played", "passed"):
                    turns[event.data["player"]] += 1
                if event.kind in ("round_began", "game_over"):
                    assert len(set(turns.values())) <= 1
        assert set(turns.values()) == {steps(*each)[-1].outcome.state.public.round}


def test_games_end_within_twelve_rounds() -> None:
    """D28."""
    for each in GAMES:
        last = steps(*each)[-1].outcome.state.public
        assert last.over
        assert last.round <= C.figures.rounds


def test_a_default_is_an_order_that_check_accepts() -> None:
    for step in all_steps():
        state = step.before
        for window in RULES.windows(state.public):
            for player in window.awaited:
                view = state.seen_by(player)
                order = default(view, window)
                if not_yet(view.public, player, window.kind):
                    continue
                assert not order or RULES.check(view, window, order) == (), (window.name, order)


@pytest.mark.parametrize("mode", ["turns", "rounds"])
def test_a_default_taken_is_the_default_shown(mode: str) -> None:
    """15.3: what the page says beforehand happens."""
    for step in steps(3, mode, 2 if mode == "turns" else 5, 0.3 if mode == "turns" else 0.4):
        if step.window.closes is not Closes.AT_ONCE or step.window.is_door:
            continue
        (player,) = step.window.awaited
        view = step.before.seen_by(player)
        if step.before.public.pending_of(player) and step.window.kind == "play":
            continue
        shown = RULES.resolve(step.before, step.window, {player: default(view, step.window)}, Dice(b"1"))
        late = RULES.resolve(step.before, step.window, {}, Dice(b"1"))
        kinds = ("played", "forced", "stuck")
        assert encode([e for e in late.events if e.kind in kinds][:1]) == encode(
            [e for e in shown.events if e.kind in kinds][:1]
        )
        if step.window.kind == "surplus":
            assert late.state.private[player].hand == shown.state.private[player].hand


SHOWN = {"played", "forced", "civil_society"}  # where a face is for everybody


def test_faces_are_told_to_their_players_alone() -> None:
    """4, 15.5: of a draw everybody learns the pile, its player the face; of a return likewise."""
    for step in all_steps():
        for event in step.outcome.events:
            if event.to == ("public",) and event.kind not in SHOWN:
                assert not re.search(r"[a-z]{3}[12]_\d\d_", encode(event.data)), event.kind


def test_what_others_hide_changes_nothing_that_is_shown() -> None:
    """The same turn, played in a game whose other hands, piles and zone hold other cards, tells the same of
    it."""
    for step in steps(4, "turns", 1, 0.0):
        if step.window.kind != "play" or not step.forms:
            continue
        (player,) = step.forms
        state = step.before
        piles = {pile: tuple(reversed(cards)) for pile, cards in state.hidden.piles.items()}
        other = State(state.public, state.private, Hidden(piles, state.hidden.zone[::-1]))
        told = [
            next(event for event in RULES.resolve(each, step.window, step.forms, Dice(step.key)).events)
            for each in (state, other)
        ]
        assert told[0] == told[1]
        view, window = other.seen_by(player), step.window
        assert RULES.quote(view, window, step.forms[player]) == RULES.quote(
            state.seen_by(player), window, step.forms[player]
        )
