"""Nothing of an unseen card shows: another truth, or another order of the deck, changes no byte."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from cardline.rules import RULES, bot
from cardline.rules.content import TABLES, Card
from cardline.rules.figures import shown
from cardline.rules.state import Hidden
from games.contract import Dice, State, View, encode
from tests.battery.play import Step, played, start

from .scene import ANA, CARDS, Played, game

GAMES = [(count, seed) for seed, count in enumerate([2, 3, 4, 5, 7, 8])]


def another_truth(known: set[str]) -> Mapping[str, Card]:
    """The table with other figures for every card that is not known."""
    return {
        card: row if card in known else replace(row, figures=dict.fromkeys(row.figures, 424242))
        for card, row in CARDS.items()
    }


def played_now(step: Step) -> set[str]:
    return {order.data["card"] for form in step.forms.values() for order in form if "card" in order.data}


def everything_shown(state: State[Any, Any, Any], forms: Mapping[Any, Any]) -> str:
    """All that a reader could be told about: windows, quotes, refusals of every player's form."""
    told: list[Any] = [state.public]
    for window in RULES.windows(state.public):
        told.append(window)
        for player in state.private:
            view = state.seen_by(player)
            for form in forms.values():
                told += [RULES.check(view, window, form), RULES.quote(view, window, form)]
            told.append(RULES.sample(view, window, Dice(b"same")))
    return encode(told)


@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_another_truth_of_unseen_cards_changes_no_byte(
    count: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in played(RULES, seed, count):
        known = {*step.before.public.line, *played_now(step)}
        shown_before = everything_shown(step.before, step.forms)
        with monkeypatch.context() as patch:
            patch.setitem(TABLES, 1, another_truth(known))  # type: ignore[arg-type]
            again = RULES.resolve(step.before, step.window, step.forms, Dice(step.key))
            assert encode(again) == encode(step.outcome)
            patch.setitem(TABLES, 1, another_truth(set(step.before.public.line)))  # type: ignore[arg-type]
            assert everything_shown(step.before, step.forms) == shown_before


def test_the_search_would_find_a_figure() -> None:
    """The other truth is another one: a card that is played is judged by it."""
    state = game(["FRA"], ["RUS", "FJI"], ["CHE", "NOR"])
    assert another_truth(set())["RUS"].figures != CARDS["RUS"].figures
    assert encode(Played(state).move(ANA, "RUS", 0).events).count(str(CARDS["RUS"].figures["area"])) == 1


@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_the_start_shows_the_figures_of_one_card(
    count: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome = start(RULES, seed, count)
    (first,) = outcome.state.public.line
    monkeypatch.setitem(TABLES, 1, another_truth({first}))  # type: ignore[arg-type]
    assert encode(start(RULES, seed, count)) == encode(outcome)


@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_the_order_of_the_deck_shows_nowhere(count: int, seed: int) -> None:
    chance = random.Random(seed)
    for step in played(RULES, seed, count):
        if step.outcome.state.public.outcome is not None:
            continue  # then it is published (D17)
        drawn = sum(event.kind == "drew" for event in step.outcome.events)
        if step.outcome.state.public.refills != step.before.public.refills:
            continue
        deck = step.before.hidden.deck
        rest = list(deck[drawn:])
        chance.shuffle(rest)
        other = replace(step.before, hidden=Hidden((*deck[:drawn], *rest)))
        outcome = RULES.resolve(other, step.window, step.forms, Dice(step.key))
        assert encode([outcome.state.public, outcome.events]) == encode(
            [step.outcome.state.public, step.outcome.events]
        )


def numbers(value: Any) -> Iterator[int]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key != "figures":
                yield from numbers(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from numbers(inner)
    elif type(value) is int:
        yield value


@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_figures_stand_where_they_are_announced(count: int, seed: int) -> None:
    """Outside `figures` no event holds a number that is not a small count; within it, they are those
    of the card the event is about."""
    for step in played(RULES, seed, count):
        for event in step.outcome.events:
            assert all(0 <= number <= 200 for number in numbers(event.data))
            if "figures" in event.data:
                assert event.kind in ("placed_correctly", "placed_wrongly")
                assert event.data["figures"] == CARDS[event.data["card"]].figures


@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_shown_gives_what_lies_open_and_nothing_else(count: int, seed: int) -> None:
    for step in played(RULES, seed, count):
        public = step.outcome.state.public
        seen_in_the_box = {boxed.card for boxed in public.box if boxed.seen}
        for card in CARDS:
            is_open = card in public.line or card in seen_in_the_box
            assert (shown(public, card) is not None) == is_open
        for hand in public.hands.values():
            assert all(shown(public, card) is None for card in hand)


def test_a_quote_is_the_same_for_a_right_and_a_wrong_placement() -> None:
    for state in (game(["FRA"], ["CHE", "NOR"], ["LUX"]), game(["SGP"], ["CHE", "NOR"], ["LUX"])):
        window = RULES.windows(state.public)[0]
        form = RULES.sample(state.seen_by(ANA), window, Dice(b"1")) or ()
        (line,) = RULES.quote(state.seen_by(ANA), window, form).orders
        assert set(line.params) == {"card", "gap", "left", "right"}
        assert line.amount == 0


# ---- bots ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), GAMES)
def test_a_bot_knows_the_world_by_its_beliefs_alone(
    count: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beliefs fixed, the truth of the cards in hand plays no part."""
    monkeypatch.setattr(bot, "believed", lambda card, *_: 1 + sum(map(ord, card)) * 1_000)
    for step in played(RULES, seed, count):
        window = RULES.windows(step.before.public)[0]
        for player in window.players:
            view: View[Any, Any] = step.before.seen_by(player)
            form = RULES.advise(view, window, Dice(b"bot"))
            with monkeypatch.context() as patch:
                patch.setitem(TABLES, 1, another_truth(set(step.before.public.line)))  # type: ignore[arg-type]
                assert RULES.advise(view, window, Dice(b"bot")) == form
