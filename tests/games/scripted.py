"""A game of moves whose questions a test writes down: what the dummy asks after each resolution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from games.contract import Closes, Event, Order, Orders, Outcome, PlayerId, Standing, State, Window
from games.models import Game
from games.services.order_forms import Declined, SavedForm, order_form_save
from tests.builder import seat
from tests.dummy import DummyRules, DummySkin

Windows = tuple[Window, ...]
Tell = Callable[[State[Any, Any, Any], Window], Sequence[Event]]


def move(chapter: int, player: int, kind: str = "move") -> Window:
    """A question to one player, resolved as he answers."""
    awaited = (PlayerId(f"p{player}"),)
    return Window(kind, (chapter, player), ("say",), Closes.AT_ONCE, awaited)


def sealed(chapter: int, *players: int, kind: str = "bid", welcome: tuple[int, ...] = ()) -> Window:
    """A question to several, resolved when all the awaited are in."""
    awaited, free = (tuple(PlayerId(f"p{n}") for n in numbers) for numbers in (players, welcome))
    return Window(kind, (chapter,), ("say",), Closes.TOGETHER, awaited, free)


def door(*players: int, kind: str = "gift") -> Window:
    welcome = tuple(PlayerId(f"p{n}") for n in players)
    return Window(kind, (), ("say",), Closes.AT_ONCE, welcome=welcome)


def script(monkeypatch: pytest.MonkeyPatch, *steps: Windows, tell: Tell | None = None) -> None:
    """The dummy becomes a game of moves that asks these windows, one step for each resolution, then ends.
    `tell`: the events of a resolution, from the state before it and the window it answered. A window of the
    kind "whisper" leaves the state as it is."""

    def resolve(self: Any, state: Any, window: Window, forms: Any, dice: Any) -> Any:
        public, told = state.public, tell(state, window) if tell else ()
        if window.kind == "whisper":
            return Outcome(state, tuple(told))
        over = public.at == len(steps)
        places = tuple(Standing(player, 1, 0) for player in public.players) if over else None
        return Outcome(
            replace(state, public=replace(public, at=public.at + 1, standings=places)), tuple(told)
        )

    def windows(self: Any, public: Any) -> Windows:
        return () if public.standings is not None else steps[public.at - 1]

    monkeypatch.setattr(DummyRules, "meta", replace(DummyRules.meta, at_noon=False, chapters=None))
    monkeypatch.setattr(DummyRules, "resolve", resolve)
    monkeypatch.setattr(DummyRules, "windows", windows)
    monkeypatch.setattr(DummySkin, "turn_text", lambda self, kind, at, people: f"{kind} {at}")
    monkeypatch.setattr(
        DummySkin, "event_text", lambda self, scene, event: f"{event.kind} {dict(event.data)}"
    )


def answer(game: Game, number: int, window: Window, revision: int = 0) -> SavedForm | Declined:
    """A player hands in a number for a question."""
    orders: Orders = (Order("say", {"number": number}),)
    return order_form_save(player=seat(game, number), turn_name=window.name, revision=revision, orders=orders)
