"""Games played by the rules alone, and their pages as each reader would be shown them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from games.contract import Event, PlayerId, View
from games.skin import Person, Scene
from megacorps.rules import RULES
from tests.battery.play import Step, play

NAMES = ("Ana", "Bruno", "Chloé", "Dimitri", "Inès", "Jack")
START = datetime(2026, 11, 14, 11, tzinfo=UTC)
LANGUAGES = ("en", "fr")


@dataclass
class Played:
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
        at = self.latest if chapter is None else chapter
        viewer = PlayerId(reader) if reader else None
        return Scene(
            view=self.state.seen_by(viewer) if viewer else View(None, public, None),
            people={seat: Person(seat, name) for seat, name in zip(public.players, self.names, strict=False)},
            base="/g/abc/",
            zone="Europe/Paris",
            chapter=at,
            latest=self.latest,
            public_events=tuple(self.told["public"][at]),
            own_events=tuple(self.told[reader][at]) if reader else (),
            noons={number: START + timedelta(days=number) for number in range(self.latest + 1)},
            finished=public.over,
            in_progress=None if public.over else public.round,
        )


@cache
def steps(count: int, seed: int, absence: float = 0.15) -> tuple[Step, ...]:
    return tuple(play(RULES, seed, count, absence))


def played(count: int, seed: int, until: int | None = None, absence: float = 0.15) -> Played:
    """A random game, whole or up to the beginning of round `until`."""
    now: Played | None = None
    for step in steps(count, seed, absence):
        now = now or Played(step.before)
        if until is not None and now.state.public.round >= until:
            break
        chapter = now.state.public.round
        now.state = step.outcome.state
        for event in step.outcome.events:
            for reader in event.to:
                now.told[str(reader)][chapter].append(event)
        if now.state.public.round > chapter or now.state.public.over:
            now.latest = chapter
    assert now is not None
    return now


def frame(reader: str | None) -> dict[str, Any]:
    """What the platform puts around a page, as far as its templates look at it."""
    game = SimpleNamespace(public_id="abc", name="La fin du pétrole", is_rehearsal=False, paused=False, pk=1)
    skin = SimpleNamespace(name="MegaCorps", place="The world of 2050")
    return {"game": game, "skin": skin, "tabs": [], "me": reader, "title_key": "megacorps", "progress": ""}


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
    return render(f"megacorps/{name}.html", {**context, "scene": scene}, scene.reader, language)
