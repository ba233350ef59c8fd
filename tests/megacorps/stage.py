"""A scene of MegaCorps for each reader, and whole games with all that was told in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory

from games.contract import Event, PlayerId, State, View
from games.skin import Desk, FormPage, Person, Scene
from games.views.values import FormValues, context_of
from megacorps.rules import RULES
from megacorps.skin import SKIN
from tests.battery.play import play, start

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Jack")
LANGUAGES = ("en", "fr")


@dataclass
class Played:
    """A game at some point of its life, with the events of each round."""

    state: State[Any, Any, Any]
    told: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))

    def scene(self, reader: str | None, **values: Any) -> Scene:
        """What a reader may see (None: a spectator)."""
        state = self.state
        view = state.seen_by(PlayerId(reader)) if reader else View(None, state.public, None)
        people = {seat: Person(seat, name) for seat, name in zip(state.public.players, NAMES, strict=False)}
        chapter = state.public.round
        base: dict[str, Any] = {
            "chapter": chapter, "latest": chapter - 1, "finished": not RULES.windows(state.public),
            "noons": dict.fromkeys(range(chapter), datetime(2026, 11, 21, 11, tzinfo=UTC)),
        }  # fmt: skip
        return Scene(view, people, "/g/abc/", "Europe/Paris", **{**base, **values})

    def desks(self, reader: str) -> tuple[Desk | None, tuple[Desk, ...]]:
        """The main question to this player, if there is one, and his doors."""
        mine = [Desk(window) for window in RULES.windows(self.state.public) if reader in window.players]
        main = next((desk for desk in mine if not desk.window.is_door), None)
        return main, tuple(desk for desk in mine if desk.window.is_door)


def whole_game(seed: int, players: int = 4, absence: float = 0.15, rounds: int = 0) -> Played:
    """A random game, whole or up to a round."""
    first = start(RULES, seed, players)
    game = Played(first.state)
    game.told[0].extend(first.events)
    for step in play(RULES, seed, players, absence):
        if rounds and step.before.public.round >= rounds:
            return game
        game.told[step.before.public.round].extend(step.outcome.events)
        game.state = step.outcome.state
    return game


def draw(page: FormPage, **around: Any) -> str:
    """A form's own part of the page, as the platform renders it."""
    request = RequestFactory().get("/g/abc/orders/")
    frame: Mapping[str, Any] = {
        "skin": SKIN, "game": {"name": "Game", "public_id": "abc"}, "scene": {"latest": -1},
        "tabs": [], "request": request, "live": page.live,
    }  # fmt: skip
    values = FormValues(
        around.pop("desk", None), form_url="/g/abc/orders/", withdraw_url="/g/abc/withdraw/",
        doors=around.pop("doors", ()), passes=page.passes, summary=page.summary,
    )  # fmt: skip
    return render_to_string(
        page.template, {**frame, **context_of(values, own=page.context), **around}, request
    )
