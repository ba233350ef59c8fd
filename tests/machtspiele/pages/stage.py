"""Games played by the rules alone, and their pages as each reader would be shown them."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from msgspec import Struct, field

from games.contract import Event, PlayerId, View
from games.skin import Person, Scene
from machtspiele.rules import RULES
from tests.battery.play import Step, play, start

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès")
START = datetime(2026, 11, 14, 11, tzinfo=UTC)
LANGUAGES = ("en", "fr")
GAMES = ((3, 1), (4, 3), (5, 9), (4, 8))
"""Players and seeds; `test_the_games_are_of_both_modes` says what they have in them."""


class Played(Struct):
    """A game at some point of its life: the state, and what everybody was told so far, by chapter."""

    state: Any
    told: dict[str, dict[int, list[Event]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    latest: int = -1
    names: tuple[str, ...] = NAMES

    def scene(self, reader: str | None, chapter: int | None = None) -> Scene:
        """What `reader` may see (None: a spectator), on a page of one chapter."""
        public = self.state.public
        viewer = PlayerId(reader) if reader else None
        shown = range(max(self.latest, 0), public.turn + 1)
        return Scene(
            view=self.state.seen_by(viewer) if viewer else View(None, public, None),
            people={seat: Person(seat, name) for seat, name in zip(public.players, self.names, strict=False)},
            base="/g/abc/",
            zone="Europe/Paris",
            chapter=self.latest if chapter is None else chapter,
            latest=self.latest,
            public_events=self._told("public", self.latest if chapter is None else chapter),
            own_events=self._told(reader, self.latest if chapter is None else chapter),
            noons={number: START + timedelta(days=number) for number in range(self.latest + 1)},
            finished=public.over,
            recent={number: self._told("public", number) for number in shown},
            own_recent={number: self._told(reader, number) for number in shown} if reader else {},
            in_progress=None if public.over else public.turn,
        )

    def _told(self, reader: str | None, chapter: int) -> tuple[Event, ...]:
        return tuple(self.told[reader][chapter]) if reader else ()

    def take(self, events: tuple[Event, ...], chapter: int) -> None:
        for event in events:
            for reader in event.to:
                self.told[str(reader)][chapter].append(event)


@cache
def steps(count: int, seed: int, absence: float = 0.15) -> tuple[Step, ...]:
    return tuple(play(RULES, seed, count, absence))


def played(count: int, seed: int, until: tuple[int, int] | None = None, absence: float = 0.15) -> Played:
    """A random game, whole or up to the beginning of the round `until` (turn and round)."""
    first = start(RULES, seed, count)
    now = Played(first.state)
    now.take(first.events, 0)
    for step in steps(count, seed, absence):
        public = now.state.public
        if until is not None and (public.turn, public.round) >= until and public.question:
            break
        chapter = step.window.chapter if not step.window.is_door else public.turn
        now.state = step.outcome.state
        now.take(step.outcome.events, chapter)
        if now.state.public.turn > chapter or now.state.public.over:
            now.latest = chapter
    return now


def frame(reader: str | None) -> dict[str, Any]:
    """What the platform puts around a page, as far as its templates look at it."""
    game = SimpleNamespace(public_id="abc", name="La Tour Nord", is_rehearsal=False, paused=False, pk=1)
    skin = SimpleNamespace(name="Macht$piele", place="Head office")
    return {"game": game, "skin": skin, "tabs": [], "me": reader, "title_key": "machtspiele", "progress": ""}


def render(template: str, context: dict[str, Any], reader: str | None, language: str) -> str:
    """A template within the site's frame, as an anonymous request would be shown it."""
    request = RequestFactory().get("/g/abc/")
    request.user = AnonymousUser()
    request.session = SessionStore()
    request.LANGUAGE_CODE = language
    with translation.override(language):
        return render_to_string(template, {**frame(reader), **context}, request)


def render_page(page: Any, scene: Scene, language: str = "en") -> str:
    """A page of the module `page`, whose template has its name."""
    with translation.override(language):
        context = page.context(scene)
    name = page.__name__.rpartition(".")[2]
    grows = name == "minutes" and scene.grows
    values = {**context, "scene": scene, "grows": grows}
    return render(f"machtspiele/{name}.html", values, scene.reader, language)
